/**
 * The numbered stream of the studio: a full snapshot, then patches; connected again for ever.
 *
 * Nothing here clears the screen: while the studio is away the page keeps what it last showed. A gap in the numbers, or a message
 * that cannot be read, asks for a full snapshot and waits for it.
 */

import { applyPatch } from "./patch.js";

export const PROTOCOL = 1;

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 3000;
/** A cable pulled between two machines closes no socket: a studio silent this long is asked for a sign of life. */
const SILENCE_MS = 20000;
const ANSWER_MS = 5000;

/**
 * Follow a stream.
 * @param {string} url of the WebSocket
 * @param {{onSnapshot: (snapshot: object, seq: number) => void, onLink: (isUp: boolean) => void,
 *          onProtocol: (got: unknown) => void}} listener `onProtocol` gets the studio's protocol with each greeting
 */
export function follow(url, listener) {
  let failures = 0;
  const connect = () => {
    const socket = new WebSocket(url);
    const reader = makeReader(socket, listener);
    const watch = watchSilence(socket);
    socket.onmessage = (event) => {
      watch.heard();
      if (reader(event.data)) failures = 0;
    };
    socket.onclose = () => {
      watch.stop();
      listener.onLink(false);
      setTimeout(connect, waitMs(failures));
      failures += 1;
    };
  };
  connect();
}

/** Half of the wait is chance, so that many pages do not come back in the same moment. */
function waitMs(failures) {
  const longest = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** failures);
  return longest / 2 + (Math.random() * longest) / 2;
}

/** Give a function that takes the text of a message and says whether the stream is sound. */
function makeReader(socket, listener) {
  let snapshot = null;
  let seq = 0;
  const resync = () => {
    snapshot = null;
    socket.send('{"type":"resync"}');
    return false;
  };
  const take = (message) => {
    if ("protocol" in message) return greet(socket, listener, message.protocol);
    if (message.type === "full") snapshot = message.snapshot;
    else if (message.type !== "patch" || snapshot === null) return true;
    else if (message.seq !== seq + 1) return resync();
    else snapshot = applyPatch(snapshot, message.patch);
    seq = message.seq;
    listener.onSnapshot(snapshot, seq);
    return true;
  };
  return (text) => {
    const message = parse(text);
    return message === null ? resync() : take(message);
  };
}

function greet(socket, listener, protocol) {
  listener.onProtocol(protocol);
  if (protocol === PROTOCOL) listener.onLink(true);
  else socket.close();
  return false;
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function watchSilence(socket) {
  let timer = 0;
  const ask = () => {
    if (socket.readyState === WebSocket.OPEN) socket.send('{"type":"resync"}');
    timer = setTimeout(() => socket.close(), ANSWER_MS);
  };
  const heard = () => {
    clearTimeout(timer);
    timer = setTimeout(ask, SILENCE_MS);
  };
  heard();
  return { heard, stop: () => clearTimeout(timer) };
}
