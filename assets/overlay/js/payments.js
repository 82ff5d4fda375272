/**
 * Who pays whom: payers on the left with what they lose, an arrow, the winner with what comes in.
 */

import { make, renderEach, setAttribute, setProperty, setText, show } from "./dom.js";
import { setFitted } from "./fit.js";
import { colourOf } from "./player.js";
import { formatDelta, formatPoints, nameIn, text } from "./texts.js";

const HONBA_POINTS = 300;
const STICK_POINTS = 1000;

/** @returns {HTMLElement} */
export function makePayments() {
  return make("footer", "payments", make("div", "payers"), make("i", "arrow"), make("div", "payees"), make("div", "extras"));
}

/**
 * Show the payments of a win.
 * @param {HTMLElement} element made by `makePayments`
 * @param {{deltas: Record<string, number>, winner: string, players: object, honba: number, sticks: number}} view
 */
export function renderPayments(element, { deltas, winner, players, honba, sticks }) {
  const [payers, , payees, extras] = element.children;
  const paying = Object.entries(deltas).filter(([seat, delta]) => seat !== winner && delta !== 0);
  renderSides(payers, paying, players);
  renderSides(payees, [[winner, deltas[winner] ?? 0]], players);
  renderEach(extras, extrasOf(honba, sticks), () => make("span", "extra"), setText);
}

function renderSides(element, deltas, players) {
  const entries = deltas.map(([seat, delta]) => [seat, { seat, delta, player: players[seat] }]);
  renderEach(element, entries, makeSide, renderSide);
}

function makeSide(seat) {
  const side = make("div", "side", make("span", "side-name"), make("b", "side-delta"));
  side.dataset.payment = seat;
  return side;
}

function renderSide(element, { seat, delta, player }) {
  setProperty(element, "--team", colourOf(seat, player));
  setFitted(element.children[0], nameIn(player.names));
  setText(element.children[1], formatDelta(delta));
  setAttribute(element.children[1], "data-delta", String(delta));
  setAttribute(element, "data-sign", delta < 0 ? "down" : "up");
  show(element, true);
}

/** What of the sum comes from honba and sticks on the table. */
function extrasOf(honba, sticks) {
  const extras = [];
  if (honba > 0) extras.push(["honba", text("overlay.honba_bonus", { points: formatPoints(honba * HONBA_POINTS) })]);
  if (sticks > 0) extras.push(["sticks", text("overlay.sticks_bonus", { points: formatPoints(sticks * STICK_POINTS) })]);
  return extras;
}
