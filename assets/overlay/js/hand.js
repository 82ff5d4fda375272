/**
 * A hand in one row: the concealed tiles, the drawn (or winning) one apart, the melds. The row shrinks to its place.
 */

import { make, setAttribute, setProperty, show } from "./dom.js";
import { meldWidth, renderMelds } from "./melds.js";
import { makeTile, renderTile, renderTiles } from "./tiles.js";

/** Melds are drawn a little smaller than the hand: a kakan, two tiles high, then fits the row. */
const MELD_SCALE = 0.85;
const GAP = 0.3;

/** @returns {HTMLElement} */
export function makeHand() {
  return make("div", "hand", make("div", "concealed"), makeTile(), make("div", "melds"));
}

/**
 * Show a hand.
 * @param {HTMLElement} element made by `makeHand`
 * @param {{hand?: string[], drawn?: string, melds?: object}} view `drawn` is the tile apart
 * @param {{tilePx: number, rowPx: number}} size width of a tile where there is room, and of the whole row
 */
export function renderHand(element, view, { tilePx, rowPx }) {
  const [concealed, drawn, melds] = element.children;
  renderTiles(concealed, view.hand ?? []);
  show(drawn, view.drawn !== undefined);
  setAttribute(drawn, "data-drawn", "true");
  if (view.drawn !== undefined) renderTile(drawn, view.drawn);
  else setAttribute(drawn, "data-tile", null);
  renderMelds(melds, view.melds);
  const width = Math.min(tilePx, Math.floor((rowPx / rowWidth(view)) * 10) / 10);
  setProperty(element, "--tile", `${width}px`);
}

/** The width of the row in widths of a concealed tile; a drawn tile always has its place, so that the row never jumps. */
function rowWidth(view) {
  const melds = Object.values(view.melds ?? {});
  const meldsWidth = melds.reduce((sum, meld) => sum + meldWidth(meld) * MELD_SCALE + GAP, 0);
  return (view.hand ?? []).length + GAP + 1 + meldsWidth;
}
