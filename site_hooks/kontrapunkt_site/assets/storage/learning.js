// @ts-check
/**
 * What the reader knows of the rules, and does not: `learned`, by game, kind of question and rule. Answers of drills
 * come from their logs (`noteAnswers`); lessons and puzzles may tell theirs (`practised`). A rule that was missed comes
 * back after growing intervals, which `ts-fsrs` works out; it is loaded when the first rule has been missed.
 */
import * as storage from "./storage.js";

/** Fires at the document when an answer has been kept. */
export const LEARNED = "kp:learned";

/**
 * @typedef {object} Learned of one rule, asked in one way
 * @property {number} asked
 * @property {number} right
 * @property {number} last   when it was asked last, in milliseconds
 * @property {string} at     the widget that asked, `<path from the site's root>#<id>`; empty for none
 * @property {string} [again] a question that was missed, as the log of a drill has it: `trick 4711 3`
 * @property {Record<string, any>} [card] when it comes back, as the scheduler writes it; none while it was never missed
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

/** Adds what was kept elsewhere; of one rule that stays of which more was asked. @param {All} more */
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

/** @param {Learned} of @param {number} now in milliseconds @returns {boolean} whether it is time for it to come back */
export function isDue({ card }, now) {
  return card !== undefined && Date.parse(card.due) <= now;
}

/** @type {Promise<unknown>} one answer after the other */
let before = Promise.resolve();

/**
 * Keeps an answer. What is right before it is due moves nothing; what is missed begins its intervals anew.
 *
 * @param {object} answer
 * @param {string} answer.game
 * @param {string} answer.kind  of question: a kind of drill, `puzzle`, `lesson`
 * @param {string} answer.rule  its id
 * @param {boolean} answer.right
 * @param {string} [answer.at]  the widget, `<path from the site's root>#<id>`
 * @param {string} [answer.again] the question, as the log of a drill has it
 * @param {number} [now] in milliseconds
 * @returns {Promise<unknown>} settled when it is kept
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
    return card; // without the scheduler it is counted all the same
  }
}

/**
 * Keeps the answers by which a log has grown: `right RULE` or `wrong RULE` after `ask KIND …`.
 *
 * @param {string} game
 * @param {string} at the widget, `<path from the site's root>#<id>`
 * @param {string[]} known the log before
 * @param {string[]} log
 */
export function noteAnswers(game, at, known, log) {
  let same = 1; // but for the header
  while (same < known.length && known[same] === log[same]) same += 1;
  for (let place = same; place < log.length; place += 1) {
    const [, word, rule] = /^(right|wrong) (\S+)$/.exec(log[place]) ?? [];
    const asked = rule && log.slice(0, place).findLast((entry) => entry.startsWith("ask "));
    if (!asked) continue;
    const again = asked.slice("ask ".length);
    practised({ game, kind: again.split(" ")[0], rule, right: word === "right", at, again });
  }
}
