// @ts-check
/**
 * Home: what a reader who has been here may continue, and after the first move what comes next. Mounted in
 * `[data-kp-home]`; the paragraphs before and after it have the words for a new reader and for one who has moved.
 */
import { dayOf, streak } from "./choose.js";
import { addressOf, loadIndex, shelfOf } from "./puzzle-index.js";
import { readDays } from "../storage/days.js";
import { STEPPED, progress } from "../storage/logs.js";
import { names } from "../storage/storage.js";
import { ROOT, pageAddress, pagePath } from "../runtime/site.js";
import { element } from "../ui/element.js";
import { say } from "../ui/strings.js";

const TABLE = /^log\/(.*\/play\/)#table$/;
const LESSON = /^lesson\/(.*)#(.*)$/;

/** @param {HTMLElement} place @param {AbortSignal} left fires when its page is left */
export async function mountHome(place, left) {
  const words = [place.previousElementSibling, place, place.nextElementSibling];
  const show = (/** @type {Element | null} */ chosen) => {
    for (const each of words) each?.toggleAttribute("hidden", each !== chosen);
  };
  const moved = () => show(place.nextElementSibling);
  document.querySelector(".kp-home .kp")?.addEventListener(STEPPED, moved, { signal: left, once: true });
  if (!names().some((name) => /^(log|lesson)\//.test(name))) return;
  const found = await ways();
  if (!found.length || left.aborted) return;
  const parts = found.flatMap(([text, href], at) => [at ? " · " : " ", element("a", { href }, text)]);
  place.replaceChildren(element("strong", {}, say("home.continue")), ...parts);
  show(place);
}

/** @returns {Promise<[string, string][]>} sentences with their addresses: a table, a lesson, a puzzle, the days in a row */
async function ways() {
  const { games, lessons = [], puzzles } = await loadIndex();
  const stored = names();
  const root = new URL(ROOT).pathname;
  const tables = stored.flatMap((name) => TABLE.exec(name)?.[1] ?? []);
  const table = tables.map((path) => ({ path, game: games[path.slice(root.length).split("/")[0]] })).find(({ game }) => game);
  const places = stored.flatMap((name) => [LESSON.exec(name)?.slice(1)]).filter((found) => found !== undefined);
  const at = places.map(([path, id]) => lessons.find((each) => each.id === id && pagePath(new URL(ROOT + each.url)) === path));
  const lesson = at.find((each) => each);
  const tried = puzzles.find((each) => stored.includes(`log/${shelfOf(each)}#${each.id}`) && progress(shelfOf(each), each.id) === "tried");
  const days = readDays();
  const row = streak(days, dayOf(new Date()));
  /** @type {([string, string] | false | undefined)[]} */
  const found = [
    table && [say("home.table", { game: table.game }), pageAddress(table.path)],
    lesson && [say("home.lesson", { title: lesson.title }), pageAddress(pagePath(new URL(ROOT + lesson.url)))],
    tried && [say("home.puzzle", { title: tried.title }), addressOf(tried).href],
    row > 0 && [say(dayOf(new Date()) in days ? "home.streak.done" : "home.streak", { n: row }), "#today"],
  ];
  return found.filter((each) => each !== undefined && each !== false);
}
