/**
 * What a hand waits for: each tile with the number left and its points; away from tenpai, the shanten.
 */

import { make, renderEach, setAttribute, setText, show } from "./dom.js";
import { formatPoints, text } from "./texts.js";
import { makeTile, renderTile } from "./tiles.js";

/** Up to this many waits have room for points of their own; more share one line of points. */
const ROOMY_COUNT = 3;

/** @returns {HTMLElement} */
export function makeWaits() {
  return make("div", "insight", make("span", "insight-label"), make("div", "waits"), make("span", "waits-points"));
}

/**
 * Show waits or shanten of a player.
 * @param {HTMLElement} element made by `makeWaits`
 * @param {{waits?: object[], shanten?: number, furiten?: string}} player in furiten only a tsumo wins, so only that counts
 */
export function renderWaits(element, { waits: all = [], shanten, furiten }) {
  const waits = furiten === undefined ? all : all.map((wait) => ({ ...wait, ron: undefined }));
  const [label, list, points] = element.children;
  const isRoomy = waits.length <= ROOMY_COUNT;
  setText(label, labelText(waits, shanten, isRoomy));
  setAttribute(element, "data-shanten", shanten === undefined ? null : String(shanten));
  setAttribute(list, "data-size", isRoomy ? "roomy" : "dense");
  const entries = waits.map((wait) => [wait.tile, isRoomy ? wait : { ...wait, ron: undefined, tsumo: undefined }]);
  renderEach(list, entries, makeWait, renderWait);
  show(points, !isRoomy);
  setText(points, isRoomy ? "" : rangeText(waits));
}

/** Where the waits share one line of points, and only a tsumo wins, the label says so. */
function labelText(waits, shanten, isRoomy) {
  if (waits.length === 0) return shantenText(shanten);
  const isTsumoOnly = !isRoomy && waits.every((wait) => wait.ron === undefined);
  return text(isTsumoOnly ? "overlay.tsumo" : "overlay.waits");
}

function shantenText(shanten) {
  if (shanten === undefined) return "";
  if (shanten < 0) return text("overlay.complete");
  return shanten === 0 ? text("overlay.tenpai") : text("overlay.shanten", { count: shanten });
}

function makeWait() {
  return make("div", "wait", makeTile(), make("b", "wait-left"), make("span", "wait-points"));
}

function renderWait(element, wait) {
  const [tile, left, points] = element.children;
  renderTile(tile, wait.tile);
  setText(left, `×${wait.left}`);
  setText(points, pointsText(wait));
  setAttribute(element, "data-left", String(wait.left));
}

/** Ron points; where only a tsumo wins, its points with the word. */
function pointsText({ ron, tsumo }) {
  if (ron !== undefined) return formatPoints(ron);
  return tsumo === undefined ? "" : `${text("overlay.tsumo")} ${formatPoints(tsumo)}`;
}

function rangeText(waits) {
  const points = waits.map((wait) => wait.ron ?? wait.tsumo).filter((each) => each !== undefined);
  if (points.length === 0) return "";
  const [least, most] = [Math.min(...points), Math.max(...points)];
  return least === most ? formatPoints(least) : `${formatPoints(least)}–${formatPoints(most)}`;
}
