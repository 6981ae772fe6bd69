// @ts-check
/**
 * The puzzle of the day, those of the past month, and the number of consecutive days solved. Mounted in
 * `[data-kp-day]`.
 */
import { dateOf, dayOf, ofDay, streak } from "./choose.js";
import { readDays } from "../storage/days.js";
import { addressOf, isSolved, loadIndex } from "./puzzle-index.js";
import { say } from "../ui/strings.js";

/** @typedef {import("./puzzle-index.js").Entry} Entry */
/** @typedef {import("./puzzle-index.js").PuzzleIndex} PuzzleIndex */

const MONTH = 31; // days in the calendar, including today
const WEEK = 7;
const SUNDAY_FIRST = 3; // day 0, 1 January 1970, was a Thursday: three days after a Monday

/** @param {Element} place @param {AbortSignal} left fires when its page is left */
export async function mountDay(place, left) {
  const index = await loadIndex();
  if (!index.puzzles.length || left.aborted) return;
  const show = () => place.replaceChildren(...parts(index, dayOf(new Date())));
  show();
  window.addEventListener("storage", show, { signal: left }); // in another tab
}

/** @param {PuzzleIndex} index @param {number} today @returns {Element[]} */
function parts(index, today) {
  const { puzzles, games, kinds } = index;
  const puzzle = ofDay(puzzles, today);
  const days = readDays();
  const link = element("a", "kp-day-link", puzzle.title);
  link.setAttribute("href", addressOf(puzzle).href);
  const about = say("day.about", {
    game: games[puzzle.game],
    kind: kinds[puzzle.kind],
    difficulty: puzzle.difficulty,
  });
  const solved = puzzles.filter(isSolved).length;
  const row = streak(days, today);
  const counted = [
    today in days ? say("day.done") : "",
    row > 1 ? say("day.streak", { n: row }) : "",
    solved ? say("day.solved", { n: solved, all: puzzles.length }) : "",
  ];
  const month = document.createElement("details");
  month.append(element("summary", "", say("day.month")), calendar(index, today, days));
  const title = element("p", "kp-day-title");
  title.append(link, " ", element("span", "kp-day-about", about));
  return [title, element("p", "kp-day-count", counted.filter(Boolean).join(" ")), month];
}

/** @param {PuzzleIndex} index @param {number} today @param {import("../storage/days.js").Days} days */
function calendar({ puzzles }, today, days) {
  const list = element("ol", "kp-calendar");
  const first = today - MONTH + 1;
  list.style.setProperty("--kp-weekday", String(((first + SUNDAY_FIRST) % WEEK) + 1));
  for (let day = first; day <= today; day += 1) {
    const puzzle = ofDay(puzzles, day);
    const state = day in days ? "day" : isSolved(puzzle) ? "later" : "open";
    const link = element("a", "", String(dateOf(day).getUTCDate()));
    const date = dateOf(day).toLocaleDateString(document.documentElement.lang, {
      timeZone: "UTC",
      day: "numeric",
      month: "long",
    });
    const name = say(`day.${state}`, { date, title: puzzle.title });
    link.setAttribute("href", addressOf(puzzle).href);
    link.setAttribute("aria-label", name);
    link.title = name;
    link.dataset.state = state;
    const item = document.createElement("li");
    item.append(link);
    list.append(item);
  }
  return list;
}

/** @param {string} tag @param {string} name its class @param {string} [text] */
function element(tag, name, text = "") {
  const made = document.createElement(tag);
  made.className = name;
  made.textContent = text;
  return made;
}
