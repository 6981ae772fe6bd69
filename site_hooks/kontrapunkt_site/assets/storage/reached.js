// @ts-check
/**
 * What a reader has reached with a puzzle, told by the log alone (`widgets/puzzle` in the engine says what is in it).
 * Pure functions over logs. Of an example, whose log is a place and no history, every log has reached the same.
 */

export const TRY = /^(?:pick|answer|lost)\b/; // an answer given, or a card that gave the goal away
export const HINT = "hint";
export const SOLVED = "solved ";
const PLACE = /^(?:go|goal) /; // where somebody stands who has only turned pages

/**
 * @typedef {object} Reached
 * @property {boolean} solved
 * @property {number} tries   made until then
 * @property {number} hints   taken until then
 * @property {number} seconds that it took; 0 while it is not solved
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
 * What is kept of two logs that were written without knowing of each other. A puzzle that was solved stays solved,
 * with the fewest hints, then the fewest tries, then in the shortest time; of one that was not, the log with more
 * tries stays, with the hints of both.
 *
 * @param {string[]} one
 * @param {string[]} other kept where both have reached the same
 * @returns {string[]} one of the two itself, where no hint had to be added
 */
export function furthest(one, other) {
  const [here, there] = [reached(one), reached(other)];
  if (here.solved !== there.solved) return here.solved ? one : other;
  if (here.solved) return better(here, there) ? one : other;
  const [more, less] = here.tries > there.tries ? [one, other] : [other, one];
  const lacking = reached(less).hints - reached(more).hints;
  return lacking > 0 ? [...more, ...Array(lacking).fill(HINT)] : more;
}

/** @param {string[]} log @returns {boolean} whether there is nothing in it but a place to stand in an example */
export function isPlace(log) {
  return log.slice(1).every((entry) => PLACE.test(entry));
}

/** @param {Reached} one @param {Reached} other */
function better(one, other) {
  const [at] = /** @type {const} */ (["hints", "tries", "seconds"]).filter((name) => one[name] !== other[name]);
  return at !== undefined && one[at] < other[at];
}
