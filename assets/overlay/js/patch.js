/**
 * JSON merge patches (RFC 7386) on a snapshot that is never changed in place.
 *
 * What a patch does not touch stays the same object, so a part of the page knows by identity that it has nothing to do.
 */

/**
 * Give the target with the patch applied.
 * @param {unknown} target
 * @param {unknown} patch null removes; objects merge; anything else replaces
 * @returns {unknown}
 */
export function applyPatch(target, patch) {
  if (!isObject(patch)) return patch;
  const result = isObject(target) ? { ...target } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete result[key];
    else result[key] = applyPatch(result[key], value);
  }
  return result;
}

function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
