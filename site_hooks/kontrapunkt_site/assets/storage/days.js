// @ts-check
/**
 * The days on which the reader has solved the puzzle of the day: `days`, the puzzle by the number of the day. A
 * missed day stays missed; its puzzle can still be solved later.
 */
import * as storage from "./storage.js";

/** @typedef {Record<string, string>} Days puzzles by day, as `nameOf` names them and `dayOf` counts */

/** @param {unknown} value @returns {value is Days} */
export function isDays(value) {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return Object.entries(value).every(([day, name]) => /^\d{1,6}$/.test(day) && typeof name === "string");
}

/** @returns {Days} */
export function readDays() {
  const read = storage.parse(storage.get(storage.DAYS) ?? "{}");
  return isDays(read) ? read : {};
}

/** Adds imported days; stored ones are preserved. @param {Days} days */
export function addDays(days) {
  storage.set(storage.DAYS, JSON.stringify({ ...days, ...readDays() }));
}
