// @ts-check
/**
 * The reader's progress by game: solved puzzles, and answers rule by rule. Mounted in `[data-kp-progress]`; without any
 * its own text stays.
 */
import { addressOf, isSolved, loadIndex } from "./puzzle-index.js";
import { element, tableBox } from "../ui/element.js";
import { LEARNED, isDue, readLearned } from "../storage/learning.js";
import { writeOrder } from "../ui/link.js";
import { ROOT } from "../runtime/site.js";
import { parse } from "../storage/storage.js";
import { say } from "../ui/strings.js";

/**
 * @typedef {object} Known the data from the build
 * @property {Record<string, string>} games titles, by id
 * @property {Record<string, string>} kinds kinds of question in words, by name
 * @property {Record<string, [href: string, says: string]>} rules
 */

/** @typedef {import("./puzzle-index.js").Entry} Entry */
/** @typedef {import("../storage/learning.js").Learned & {kind: string, rule: string, due: boolean}} Row */

const MOST = 10; // rules due in one round

/** @param {Element} place @param {AbortSignal} left fires when its page is left */
export function mountProgress(place, left) {
  const known = /** @type {Known} */ (parse(place.getAttribute("data-kp-progress") ?? "") ?? {});
  const empty = [...place.childNodes];
  /** @type {Entry[]} */
  let puzzles = [];
  const show = () => {
    const parts = sections(known, puzzles);
    place.replaceChildren(...(parts.length ? parts : empty));
  };
  show();
  document.addEventListener(LEARNED, show, { signal: left });
  window.addEventListener("storage", show, { signal: left }); // in another tab
  loadIndex().then((index) => {
    puzzles = index.puzzles;
    if (!left.aborted) show();
  }, () => {}); // the rules are shown without it
}

/** @param {Known} known @param {Entry[]} puzzles @returns {Element[]} a section for each game with answers or solved puzzles */
function sections(known, puzzles) {
  const now = Date.now();
  /** @type {Map<string, Row[]>} */
  const games = new Map();
  for (const [key, each] of Object.entries(readLearned())) {
    const [game, kind, rule] = key.split(" ");
    const rows = games.get(game) ?? [];
    rows.push({ ...each, kind, rule, due: isDue(each, now) });
    games.set(game, rows);
  }
  return Object.entries(known.games ?? {}).flatMap(([game, title]) => {
    const rows = games.get(game);
    const parts = [...solved(puzzles.filter((each) => each.game === game)), ...(rows ? answered(title, rows, known) : [])];
    return parts.length ? [element("section", {}, element("h2", {}, title), ...parts)] : [];
  });
}

/** @param {Entry[]} puzzles all of a game @returns {Element[]} the names of those that are solved */
function solved(puzzles) {
  const done = puzzles.filter(isSolved);
  if (!done.length) return [];
  const links = done.map((each) => element("li", {}, element("a", { href: addressOf(each).href }, each.title)));
  const sum = element("p", {}, say("progress.puzzles", { solved: done.length, all: puzzles.length }));
  return [sum, element("ul", { class: "kp-solved" }, ...links)];
}

/** @param {string} title @param {Row[]} rows @param {Known} known @returns {Element[]} */
function answered(title, rows, known) {
  rows.sort((one, other) => missed(other) - missed(one) || other.last - one.last);
  const due = rows.filter((row) => row.due);
  const asked = rows.reduce((sum, row) => sum + row.asked, 0);
  const right = rows.reduce((sum, row) => sum + row.right, 0);
  const told = element("p", {}, say("progress.sum", { right, asked, due: due.length }));
  const titles = ["rule", "kind", "right", "missed", "back"].map((key) => say(`progress.${key}`));
  const box = tableBox("kp-progress-rules", title, titles, rows.map((row) => line(row, known)));
  return [told, ...practise(due), box];
}

/** @param {Row[]} due @returns {Element[]} a link to a round of the rules that are due, if there are any */
function practise(due) {
  const able = due.filter(({ again, at }) => again && at).slice(0, MOST);
  if (!able.length) return [];
  const [path, id] = able[0].at.split("#");
  const here = able.filter(({ at }) => at === able[0].at);
  const order = `due ${here.map(({ rule, again }) => `${rule} ${again}`).join(", ")}`;
  const href = writeOrder(new URL(path, ROOT).pathname, id, order);
  const label = say(here.length === 1 ? "progress.practise.one" : "progress.practise", { n: here.length });
  return [element("p", {}, element("a", { class: "md-button kp-practise", href }, label))];
}

/** @param {Row} row @param {Known} known */
function line(row, known) {
  const [href, says] = known.rules?.[row.rule] ?? [];
  const name = href ? element("a", { href }, row.rule) : element("span", {}, row.rule);
  const rule = element("th", { scope: "row" }, name, ...(says ? [` ${says}`] : []));
  const back = row.due ? say("progress.now") : row.card ? day(new Date(row.card.due)) : "–";
  const values = [known.kinds?.[row.kind] ?? row.kind, String(row.right), String(missed(row)), back];
  return element("tr", {}, rule, ...values.map((value) => element("td", {}, value)));
}

/** @param {Row} row */
function missed({ asked, right }) {
  return asked - right;
}

/** @param {Date} date @returns {string} the time if it is today, else the day */
function day(date) {
  const today = new Date().toDateString() === date.toDateString();
  return today ? date.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" }) : date.toLocaleDateString();
}
