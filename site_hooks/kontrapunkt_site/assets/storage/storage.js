// @ts-check
/**
 * The reader's data, only in the browser's own storage, under names that begin with `kontrapunkt/1/`. A browser
 * without storage is no error: then the data live as long as the document.
 */
import { ROOT } from "../runtime/site.js";

const PREFIX = "kontrapunkt/1/";

/** The name of the preferences. */
export const PREFS = "prefs";

/** The name of the days on which the puzzle of the day was solved. */
export const DAYS = "days";

/** The name of the reader's knowledge by rule; all other names are a kind, a slash and a page's path. */
export const LEARNED = "learned";

/** @type {Map<string, string>} values that could not be stored */
const memory = new Map();

/** Whether the last write was refused. */
export let full = false;

/** The number of refused writes. */
export let refusals = 0;

/** @returns {Record<string, string>} */
export function readPrefs() {
  const read = parse(get(PREFS) ?? "{}");
  if (typeof read !== "object" || read === null) return {};
  return Object.fromEntries(Object.entries(read).filter(([, value]) => typeof value === "string"));
}

/** @param {Record<string, string>} prefs */
export function writePrefs(prefs) {
  set(PREFS, JSON.stringify(prefs));
}

/** @param {string} text @returns {any} null if it is not JSON */
export function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

// The storage itself: every access may throw (private windows, policies, a full disk).

/** @returns {string[]} the names of this site's data; other sites may be on other paths */
export function names() {
  const root = new URL(ROOT).pathname;
  let stored = /** @type {string[]} */ ([]);
  try {
    stored = Object.keys(localStorage);
  } catch {
    // none
  }
  const all = stored.filter((key) => key.startsWith(PREFIX)).map((key) => key.slice(PREFIX.length));
  const ours = (/** @type {string} */ name) => !name.includes("/") || name.slice(name.indexOf("/") + 1).startsWith(root);
  return [...new Set([...all, ...memory.keys()])].filter(ours);
}

/** @param {string} name @returns {string | null} */
export function get(name) {
  const held = memory.get(name);
  if (held !== undefined) return held;
  try {
    return localStorage.getItem(PREFIX + name);
  } catch {
    return null;
  }
}

/** @param {string} name @param {string} text */
export function set(name, text) {
  try {
    localStorage.setItem(PREFIX + name, text);
    memory.delete(name);
    full = false;
  } catch {
    memory.set(name, text);
    full = true;
    refusals += 1;
  }
}

/** @param {string} name @returns {boolean} whether it is lost with this document */
export const isFleeting = (name) => memory.has(name);

/** @param {string} name */
export function remove(name) {
  memory.delete(name);
  try {
    localStorage.removeItem(PREFIX + name);
  } catch {
    // there was none
  }
}

// The filters of shelves, for as long as a tab lives.

const FILTER = "kontrapunkt/filter";

/** @param {string} page @returns {string} the filter with which a page was left; empty for none */
export function lastFilter(page) {
  try {
    return sessionStorage.getItem(FILTER + page) ?? "";
  } catch {
    return "";
  }
}

/** @param {string} page @param {string} filter */
export function keepFilter(page, filter) {
  try {
    sessionStorage.setItem(FILTER + page, filter);
  } catch {
    // then only the address knows
  }
}

/** Forgets the filters of all pages. */
export function dropFilters() {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(FILTER)) sessionStorage.removeItem(key);
  } catch {
    // there were none
  }
}
