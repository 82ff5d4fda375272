/**
 * The board between the upper players: hand, honba and sticks, dora indicators, tiles left in the wall.
 */

import { make, setAttribute, setText, show } from "./dom.js";
import { text } from "./texts.js";
import { renderIndicators } from "./tiles.js";

/** @returns {HTMLElement} */
export function makeRound() {
  return make(
    "section",
    "round",
    make("b", "round-name"),
    make("div", "round-counters", make("span", "honba"), make("span", "sticks", make("i", "stick"), make("b", ""))),
    make("span", "round-label"),
    make("div", "indicators"),
    make("span", "tiles-left"),
  );
}

/**
 * Name a hand: `東1局`, `East 1`.
 * @param {{wind: string, hand_no: number}} round
 * @returns {string}
 */
export function roundName({ wind, hand_no: number }) {
  return text("overlay.round", { wind: text(`overlay.wind.${wind}`), number: text(`overlay.number.${number}`) });
}

/**
 * Show the round.
 * @param {HTMLElement} element made by `makeRound`
 * @param {{round?: object, tilesLeft?: number, indicators?: string[]}} view
 */
export function renderRound(element, { round, tilesLeft, indicators = [] }) {
  show(element, round !== undefined);
  if (round === undefined) return;
  const [name, counters, label, tiles, left] = element.children;
  setText(name, roundName(round));
  renderHonba(counters.children[0], round.honba);
  renderSticks(counters.children[1], round.sticks);
  setText(label, text("overlay.dora_indicators"));
  renderIndicators(tiles, indicators);
  setText(left, tilesLeft === undefined ? "" : text("overlay.tiles_left", { count: tilesLeft }));
  setAttribute(left, "data-tiles-left", tilesLeft === undefined ? null : String(tilesLeft));
}

function renderHonba(element, count) {
  setText(element, text("overlay.honba", { count }));
  setAttribute(element, "data-honba", String(count));
}

/** Sticks are counted beside a drawn one; the word is there for those who hear the page. */
function renderSticks(element, count) {
  setText(element.lastElementChild, `×${count}`);
  setAttribute(element, "data-sticks", String(count));
  setAttribute(element, "aria-label", `${text("overlay.sticks")} ${count}`);
}
