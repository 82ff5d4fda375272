/**
 * Making elements and writing to them only where something differs.
 *
 * Every part of the page renders by these: a write that changes nothing would still cost a style pass, and the studio may send
 * forty patches a second. Text from the match goes in as text, never as markup.
 *
 * The page must run in the browser built into OBS 29 (Chromium 103): no newer language or style features.
 */

/**
 * Make an element.
 * @param {string} tag
 * @param {string} className
 * @param {...Node} children
 * @returns {HTMLElement}
 */
export function make(tag, className, ...children) {
  const element = document.createElement(tag);
  element.className = className;
  element.append(...children);
  return element;
}

/**
 * Set the text of an element that holds nothing else; say whether it changed.
 * @param {Element} element
 * @param {string} text
 * @returns {boolean}
 */
export function setText(element, text) {
  if (element.textContent === text) return false;
  element.textContent = text;
  return true;
}

/**
 * Set an attribute, or remove it where the value is null.
 * @param {Element} element
 * @param {string} name
 * @param {string | null} value
 */
export function setAttribute(element, name, value) {
  if (element.getAttribute(name) === value) return;
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
}

/**
 * Set a custom property of the style.
 * @param {HTMLElement} element
 * @param {string} name with its two hyphens
 * @param {string} value
 */
export function setProperty(element, name, value) {
  if (element.style.getPropertyValue(name) !== value) element.style.setProperty(name, value);
}

/**
 * Show or hide an element.
 * @param {HTMLElement} element
 * @param {boolean} isShown
 */
export function show(element, isShown) {
  if (element.hidden === isShown) element.hidden = !isShown;
}

/** @type {WeakMap<Element, unknown>} */
const shownViews = new WeakMap();

/**
 * Render only if the view is another one than last time, by identity or with the same members.
 *
 * Views come from `patch.js`, which gives back the same object where nothing changed.
 * @template View
 * @param {HTMLElement} element
 * @param {View} view
 * @param {(element: HTMLElement, view: View) => void} render
 */
export function renderChanged(element, view, render) {
  if (shownViews.has(element) && isSame(shownViews.get(element), view)) return;
  render(element, view);
  shownViews.set(element, view);
}

function isSame(a, b) {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => a[key] === b[key]);
}

/** @type {WeakMap<Element, Map<string, HTMLElement>>} */
const childrenOf = new WeakMap();

/**
 * Keep one child per entry, by key and in the order given, and render those that changed.
 * @template View
 * @param {HTMLElement} parent holds nothing but these children
 * @param {Iterable<[string, View]>} entries
 * @param {(key: string) => HTMLElement} makeChild
 * @param {(element: HTMLElement, view: View) => void} render
 */
export function renderEach(parent, entries, makeChild, render) {
  const children = childrenOf.get(parent) ?? new Map();
  childrenOf.set(parent, children);
  const stale = new Set(children.keys());
  let place = parent.firstElementChild;
  for (const [key, view] of entries) {
    stale.delete(key);
    const child = children.get(key) ?? makeChild(key);
    children.set(key, child);
    if (child === place) place = place.nextElementSibling;
    else parent.insertBefore(child, place);
    renderChanged(child, view, render);
  }
  for (const key of stale) {
    children.get(key).remove();
    children.delete(key);
  }
}
