// @ts-check
/** Links from a puzzle to others of all games; records that today's puzzle has been solved. */
import { another, any, dayOf, fitting, ofDay } from "./choose.js";
import { addDays } from "../storage/days.js";
import { LOG_WRITTEN, readLog } from "../storage/logs.js";
import { addressOf, isSolved, loadIndex, nameOf, shelfOf } from "./puzzle-index.js";
import { reached } from "../storage/reached.js";
import { pagePath } from "../runtime/site.js";
import { say } from "../ui/strings.js";

/** @typedef {import("./puzzle-index.js").Entry} Entry */

/** @param {Element} place a `[data-kp-onward]` @param {AbortSignal} left fires when its page is left */
export async function mountOnward(place, left) {
  const index = await loadIndex();
  const here = index.puzzles.find((puzzle) => addressOf(puzzle).pathname === pagePath());
  if (!here || left.aborted) return;
  const chance = Math.random();
  const list = place.querySelector("ul") ?? place.appendChild(document.createElement("ul"));
  const update = () => list.replaceChildren(...ways(index, here, chance));
  update();
  const written = () => {
    update();
    noteToday(index.puzzles, here);
  };
  document.addEventListener(LOG_WRITTEN, written, { signal: left });
}

/**
 * @param {import("./puzzle-index.js").PuzzleIndex} index
 * @param {Entry} here
 * @param {number} chance a random number, from 0, less than 1
 * @returns {Element[]} items of a list
 */
function ways({ games, kinds, themes, puzzles }, here, chance) {
  const alike = (/** @type {(puzzle: Entry) => boolean} */ test) => another(puzzles, here, test, isSolved);
  /** @type {[string, Entry | undefined][]} */
  const found = [
    [say("onward.fits"), fitting(puzzles, here, isSolved)],
    [say("onward.kind", { kind: kinds[here.kind] }), alike(({ kind }) => kind === here.kind)],
    ...here.themes.map((theme) => /** @type {[string, Entry | undefined]} */ ([
      say("onward.theme", { theme: themes[theme] }),
      alike((puzzle) => puzzle.themes.includes(theme)),
    ])),
    [say("onward.any"), any(puzzles, here, chance)],
  ];
  return found.flatMap(([label, puzzle]) => (puzzle ? [way(label, puzzle, games[puzzle.game])] : []));
}

/** @param {string} label @param {Entry} puzzle @param {string} game */
function way(label, puzzle, game) {
  const item = document.createElement("li");
  const link = document.createElement("a");
  const why = document.createElement("span");
  why.textContent = label;
  link.href = addressOf(puzzle).href;
  link.append(why, ` ${say("onward.puzzle", { title: puzzle.title, game })}`);
  item.append(link);
  return item;
}

/** Records that the puzzle of the day has been solved on its day. @param {Entry[]} puzzles @param {Entry} here */
function noteToday(puzzles, here) {
  const today = dayOf(new Date());
  const { log } = readLog(shelfOf(here), here.id);
  if (ofDay(puzzles, today) === here && log && reached(log).solved) addDays({ [today]: nameOf(here) });
}
