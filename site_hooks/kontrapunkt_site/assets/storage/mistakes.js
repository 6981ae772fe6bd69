// @ts-check
/**
 * The puzzles stored from the reader's own mistakes: `mistake/<page>#<id>`, where the page is the one that shows
 * them. The progress with each is stored as for any puzzle, under the same page and id.
 */
import { dropAside } from "./logs.js";
import { pagePath } from "../runtime/site.js";
import * as storage from "./storage.js";

/** Fires at the document after a puzzle is stored or removed. */
export const MISTAKES_CHANGED = "kp:mistakes";

const KINDS = ["mistake", "log", "solved"];

/**
 * @typedef {object} Mistake
 * @property {string} game  the game's id
 * @property {string} kind  of puzzle
 * @property {number} difficulty 1 to 5
 * @property {string} title
 * @property {string} puzzle its file
 * @property {string} kept  the day on which it was stored: 2026-11-22
 */

/** @param {string} kind @param {string} page @param {string} id */
const name = (kind, page, id) => `${kind}/${page}#${id}`;

/** @param {string} id @param {any} value @returns {value is Mistake} */
export function isMistake(id, value) {
  if (typeof value !== "object" || value === null || !/^[a-z0-9-]{1,60}$/.test(id)) return false;
  const { game, kind, difficulty, title, puzzle, kept } = value;
  const texts = [game, kind, title, puzzle].every((text) => typeof text === "string" && text.length < 20_000);
  return texts && [1, 2, 3, 4, 5].includes(difficulty) && /^\d{4}-\d\d-\d\d$/.test(kept);
}

/** @param {string} page path of the page that shows them @returns {Map<string, Mistake>} by id, newest first */
export function readMistakes(page) {
  const start = name("mistake", page, "");
  const ids = storage.names().flatMap((each) => (each.startsWith(start) ? [each.slice(start.length)] : []));
  const found = ids.map((id) => /** @type {const} */ ([id, storage.parse(storage.get(start + id) ?? "")]));
  const sound = found.filter(([id, value]) => isMistake(id, value));
  return new Map(sound.sort(([, one], [, other]) => (one.kept < other.kept ? 1 : -1)));
}

/**
 * Stores a puzzle; a stored one stays unchanged.
 *
 * @param {string} page path of the page that shows them
 * @param {string} id
 * @param {Mistake} mistake
 */
export function addMistake(page, id, mistake) {
  if (!isMistake(id, storage.parse(storage.get(name("mistake", page, id)) ?? "")))
    storage.set(name("mistake", page, id), JSON.stringify(mistake));
  document.dispatchEvent(new Event(MISTAKES_CHANGED));
}

/**
 * Stores a puzzle from the engine.
 *
 * @param {string} address of the page that shows them
 * @param {Omit<Mistake, "kept"> & {id: string}} puzzle
 */
export function keepMistake(address, { id, ...puzzle }) {
  const now = new Date();
  const day = [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((each) => String(each).padStart(2, "0"));
  addMistake(pagePath(new URL(address, location.href)), id, { ...puzzle, kept: day.join("-") });
}

/** Removes a puzzle and the reader's progress with it. @param {string} page @param {string} id */
export function removeMistake(page, id) {
  for (const kind of KINDS) storage.remove(name(kind, page, id));
  dropAside(page, id);
  document.dispatchEvent(new Event(MISTAKES_CHANGED));
}
