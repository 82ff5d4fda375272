/**
 * The card of a break: a word to the viewers, the match, and the standings so far.
 */

import { make, renderChanged, setText } from "./dom.js";
import { makeStandings, renderStandings } from "./standings.js";
import { text } from "./texts.js";

/** @returns {HTMLElement} */
export function makePause() {
  return make("section", "pause", make("h1", "pause-words"), makeStandings());
}

/**
 * Show the break.
 * @param {HTMLElement} element made by `makePause`
 * @param {object} match
 */
export function renderPause(element, match) {
  const [words, standings] = element.children;
  setText(words, text("overlay.pause"));
  renderChanged(standings, match, renderStandings);
}
