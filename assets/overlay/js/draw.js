/**
 * A hand that ended without a win: why, who is tenpai with which hand and waits, what is paid.
 */

import { make, renderEach, setAttribute, setProperty, setText, show } from "./dom.js";
import { setFitted } from "./fit.js";
import { makeHand, renderHand } from "./hand.js";
import { colourOf } from "./player.js";
import { formatDelta, nameIn, text } from "./texts.js";
import { makeWaits, renderWaits } from "./waits.js";

const HAND_SIZE = { tilePx: 39, rowPx: 570 };

/** @returns {HTMLElement} */
export function makeDraw() {
  return make("article", "draw", make("header", "draw-head"), make("div", "draw-rows"));
}

/**
 * Show a draw.
 * @param {HTMLElement} element made by `makeDraw`
 * @param {{result: object, players: Record<string, object>}} view
 */
export function renderDraw(element, { result, players }) {
  const [head, rows] = element.children;
  setText(head, text(`overlay.draw.${result.kind}`));
  setAttribute(head, "data-draw", result.kind);
  const entries = Object.entries(players).map(([seat, player]) => [
    seat,
    { seat, player, isTenpai: result.tenpai?.[seat], delta: result.deltas?.[seat] ?? 0 },
  ]);
  renderEach(rows, entries, makeRow, renderRow);
}

function makeRow(seat) {
  const row = make(
    "div",
    "draw-row",
    make("div", "who", make("div", "name"), make("div", "team")),
    make("b", "draw-state"),
    makeHand(),
    makeWaits(),
    make("b", "draw-delta"),
  );
  row.dataset.drawSeat = seat;
  return row;
}

/** Hands are laid open by those in tenpai only; the others keep theirs closed at the table, and so do we. */
function renderRow(element, { seat, player, isTenpai, delta }) {
  const [who, state, hand, waits, points] = element.children;
  setProperty(element, "--team", colourOf(seat, player));
  setFitted(who.children[0], nameIn(player.names));
  setFitted(who.children[1], nameIn(player.team_names));
  setText(state, isTenpai === undefined ? "" : text(isTenpai ? "overlay.tenpai" : "overlay.noten"));
  setAttribute(element, "data-tenpai", isTenpai === undefined ? null : String(isTenpai));
  show(hand, isTenpai === true);
  show(waits, isTenpai === true);
  renderHand(hand, player, HAND_SIZE);
  renderWaits(waits, player);
  setText(points, formatDelta(delta));
  setAttribute(points, "data-delta", String(delta));
}
