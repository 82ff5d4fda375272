/**
 * One tile as it lies: face up, face down, sideways. The style sheet sizes it by `--tile`, its width.
 */

import { make, setAttribute } from "./dom.js";

const FACES = "1m 2m 3m 4m 5m 6m 7m 8m 9m 0m 1p 2p 3p 4p 5p 6p 7p 8p 9p 0p 1s 2s 3s 4s 5s 6s 7s 8s 9s 0s 1z 2z 3z 4z 5z 6z 7z";
const UNKNOWN = "?";

const source = (face) => `/assets/tiles/${face}.svg`;

/** Pictures kept in memory, so that a tile never shows up later than the patch that brought it. */
const kept = [];

/** Load every face before the first tile is drawn. */
export async function loadTiles() {
  for (const face of [...FACES.split(" "), "back"]) {
    const picture = new Image();
    picture.src = source(face);
    kept.push(picture);
  }
  await Promise.allSettled(kept.map((picture) => picture.decode()));
}

/** @returns {HTMLElement} */
export function makeTile() {
  const picture = document.createElement("img");
  picture.alt = "";
  picture.decoding = "sync";
  return make("div", "tile", picture);
}

/**
 * Show a tile; `?` is shown by its back.
 * @param {HTMLElement} element made by `makeTile`
 * @param {string} tile
 * @param {{isSideways?: boolean, isFaceDown?: boolean}} [lying]
 */
export function renderTile(element, tile, { isSideways = false, isFaceDown = false } = {}) {
  setAttribute(element, "data-tile", tile);
  setAttribute(element, "data-lies", isSideways ? "sideways" : null);
  setAttribute(element, "data-face", isFaceDown ? "down" : null);
  setAttribute(element.firstElementChild, "src", source(isFaceDown || tile === UNKNOWN ? "back" : tile));
}

/**
 * Show a row of tiles, all upright.
 * @param {HTMLElement} element holds nothing else
 * @param {readonly string[]} tiles
 */
export function renderTiles(element, tiles) {
  while (element.childElementCount > tiles.length) element.lastElementChild.remove();
  while (element.childElementCount < tiles.length) element.append(makeTile());
  tiles.forEach((tile, index) => renderTile(element.children[index], tile));
}

/**
 * Show the five places of dora indicators: those turned, and backs for the rest.
 * @param {HTMLElement} element
 * @param {readonly string[]} [turned]
 */
export function renderIndicators(element, turned = []) {
  renderTiles(element, [...turned, ...Array(Math.max(0, 5 - turned.length)).fill(UNKNOWN)]);
}
