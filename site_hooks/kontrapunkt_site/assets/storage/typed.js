// @ts-check
/**
 * The reader's text in live cells, named `cell/<page>#<id>`. Code from a file is foreign until the reader agrees to
 * it: it does not run before.
 */
import * as storage from "./storage.js";

/**
 * @typedef {object} Typed
 * @property {string | null} text the code in the cell; null for the author's
 * @property {string} [mine] the reader's code before the cell was reset
 * @property {("text" | "mine")[]} [foreign] which of the two came from a file without the reader's agreement
 */

const LONGEST = 100_000; // characters; longer code was not typed

/** @param {string} page @param {string} id */
const name = (page, id) => `cell/${page}#${id}`;

/** @param {unknown} value @returns {value is Typed} */
export function isTyped(value) {
  if (typeof value !== "object" || value === null) return false;
  const { text, mine, foreign = [] } = /** @type {Record<string, unknown>} */ (value);
  return (text === null || fits(text)) && (mine === undefined || fits(mine)) && Array.isArray(foreign);
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

/** @param {Typed} typed @returns {boolean} whether the cell has foreign code */
export function isForeign({ text, foreign }) {
  return text !== null && Boolean(foreign?.includes("text"));
}

/** @param {Typed} typed @returns {Typed} the same after the reader has agreed to the code */
export function agreed({ foreign = [], ...typed }) {
  return withForeign(typed, foreign.filter((each) => each !== "text"));
}

/** @param {Typed} typed @returns {Typed} reset to the author's code, or from there to the reader's */
export function swapped({ text, mine, foreign = [] }) {
  if (text !== null) return withForeign({ text: null, mine: text }, foreign.includes("text") ? ["mine"] : []);
  if (mine !== undefined) return withForeign({ text: mine }, foreign.includes("mine") ? ["text"] : []);
  return { text };
}

/** Adds an imported text behind the stored one. @param {string} page @param {string} id @param {Typed} typed */
export function addTyped(page, id, typed) {
  const here = readTyped(page, id);
  const known = [here.text, here.mine].filter((text, i) => !here.foreign?.includes(i ? "mine" : "text"));
  const mine = here.text !== null && here.text !== typed.text ? here.text : (typed.mine ?? here.mine);
  const text = typed.text ?? here.text;
  /** @type {("text" | "mine")[]} */
  const foreign = [];
  if (!known.includes(text)) foreign.push("text");
  if (mine !== undefined && !known.includes(mine)) foreign.push("mine");
  writeTyped(page, id, withForeign({ text, ...(mine === undefined ? {} : { mine }) }, foreign));
}

/** @param {Typed} typed @param {("text" | "mine")[]} foreign @returns {Typed} */
function withForeign(typed, foreign) {
  return foreign.length ? { ...typed, foreign } : typed;
}
