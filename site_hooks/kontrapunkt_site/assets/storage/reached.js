// @ts-check
/**
 * A reader's result with a puzzle, from the log alone (`widgets/puzzle` in the engine defines it). Pure functions
 * over logs. An example's log is a place and no history, so all its logs are equal.
 */

export const TRY = /^(?:pick|answer|lost)\b/; // an answer, or a card that gave the goal away
export const HINT = "hint";
export const SOLVED = "solved ";
const PLACE = /^(?:go|goal) /; // the place of a reader who has only stepped through

/**
 * @typedef {object} Reached
 * @property {boolean} solved
 * @property {number} tries   up to then
 * @property {number} hints   up to then
 * @property {number} seconds taken; 0 if not solved
 */

/** @param {string[]} log @returns {Reached} */
export function reached(log) {
  const end = log.findIndex((entry) => entry.startsWith(SOLVED));
  const until = end < 0 ? log : log.slice(0, end);
  return {
    solved: end >= 0,
    tries: until.filter((entry) => TRY.test(entry)).length,
    hints: until.filter((entry) => entry === HINT).length,
    seconds: end < 0 ? 0 : Number(log[end].slice(SOLVED.length)),
  };
}

/**
 * Merges two logs written independently. A solved puzzle stays solved, with the fewest hints, then the fewest tries,
 * then the shortest time; of an unsolved one the log with more tries is preserved, with the hints of both.
 *
 * @param {string[]} one
 * @param {string[]} other preferred for equal results
 * @returns {string[]} one of the two, unless a hint is added
 */
export function furthest(one, other) {
  const [here, there] = [reached(one), reached(other)];
  if (here.solved !== there.solved) return here.solved ? one : other;
  if (here.solved) return better(here, there) ? one : other;
  const [more, less] = here.tries > there.tries ? [one, other] : [other, one];
  const lacking = reached(less).hints - reached(more).hints;
  return lacking > 0 ? [...more, ...Array(lacking).fill(HINT)] : more;
}

/** @param {string[]} log @returns {boolean} whether it has nothing but a place in an example */
export function isPlace(log) {
  return log.slice(1).every((entry) => PLACE.test(entry));
}

/** @param {Reached} one @param {Reached} other */
function better(one, other) {
  const [at] = /** @type {const} */ (["hints", "tries", "seconds"]).filter((name) => one[name] !== other[name]);
  return at !== undefined && one[at] < other[at];
}
