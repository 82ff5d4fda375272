/**
 * The panel of a settled hand: the win or wins, or the draw.
 */

import { make, renderChanged, renderEach, setAttribute, show } from "./dom.js";
import { makeDraw, renderDraw } from "./draw.js";
import { makeWin, renderWin } from "./win.js";

/** @returns {HTMLElement} */
export function makeResult() {
  return make("div", "result", make("div", "wins"), makeDraw());
}

/**
 * Show how the hand ended.
 * @param {HTMLElement} element made by `makeResult`
 * @param {{result: object, players: Record<string, object>}} view
 */
export function renderResult(element, { result, players }) {
  const [wins, draw] = element.children;
  const isWin = result.kind === "win";
  show(wins, isWin);
  show(draw, !isWin);
  if (isWin) renderWins(wins, result, players);
  else renderChanged(draw, { result, players }, renderDraw);
}

/** Honba and sticks go to the first winner alone. */
function renderWins(element, result, players) {
  const entries = Object.entries(result.wins ?? {}).map(([number, win], index) => [
    number,
    { win, players, honba: index ? 0 : result.honba ?? 0, sticks: index ? 0 : result.sticks ?? 0 },
  ]);
  setAttribute(element, "data-count", String(entries.length));
  renderEach(element, entries, makeWin, renderWin);
}
