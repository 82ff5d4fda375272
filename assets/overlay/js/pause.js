/**
 * The card before a match and of a break: a word to the viewers, and the players with the standings so far.
 */

import { make, renderChanged, setText, show } from "./dom.js";
import { hasBegun, makeStandings, renderStandings } from "./standings.js";
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
  setText(words, text(hasBegun(match) ? "overlay.pause" : "overlay.before"));
  const { players = {} } = match;
  show(standings, Object.keys(players).length > 0);
  renderChanged(standings, match, renderStandings);
}
