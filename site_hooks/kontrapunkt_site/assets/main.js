// @ts-check
/**
 * The entry, on every page: loads what the page needs, and no more. With the theme's instant navigation
 * (`document$`) this document stays while pages come and go; without it, every page is a document.
 */
import { applyPrefs } from "./prefs.js";

const PLAYS = ".kp[data-kp] :is(.kp-controls, [data-do])";

/** @type {typeof import("./live.js") | null} */
let live = null;
/** @type {(MouseEvent | KeyboardEvent)[]} what the reader did before the widgets were alive */
const early = [];

/** @param {MouseEvent | KeyboardEvent} event */
function hold(event) {
  const heard = event.type === "click" ? ".kp :is([data-do], [data-ui])" : ".kp";
  if (event.target instanceof Element && event.target.closest(heard)) early.push(event);
}

async function enter() {
  applyPrefs();
  const data = document.querySelector("[data-kp-data]");
  const choices = document.querySelector("[data-kp-prefs]");
  const puzzles = document.querySelector("[data-kp-puzzles]");
  const offline = document.querySelector("[data-kp-offline]");
  if (data) import("./data.js").then(({ mountData }) => mountData(data));
  if (choices) import("./choices.js").then(({ mountChoices }) => mountChoices(choices));
  if (puzzles) import("./puzzles.js").then(({ mountPuzzles }) => mountPuzzles(puzzles));
  if (offline) import("./offline.js").then(({ mountOffline }) => mountOffline(offline));
  if (document.querySelector(PLAYS)) live ??= await import("./live.js");
  live?.enter(); // on a page without widgets too: those of the last page leave
  if (!live) return;
  document.removeEventListener("click", hold);
  document.removeEventListener("keydown", hold);
  for (const event of early.splice(0)) {
    const { type, target, constructor } = event;
    target?.dispatchEvent(new /** @type {any} */ (constructor)(type, event)); // once more, now that it is heard
  }
}

document.addEventListener("click", hold);
document.addEventListener("keydown", hold);

const { document$ } = /** @type {any} */ (window);
if (document$) document$.subscribe(enter);
else enter(); // a module runs once the document is read
