// @ts-check
/**
 * The reader's results at a table, deal by deal: `outcomes/<page>#<id>`, each under the engine's name of its deal.
 * Only the first result of a deal counts, even if it is played again; so two such lists can be merged.
 */
import * as storage from "./storage.js";

/** The unit of numbers that are no gain, as a side may lose with more of them; earlier versions stored them. */
const TAKEN = "card points";

/** Fires at the document after a result is stored. */
export const OUTCOME_KEPT = "kp:outcome";

/**
 * @typedef {object} Outcome
 * @property {string} against     the name of the computer player opposite
 * @property {string} rules       the rule set
 * @property {number | null} number the result of the deal; null if only card points count
 * @property {string} unit        of the number
 * @property {boolean} won        the deal
 * @property {number} helped      the number of times the reader was helped
 * @property {boolean | null} session whether a session that ended then was won; null if it went on
 */

/** @typedef {Record<string, Outcome>} Outcomes by the name of the deal */

/** @param {string} page @param {string} id */
const name = (page, id) => `outcomes/${page}#${id}`;

/** @param {unknown} value @returns {value is Outcomes} */
export function isOutcomes(value) {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return Object.values(value).every(isOutcome);
}

/** @param {any} value @returns {value is Outcome} */
function isOutcome(value) {
  if (typeof value !== "object" || value === null) return false;
  const { against, rules, number, unit, won, helped, session } = value;
  const texts = [against, rules, unit].every((text) => typeof text === "string");
  const numbers = Number.isFinite(helped) && (number === null || Number.isFinite(number));
  return texts && numbers && typeof won === "boolean" && (session === null || typeof session === "boolean");
}

/** @param {string} page path of the table's page @param {string} id the table @returns {Outcomes} */
export function readOutcomes(page, id) {
  const read = storage.parse(storage.get(name(page, id)) ?? "{}");
  return isOutcomes(read) ? read : {};
}

/** Adds imported results; stored ones are preserved. @param {string} page @param {string} id @param {Outcomes} more */
export function addOutcomes(page, id, more) {
  storage.set(name(page, id), JSON.stringify({ ...more, ...readOutcomes(page, id) }));
  document.dispatchEvent(new Event(OUTCOME_KEPT));
}

/** Stores the result of a deal, unless there is one. @param {string} page @param {string} id @param {Outcome & {of: string}} outcome */
export function keepOutcome(page, id, { of, ...outcome }) {
  if (!Object.hasOwn(readOutcomes(page, id), of)) addOutcomes(page, id, { [of]: outcome });
}

/**
 * @typedef {object} Summary of deals with the same opponent and rules
 * @property {string} against
 * @property {string} rules
 * @property {number} deals
 * @property {number} won
 * @property {number | null} mean  the average result of a deal; null in a game that pays nothing
 * @property {string} unit
 * @property {number} sessions   that are over
 * @property {number} sessionsWon
 * @property {number} helped     deals in which the reader was helped
 */

/** @param {Outcomes} outcomes @returns {Summary[]} in the order of their first deals */
export function summaries(outcomes) {
  /** @type {Map<string, Outcome[]>} */
  const groups = new Map();
  for (const each of Object.values(outcomes)) {
    const key = JSON.stringify([each.against, each.rules, each.unit]);
    groups.set(key, [...(groups.get(key) ?? []), each]);
  }
  return [...groups.values()].map((all) => {
    const [{ against, rules, unit }] = all;
    const numbers = unit === TAKEN ? [] : all.flatMap(({ number }) => (number === null ? [] : [number]));
    const over = all.filter(({ session }) => session !== null);
    return {
      against,
      rules,
      unit,
      deals: all.length,
      won: all.filter(({ won }) => won).length,
      mean: numbers.length ? numbers.reduce((sum, each) => sum + each, 0) / numbers.length : null,
      sessions: over.length,
      sessionsWon: over.filter(({ session }) => session).length,
      helped: all.filter(({ helped }) => helped > 0).length,
    };
  });
}
