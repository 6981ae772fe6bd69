// @ts-check
/**
 * What is kept of homework: for pupils `homework/<page>#<work>`, who they say they are; for teachers
 * `given/<page>#<assignment>`, the assignments made here. What a pupil does in an assignment is kept as everywhere
 * (`logs.js`), as though each pupil's work were a page of its own, below the page of homework.
 *
 * Several pupils may share a browser: each name has its own work on an assignment. `<work>` is the assignment and the
 * name; of work that was begun before names had their own it is the assignment alone. Which of them sits here is known
 * to this tab only.
 */
import { check } from "../pages/assignment.js";
import { readRounds } from "./logs.js";
import { pagePath } from "../runtime/site.js";
import * as storage from "./storage.js";

/**
 * @typedef {{text: string, title: string, name: string, tasks: number, done: number}} Doing
 * @typedef {Doing & {id: string}} Work what one pupil does in an assignment
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

/** @param {string} text an assignment as its link has it @returns {string} what it is called in what is kept */
export const keyOf = (text) => check(text) + check(`${text} `);

/** @param {string} id of somebody's work @returns {string} the path under which what is done in it is kept */
export const placeOf = (id) => `${pagePath()}${id}/`;

/** @param {string} id of somebody's work @param {import("../pages/tasks.js").Part} part @returns {string[][]} its logs, in order */
export const logsOf = (id, part) => readRounds(placeOf(id), part.id);

/** @param {string} name as it was typed @returns {string} as it is kept */
export const tidy = (name) => name.normalize("NFC").replace(/\s+/g, " ").trim();

/** @param {string} name @returns {string} the same for all ways to write it */
const plain = (name) => tidy(name).toLowerCase();

/** @template T @param {string} kind @param {(value: unknown) => value is T} sound @returns {(T & {id: string})[]} what is kept of a kind on this page */
function all(kind, sound) {
  const start = `${kind}/${pagePath()}#`;
  const found = storage.names().filter((name) => name.startsWith(start));
  return found.flatMap((name) => {
    const value = storage.parse(storage.get(name) ?? "");
    return sound(value) ? [{ ...value, id: name.slice(start.length) }] : [];
  });
}

/** @returns {Work[]} all work that was begun here */
export const begun = () => all("homework", isDoing);

/** @param {string} text @returns {Work[]} the work that was begun here on an assignment, by name */
export const worksOn = (text) => begun().filter((each) => each.text === text).sort((one, other) => one.name.localeCompare(other.name));

/** @param {string} text @param {string} name @returns {Work | undefined} the work of that name on an assignment */
export const workOf = (text, name) => worksOn(text).find((each) => plain(each.name) === plain(name));

/** Keeps who does an assignment, and how far it is. @param {Work} work */
export function writeWork({ id, ...doing }) {
  storage.set(`homework/${pagePath()}#${id}`, JSON.stringify(doing));
}

/** @param {string} text @param {string} name that has no work on it yet @returns {string} the id of its work */
export function newWork(text, name) {
  const taken = new Set(begun().map(({ id }) => id));
  let id = `${keyOf(text)}-${keyOf(plain(name))}`;
  while (taken.has(id)) id += "x"; // of somebody who has changed the name, or by chance
  return id;
}

/** @type {Map<string, string>} where a browser keeps nothing for a tab */
const sitting = new Map();

/** @param {string} text @returns {Work | undefined} the work of whoever sits here */
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

/** @param {string} text @param {string} id of the work of whoever sits here; empty for nobody */
export function writeSeated(text, id) {
  sitting.set(SEATED + keyOf(text), id);
  try {
    sessionStorage.setItem(SEATED + keyOf(text), id);
  } catch {
    // it is known as long as the document lives
  }
}

/** @returns {Made[]} the assignments that were made here, the newest first */
export const made = () => all("given", isMade).sort((one, other) => (one.made < other.made ? 1 : -1));

/** @param {string} page path of the page of results @param {Made} given */
export function writeMade(page, given) {
  storage.set(`given/${page}#${keyOf(given.text)}`, JSON.stringify(given));
}

/** Adds what was kept elsewhere; what is kept here stays. @param {"homework" | "given"} kind @param {string} page @param {string} id @param {Doing | Made} value */
export function addHomework(kind, page, id, value) {
  const name = `${kind}/${page}#${id}`;
  if (storage.get(name) === null) storage.set(name, JSON.stringify(value));
}
