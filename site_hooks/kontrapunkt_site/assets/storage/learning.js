// @ts-check
/**
 * The reader's knowledge of rules: `learned`, by game, kind of question and rule. Answers of drills come from their
 * logs (`noteAnswers`); lessons and puzzles may report theirs (`practised`). A rule that was missed is repeated at
 * growing intervals, computed by `ts-fsrs`, which is loaded after the first miss.
 */
import * as storage from "./storage.js";

/** Fires at the document after an answer is stored. */
export const LEARNED = "kp:learned";

/**
 * @typedef {object} Learned for one rule and kind of question
 * @property {number} asked
 * @property {number} right
 * @property {number} last   the time of the last question, in milliseconds
 * @property {string} at     the widget of the question, `<path from the site's root>#<id>`; empty for none
 * @property {string} [again] a question that was missed, as in the log of a drill: `trick 4711 3`
 * @property {Record<string, any>} [card] the scheduler's data on its repetition; absent if never missed
 */

/** @typedef {Record<string, Learned>} All by `<game> <kind> <rule>` */

/** @param {unknown} value @returns {value is All} */
export function isLearned(value) {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return Object.entries(value).every(([key, each]) => key.split(" ").length === 3 && isOne(each));
}

/** @param {any} value @returns {value is Learned} */
function isOne(value) {
  if (typeof value !== "object" || value === null) return false;
  const { asked, right, last, at, again, card } = value;
  const numbers = [asked, right, last].every((each) => Number.isFinite(each) && each >= 0) && right <= asked;
  const texts = typeof at === "string" && (again === undefined || typeof again === "string");
  return numbers && texts && (card === undefined || !Number.isNaN(Date.parse(card?.due)));
}

/** @returns {All} */
export function readLearned() {
  const read = storage.parse(storage.get(storage.LEARNED) ?? "{}");
  return isLearned(read) ? read : {};
}

/** Adds imported data; for each rule the data with more questions are preserved. @param {All} more */
export function addLearned(more) {
  const all = readLearned();
  for (const [key, each] of Object.entries(more)) if (!all[key] || all[key].asked < each.asked) all[key] = each;
  keep(all);
}

/** @param {All} all */
function keep(all) {
  storage.set(storage.LEARNED, JSON.stringify(all));
  document.dispatchEvent(new Event(LEARNED));
}

/** @param {Learned} of @param {number} now in milliseconds @returns {boolean} whether it is due */
export function isDue({ card }, now) {
  return card !== undefined && Date.parse(card.due) <= now;
}

/** @type {Promise<unknown>} answers are stored one after the other */
let before = Promise.resolve();

/**
 * Stores an answer. A right answer before the rule is due changes nothing; a wrong one restarts the intervals.
 *
 * @param {object} answer
 * @param {string} answer.game
 * @param {string} answer.kind  of question: a kind of drill, `puzzle`, `lesson`
 * @param {string} answer.rule  its id
 * @param {boolean} answer.right
 * @param {string} [answer.at]  the widget, `<path from the site's root>#<id>`
 * @param {string} [answer.again] the question, as in the log of a drill
 * @param {number} [now] in milliseconds
 * @returns {Promise<unknown>} settled when it is stored
 */
export function practised(answer, now = Date.now()) {
  before = before.then(() => take(answer, now));
  return before;
}

/** @param {Parameters<typeof practised>[0]} answer @param {number} now */
async function take({ game, kind, rule, right, at = "", again }, now) {
  const key = `${game} ${kind} ${rule}`;
  const known = readLearned()[key] ?? { asked: 0, right: 0, last: 0, at };
  const moved = !right || isDue(known, now) ? await scheduled(known.card, right, now) : known.card;
  keep({
    ...readLearned(),
    [key]: {
      asked: known.asked + 1,
      right: known.right + Number(right),
      last: now,
      at: at || known.at,
      ...(right ? { again: known.again } : { again: again ?? known.again }),
      ...(moved ? { card: moved } : {}),
    },
  });
}

/** @param {Record<string, any> | undefined} card @param {boolean} right @param {number} now @returns {Promise<Record<string, any> | undefined>} */
async function scheduled(card, right, now) {
  try {
    const { Rating, createEmptyCard, fsrs } = await import("../ts-fsrs.js");
    const date = new Date(now);
    const next = fsrs({ enable_fuzz: false }).next(/** @type {any} */ (card) ?? createEmptyCard(date), date, right ? Rating.Good : Rating.Again);
    return JSON.parse(JSON.stringify(next.card));
  } catch {
    return card; // without the scheduler the answer still counts
  }
}

/**
 * Stores the new answers in a log: `right RULE` or `wrong RULE` after `ask KIND …`.
 *
 * @param {string} game
 * @param {string} at the widget, `<path from the site's root>#<id>`
 * @param {string[]} known the log before
 * @param {string[]} log
 */
export function noteAnswers(game, at, known, log) {
  let same = 1; // after the header
  while (same < known.length && known[same] === log[same]) same += 1;
  for (let place = same; place < log.length; place += 1) {
    const [, word, rule] = /^(right|wrong) (\S+)$/.exec(log[place]) ?? [];
    const asked = rule && log.slice(0, place).findLast((entry) => entry.startsWith("ask "));
    if (!asked) continue;
    const again = asked.slice("ask ".length);
    practised({ game, kind: again.split(" ")[0], rule, right: word === "right", at, again });
  }
}
