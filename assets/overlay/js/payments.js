/**
 * Who pays whom: payers on the left with what they lose, an arrow, the winner with what comes in.
 */

import { make, renderEach, setAttribute, setProperty, setText } from "./dom.js";
import { setFitted } from "./fit.js";
import { colourOf } from "./player.js";
import { formatDelta, nameIn } from "./texts.js";

/** @returns {HTMLElement} */
export function makePayments() {
  return make("footer", "payments", make("div", "payers"), make("i", "arrow"), make("div", "payees"));
}

/**
 * Show the payments of a win.
 * @param {HTMLElement} element made by `makePayments`
 * @param {{deltas: Record<string, number>, winner: string, players: object}} view
 */
export function renderPayments(element, { deltas, winner, players }) {
  const [payers, , payees] = element.children;
  const paying = Object.entries(deltas).filter(([seat, delta]) => seat !== winner && delta !== 0);
  renderSides(payers, paying, players);
  renderSides(payees, [[winner, deltas[winner] ?? 0]], players);
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
  setText(element.children[1], formatDelta(delta));
  setAttribute(element.children[1], "data-delta", String(delta));
  setAttribute(element, "data-sign", delta < 0 ? "down" : "up");
  setFitted(element.children[0], nameIn(player.names));
}
