// @ts-check
/**
 * A reader's result with a widget, from its logs alone, as in the engine's `widgets/result.py`. The logs are in
 * order: a puzzle that was begun again has more than one.
 */

import { HINT, SOLVED, TRY } from "../storage/reached.js";

const TOOK = "took ";

/**
 * @typedef {object} Result
 * @property {number} right   the number of right answers: at most one for a puzzle
 * @property {number} of      the number of questions
 * @property {boolean} solved whether all answers were right
 * @property {number} tries   answers up to then
 * @property {number} hints   hints up to then
 * @property {number} seconds the time taken; 0 if unknown
 * @property {boolean} shown  whether the solution was shown before the right answer
 */

/**
 * @param {string} kind of widget: `puzzle` or `drill`
 * @param {string[][]} logs
 * @param {number} [questions] of a drill
 * @returns {Result}
 */
export function resultOf(kind, logs, questions = 1) {
  const entries = logs.flatMap((log) => log.slice(1));
  return kind === "drill" ? ofDrill(entries, questions) : ofPuzzle(entries);
}

/** @param {Result[]} results @returns {Result} of all together */
export function sum(results) {
  const add = (/** @type {"right" | "of" | "tries" | "hints" | "seconds"} */ key) => results.reduce((n, each) => n + each[key], 0);
  const [right, of] = [add("right"), add("of")];
  const shown = results.some((each) => each.shown);
  return { right, of, solved: right === of, tries: add("tries"), hints: add("hints"), seconds: add("seconds"), shown };
}

/** @param {string[]} entries @returns {Result} */
function ofPuzzle(entries) {
  let [tries, hints, shown, last] = [0, 0, false, ""];
  for (const entry of entries) {
    if (entry.startsWith(SOLVED) && !shown) {
      tries += Number(!/^(pick|answer)\b/.test(last)); // a winning card has no entry of its own
      return { right: 1, of: 1, solved: true, tries, hints, seconds: Number(entry.slice(SOLVED.length)), shown };
    }
    last = entry;
    shown ||= entry === "solution";
    tries += Number(TRY.test(entry));
    hints += Number(entry === HINT);
  }
  return { right: 0, of: 1, solved: false, tries, hints, seconds: 0, shown };
}

/** @param {string[]} entries @param {number} of @returns {Result} */
function ofDrill(entries, of) {
  const right = entries.filter((entry) => entry.startsWith("right ")).length;
  const tries = entries.filter((entry) => TRY.test(entry)).length;
  const seconds = entries.reduce((n, entry) => n + (entry.startsWith(TOOK) ? Number(entry.slice(TOOK.length)) : 0), 0);
  return { right, of, solved: right === of, tries, hints: 0, seconds, shown: false };
}
