// @ts-check
/**
 * The entry on every page: loads only the modules that the page needs. With the theme's instant navigation
 * (`document$`) this document stays while pages change; without it, every page is a document.
 */
import { importModule } from "./runtime/files.js";
import { applyPrefs } from "./storage/prefs.js";
import { CLOSED } from "./runtime/site.js";

const EXPLAINED = ".md-content a[href*='#']:not(.kp-rule-id)";
const WITH_STATE = "a[data-kp-state]"; // until then they lead to the widget
const PLAYS = ".kp[data-kp] :is(.kp-controls, [data-do])";

/**
 * A part of a page that a module controls.
 *
 * @typedef {object} Part
 * @property {string} mark the selector of its place
 * @property {() => Promise<any>} load
 * @property {(module: any, place: Element, left: AbortSignal) => unknown} mount
 * @property {string} [file] named to the reader if it cannot be loaded
 * @property {boolean} [optional] whether the page works without it, so that errors are ignored
 * @property {string} [after] a part to mount before, as it moves this one
 */

/** @type {Part[]} */
const PARTS = [
  { mark: "[data-kp-data]", file: "data.js", load: () => import("./pages/data.js"), mount: (it, place) => it.mountData(place) },
  { mark: "[data-kp-prefs]", file: "choices.js", load: () => import("./pages/choices.js"), mount: (it, place) => it.mountChoices(place), after: "[data-kp-data]" },
  { mark: "[data-kp-puzzles]", load: () => import("./pages/puzzles.js"), mount: (it, place, left) => it.mountPuzzles(place, left) },
  { mark: "[data-kp-onward]", optional: true, load: () => import("./pages/onward.js"), mount: (it, place, left) => it.mountOnward(place, left) },
  { mark: "[data-kp-results]", optional: true, load: () => import("./pages/results.js"), mount: (it, place, left) => it.mountResults(place, left) },
  { mark: "[data-kp-progress]", file: "progress.js", load: () => import("./pages/progress.js"), mount: (it, place, left) => it.mountProgress(place, left) },
  { mark: "[data-kp-mistakes]", file: "own-shelf.js", load: () => import("./pages/own-shelf.js"), mount: (it, place, left) => it.mountOwnShelf(place, left, enliven) },
  { mark: "[data-kp-homework=work]", file: "homework.js", load: () => import("./pages/homework.js"), mount: (it, place, left) => it.mountHomework(place, left, enliven) },
  { mark: "[data-kp-homework=assign]", file: "assign.js", load: () => import("./pages/assign.js"), mount: (it, place, left) => it.mountAssign(place, left) },
  { mark: "[data-kp-homework=results]", file: "class-results.js", load: () => import("./pages/class-results.js"), mount: (it, place, left) => it.mountClassResults(place, left) },
  { mark: "[data-kp-home]", optional: true, load: () => import("./pages/home.js"), mount: (it, place, left) => it.mountHome(place, left) },
  { mark: "[data-kp-day]", optional: true, load: () => import("./pages/day.js"), mount: (it, place, left) => it.mountDay(place, left) },
  { mark: "[data-kp-lesson]", optional: true, load: () => import("./pages/lesson.js"), mount: (it, place, left) => it.mountLesson(place, left) },
  { mark: "a[data-kp-sheet]", optional: true, load: () => import("./pages/shelf-print.js"), mount: (it, link, left) => it.mountShelfPrint(link, left) },
  { mark: "[data-kp-sheets]", file: "sheets.js", load: () => import("./pages/sheets.js"), mount: (it, place, left) => it.mountSheets(place, left) },
  { mark: "[data-kp-offline]", load: () => import("./runtime/offline.js"), mount: (it, button, left) => it.mountOffline(button, left) },
  { mark: ".kp-cell", file: "cells.js", load: () => import("./pages/cells.js"), mount: (it, _, left) => it.mountCells([...document.querySelectorAll(".kp-cell")], left) },
];

/** The page with which this document began, and the one shown now. */
const first = thisPage();
let shown = first;
let leaving = new AbortController();
/** @type {Element | null} the element that the theme replaces on navigation */
let container = null;
/** @type {typeof import("./widgets/live.js") | null} */
let live = null;
/** @type {Promise<void> | null} in a frame: settled when results can be reported, or never can */
let telling = null;
/** The number of failed attempts to load the widgets' scripts. */
let failed = 0;
/** @type {(MouseEvent | KeyboardEvent)[]} events before the widgets were ready */
const early = [];

/** @param {MouseEvent | KeyboardEvent} event */
function hold(event) {
  const heard = event.type === "click" ? ".kp :is([data-do], [data-ui])" : ".kp";
  if (!(event.target instanceof Element && event.target.closest(heard))) return;
  early.push(event);
  if (failed) enliven();
}

/** The present page and its version: the mark from the build, and the address of its style sheet. */
function thisPage() {
  const mark = document.querySelector('meta[name="kontrapunkt-page"]')?.getAttribute("content") ?? "";
  const style = document.querySelector('link[rel="stylesheet"][href$="/kontrapunkt.css"]');
  return { href: location.href, mark, style: style instanceof HTMLLinkElement ? style.href : "" };
}

function enter() {
  letGo();
  const { signal } = leaving;
  shown = thisPage();
  if (shown.style !== first.style) differ();
  applyPrefs();
  for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll(WITH_STATE))) link.hash = link.dataset.kpState ?? "";
  /** @type {Map<string, Promise<void>>} */
  const mounted = new Map();
  for (const part of PARTS) {
    const place = document.querySelector(part.mark);
    if (place) mounted.set(part.mark, mount(part, place, signal, mounted.get(part.after ?? "")));
  }
  if (document.documentElement.dataset.kpEmbed !== undefined) telling = import("./widgets/embed.js").then(({ mountEmbed }) => mountEmbed(signal)).catch(() => {}); // without results
  if (/^#q(=|%)/.test(location.hash)) import("./pages/short.js").then(({ follow }) => follow()).catch(() => {}); // the page stays as it is
  if (live || document.querySelector(PLAYS)) enliven();
}

/**
 * Mounts a part of the page.
 *
 * @param {Part} part @param {Element} place @param {AbortSignal} left
 * @param {Promise<void>} [earlier] the part to wait for
 */
async function mount(part, place, left, earlier) {
  try {
    const module = await part.load();
    await earlier;
    await part.mount(module, place, left);
  } catch (error) {
    if (part.optional) return;
    console.error(error);
    if (part.file) tell([...document.querySelectorAll(part.mark)], part.file);
  }
}

/** Shows an error where a module is missing. @param {Element[]} places @param {string} file @param {() => void} [again] */
async function tell(places, file, again = () => location.reload()) {
  const trouble = await import("./runtime/trouble.js");
  trouble.tell(places, file, again);
}

/** Loads the widgets' scripts and passes on the events that came before. */
async function enliven() {
  try {
    live ??= /** @type {typeof import("./widgets/live.js")} */ (await importModule("live.js", failed));
  } catch {
    failed += 1;
    const touched = new Set(early.map(({ target }) => /** @type {Element} */ (target).closest(".kp")));
    const mute = [...document.querySelectorAll(".kp[data-kp]:has(.kp-controls)")].filter(offersNothing);
    const places = touched.size ? [...touched].filter((widget) => widget !== null) : mute.slice(0, 1);
    tell(places, "live.js", enliven);
    return;
  }
  if (telling) await telling; // so that the first result is reported
  live.enter(); // also on a page without widgets, to leave those of the last page
  document.removeEventListener("click", hold);
  document.removeEventListener("keydown", hold);
  for (const event of early.splice(0)) {
    const { type, target, constructor } = event;
    target?.dispatchEvent(new /** @type {any} */ (constructor)(type, event)); // again, now that there is a listener
  }
}

/** @param {Element} widget @returns {boolean} whether it shows no button before it is ready, so that it needs a sign */
function offersNothing(widget) {
  return [...widget.querySelectorAll(".kp-controls [data-do]")].every((each) => getComputedStyle(each).visibility === "hidden");
}

/**
 * Releases the page that was left. The theme listens to media queries for its side bars, and to the window for its
 * table of contents, for the life of the document; each listener would retain the whole page. So the elements are
 * removed.
 */
function letGo() {
  leaving.abort();
  leaving = new AbortController();
  const left = container;
  container = document.querySelector('[data-md-component="container"]');
  if (left === container) return;
  for (const part of left?.querySelectorAll("[data-md-component=sidebar], [data-md-component=toc]") ?? []) {
    part.remove();
    part.replaceChildren();
  }
}

/** Handles a page of another version in this document. */
async function differ() {
  try {
    (await import("./runtime/newer.js")).tell();
  } catch {
    location.reload(); // our own files are gone
  }
}

/**
 * Shows the sentence of a rule or term in place, where a link to it is pointed at, focused or pressed.
 *
 * @param {Event} event
 */
function explain(event) {
  const link = event.target instanceof Element ? event.target.closest(EXPLAINED) : null;
  if (document.documentElement.dataset.kpEmbed !== undefined) return; // a rule is read outside of the frame
  if (!(link instanceof HTMLAnchorElement) || !/#(?:[A-Z]{2,4}-[A-Z]\d+|word-[^#]+)$/.test(link.href)) return;
  if (event instanceof PointerEvent && event.type === "pointerover" && event.pointerType !== "mouse") return;
  if (event instanceof MouseEvent && event.type === "click") {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation(); // the theme would follow it
  }
  const follow = () => event.type === "click" && location.assign(link.href);
  import("./ui/explain.js").then(({ show }) => show(link, event)).catch(follow);
}

/** Closes the header's chapter: on Escape, or on a click beside it or on one of its links. @param {MouseEvent | KeyboardEvent} event */
function fold(event) {
  const menu = document.querySelector(".kp-chapter[open]");
  if (!menu || (event instanceof KeyboardEvent && event.key !== "Escape")) return;
  const { target } = event;
  if (event.type === "click" && target instanceof Element && menu.contains(target) && !target.closest("a")) return;
  menu.removeAttribute("open");
  if (event.type === "keydown") menu.querySelector("summary")?.focus();
}

/**
 * Moves focus to the button that a skip link leads to: the theme would scroll there and drop it. While a deal is being
 * played, that button deals no other, and focus goes to the reader's hand.
 *
 * @param {MouseEvent} event
 */
function skip(event) {
  const link = event.target instanceof Element ? event.target.closest(".md-skip") : null;
  const goal = link instanceof HTMLAnchorElement && document.getElementById(link.hash.slice(1));
  if (!(goal instanceof HTMLButtonElement)) return;
  event.preventDefault();
  event.stopPropagation();
  const table = goal.matches("[aria-disabled=true]") ? goal.closest(".kp") : null;
  const places = [...(table?.querySelectorAll("[data-focus], [data-waits]") ?? [])];
  const due = places.find((each) => each.checkVisibility());
  (due instanceof HTMLElement ? due : goal).focus();
}

document.addEventListener("click", skip, true);
document.addEventListener("pointerover", explain);
document.addEventListener("focusin", explain);
document.addEventListener("click", explain, true);
document.addEventListener("click", hold);
document.addEventListener("keydown", hold);
document.addEventListener("click", fold);
document.addEventListener("keydown", fold);

if (!CLOSED) navigator.serviceWorker?.addEventListener("controllerchange", () => {
  import("./runtime/newer.js").then(({ compare }) => compare([first, shown]), () => {}); // they are gone, and there is no text to say so
});

/** @param {() => void} hear called for each page of the theme, first for this one */
const listen = (hear) => /** @type {any} */ (window).document$.subscribe(hear);

if ("document$" in window) listen(enter);
else {
  enter(); // modules run after the document is parsed
  let told = false;
  document.addEventListener("kp:theme", () => listen(() => (told ? enter() : (told = true))), { once: true });
}
