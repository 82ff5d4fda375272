/**
 * A win: hand, indicators, yaku line by line, what it is worth, who pays whom.
 */

import { make, renderEach, setAttribute, setProperty, setText, show } from "./dom.js";
import { setFitted } from "./fit.js";
import { makeHand, renderHand } from "./hand.js";
import { makePayments, renderPayments } from "./payments.js";
import { colourOf } from "./player.js";
import { formatPoints, nameIn, text } from "./texts.js";
import { renderIndicators } from "./tiles.js";

const HAND_SIZE = { tilePx: 58, rowPx: 1244 };
/** As many yaku stand below each other; more take two columns of six. */
const ONE_COLUMN_COUNT = 5;
const HONBA_POINTS = 300;
const STICK_POINTS = 1000;

/** @returns {HTMLElement} */
export function makeWin() {
  return make(
    "article",
    "win",
    make("header", "win-head", make("b", "win-by"), make("div", "win-name"), make("div", "win-team")),
    makeHand(),
    make("div", "win-body", makeIndicatorBox(), make("div", "yaku-list"), makeValue()),
    makePayments(),
  );
}

/**
 * Show a win.
 * @param {HTMLElement} element made by `makeWin`
 * @param {{win: object, players: Record<string, object>, honba: number, sticks: number}} view
 */
export function renderWin(element, { win, players, honba, sticks }) {
  const [head, hand, body, payments] = element.children;
  const winner = players[win.seat];
  element.dataset.winner = win.seat;
  setProperty(element, "--team", colourOf(win.seat, winner));
  setText(head.children[0], text(win.by === "ron" ? "overlay.ron" : "overlay.tsumo"));
  setFitted(head.children[1], nameIn(winner.names));
  setFitted(head.children[2], nameIn(winner.team_names));
  renderHand(hand, { hand: win.hand, drawn: win.tile, melds: win.melds }, HAND_SIZE);
  renderIndicatorBox(body.children[0], win);
  renderYaku(body.children[1], win);
  renderValue(body.children[2], win, extrasText(honba, sticks));
  renderPayments(payments, { deltas: win.deltas, winner: win.seat, players });
}

function makeIndicatorBox() {
  const line = (kind) => make("div", `win-indicators ${kind}`, make("span", "win-label"), make("div", "indicators"));
  return make("div", "win-dora", line("dora"), line("ura"));
}

/** Ura indicators are turned only after riichi; without them their row of backs would say nothing. */
function renderIndicatorBox(element, win) {
  const [dora, ura] = element.children;
  setText(dora.children[0], text("overlay.dora_indicators"));
  renderIndicators(dora.children[1], win.dora_indicators);
  show(ura, (win.ura_indicators ?? []).length > 0);
  setText(ura.children[0], text("overlay.ura_indicators"));
  renderIndicators(ura.children[1], win.ura_indicators);
}

function renderYaku(element, { yaku = [], yakuman = [] }) {
  const entries = [
    ...yakuman.map(([id, times]) => [id, { id, worth: times > 1 ? `×${times}` : "" }]),
    ...yaku.map(([id, han]) => [id, { id, worth: text("overlay.han", { count: han }) }]),
  ];
  setAttribute(element, "data-kind", yakuman.length > 0 ? "yakuman" : null);
  setAttribute(element, "data-columns", entries.length > ONE_COLUMN_COUNT ? "2" : "1");
  renderEach(element, entries, makeYaku, renderOneYaku);
}

function makeYaku(id) {
  const line = make("div", "yaku", make("span", "yaku-name"), make("b", "yaku-han"));
  line.dataset.yaku = id;
  return line;
}

function renderOneYaku(element, { id, worth }) {
  setText(element.children[1], worth);
  setFitted(element.children[0], text(`yaku.${id}`));
}

function makeValue() {
  const value = make("div", "win-value", make("span", "win-han"), make("b", "win-limit"), make("b", "win-points"));
  value.append(make("span", "win-extras"), make("div", "win-fu"));
  return value;
}

function renderValue(element, win, extraWords) {
  const [han, limit, points, extras, fu] = element.children;
  setText(han, hanText(win));
  show(limit, win.limit !== undefined);
  setFitted(limit, win.limit === undefined ? "" : text(`limit.${win.limit}`));
  const isKnown = win.points !== undefined;
  setFitted(points, isKnown ? text("overlay.points", { points: formatPoints(win.points) }) : text("overlay.value_unknown"));
  setAttribute(points, "data-points", isKnown ? String(win.points) : null);
  setText(extras, extraWords);
  renderEach(fu, fuItems(win), () => make("span", "fu-item"), setText);
}

/** What honba and sticks on the table add to the points of the hand. */
function extrasText(honba, sticks) {
  const words = [];
  if (honba > 0) words.push(text("overlay.honba_bonus", { points: formatPoints(honba * HONBA_POINTS) }));
  if (sticks > 0) words.push(text("overlay.sticks_bonus", { points: formatPoints(sticks * STICK_POINTS) }));
  return words.join("   ");
}

function hanText({ han, fu }) {
  if (han === undefined) return "";
  return fu === undefined ? text("overlay.han", { count: han }) : text("overlay.han_fu", { han, fu });
}

/** Fu are explained where they decide: below a limit. */
function fuItems({ fu_items: items = [], limit }) {
  if (limit !== undefined) return [];
  return items.map(([id, fu], index) => [String(index), `${text(`fu.${id}`)} ${fu}`]);
}
