/**
 * The places: at the end of the match with match points, before that as they stand; before the first hand the seats.
 */

import { make, renderEach, setAttribute, setProperty, setText, show } from "./dom.js";
import { setFitted } from "./fit.js";
import { colourOf } from "./player.js";
import { formatMatchPoints, formatPoints, nameIn, text } from "./texts.js";

/** @returns {HTMLElement} */
export function makeStandings() {
  return make(
    "section",
    "standings",
    make("header", "standings-head", make("b", ""), make("span", "standings-title")),
    make("div", "standings-rows"),
  );
}

/**
 * Show the standings of a match.
 * @param {HTMLElement} element made by `makeStandings`
 * @param {object} match
 */
export function renderStandings(element, match) {
  const [head, rows] = element.children;
  setText(head.children[0], text(headOf(match)));
  setFitted(head.children[1], [nameIn(match.title), match.stage || match.day].filter(Boolean).join(" · "));
  renderEach(rows, standingsOf(match), makeRow, renderRow);
}

/**
 * Tell whether the first hand has begun.
 * @param {object} match
 * @returns {boolean}
 */
export function hasBegun({ phase = "idle" }) {
  return phase !== "idle" && phase !== "opened";
}

function headOf(match) {
  if (match.final) return "overlay.final";
  return hasBegun(match) ? "overlay.standings" : "overlay.line_up";
}

/** Rows by place; players who share one stay in seat order, as all do before the first hand. */
function standingsOf(match) {
  const { players = {}, final } = match;
  const rows = Object.entries(players).map(([seat, player]) => ({
    seat,
    player,
    place: hasBegun(match) ? (final?.places[seat] ?? player.place) : 0,
    score: final?.scores[seat] ?? player.score,
    points: final?.points[seat],
  }));
  return rows.sort((a, b) => a.place - b.place).map((row) => [row.seat, row]);
}

function makeRow(seat) {
  const row = make(
    "div",
    "standing",
    make("b", "standing-place"),
    make("div", "who", make("div", "name"), make("div", "team")),
    make("span", "standing-score"),
    make("b", "standing-points"),
  );
  row.dataset.standing = seat;
  return row;
}

function renderRow(element, { seat, player, place, score, points }) {
  const [placeCell, who, scoreCell, pointsCell] = element.children;
  setProperty(element, "--team", colourOf(seat, player));
  setAttribute(element, "data-place", place ? String(place) : null);
  setText(placeCell, text(place ? `overlay.place.${place}` : `overlay.wind.${seat}`));
  setFitted(who.children[0], nameIn(player.names));
  setFitted(who.children[1], nameIn(player.team_names));
  setText(scoreCell, formatPoints(score));
  setAttribute(scoreCell, "data-score", String(score));
  show(pointsCell, points !== undefined);
  setText(pointsCell, points === undefined ? "" : formatMatchPoints(points));
  setAttribute(pointsCell, "data-sign", points < 0 ? "down" : "up");
  setAttribute(pointsCell, "data-points", points === undefined ? null : String(points));
}
