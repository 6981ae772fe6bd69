// @ts-check
/**
 * Stored data of the reader's widgets, by page and id:
 *
 * - `log/<page>#<id>`: the log with the reader's last place;
 * - `solved/<page>#<id>`: the log of the best solution of a puzzle;
 * - `aside/<page>#<id>`: texts that could not be read as logs, until the reader deletes them;
 * - `rounds/<page>#<id>`: for homework the earlier logs, in order, so that no try is lost.
 */
import { furthest, reached } from "./reached.js";
import * as storage from "./storage.js";

/** Fires at the document after a log is written. */
export const LOG_WRITTEN = "kp:log";

/** Fires at a widget after an event, with its log, stored or not. */
export const STEPPED = "kp:step";

/** @typedef {"log" | "solved" | "aside" | "rounds"} Kind */

/** @param {Kind} kind @param {string} page path of the widget's page @param {string} id the widget */
const name = (kind, page, id) => `${kind}/${page}#${id}`;

/** @param {unknown} value @returns {value is string[]} */
export function isLog(value) {
  return Array.isArray(value) && value.length < 10_000 && value.every((entry) => typeof entry === "string");
}

/** @param {string[] | null} one @param {string[] | null} other @returns {boolean} whether their entries are equal */
export function same(one, other) {
  if (!one || !other) return one === other;
  return one.length === other.length && one.every((entry, i) => i === 0 || entry === other[i]); // except for the header
}

/**
 * @param {string} page
 * @param {string} id
 * @param {Kind} [kind]
 * @returns {{log: string[] | null, rubbish: boolean}} its stored log; null if none can be read
 */
export function readLog(page, id, kind = "log") {
  const text = storage.get(name(kind, page, id));
  if (text === null) return { log: null, rubbish: false };
  const log = storage.parse(text);
  return isLog(log) && log.length > 0 ? { log, rubbish: false } : { log: null, rubbish: true };
}

/** @param {string} page @param {string} id @returns {string[] | null} the log of the reader's best solution */
export function readSolved(page, id) {
  const logs = [readLog(page, id, "solved").log ?? [], readLog(page, id).log ?? []];
  const best = furthest(logs[1], logs[0]);
  return reached(best).solved ? best : null;
}

/** @param {string} page @param {string} id @returns {"new" | "tried" | "solved"} the reader's progress with a puzzle */
export function progress(page, id) {
  if (readSolved(page, id)) return "solved";
  return readLog(page, id).log ? "tried" : "new";
}

/**
 * Stores a log. Results reached before are preserved, and so are those from another tab.
 *
 * @param {string} page
 * @param {string} id
 * @param {string[]} log not stored if it has only a header
 * @param {string[] | null} known the stored log as this tab last saw it
 * @returns {string[] | null} the log that is stored now
 */
export function writeLog(page, id, log, known) {
  const before = readLog(page, id).log;
  const kept = before && !same(before, known) ? furthest(before, log) : log;
  if (before) noteSolved(page, id, before);
  noteSolved(page, id, log);
  if (kept.length > 1) storage.set(name("log", page, id), JSON.stringify(kept));
  else storage.remove(name("log", page, id));
  document.dispatchEvent(new Event(LOG_WRITTEN));
  return log.every((entry, i) => kept[i] === entry) ? kept : known;
}

/** Stores the log of a solution, if there is no better one. @param {string} page @param {string} id @param {string[]} log */
export function keepSolved(page, id, log) {
  noteSolved(page, id, log);
  document.dispatchEvent(new Event(LOG_WRITTEN));
}

/** @param {string} page @param {string} id @param {string[]} log */
function noteSolved(page, id, log) {
  if (!reached(log).solved) return;
  const best = furthest(log, readLog(page, id, "solved").log ?? []);
  storage.set(name("solved", page, id), JSON.stringify(best));
}

/** @param {unknown} value @returns {value is string[][]} */
export function isRounds(value) {
  return Array.isArray(value) && value.length < 1000 && value.every(isLog);
}

/** @param {string} page @param {string} id @returns {string[][]} all logs written for it, in order */
export function readRounds(page, id) {
  const before = storage.parse(storage.get(name("rounds", page, id)) ?? "[]");
  const { log } = readLog(page, id);
  return [...(isRounds(before) ? before : []), ...(log ? [log] : [])];
}

/** Stores the log that another is about to replace, unless that continues it. @param {string} page @param {string} id @param {string[]} log */
export function keepRound(page, id, log) {
  const rounds = readRounds(page, id);
  const last = readLog(page, id).log;
  if (last && last.length > 1 && !last.every((entry, i) => i === 0 || entry === log[i]))
    storage.set(name("rounds", page, id), JSON.stringify(rounds));
}

/** Adds imported rounds, unless there are as many here. @param {string} page @param {string} id @param {string[][]} rounds */
export function addRounds(page, id, rounds) {
  const before = storage.parse(storage.get(name("rounds", page, id)) ?? "[]");
  if (!isRounds(before) || before.length < rounds.length) storage.set(name("rounds", page, id), JSON.stringify(rounds));
}

/** @param {string} page @param {string} id @returns {boolean} whether unreadable texts are stored */
export function hasAside(page, id) {
  return storage.get(name("aside", page, id)) !== null;
}

/** Stores unreadable texts, one a line, without repetitions. @param {string} page @param {string} id @param {string} text */
export function addAside(page, id, text) {
  const before = storage.get(name("aside", page, id));
  const lines = before === null ? [] : before.split("\n");
  const known = new Set(lines.map(plain));
  const fresh = text.split("\n").filter((line) => !known.has(plain(line)));
  if (fresh.length) storage.set(name("aside", page, id), [...lines, ...fresh].join("\n"));
}

/** @param {string} text @returns {string} a normal form of JSON */
function plain(text) {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return text; // invalid, or nested too deeply
  }
}

/** Moves a widget's stored log to the unreadable texts, as another replaces it. @param {string} page @param {string} id */
export function putAside(page, id) {
  const text = storage.get(name("log", page, id));
  if (text !== null) addAside(page, id, text);
  storage.remove(name("log", page, id));
}

/** Deletes unreadable texts. @param {string} page @param {string} id */
export function dropAside(page, id) {
  storage.remove(name("aside", page, id));
}
