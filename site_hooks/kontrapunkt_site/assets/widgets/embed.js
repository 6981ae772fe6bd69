// @ts-check
/**
 * A page in another page's frame (`?embed=ID`). It tells the page around it, by `postMessage`, its height and the
 * results: `{kontrapunkt: 1, type: "ready" | "height" | "result", ...}`. It reports no result before the reader does
 * something. It accepts only one message, a course package's request for a result code.
 */
import { element } from "../ui/element.js";
import { writeLink } from "../ui/link.js";
import { STEPPED } from "../storage/logs.js";
import { resultOf, sum } from "./result.js";
import { ROOT, pagePath } from "../runtime/site.js";
import { statement } from "./statement.js";
import { say } from "../ui/strings.js";

const VERSION = 1;
const ROUND = 10; // questions of a drill
const REST = 120; // ms without movement
const LICENCE = "https://creativecommons.org/licenses/by-sa/4.0/";

/** @typedef {import("./result.js").Result & {done: boolean}} Done */

/** @param {AbortSignal} left fires when the page is left */
export function mountEmbed(left) {
  const id = document.documentElement.dataset.kpEmbed ?? "";
  if (id && !document.querySelector("[data-kp-on]")) {
    const sentence = element("p", { "data-kp-on": "" }, say("link.unknown", { id }));
    document.querySelector(".md-content article")?.replaceChildren(sentence);
  }
  const shown = /** @type {HTMLElement} */ (["[data-kp-on]", ".md-content article", "body"].map((each) => document.querySelector(each)).find(Boolean));
  const lesson = shown.hasAttribute("data-kp-lesson") ? shown : null;
  /** @type {Map<string, Done>} by widget, in this visit */
  const results = new Map();
  let [wide, high] = [0, 0];

  const page = new URL(location.href);
  page.search = "";
  page.hash = id && !lesson ? `#kp-${id}` : "";
  const source = element("a", { href: page.href, target: "_blank", rel: "noopener" }, document.title);
  const licence = element("a", { href: LICENCE, target: "_blank", rel: "license noopener" }, "CC BY-SA 4.0");
  if (!document.querySelector(".kp-source")) shown.after(element("p", { class: "kp-source", "data-kp-on": "" }, source, ", ", licence));

  let resting = 0;
  new ResizeObserver(() => {
    clearTimeout(resting);
    resting = window.setTimeout(measure, REST);
  }).observe(document.body);
  document.addEventListener("click", lead, { capture: true, signal: left });
  document.addEventListener(STEPPED, step, { signal: left });
  if (document.documentElement.dataset.kpPackage !== undefined) window.addEventListener("message", showCode, { signal: left });
  tell("ready", { id, title: document.title });

  /** Reports the height: at a given width it never decreases, to prevent oscillating layouts. */
  function measure() {
    const needed = Math.ceil(document.body.scrollHeight);
    if (innerWidth === wide && needed <= high) return;
    [wide, high] = [innerWidth, needed];
    tell("height", { height: high });
  }

  /** Makes a link lead out of the frame. @param {Event} event */
  function lead(event) {
    const { target } = event;
    const link = target instanceof Element ? target.closest("a[href]") : null;
    if (!(link instanceof HTMLAnchorElement) || (link.pathname === location.pathname && link.hash)) return;
    const home = document.documentElement.dataset.kpPackage; // of a package, which lacks the rest of the site
    if (home === "" && link.href.startsWith(ROOT)) event.preventDefault();
    if (home && link.href.startsWith(ROOT)) link.href = home.replace(/\/?$/, "/") + link.href.slice(ROOT.length);
    link.target = "_blank";
    link.rel = "noopener";
  }

  /** Shows the result code at the request of a package's page. @param {MessageEvent} event */
  async function showCode({ data, source, origin }) {
    if (source !== parent || origin !== location.origin || data?.kontrapunkt !== VERSION || data.type !== "code") return;
    const { showCourseCode } = await import("../pages/course-code.js");
    showCourseCode(document.querySelector(".kp-source") ?? shown, data, left);
  }

  /** @param {Event} event */
  function step(event) {
    const { id: widget, log } = /** @type {CustomEvent<{id: string, log: string[]}>} */ (event).detail;
    const at = /** @type {HTMLElement} */ (event.target);
    if (log.length < 2 || !shown.contains(at)) return;
    const now = doneIn(at, log, lesson !== null);
    results.set(widget, results.get(widget)?.done && !now.done ? { ...now, done: true, right: now.of } : now);
    const { right, of, tries, hints, seconds } = sum([...results.values()]);
    const asked = lesson ? lesson.querySelectorAll('.kp[data-kp="puzzle"]').length : of; // in a lesson all questions count
    const solved = [...results].filter(([, { done }]) => done).map(([name]) => name);
    const done = lesson ? right >= asked : solved.length === results.size;
    const link = lesson ? page.pathname + location.hash : new URL(writeLink(pagePath(), widget, log)).hash;
    const kind = lesson ? "lesson" : (at.dataset.kp ?? "");
    const told = done && { statement: statement({ kind, address: page.href, title: document.title, right, asked, seconds }) };
    tell("result", { id, done, right, asked, tries, hints, seconds, solved, link, ...told });
  }
}

/** @param {HTMLElement} widget @param {string[]} log @param {boolean} taught whether it is part of a lesson, where only questions count @returns {Done} */
function doneIn(widget, log, taught) {
  const kind = widget.dataset.kp ?? "";
  const result = resultOf(kind, [log], ROUND);
  if (kind === "drill") return { ...result, done: result.tries >= result.of };
  if (kind === "puzzle") return { ...result, done: result.solved };
  const last = widget.querySelector(".kp-body [data-do=next]")?.getAttribute("aria-disabled") === "true";
  const of = Number(!taught);
  return { ...result, right: last ? of : 0, of, done: last };
}

/** @param {"ready" | "height" | "result"} type @param {object} what */
function tell(type, what) {
  if (parent !== window) parent.postMessage({ kontrapunkt: VERSION, type, ...what }, "*"); // any embedding page may know it
}
