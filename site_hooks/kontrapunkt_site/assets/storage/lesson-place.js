// @ts-check
/** The reader's place in a lesson: `lesson/<page>#<lesson>`, the id of the step, as `{at: "step-who-takes-it"}`. */
import * as storage from "./storage.js";

/** @typedef {{at: string}} Place */

/** @param {string} page @param {string} id */
const name = (page, id) => `lesson/${page}#${id}`;

/** @param {unknown} value @returns {value is Place} */
export function isPlace(value) {
  return typeof value === "object" && value !== null && typeof (/** @type {any} */ (value).at) === "string";
}

/** @param {string} page @param {string} id the lesson @returns {string} the id of a step; empty for none */
export function readPlace(page, id) {
  const read = storage.parse(storage.get(name(page, id)) ?? "null");
  return isPlace(read) ? read.at : "";
}

/** @param {string} page @param {string} id @param {string} at */
export function writePlace(page, id, at) {
  storage.set(name(page, id), JSON.stringify({ at }));
}

/** Adds an imported place; a stored one is preserved. @param {string} page @param {string} id @param {Place} place */
export function addPlace(page, id, place) {
  if (!readPlace(page, id)) writePlace(page, id, place.at);
}
