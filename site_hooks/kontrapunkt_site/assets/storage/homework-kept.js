// @ts-check
/**
 * Stored data of homework: for pupils `homework/<page>#<work>`, their names; for teachers
 * `given/<page>#<assignment>`, the assignments made here. A pupil's work is stored as usual (`logs.js`), as if it
 * were on a page of its own below the page of homework. Several pupils may share a browser: each name has its own
 * work on an assignment. `<work>` is the assignment and the name; in older data the assignment alone. Only this tab
 * knows which pupil is present.
 */
import { check } from "../pages/assignment.js";
import { readRounds } from "./logs.js";
import { pagePath } from "../runtime/site.js";
import * as storage from "./storage.js";

/**
 * @typedef {{text: string, title: string, name: string, tasks: number, done: number}} Doing
 * @typedef {Doing & {id: string}} Work a pupil's work on an assignment
 * @typedef {{text: string, title: string, made: string}} Made
 */

const SEATED = "kontrapunkt/1/seated/";

/** @param {unknown} value @returns {value is Doing} */
export function isDoing(value) {
  const { text, title, name, tasks, done } = /** @type {any} */ (value ?? {});
  return [text, title, name].every((each) => typeof each === "string") && [tasks, done].every(Number.isInteger);
}

/** @param {unknown} value @returns {value is Made} */
export function isMade(value) {
  const { text, title, made } = /** @type {any} */ (value ?? {});
  return [text, title, made].every((each) => typeof each === "string");
}

/** @param {string} text the text of an assignment @returns {string} its key in stored data */
export const keyOf = (text) => check(text) + check(`${text} `);

/** @param {string} id of a pupil's work @returns {string} the path under which the work is stored */
export const placeOf = (id) => `${pagePath()}${id}/`;

/** @param {string} id of a pupil's work @param {import("../pages/tasks.js").Part} part @returns {string[][]} its logs, in order */
export const logsOf = (id, part) => readRounds(placeOf(id), part.id);

/** @param {string} name as typed @returns {string} as stored */
export const tidy = (name) => name.normalize("NFC").replace(/\s+/g, " ").trim();

/** @param {string} name @returns {string} the same for all spellings */
const plain = (name) => tidy(name).toLowerCase();

/** @template T @param {string} kind @param {(value: unknown) => value is T} sound @returns {(T & {id: string})[]} stored data of a kind on this page */
function all(kind, sound) {
  const start = `${kind}/${pagePath()}#`;
  const found = storage.names().filter((name) => name.startsWith(start));
  return found.flatMap((name) => {
    const value = storage.parse(storage.get(name) ?? "");
    return sound(value) ? [{ ...value, id: name.slice(start.length) }] : [];
  });
}

/** @returns {Work[]} all work begun here */
export const begun = () => all("homework", isDoing);

/** @param {string} text @returns {Work[]} the work begun here on an assignment */
export const worksOn = (text) => begun().filter((each) => each.text === text).sort((one, other) => one.name.localeCompare(other.name));

/** @param {string} text @param {string} name @returns {Work | undefined} the work of that name on an assignment */
export const workOf = (text, name) => worksOn(text).find((each) => plain(each.name) === plain(name));

/** Stores a pupil's name and progress. @param {Work} work */
export function writeWork({ id, ...doing }) {
  storage.set(`homework/${pagePath()}#${id}`, JSON.stringify(doing));
}

/** @param {string} text @param {string} name without work on it yet @returns {string} the id of its work */
export function newWork(text, name) {
  const taken = new Set(begun().map(({ id }) => id));
  let id = `${keyOf(text)}-${keyOf(plain(name))}`;
  while (taken.has(id)) id += "x"; // taken by a pupil who changed the name, or by chance
  return id;
}

/** @type {Map<string, string>} if a browser stores nothing for a tab */
const sitting = new Map();

/** @param {string} text @returns {Work | undefined} the present pupil's work */
export function readSeated(text) {
  const name = SEATED + keyOf(text);
  let id = sitting.get(name);
  try {
    id ??= sessionStorage.getItem(name) ?? undefined;
  } catch {
    // a policy forbids it
  }
  return worksOn(text).find((each) => each.id === id);
}

/** @param {string} text @param {string} id of the present pupil's work; empty for nobody */
export function writeSeated(text, id) {
  sitting.set(SEATED + keyOf(text), id);
  try {
    sessionStorage.setItem(SEATED + keyOf(text), id);
  } catch {
    // it is known for the life of the document
  }
}

/** @returns {Made[]} the assignments made here, newest first */
export const made = () => all("given", isMade).sort((one, other) => (one.made < other.made ? 1 : -1));

/** @param {string} page path of the page of results @param {Made} given */
export function writeMade(page, given) {
  storage.set(`given/${page}#${keyOf(given.text)}`, JSON.stringify(given));
}

/**
 * Adds imported data; stored data are preserved.
 * @param {"homework" | "given"} kind
 * @param {string} page
 * @param {string} id
 * @param {Doing | Made} value
 */
export function addHomework(kind, page, id, value) {
  const name = `${kind}/${page}#${id}`;
  if (storage.get(name) === null) storage.set(name, JSON.stringify(value));
}
