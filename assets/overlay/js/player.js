/**
 * One player's panel: who, wind, place, score; hand, waits and river; marks for turn, dealer, riichi and furiten.
 */

import { make, renderChanged, setAttribute, setProperty, setText, show } from "./dom.js";
import { setFitted } from "./fit.js";
import { makeHand, renderHand } from "./hand.js";
import { renderRiver } from "./river.js";
import { formatDelta, formatPoints, nameIn, text } from "./texts.js";
import { makeWaits, renderWaits } from "./waits.js";

const HAND_SIZE = { tilePx: 40, rowPx: 582 };
/** Colours of the seats where the match gives none. */
const SEAT_COLOURS = { E: "#ff6b6b", S: "#4ecdc4", W: "#ffd166", N: "#8fa8ff" };

/**
 * Give the colour of a player as `#rrggbb`.
 * @param {string} seat
 * @param {{colour?: string}} player
 * @returns {string}
 */
export function colourOf(seat, player) {
  return /^#[0-9a-f]{6}$/i.test(player.colour ?? "") ? player.colour : SEAT_COLOURS[seat];
}

/**
 * Make the panel of a seat.
 * @param {string} seat
 * @returns {HTMLElement}
 */
export function makePlayer(seat) {
  const panel = make(
    "section",
    "player",
    make("div", "pointer"),
    make("div", "marks", makeRiichiMark(), make("div", "mark furiten", make("b", ""), make("span", ""))),
    makePlate(),
    makeHand(),
    makeWaits(),
    make("div", "river"),
  );
  panel.dataset.seat = seat;
  return panel;
}

/**
 * Show a player.
 * @param {HTMLElement} element made by `makePlayer`
 * @param {{seat: string, player: object, isDealer: boolean, isTurn: boolean}} view
 */
export function renderPlayer(element, { seat, player, isDealer, isTurn }) {
  const [, marks, plate, hand, waits, river] = element.children;
  setProperty(element, "--team", colourOf(seat, player));
  setAttribute(element, "data-to-play", isTurn ? "true" : null);
  renderRiichiMark(marks.children[0], player.riichi);
  renderFuritenMark(marks.children[1], player.furiten);
  renderPlate(plate, player, isDealer);
  renderHand(hand, player, HAND_SIZE);
  renderWaits(waits, player);
  renderChanged(river, player.river ?? {}, renderRiver);
}

function makePlate() {
  const below = make("div", "below-name", make("span", "dealer"), make("div", "team"));
  const who = make("div", "who", make("div", "name"), below);
  return make(
    "header",
    "plate",
    make("b", "wind"),
    who,
    make("b", "delta"),
    make("span", "place"),
    make("b", "score"),
  );
}

function renderPlate(element, player, isDealer) {
  const [wind, who, delta, place, score] = element.children;
  const [name, below] = who.children;
  setText(wind, player.wind ? text(`overlay.wind_short.${player.wind}`) : "");
  setAttribute(wind, "data-wind", player.wind ?? null);
  show(below.children[0], isDealer);
  setText(below.children[0], text("overlay.dealer"));
  renderDelta(delta, player.last_delta);
  setText(place, text(`overlay.place.${player.place}`));
  setAttribute(place, "data-place", String(player.place));
  setText(score, formatPoints(player.score));
  setAttribute(score, "data-score", String(player.score));
  const beside = `${delta.textContent} ${place.textContent} ${score.textContent} ${isDealer}`;
  setFitted(name, nameIn(player.names), beside);
  setFitted(below.children[1], nameIn(player.team_names), beside);
}

function renderDelta(element, delta) {
  show(element, delta !== undefined && delta !== 0);
  setText(element, delta ? formatDelta(delta) : "");
  setAttribute(element, "data-sign", delta > 0 ? "up" : "down");
}

function makeRiichiMark() {
  return make("div", "mark riichi", make("i", "stick"), make("b", ""), make("span", "ippatsu"));
}

function renderRiichiMark(element, riichi) {
  show(element, riichi !== undefined);
  if (riichi === undefined) return;
  const [stick, word, ippatsu] = element.children;
  setAttribute(stick, "data-paid", riichi.paid ? "true" : null);
  setText(word, text(riichi.double ? "overlay.double_riichi" : "overlay.riichi"));
  show(ippatsu, riichi.ippatsu === true);
  setText(ippatsu, text("overlay.ippatsu"));
}

function renderFuritenMark(element, reason) {
  show(element, reason !== undefined);
  setText(element.children[0], text("overlay.furiten"));
  setText(element.children[1], reason === undefined ? "" : text(`overlay.furiten_reason.${reason}`));
}
