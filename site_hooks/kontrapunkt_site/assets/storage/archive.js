// @ts-check
/** All stored data of this site as one file: export, import, deletion. Pages are named from the site's root. */
import { addDays, isDays } from "./days.js";
import { addPlace, isPlace } from "./lesson-place.js";
import { addLearned, isLearned } from "./learning.js";
import { addHomework, isDoing, isMade } from "./homework-kept.js";
import { addAside, addRounds, isLog, isRounds, keepSolved, writeLog } from "./logs.js";
import { addMistake, isMistake } from "./mistakes.js";
import { addOutcomes, isOutcomes } from "./outcomes.js";
import { ROOT } from "../runtime/site.js";
import * as storage from "./storage.js";
import { addTyped, isTyped } from "./typed.js";

const FORMAT = "kontrapunkt data 1";

const DEEPEST = 50; // levels of nesting; our own data have six at most

/** @returns {number} the number of widgets with permanently stored data */
export function count() {
  const widgets = storage.names().filter((name) => name.includes("/") && !storage.isFleeting(name));
  return new Set(widgets.map((name) => name.slice(name.indexOf("/")))).size;
}

/** @returns {string} all stored data as JSON; other values as text */
export function exportAll() {
  const root = new URL(ROOT).pathname;
  /** @type {Record<string, unknown>} */
  const entries = {};
  for (const name of storage.names()) {
    const text = storage.get(name) ?? "null";
    const value = storage.parse(text);
    entries[name.replace(`/${root}`, "/")] = value === null || isDeep(value) ? text : value;
  }
  return JSON.stringify({ format: FORMAT, entries }, null, 1);
}

/**
 * Imports an exported file. Results reached here are preserved.
 *
 * @param {string} text as `exportAll` wrote it
 * @returns {{read: number, lost: number} | null} the number of entries read, and of those that the storage refused; null if the text is no such file
 */
export function importAll(text) {
  const file = storage.parse(text);
  if (file?.format !== FORMAT || typeof file.entries !== "object" || file.entries === null) return null;
  let read = 0;
  let lost = 0;
  for (const [name, value] of Object.entries(file.entries)) {
    const refused = storage.refusals;
    if (isDeep(value) || !take(name, value)) continue;
    read += 1;
    if (storage.refusals > refused) lost += 1;
  }
  return { read, lost };
}

/** Returns whether a value is nested too deeply: converting it to JSON would exhaust the stack. @param {unknown} value */
function isDeep(value) {
  let level = [value];
  for (let depth = 0; level.length; depth += 1) {
    if (depth > DEEPEST) return true;
    level = level.flatMap((each) => (typeof each === "object" && each !== null ? Object.values(each) : []));
  }
  return false;
}

/** @param {string} name @param {unknown} value @returns {boolean} whether it is a valid entry */
function take(name, value) {
  const [, kind, path, id] = /^(log|solved|aside|rounds|outcomes|mistake|lesson|cell|homework|given)\/([^#]*)#(.*)$/s.exec(name) ?? [];
  const page = new URL(ROOT).pathname + path;
  if (name === storage.PREFS && typeof value === "object") storage.set(name, JSON.stringify(value));
  else if (name === storage.DAYS && isDays(value)) addDays(value);
  else if (name === storage.LEARNED && isLearned(value)) addLearned(value);
  else if (kind === "log" && isLog(value)) writeLog(page, id, value, null);
  else if (kind === "solved" && isLog(value)) keepSolved(page, id, value);
  else if (kind === "outcomes" && isOutcomes(value)) addOutcomes(page, id, value);
  else if (kind === "mistake" && isMistake(id, value)) addMistake(page, id, value);
  else if (kind === "lesson" && isPlace(value)) addPlace(page, id, value);
  else if (kind === "rounds" && isRounds(value)) addRounds(page, id, value);
  else if (kind === "homework" && isDoing(value)) addHomework(kind, page, id, value);
  else if (kind === "given" && isMade(value)) addHomework(kind, page, id, value);
  else if (kind === "cell" && isTyped(value)) addTyped(page, id, value);
  else if (kind === "log" || kind === "aside") addAside(page, id, typeof value === "string" ? value : JSON.stringify(value));
  else return false;
  return true;
}

/** Deletes all stored data: the reader's work, the offline copy and the image of memory. */
export async function deleteAll() {
  storage.names().forEach(storage.remove);
  storage.dropFilters();
  const image = import("../runtime/image.js").then(({ dropImage }) => dropImage());
  await Promise.allSettled([image, dropCopy()]);
}

/** @returns {Promise<boolean>} whether there is an offline copy or an image of memory */
export async function hasCopy() {
  return (await ownCaches()).length > 0;
}

/** Deletes the offline copy and its service worker. */
async function dropCopy() {
  const registration = await navigator.serviceWorker?.getRegistration(ROOT);
  await registration?.unregister();
  for (const name of await ownCaches()) await caches.delete(name);
}

/** @returns {Promise<string[]>} the caches of this site, as sw.js and image.js name them; empty if browsers support none */
async function ownCaches() {
  const names = await Promise.resolve(globalThis.caches?.keys()).catch(() => []);
  const { pathname } = new URL(ROOT);
  return (names ?? []).filter((name) => name.startsWith(`kontrapunkt ${pathname} `) || name === `kontrapunkt-image ${pathname}`);
}
