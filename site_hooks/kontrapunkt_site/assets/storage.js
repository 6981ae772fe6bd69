// @ts-check
/**
 * What the reader leaves behind, in the browser's own storage and nowhere else: `kontrapunkt/1/log/<page>#<widget>`
 * and `kontrapunkt/1/prefs`. A browser that keeps nothing is no error: then it lives as long as the document.
 */
import { ROOT } from "./site.js";

const PREFIX = "kontrapunkt/1/";
const LOG = `${PREFIX}log/`;
const PREFS = `${PREFIX}prefs`;
const FORMAT = "kontrapunkt data 1";

/** @type {Map<string, string>} what could not be stored */
const memory = new Map();

/** Whether the last write was refused. */
export let full = false;

/** @param {string} page @param {string} id @returns {string} */
const logKey = (page, id) => `${LOG}${page}#${id}`;

/**
 * @param {string} page path of the widget's page
 * @param {string} id the widget
 * @returns {{log: string[] | null, rubbish: boolean}} the log kept for it; null if none can be read
 */
export function readLog(page, id) {
  const text = get(logKey(page, id));
  if (text === null) return { log: null, rubbish: false };
  const log = parse(text);
  return isLog(log) && log.length > 0 ? { log, rubbish: false } : { log: null, rubbish: true };
}

/** Fires at the document when a log has been written. */
export const LOG_WRITTEN = "kp:log";

/** @param {string} page @param {string} id @param {string[]} log one that holds no more than its header is not kept */
export function writeLog(page, id, log) {
  if (log.length > 1) set(logKey(page, id), JSON.stringify(log));
  else remove(logKey(page, id));
  document.dispatchEvent(new Event(LOG_WRITTEN));
}

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

/** @returns {number} how many logs are kept */
export function count() {
  return keys().filter((key) => key.startsWith(LOG)).length;
}

/** @returns {string} all that is kept for this site, as JSON; pages are named from the site's root */
export function exportAll() {
  const root = new URL(ROOT).pathname;
  /** @type {Record<string, unknown>} */
  const entries = {};
  for (const key of keys()) {
    const name = key.slice(PREFIX.length).replace(`log/${root}`, "log/");
    entries[name] = parse(get(key) ?? "null");
  }
  return JSON.stringify({ format: FORMAT, entries }, null, 1);
}

/**
 * @param {string} text as `exportAll` wrote it
 * @returns {number} how many entries were read; -1 if the text is not such a file
 */
export function importAll(text) {
  const read = parse(text);
  if (read?.format !== FORMAT || typeof read.entries !== "object" || read.entries === null) return -1;
  const root = new URL(ROOT).pathname;
  let number = 0;
  for (const [name, value] of Object.entries(read.entries)) {
    if (name.startsWith("log/") && isLog(value)) set(`${LOG}${root}${name.slice(4)}`, JSON.stringify(value));
    else if (name === "prefs" && typeof value === "object") set(PREFS, JSON.stringify(value));
    else continue;
    number += 1;
  }
  return number;
}

/** Deletes all that is kept. */
export function deleteAll() {
  keys().forEach(remove);
}

/** @param {unknown} value @returns {value is string[]} */
export function isLog(value) {
  return Array.isArray(value) && value.length < 10_000 && value.every((entry) => typeof entry === "string");
}

/** @param {string} text @returns {any} null if it is not JSON */
function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

// The storage itself: every touch of it may throw (private windows, policies, a full disk).

/** @returns {string[]} our keys of this site */
function keys() {
  const root = new URL(ROOT).pathname;
  let stored = /** @type {string[]} */ ([]);
  try {
    stored = Object.keys(localStorage);
  } catch {
    // none
  }
  const ours = (/** @type {string} */ key) => key === PREFS || key.startsWith(`${LOG}${root}`);
  return [...new Set([...stored, ...memory.keys()])].filter(ours);
}

/** @param {string} key @returns {string | null} */
function get(key) {
  const held = memory.get(key);
  if (held !== undefined) return held;
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** @param {string} key @param {string} text */
function set(key, text) {
  try {
    localStorage.setItem(key, text);
    memory.delete(key);
    full = false;
  } catch {
    memory.set(key, text);
    full = true;
  }
}

/** @param {string} key */
function remove(key) {
  memory.delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    // there was none
  }
}
