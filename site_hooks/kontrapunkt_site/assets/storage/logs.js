// @ts-check
/**
 * What is kept of the reader's widgets, each named by its page and its id:
 *
 * - `log/<page>#<id>`: the log, which is where the reader was last;
 * - `solved/<page>#<id>`: the log that solved a puzzle best, whatever has been tried since;
 * - `aside/<page>#<id>`: texts of which no log could be made, until the reader deletes them;
 * - `rounds/<page>#<id>`: of homework the logs before that one, in order: nothing that was tried is forgotten.
 */
import { furthest, reached } from "./reached.js";
import * as storage from "./storage.js";

/** Fires at the document when a log has been written. */
export const LOG_WRITTEN = "kp:log";

/** Fires at a widget when something has been done in it, with its log; it need not have been written. */
export const STEPPED = "kp:step";

/** @typedef {"log" | "solved" | "aside" | "rounds"} Kind */

/** @param {Kind} kind @param {string} page path of the widget's page @param {string} id the widget */
const name = (kind, page, id) => `${kind}/${page}#${id}`;

/** @param {unknown} value @returns {value is string[]} */
export function isLog(value) {
  return Array.isArray(value) && value.length < 10_000 && value.every((entry) => typeof entry === "string");
}

/** @param {string[] | null} one @param {string[] | null} other @returns {boolean} whether the same has happened in both */
export function same(one, other) {
  if (!one || !other) return one === other;
  return one.length === other.length && one.every((entry, i) => i === 0 || entry === other[i]); // but for the header
}

/**
 * @param {string} page
 * @param {string} id
 * @param {Kind} [kind]
 * @returns {{log: string[] | null, rubbish: boolean}} the log kept for it; null if none can be read
 */
export function readLog(page, id, kind = "log") {
  const text = storage.get(name(kind, page, id));
  if (text === null) return { log: null, rubbish: false };
  const log = storage.parse(text);
  return isLog(log) && log.length > 0 ? { log, rubbish: false } : { log: null, rubbish: true };
}

/** @param {string} page @param {string} id @returns {string[] | null} the log with which the reader solved it best */
export function readSolved(page, id) {
  const logs = [readLog(page, id, "solved").log ?? [], readLog(page, id).log ?? []];
  const best = furthest(logs[1], logs[0]);
  return reached(best).solved ? best : null;
}

/** @param {string} page @param {string} id @returns {"new" | "tried" | "solved"} how far the reader has come with a puzzle */
export function progress(page, id) {
  if (readSolved(page, id)) return "solved";
  return readLog(page, id).log ? "tried" : "new";
}

/**
 * Keeps a log. What was reached before stays reached, and so does what another tab has written in the meantime.
 *
 * @param {string} page
 * @param {string} id
 * @param {string[]} log one that holds no more than its header is not kept
 * @param {string[] | null} known the log that was kept when this tab last looked
 * @returns {string[] | null} the log that this tab now knows to be kept
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

/** Keeps a log that solved the puzzle, if none did so better. @param {string} page @param {string} id @param {string[]} log */
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

/** @param {string} page @param {string} id @returns {string[][]} all logs that were written of it, in order */
export function readRounds(page, id) {
  const before = storage.parse(storage.get(name("rounds", page, id)) ?? "[]");
  const { log } = readLog(page, id);
  return [...(isRounds(before) ? before : []), ...(log ? [log] : [])];
}

/** Keeps what another log is about to take the place of, unless that goes on from it. @param {string} page @param {string} id @param {string[]} log */
export function keepRound(page, id, log) {
  const rounds = readRounds(page, id);
  const last = readLog(page, id).log;
  if (last && last.length > 1 && !last.every((entry, i) => i === 0 || entry === log[i]))
    storage.set(name("rounds", page, id), JSON.stringify(rounds));
}

/** Adds rounds that were kept elsewhere, unless there are as many here. @param {string} page @param {string} id @param {string[][]} rounds */
export function addRounds(page, id, rounds) {
  const before = storage.parse(storage.get(name("rounds", page, id)) ?? "[]");
  if (!isRounds(before) || before.length < rounds.length) storage.set(name("rounds", page, id), JSON.stringify(rounds));
}

/** @param {string} page @param {string} id @returns {boolean} whether something lies aside */
export function hasAside(page, id) {
  return storage.get(name("aside", page, id)) !== null;
}

/** Lays texts aside, one a line, with those that lie there already; none lies there twice. @param {string} page @param {string} id @param {string} text */
export function addAside(page, id, text) {
  const before = storage.get(name("aside", page, id));
  const lines = before === null ? [] : before.split("\n");
  const known = new Set(lines.map(plain));
  const fresh = text.split("\n").filter((line) => !known.has(plain(line)));
  if (fresh.length) storage.set(name("aside", page, id), [...lines, ...fresh].join("\n"));
}

/** @param {string} text @returns {string} the same for all ways to write the same JSON */
function plain(text) {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return text; // none, or deeper than can be written
  }
}

/** Lays aside what is kept as a widget's log: another is to take its place. @param {string} page @param {string} id */
export function putAside(page, id) {
  const text = storage.get(name("log", page, id));
  if (text !== null) addAside(page, id, text);
  storage.remove(name("log", page, id));
}

/** Deletes what lies aside. @param {string} page @param {string} id */
export function dropAside(page, id) {
  storage.remove(name("aside", page, id));
}
