/**
 * Text of unknown length in a place of known width: smaller letters down to a limit, then an ellipsis (by the style sheet).
 */

const SMALLEST = 0.72;

/** @type {WeakMap<HTMLElement, string>} */
const fittedText = new WeakMap();

/**
 * Set a text and shrink it to its place; measures only if the text is another one, as measuring costs a layout.
 *
 * The style sheet multiplies the font size by `--fit`. An element that is not shown has no width: it is fitted when it is.
 * @param {HTMLElement} element a block with hidden overflow
 * @param {string} text
 * @param {string} [beside] what shares the room with it: the text is fitted again when that is another
 */
export function setFitted(element, text, beside = "") {
  const fitted = `${text}\n${beside}`;
  if (fittedText.get(element) === fitted) return;
  element.textContent = text;
  element.style.setProperty("--fit", "1");
  const { width } = element.getBoundingClientRect();
  if (width === 0) return;
  const ratio = Math.min(1, width / widthOfText(element));
  element.style.setProperty("--fit", String(Math.max(SMALLEST, Math.floor(ratio * 100) / 100)));
  fittedText.set(element, fitted);
}

/** In fractions of a pixel, which `scrollWidth` leaves out: half a pixel too much is enough for an ellipsis. */
function widthOfText(element) {
  const range = document.createRange();
  range.selectNodeContents(element);
  return range.getBoundingClientRect().width;
}
