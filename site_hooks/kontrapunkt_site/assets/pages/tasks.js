// @ts-check
/**
 * The tasks of an assignment with their widgets: puzzles and lessons come from their own pages, with the precomputed
 * steps; drills and puzzles of the teacher's own are drawn by the engine.
 */
import { Unreadable, check } from "./assignment.js";
import { element } from "../ui/element.js";
import { readPage } from "../runtime/files.js";
import { loadIndex } from "./puzzle-index.js";
import { ROOT } from "../runtime/site.js";
import { parse } from "../storage/storage.js";
import { say } from "../ui/strings.js";

/**
 * @typedef {{id: string, spec: Record<string, any>}} Part a widget: its id, its spec
 * @typedef {object} Opened a task, opened
 * @property {string} title
 * @property {string} about   game, kind
 * @property {Part[]} parts
 * @property {() => Element} draw creates its markup
 * @property {string} base    the base of its links
 */

/** @type {Map<string, Promise<Document>>} pages by address */
const pages = new Map();

/** @param {string} url from the site's root @returns {Promise<Document>} */
function page(url) {
  const loading = pages.get(url) ?? readPage(ROOT + url);
  pages.set(url, loading);
  loading.catch(() => pages.delete(url));
  return loading;
}

/**
 * @param {import("./assignment.js").Assignment} assignment
 * @param {Record<string, string>} rules the pages of the site's rules, by prefix
 * @returns {Promise<Opened[]>}
 * @throws {Unreadable} if this site lacks a task
 */
export async function openTasks({ tasks }, rules) {
  const index = await loadIndex();
  return Promise.all(tasks.map((task, n) => openTask(task, n + 1, index, rules)));
}

/**
 * @param {import("./assignment.js").Task} task
 * @param {number} n from 1
 * @param {import("./puzzle-index.js").PuzzleIndex} index
 * @param {Record<string, string>} rules
 * @returns {Promise<Opened>}
 */
async function openTask(task, n, index, rules) {
  if ("puzzle" in task) {
    const entry = marked(index.puzzles, task.puzzle);
    const of = (await page(entry.url)).querySelector('.kp[data-kp="puzzle"]');
    if (!of) throw new Unreadable("homework.link.unknown");
    return taken(of, entry.title, `${index.games[entry.game]}, ${index.kinds[entry.kind]}`, ROOT + entry.url);
  }
  if ("lesson" in task) {
    const entry = marked(index.lessons ?? [], task.lesson);
    const of = (await page(entry.url)).querySelector(`[data-kp-lesson="${CSS.escape(entry.id)}"]`);
    if (!of) throw new Unreadable("homework.link.unknown");
    return taken(of, entry.title, say("homework.lesson", { game: index.games[entry.game] }), ROOT + entry.url);
  }
  if ("drill" in task) {
    const { id: _, url, game, preset } = marked(index.drills ?? [], task.drill);
    const { questions, plan, kinds } = task;
    const id = `drill-${n}`;
    const spec = { format: 1, kind: "drill", id, title: "", game, kinds, questions, plan, rule_pages: rules, ...(preset ? { preset } : {}) };
    return undrawn(id, spec, say("homework.drill", { n: questions }), index.games[game], url);
  }
  const title = /^title\s*=\s*"((?:[^"\\]|\\.)*)"/m.exec(task.own)?.[1] ?? say("homework.own");
  const id = `own-${check(task.own)}`;
  return undrawn(id, { format: 1, kind: "puzzle", id, puzzle: task.own, rule_pages: rules }, title, say("homework.own"), "");
}

/** @template {{mark?: string}} T @param {T[]} entries @param {string} mark @returns {T} @throws {Unreadable} */
function marked(entries, mark) {
  const found = entries.find((each) => each.mark === mark);
  if (!found) throw new Unreadable("homework.link.unknown");
  return found;
}

/**
 * Takes a task from another page, without the other content there.
 * @param {Element} of
 * @param {string} title
 * @param {string} about
 * @param {string} base
 * @returns {Opened}
 */
function taken(of, title, about, base) {
  const widgets = of.matches(".kp") ? [of] : [...of.querySelectorAll('.kp[data-kp="puzzle"]')];
  const parts = widgets.map((each) => ({ id: each.id.replace(/^kp-/, ""), spec: parse(each.getAttribute("data-spec") ?? "") ?? {} }));
  const draw = () => {
    const copy = /** @type {Element} */ (document.importNode(of, true));
    for (const solution of copy.querySelectorAll(".kp-solution")) solution.remove();
    return copy;
  };
  return { title, about, parts, draw, base };
}

/**
 * Creates a task that the engine draws.
 * @param {string} id
 * @param {Record<string, any>} spec
 * @param {string} title
 * @param {string} about
 * @param {string} base
 * @returns {Opened}
 */
function undrawn(id, spec, title, about, base) {
  const draw = () => {
    const template = document.querySelector("[data-kp-homework] > template");
    const made = template instanceof HTMLTemplateElement && template.content.firstElementChild?.cloneNode(true);
    const widget = made instanceof HTMLElement ? made : element("div", { class: "kp", "data-undrawn": "" });
    widget.id = `kp-${id}`;
    widget.dataset.kp = spec.kind;
    widget.dataset.spec = JSON.stringify(spec);
    return widget;
  };
  return { title, about, parts: [{ id, spec }], draw, base: base ? ROOT + base : location.href };
}
