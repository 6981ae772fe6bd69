// @ts-check
/**
 * The result code of a course package, for learning platforms that accept no results: the puzzles and lessons of the
 * course as an assignment, whose link accompanies the code, and the work done in this browser.
 */
import { fragment, read, written } from "./assignment.js";
import { element } from "../ui/element.js";
import { showCode } from "./homework-code.js";
import { readLog, readSolved } from "../storage/logs.js";
import { loadIndex, shelfOf } from "./puzzle-index.js";
import { ROOT, pagePath } from "../runtime/site.js";
import { say } from "../ui/strings.js";
import { openTasks } from "./tasks.js";

/**
 * @param {Element} beside the element before it
 * @param {{items: {page: string, id: string}[], name: string, title: string}} course
 * @param {AbortSignal} left fires when the page is left
 */
export async function showCourseCode(beside, { items, name, title }, left) {
  const old = document.querySelector("[data-kp-course-code]");
  const box = old ?? element("section", { class: "kp-homework kp-code-box", "data-kp-course-code": "", "data-kp-on": "", "aria-label": say("homework.code.title") });
  if (!old) beside.after(box);
  const { puzzles, lessons = [], homework } = await loadIndex();
  /** @typedef {{task: import("./assignment.js").Task, place: string}} Found the place of a task's logs */
  const found = items.flatMap(/** @returns {Found[]} */ ({ page, id }) => {
    const puzzle = puzzles.find((each) => each.url === page && each.id === id);
    if (puzzle?.mark) return [{ task: { puzzle: puzzle.mark }, place: shelfOf(puzzle) }];
    const lesson = lessons.find((each) => each.url === page && each.id === id);
    return lesson?.mark ? [{ task: { lesson: lesson.mark }, place: pagePath(new URL(ROOT + page)) }] : [];
  });
  const text = await written(title, found.map(({ task }) => task));
  const tasks = await openTasks(await read(text), {});
  const logs = tasks.flatMap(({ parts }, n) => parts.map(({ id }) => logsOf(found[n].place, id)));
  await showCode(box, { text, title, name, tasks, logs, link: new URL((homework?.work ?? "") + fragment(text), home()).href }, left);
  box.scrollIntoView({ block: "nearest" });
}

/** @returns {string} the address of the site, if the package knows it */
const home = () => document.documentElement.dataset.kpPackage?.replace(/\/?$/, "/").replace(/^\/$/, "") || ROOT;

/** @param {string} page @param {string} id @returns {string[][]} the log of the best solution, else the last log */
function logsOf(page, id) {
  const log = readSolved(page, id) ?? readLog(page, id).log;
  return log ? [log] : [];
}
