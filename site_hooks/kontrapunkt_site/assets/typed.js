// @ts-check
/** What the reader has typed into live cells, named `cell/<page>#<id>`. */
import * as storage from "./storage.js";

/**
 * @typedef {object} Typed
 * @property {string | null} text what stands in the cell; null for what its author wrote
 * @property {string} [mine] what stood there before the cell was set back
 */

const LONGEST = 100_000; // signs; what is longer was not typed

/** @param {string} page @param {string} id */
const name = (page, id) => `cell/${page}#${id}`;

/** @param {unknown} value @returns {value is Typed} */
export function isTyped(value) {
  if (typeof value !== "object" || value === null) return false;
  const { text, mine } = /** @type {Record<string, unknown>} */ (value);
  return (text === null || fits(text)) && (mine === undefined || fits(mine));
}

/** @param {unknown} text */
function fits(text) {
  return typeof text === "string" && text.length < LONGEST;
}

/** @param {string} page @param {string} id @returns {Typed} */
export function readTyped(page, id) {
  const read = storage.parse(storage.get(name(page, id)) ?? "null");
  return isTyped(read) ? read : { text: null };
}

/** @param {string} page @param {string} id @param {Typed} typed */
export function writeTyped(page, id, typed) {
  if (typed.text === null && typed.mine === undefined) storage.remove(name(page, id));
  else storage.set(name(page, id), JSON.stringify(typed));
}

/** Takes in what was saved elsewhere; what stands here is laid behind it. @param {string} page @param {string} id @param {Typed} typed */
export function addTyped(page, id, typed) {
  const here = readTyped(page, id);
  const mine = here.text !== null && here.text !== typed.text ? here.text : (typed.mine ?? here.mine);
  writeTyped(page, id, { text: typed.text ?? here.text, ...(mine === undefined ? {} : { mine }) });
}
