/**
 * Words for people: texts by id in the language of the page, names from the match, numbers.
 */

/** @type {Record<string, string>} */
let texts = {};
let language = "en";

/**
 * Load the texts of a language and tell the document, which chooses the fonts by it.
 * @param {string} wanted one of ours, see `language.js`
 */
export async function loadTexts(wanted) {
  const answer = await fetch(`/assets/texts/${wanted}.json`);
  if (!answer.ok) throw new Error(`texts of ${wanted}: ${answer.status}`);
  texts = await answer.json();
  language = wanted;
  document.documentElement.lang = wanted;
}

/**
 * Give a text by id with its `{fields}` filled in; an id that we do not have (a rule set may add yaku) is shown by its last part.
 * @param {string} id
 * @param {Record<string, string | number>} [fields]
 * @returns {string}
 */
export function text(id, fields = {}) {
  const template = texts[id] ?? id.slice(id.indexOf(".") + 1).replaceAll("_", " ");
  return template.replace(/\{(\w+)\}/g, (whole, name) => String(fields[name] ?? whole));
}

/**
 * Give a name in the language of the page, else in the nearest one there is.
 * @param {Record<string, string> | undefined} names by language
 * @returns {string}
 */
export function nameIn(names = {}) {
  const nearest = language.startsWith("zh") ? ["zh-Hans", "zh-Hant", "ja", "en"] : ["ja", "en"];
  for (const tag of [language, ...nearest]) {
    if (names[tag]) return names[tag];
  }
  return Object.values(names)[0] ?? "";
}

/**
 * Write points: `25,000`, `−3,900`.
 * @param {number} points
 * @returns {string}
 */
export function formatPoints(points) {
  const digits = String(Math.abs(points)).replace(/\B(?=(\d{3})+$)/g, ",");
  return points < 0 ? `\u2212${digits}` : digits;
}

/**
 * Write points moved, always with a sign: `+8,000`, `−8,000`, `±0`.
 * @param {number} points
 * @returns {string}
 */
export function formatDelta(points) {
  return signed(points, formatPoints(Math.abs(points)));
}

/**
 * Write match points: `+59.5`, `−16.0`.
 * @param {number} points
 * @returns {string}
 */
export function formatMatchPoints(points) {
  return signed(points, Math.abs(points).toFixed(1));
}

function signed(number, digits) {
  if (number === 0) return `\u00b1${digits}`;
  return number < 0 ? `\u2212${digits}` : `+${digits}`;
}
