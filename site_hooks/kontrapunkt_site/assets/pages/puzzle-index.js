// @ts-check
/** All puzzles of the site, as listed by the build; loaded for links between puzzles. */
import { readJson } from "../runtime/files.js";
import { progress } from "../storage/logs.js";
import { ROOT, pagePath } from "../runtime/site.js";

const INDEX = "assets/puzzles.json";

/**
 * @typedef {object} Entry
 * @property {string} url    address of its page, from the site's root
 * @property {string} shelf  the address of the page under which its log is stored
 * @property {string} id
 * @property {string} title
 * @property {string} game
 * @property {string} kind
 * @property {number} difficulty 1 to 5
 * @property {string[]} themes
 * @property {string} [mark] its mark in links of assignments
 */

/**
 * A lesson or a drill, if the site has homework.
 *
 * @typedef {object} Listed
 * @property {string} url   address of its page, from the site's root
 * @property {string} id
 * @property {string} game
 * @property {string} title
 * @property {string} mark
 * @property {string[]} [kinds] the kinds of a drill
 * @property {string} [preset]
 */

/**
 * `games`, `kinds` and `themes` map names to labels.
 *
 * @typedef {object} PuzzleIndex
 * @property {Record<string, string>} games
 * @property {Record<string, string>} kinds
 * @property {Record<string, string>} themes
 * @property {Entry[]} puzzles shelf by shelf, easy ones first
 * @property {Listed[]} [lessons]
 * @property {Listed[]} [drills]
 * @property {Record<string, string>} [asked] labels of kinds of drill
 * @property {Record<"work" | "assign" | "results", string>} [homework] addresses of its pages, from the site's root
 */

/** @type {Promise<PuzzleIndex> | null} */
let loading = null;

/** @returns {Promise<PuzzleIndex>} */
export function loadIndex() {
  loading ??= readJson(ROOT + INDEX);
  loading.catch(() => (loading = null));
  return loading;
}

/** @param {Entry} puzzle @returns {URL} the address of its page */
export const addressOf = ({ url }) => new URL(ROOT + url);

/** @param {Entry} puzzle @returns {string} the path under which its log is stored */
export const shelfOf = ({ shelf }) => pagePath(new URL(ROOT + shelf));

/** @param {Entry} puzzle */
export const isSolved = (puzzle) => progress(shelfOf(puzzle), puzzle.id) === "solved";

/** @param {Entry} puzzle @returns {string} its name in stored data */
export const nameOf = ({ shelf, id }) => `${shelf}#${id}`;
