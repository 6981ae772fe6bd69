// @ts-check
/**
 * Chooses the next puzzle. Pure functions over the list of all puzzles, so that all readers get the same answers; the
 * caller tells them which puzzles are solved.
 */

/** @typedef {import("./puzzle-index.js").Entry} Entry */
/** @typedef {(puzzle: Entry) => boolean} Test */

const DAY = 86_400_000; // milliseconds
const GOLDEN = 0.618_034;
const HARD = 3; // of 5

/**
 * Returns another puzzle with something in common: the next one in the list, preferably unsolved.
 *
 * @param {Entry[]} puzzles
 * @param {Entry} here
 * @param {Test} alike
 * @param {Test} solved
 * @returns {Entry | undefined} undefined if there is no other
 */
export function another(puzzles, here, alike, solved) {
  const at = puzzles.indexOf(here);
  const others = [...puzzles.slice(at + 1), ...puzzles.slice(0, at)].filter(alike);
  return others.find((puzzle) => !solved(puzzle)) ?? others[0];
}

/**
 * Returns the unsolved puzzle that suits best after this one: equally hard or slightly harder, preferably of the same
 * game. If only easier ones are left, the hardest of them.
 *
 * @param {Entry[]} puzzles
 * @param {Entry} here
 * @param {Test} solved
 * @returns {Entry | undefined} undefined if all others are solved
 */
export function fitting(puzzles, here, solved) {
  /** @param {Entry} puzzle */
  const distance = ({ difficulty, game }) => {
    const step = difficulty - here.difficulty;
    return (step < 0 ? 100 - step : step) + (game === here.game ? 0 : 0.5);
  };
  const left = puzzles.filter((puzzle) => puzzle !== here && !solved(puzzle));
  return left.sort((one, other) => distance(one) - distance(other))[0];
}

/** @param {Entry[]} puzzles @param {Entry} here @param {number} chance from 0, less than 1 @returns {Entry | undefined} */
export function any(puzzles, here, chance) {
  const others = puzzles.filter((puzzle) => puzzle !== here);
  return others[Math.floor(chance * others.length)];
}

/** @param {Date} date @returns {number} the number of the day in the reader's time zone */
export const dayOf = (date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY;

/** @param {number} day @returns {Date} its midnight in UTC */
export const dateOf = (day) => new Date(day * DAY);

/** Whether a puzzle is for newcomers: cards on a table to play out, and not too hard. @param {Entry} puzzle */
const forNewcomers = ({ kind, difficulty }) => kind === "play" && difficulty <= HARD;

/**
 * Returns the puzzle of a day, one for newcomers if there is any. Each comes once before any is repeated; the step
 * from day to day is about 0.618 of the list, so that consecutive puzzles differ in game and difficulty.
 *
 * @param {Entry[]} all one at least
 * @param {number} day
 * @returns {Entry}
 */
export function ofDay(all, day) {
  const suited = all.filter(forNewcomers);
  const puzzles = suited.length ? suited : all;
  const n = puzzles.length;
  let step = Math.max(1, Math.round(n * GOLDEN));
  while (common(step, n) > 1) step += 1;
  return puzzles[(((day * step) % n) + n) % n];
}

/** @param {number} a @param {number} b @returns {number} their greatest common divisor */
const common = (a, b) => (b ? common(b, a % b) : a);

/**
 * Returns the number of consecutive days solved, up to today or yesterday.
 *
 * @param {Record<string, unknown>} days by number
 * @param {number} today
 * @returns {number}
 */
export function streak(days, today) {
  let day = today in days ? today : today - 1;
  const last = day;
  while (day in days) day -= 1;
  return last - day;
}
