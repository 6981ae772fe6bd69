// @ts-check
/**
 * The entry, on every page: loads what the page needs, and no more. With the theme's instant navigation
 * (`document$`) this document stays while pages come and go; without it, every page is a document.
 */
import { importModule } from "./files.js";
import { applyPrefs } from "./prefs.js";
import { CLOSED } from "./site.js";

const PLAYS = ".kp[data-kp] :is(.kp-controls, [data-do])";

/** The page that this document began with, and the one that is shown. */
const first = thisPage();
let shown = first;
let leaving = new AbortController();
/** @type {Element | null} what the theme swaps for that of the next page */
let container = null;
/** @type {typeof import("./live.js") | null} */
let live = null;
/** @type {Promise<void> | null} in somebody else's frame: settled when results are listened for, or cannot be */
let telling = null;
/** How often the widgets' scripts could not be loaded. */
let failed = 0;
/** @type {(MouseEvent | KeyboardEvent)[]} what the reader did before the widgets were alive */
const early = [];

/** @param {MouseEvent | KeyboardEvent} event */
function hold(event) {
  const heard = event.type === "click" ? ".kp :is([data-do], [data-ui])" : ".kp";
  if (!(event.target instanceof Element && event.target.closest(heard))) return;
  early.push(event);
  if (failed) enliven();
}

/** Which page is in the address, of which version: the mark that the build gave it, and the style sheet it asks for. */
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
  const data = document.querySelector("[data-kp-data]");
  const choices = document.querySelector("[data-kp-prefs]");
  const puzzles = document.querySelector("[data-kp-puzzles]");
  const onward = document.querySelector("[data-kp-onward]");
  const results = document.querySelector("[data-kp-results]");
  const own = document.querySelector("[data-kp-mistakes]");
  const progress = document.querySelector("[data-kp-progress]");
  const homework = document.querySelector("[data-kp-homework]");
  const day = document.querySelector("[data-kp-day]");
  const lesson = document.querySelector("[data-kp-lesson]");
  const sheets = document.querySelector("[data-kp-sheets]");
  const sheet = /** @type {HTMLAnchorElement | null} */ (document.querySelector("a[data-kp-sheet]"));
  const offline = document.querySelector("[data-kp-offline]");
  const cells = [...document.querySelectorAll(".kp-cell")];
  const above = data && import("./data.js").then(({ mountData }) => mountData(data), () => tell([data], "data.js"));
  if (choices) Promise.all([import("./choices.js"), above]).then(([{ mountChoices }]) => mountChoices(choices), () => tell([choices], "choices.js")); // it would be moved as it is pressed
  if (puzzles) import("./puzzles.js").then(({ mountPuzzles }) => mountPuzzles(puzzles, signal)); // else the list stays whole
  if (onward) import("./onward.js").then(({ mountOnward }) => mountOnward(onward, signal)).catch(none); // the links that are there stay
  if (results) import("./results.js").then(({ mountResults }) => mountResults(results, signal)).catch(none); // nothing is told
  if (progress) import("./progress.js").then(({ mountProgress }) => mountProgress(progress, signal), () => tell([progress], "progress.js"));
  if (own) import("./own-shelf.js").then(({ mountOwnShelf }) => mountOwnShelf(own, signal, enliven), () => tell([own], "own-shelf.js"));
  if (homework) mountHomework(homework, signal);
  if (day) import("./day.js").then(({ mountDay }) => mountDay(day, signal)).catch(none); // what stands there stays
  if (lesson) import("./lesson.js").then(({ mountLesson }) => mountLesson(lesson, signal)).catch(none); // its links lead on
  if (sheet) import("./shelf-print.js").then(({ mountShelfPrint }) => mountShelfPrint(sheet, signal)).catch(none); // the link leads to the sheet
  if (sheets) import("./sheets.js").then(({ mountSheets }) => mountSheets(sheets, signal), () => tell([sheets], "sheets.js"));
  if (offline) import("./offline.js").then(({ mountOffline }) => mountOffline(offline, signal)); // else its button stays hidden
  if (cells.length) import("./cells.js").then(({ mountCells }) => mountCells(cells, signal), () => tell(cells, "cells.js"));
  if (document.documentElement.dataset.kpEmbed !== undefined) telling = import("./embed.js").then(({ mountEmbed }) => mountEmbed(signal)).catch(none); // it plays in silence
  if (/^#q(=|%)/.test(location.hash)) import("./short.js").then(({ follow }) => follow()).catch(none); // the page stays
  if (live || document.querySelector(PLAYS)) enliven();
}

/** @param {Element} place @param {AbortSignal} left */
async function mountHomework(place, left) {
  const page = place.getAttribute("data-kp-homework");
  const file = page === "work" ? "homework.js" : page === "assign" ? "assign.js" : "class-results.js";
  try {
    if (page === "work") (await import("./homework.js")).mountHomework(place, left, enliven);
    else if (page === "assign") await (await import("./assign.js")).mountAssign(place, left);
    else (await import("./class-results.js")).mountClassResults(place, left);
  } catch {
    tell([place], file);
  }
}

/** Nothing is said: the page does without. */
function none() {}

/** Says what is missing. @param {Element[]} places @param {string} file @param {() => void} [again] */
async function tell(places, file, again = () => location.reload()) {
  const trouble = await import("./trouble.js");
  trouble.tell(places, file, again);
}

/** Loads what widgets need, and passes on what was done in the meantime. */
async function enliven() {
  try {
    live ??= /** @type {typeof import("./live.js")} */ (await importModule("live.js", failed));
  } catch {
    failed += 1;
    const touched = new Set(early.map(({ target }) => /** @type {Element} */ (target).closest(".kp")));
    const mute = [...document.querySelectorAll(".kp[data-kp]:has(.kp-controls)")].filter(offersNothing);
    const places = touched.size ? [...touched].filter((widget) => widget !== null) : mute.slice(0, 1);
    tell(places, "live.js", enliven);
    return;
  }
  if (telling) await telling; // the first result is heard, too
  live.enter(); // on a page without widgets too: those of the last page leave
  document.removeEventListener("click", hold);
  document.removeEventListener("keydown", hold);
  for (const event of early.splice(0)) {
    const { type, target, constructor } = event;
    target?.dispatchEvent(new /** @type {any} */ (constructor)(type, event)); // once more, now that it is heard
  }
}

/** @param {Element} widget @returns {boolean} whether none of its buttons shows before it is alive: cards alone tell nobody */
function offersNothing(widget) {
  return [...widget.querySelectorAll(".kp-controls [data-do]")].every((each) => getComputedStyle(each).visibility === "hidden");
}

/**
 * Lets the page go that was left. The theme listens to media queries for its side bars, and to the window for its
 * table of contents, as long as the document lives; by any of them it would hold the whole page. So they are taken out.
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

/** The theme has put a page of another version into this document. */
async function differ() {
  try {
    (await import("./newer.js")).tell();
  } catch {
    location.reload(); // our own files are gone
  }
}

document.addEventListener("click", hold);
document.addEventListener("keydown", hold);

if (!CLOSED) navigator.serviceWorker?.addEventListener("controllerchange", () => {
  import("./newer.js").then(({ compare }) => compare([first, shown]), () => {}); // gone, and no word to say it with
});

/** @param {() => void} hear of each page that the theme shows, of this one first */
const listen = (hear) => /** @type {any} */ (window).document$.subscribe(hear);

if ("document$" in window) listen(enter);
else {
  enter(); // a module runs once the document is read
  let told = false;
  document.addEventListener("kp:theme", () => listen(() => (told ? enter() : (told = true))), { once: true });
}
