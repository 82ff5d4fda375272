/**
 * The table: four players in the corners, in turn order against the clock as they sit, the round between the upper two.
 */

import { make, renderChanged, setText, show } from "./dom.js";
import { setFitted } from "./fit.js";
import { makePlayer, renderPlayer } from "./player.js";
import { makeRound, renderRound } from "./round.js";
import { nameIn } from "./texts.js";

export const SEATS = ["E", "S", "W", "N"];

/** @returns {HTMLElement} */
export function makeTable() {
  const title = make("aside", "title", make("div", "title-name"), make("div", "title-stage"));
  return make("div", "table", makeRound(), ...SEATS.map(makePlayer), title);
}

/**
 * Show the table of a match.
 * @param {HTMLElement} element made by `makeTable`
 * @param {object} match
 */
export function renderTable(element, match) {
  const [round, ...rest] = element.children;
  const title = rest.pop();
  renderChanged(round, roundView(match), renderRound);
  for (const panel of rest) {
    const seat = panel.dataset.seat;
    const player = match.players?.[seat];
    show(panel, player !== undefined);
    if (player === undefined) continue;
    const view = { seat, player, isDealer: match.round?.dealer === seat, isTurn: match.turn === seat };
    renderChanged(panel, view, renderPlayer);
  }
  renderTitle(title, match);
}

function roundView({ round, tiles_left: tilesLeft, dora_indicators: indicators }) {
  return { round, tilesLeft, indicators };
}

/** The day stands in where there is no stage. */
function renderTitle(element, { title, stage, day = "" }) {
  const name = nameIn(title);
  const below = stage || day;
  show(element, Boolean(name || below));
  setText(element.children[0], name);
  setFitted(element.children[1], below);
}
