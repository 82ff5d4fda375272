/**
 * The overlay page: reads its address, follows the studio and paints each snapshot once per frame.
 *
 * Address parameters: `lang` (en, ja, zh-Hans, zh-Hant), `scene` (auto, table, win, standings, pause), `preview=1` (a stand-in picture
 * behind it), `token` (handed to the studio), `for=obs` (tells the studio that it is OBS who shows the page). After a frame has been painted, `data-seq` of the document is the number of the snapshot
 * on screen, and the window gets a `painted` event for each number that the frame brought.
 */

import { make, renderChanged, setText, show } from "./dom.js";
import { chosenLanguage } from "./language.js";
import { makePause, renderPause } from "./pause.js";
import { makePreview } from "./preview.js";
import { makeResult, renderResult } from "./result.js";
import { isShownIn, sceneOf, SCENES } from "./scenes.js";
import { makeStandings, renderStandings } from "./standings.js";
import { follow, PROTOCOL } from "./stream.js";
import { makeTable, renderTable } from "./table.js";
import { loadTexts, text } from "./texts.js";
import { loadTiles } from "./tiles.js";

const WIDTH = 1920;
const HEIGHT = 1080;
const RELOAD_MS = 1000;

const parameters = new URLSearchParams(location.search);
const root = document.documentElement;
const canvas = document.getElementById("canvas");
const notice = make("div", "notice");
/** Each layer with what it shows of a match; one that has nothing to show is not shown. */
const layers = [
  { name: "table", element: makeTable(), render: renderTable, viewOf: (match) => match },
  { name: "result", element: makeResult(), render: renderResult, viewOf: resultView },
  { name: "standings", element: makeStandings(), render: renderStandings, viewOf: (match) => match },
  { name: "pause", element: makePause(), render: renderPause, viewOf: (match) => match },
];

function resultView({ result, players = {} }) {
  return result === undefined ? undefined : { result, players };
}

function chosenScene() {
  const wanted = parameters.get("scene");
  return SCENES.includes(wanted) ? wanted : "auto";
}

function fitCanvas() {
  const scale = Math.min(innerWidth / WIDTH, innerHeight / HEIGHT);
  canvas.style.transform = `scale(${scale})`;
}

/** A layer is shown before it is rendered: text can be fitted to its place only where it has one. */
function render(match) {
  const scene = sceneOf(chosenScene(), match);
  root.dataset.scene = scene;
  for (const layer of layers) {
    const view = isShownIn(scene, layer.name) ? layer.viewOf(match) : undefined;
    show(layer.element, view !== undefined);
    if (view !== undefined) renderChanged(layer.element, view, layer.render);
  }
}

/** Give a function that takes snapshots and paints the newest in the next frame. */
function makePainter() {
  const afterPaint = new MessageChannel();
  let waiting = [];
  let newest = null;
  afterPaint.port1.onmessage = ({ data: numbers }) => {
    root.dataset.seq = String(numbers[numbers.length - 1]);
    for (const seq of numbers) window.dispatchEvent(new CustomEvent("painted", { detail: { seq } }));
  };
  const paint = () => {
    const numbers = waiting;
    waiting = []; // before anything can fail: the next snapshot is painted whatever became of this one
    render(newest.match ?? {});
    // A message posted from within the frame is delivered once the frame has been painted.
    afterPaint.port2.postMessage(numbers);
  };
  return (snapshot, seq) => {
    newest = snapshot;
    if (waiting.push(seq) === 1) requestAnimationFrame(paint);
  };
}

function showProtocol(got) {
  const isOurs = got === PROTOCOL;
  show(notice, !isOurs);
  setText(notice, isOurs ? "" : text("overlay.protocol", { got: String(got), expected: PROTOCOL }));
}

function streamUrl() {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  const query = new URLSearchParams({ audience: "overlay", token: parameters.get("token") ?? "" });
  if (parameters.has("for")) query.set("client", parameters.get("for"));
  return `${scheme}//${location.host}/ws?${query}`;
}

/** Load what the page needs, for ever: the studio may be gone just then. */
async function untilLoaded(load) {
  for (;;) {
    try {
      return await load();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, RELOAD_MS));
    }
  }
}

async function start() {
  for (const { element } of layers) element.hidden = true;
  notice.hidden = true;
  if (parameters.get("preview") === "1") canvas.append(makePreview());
  canvas.append(...layers.map((layer) => layer.element), notice);
  addEventListener("resize", fitCanvas);
  fitCanvas();
  await untilLoaded(() => Promise.all([loadTexts(chosenLanguage([parameters.get("lang"), ...navigator.languages])), loadTiles()]));
  follow(streamUrl(), {
    onSnapshot: makePainter(),
    onLink: (isUp) => (root.dataset.link = isUp ? "up" : "down"),
    onProtocol: showProtocol,
  });
}

start();
