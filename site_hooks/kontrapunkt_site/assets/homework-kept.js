// @ts-check
/**
 * What is kept of homework: for pupils `homework/<page>#<assignment>`, who they say they are; for teachers
 * `given/<page>#<assignment>`, the assignments made here. What a pupil does in an assignment is kept as everywhere
 * (`logs.js`), as though each assignment were a page of its own, below the page of homework.
 */
import { check } from "./assignment.js";
import { readRounds } from "./logs.js";
import { pagePath } from "./site.js";
import * as storage from "./storage.js";

/**
 * @typedef {{text: string, title: string, name: string, tasks: number, done: number}} Doing
 * @typedef {{text: string, title: string, made: string}} Made
 */

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

/** @param {string} text @returns {string} the path under which what is done in it is kept */
export const placeOf = (text) => `${pagePath()}${keyOf(text)}/`;

/** @param {string} text @param {import("./tasks.js").Part} part @returns {string[][]} its logs, in order */
export const logsOf = (text, part) => readRounds(placeOf(text), part.id);

/** @template T @param {string} kind @param {(value: unknown) => value is T} sound @returns {T[]} what is kept of a kind on this page */
function all(kind, sound) {
  const start = `${kind}/${pagePath()}#`;
  const found = storage.names().filter((name) => name.startsWith(start));
  return found.map((name) => storage.parse(storage.get(name) ?? "")).filter(sound);
}

/** @returns {Doing[]} the assignments that were begun here */
export const begun = () => all("homework", isDoing);

/** @param {string} text @returns {Doing | undefined} */
export const readDoing = (text) => begun().find((each) => each.text === text);

/** @param {Doing} doing */
export function writeDoing(doing) {
  storage.set(`homework/${pagePath()}#${keyOf(doing.text)}`, JSON.stringify(doing));
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
