/**
 * Which scene is on screen: the one that the address asks for, or the one that the match is at.
 */

export const SCENES = ["auto", "table", "win", "standings", "pause"];

/**
 * Give the scene to show.
 * @param {string} wanted one of `SCENES`
 * @param {{phase?: string}} match
 * @returns {"table" | "win" | "standings" | "pause"}
 */
export function sceneOf(wanted, match) {
  return wanted === "auto" ? SCENE_OF[match.phase ?? "idle"] : wanted;
}

const SCENE_OF = { idle: "pause", opened: "pause", playing: "table", settled: "win", finished: "standings" };

const LAYERS_OF = {
  table: ["table"],
  win: ["table", "result"],
  standings: ["standings"],
  pause: ["pause"],
};

/**
 * Tell whether a layer belongs to a scene.
 * @param {string} scene
 * @param {string} layer
 * @returns {boolean}
 */
export function isShownIn(scene, layer) {
  return LAYERS_OF[scene].includes(layer);
}
