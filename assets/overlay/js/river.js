/**
 * The river: rows of six, the riichi tile sideways, tiles called away faded, tsumogiri a shade darker.
 */

import { make, renderEach, setAttribute } from "./dom.js";
import { makeTile, renderTile } from "./tiles.js";

const ROW_LENGTH = 6;

/**
 * Show a river.
 * @param {HTMLElement} element
 * @param {Record<string, object>} [river] discards by turn
 */
export function renderRiver(element, river = {}) {
  renderEach(element, rowsOf(river), () => make("div", "river-row"), renderRow);
}

function rowsOf(river) {
  const discards = Object.entries(river).sort(([a], [b]) => Number(a) - Number(b));
  const rows = [];
  for (let start = 0; start < discards.length; start += ROW_LENGTH) {
    rows.push([String(start), discards.slice(start, start + ROW_LENGTH)]);
  }
  return rows;
}

function renderRow(element, discards) {
  renderEach(element, discards, makeDiscard, renderDiscard);
}

function makeDiscard(turn) {
  const tile = makeTile();
  tile.dataset.turn = turn;
  return tile;
}

function renderDiscard(element, discard) {
  renderTile(element, discard.tile, { isSideways: discard.turned });
  setAttribute(element, "data-called", discard.called_by ?? null);
  setAttribute(element, "data-tsumogiri", discard.drawn ? "true" : null);
}
