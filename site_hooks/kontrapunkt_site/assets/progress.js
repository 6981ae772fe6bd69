// @ts-check
/** What the reader knows and does not, rule by rule. Mounted in `[data-kp-progress]`; without answers it keeps its own text. */
import { LEARNED, isDue, readLearned } from "./learning.js";
import { writeOrder } from "./link.js";
import { ROOT } from "./site.js";
import { parse } from "./storage.js";
import { say } from "./strings.js";

/**
 * @typedef {object} Known what the build has put beside it
 * @property {Record<string, string>} games titles, by id
 * @property {Record<string, string>} kinds kinds of question in words, by name
 * @property {Record<string, [href: string, says: string]>} rules
 */

/** @typedef {import("./learning.js").Learned & {kind: string, rule: string, due: boolean}} Row */

const MOST = 10; // of what is due in one round

/** @param {Element} place @param {AbortSignal} left fires when its page is left */
export function mountProgress(place, left) {
  const known = /** @type {Known} */ (parse(place.getAttribute("data-kp-progress") ?? "") ?? {});
  const empty = [...place.childNodes];
  const show = () => {
    const parts = sections(known);
    place.replaceChildren(...(parts.length ? parts : empty));
  };
  show();
  document.addEventListener(LEARNED, show, { signal: left });
  window.addEventListener("storage", show, { signal: left }); // in another tab
}

/** @param {Known} known @returns {Element[]} one for each game that was asked about */
function sections(known) {
  const now = Date.now();
  /** @type {Map<string, Row[]>} */
  const games = new Map();
  for (const [key, each] of Object.entries(readLearned())) {
    const [game, kind, rule] = key.split(" ");
    const rows = games.get(game) ?? [];
    rows.push({ ...each, kind, rule, due: isDue(each, now) });
    games.set(game, rows);
  }
  return Object.keys(known.games ?? {})
    .filter((game) => games.has(game))
    .map((game) => section(game, games.get(game) ?? [], known));
}

/** @param {string} game @param {Row[]} rows @param {Known} known */
function section(game, rows, known) {
  rows.sort((one, other) => missed(other) - missed(one) || other.last - one.last);
  const due = rows.filter((row) => row.due);
  const title = element("h2", text(known.games[game]));
  const asked = rows.reduce((sum, row) => sum + row.asked, 0);
  const right = rows.reduce((sum, row) => sum + row.right, 0);
  const told = element("p", text(say("progress.sum", { right, asked, due: due.length })));
  const columns = ["rule", "kind", "right", "missed", "back"].map((key) => cell("th", say(`progress.${key}`), "col"));
  const table = element("table", element("thead", element("tr", ...columns)), element("tbody", ...rows.map((row) => line(row, known))));
  const box = element("div", table);
  box.className = "kp-progress-rules";
  box.tabIndex = 0; // it may be scrolled sideways
  box.setAttribute("role", "group");
  box.setAttribute("aria-label", known.games[game]);
  return element("section", title, told, ...practise(due), box);
}

/** @param {Row[]} due @returns {Element[]} the way to a round of what is due, where something is */
function practise(due) {
  const able = due.filter(({ again, at }) => again && at).slice(0, MOST);
  if (!able.length) return [];
  const [path, id] = able[0].at.split("#");
  const here = able.filter(({ at }) => at === able[0].at);
  const link = document.createElement("a");
  link.className = "md-button kp-practise";
  link.href = writeOrder(new URL(path, ROOT).pathname, id, `due ${here.map(({ rule, again }) => `${rule} ${again}`).join(", ")}`);
  link.textContent = say(here.length === 1 ? "progress.practise.one" : "progress.practise", { n: here.length });
  return [element("p", link)];
}

/** @param {Row} row @param {Known} known */
function line(row, known) {
  const [href, says] = known.rules?.[row.rule] ?? [];
  const rule = document.createElement("th");
  rule.scope = "row";
  const name = href ? document.createElement("a") : document.createElement("span");
  if (href) name.setAttribute("href", href);
  name.textContent = row.rule;
  rule.append(name);
  if (says) rule.append(` ${says}`);
  const back = row.due ? say("progress.now") : row.card ? day(new Date(row.card.due)) : "–";
  const values = [known.kinds?.[row.kind] ?? row.kind, String(row.right), String(missed(row)), back];
  return element("tr", rule, ...values.map((value) => cell("td", value)));
}

/** @param {Row} row */
function missed({ asked, right }) {
  return asked - right;
}

/** @param {Date} date @returns {string} the hour of today, else the day */
function day(date) {
  const today = new Date().toDateString() === date.toDateString();
  return today ? date.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" }) : date.toLocaleDateString();
}

/** @param {string} sentence */
function text(sentence) {
  return document.createTextNode(sentence);
}

/** @param {string} tag @param {string} words @param {string} [scope] */
function cell(tag, words, scope) {
  const made = element(tag, text(words));
  if (scope) made.setAttribute("scope", scope);
  return made;
}

/** @param {string} tag @param {...Node} children */
function element(tag, ...children) {
  const made = document.createElement(tag);
  made.append(...children);
  return made;
}
