/**
 * Melds as they lie on the table: the called tile sideways, an added one on top of it, a concealed kan with its outer tiles face down.
 */

import { make, renderEach, setAttribute } from "./dom.js";
import { makeTile, renderTile } from "./tiles.js";

/**
 * Show the melds of a player.
 * @param {HTMLElement} element
 * @param {Record<string, object>} [melds] by number
 */
export function renderMelds(element, melds = {}) {
  renderEach(element, Object.entries(melds), () => make("div", "meld"), renderMeld);
}

/**
 * Tell how wide a meld is, in widths of a tile.
 * @param {object} meld
 * @returns {number}
 */
export function meldWidth(meld) {
  return meld.tiles.length + (meld.turned === undefined ? 0 : 1 / 3);
}

function renderMeld(element, meld) {
  setAttribute(element, "data-meld", meld.kind);
  const slots = meld.tiles.map((tile, index) => [String(index), { meld, tile, index }]);
  renderEach(element, slots, () => make("div", "meld-slot"), renderSlot);
}

/** One place of a meld: a tile, and the added one above the sideways one. */
function renderSlot(element, { meld, tile, index }) {
  const isSideways = index === meld.turned;
  const isFaceDown = meld.kind === "ankan" && (index === 0 || index === meld.tiles.length - 1);
  const stacked = isSideways && meld.added ? [meld.added, tile] : [tile];
  while (element.childElementCount > stacked.length) element.lastElementChild.remove();
  while (element.childElementCount < stacked.length) element.append(makeTile());
  stacked.forEach((each, level) => renderTile(element.children[level], each, { isSideways, isFaceDown }));
  setAttribute(element.firstElementChild, "data-added", stacked.length > 1 ? "true" : null);
}
