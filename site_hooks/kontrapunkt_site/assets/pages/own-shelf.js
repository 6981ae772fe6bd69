// @ts-check
/**
 * The shelf of puzzles from the reader's own mistakes, by game. `#own-<id>` in the address opens one, which the
 * engine draws. Mounted in `[data-kp-mistakes]`.
 */
import { element, standAlone } from "../ui/element.js";
import { LOG_WRITTEN, progress } from "../storage/logs.js";
import { MISTAKES_CHANGED, readMistakes, removeMistake } from "../storage/mistakes.js";
import { pagePath } from "../runtime/site.js";
import { parse } from "../storage/storage.js";
import { say } from "../ui/strings.js";

/** @typedef {import("../storage/mistakes.js").Mistake} Mistake */

const OPENED = "#own-";

/** @returns {string} the puzzle in the address; empty for none */
const asked = () => (location.hash.startsWith(OPENED) ? location.hash.slice(OPENED.length) : "");

/**
 * @param {Element} place
 * @param {AbortSignal} left fires when its page is left
 * @param {() => void} enliven mounts new widgets
 */
export function mountOwnShelf(place, left, enliven) {
  const page = pagePath();
  const names = parse(place.getAttribute("data-names") ?? "") ?? {};
  const rules = parse(place.getAttribute("data-rules") ?? "") ?? {};
  const empty = place.querySelector("[data-empty]");
  const template = place.querySelector("template");
  const room = place.appendChild(document.createElement("div"));
  let [shown, seen] = ["", ""]; // the open puzzle, and the address at that time
  show();
  const listed = () => shown || show();
  const look = () => asked() === seen || show();
  document.addEventListener(MISTAKES_CHANGED, show, { signal: left });
  document.addEventListener(LOG_WRITTEN, listed, { signal: left });
  window.addEventListener("storage", listed, { signal: left }); // in another tab
  window.addEventListener("hashchange", look, { signal: left });
  window.addEventListener("popstate", () => setTimeout(look), { signal: left });
  place.addEventListener("click", () => setTimeout(look), { signal: left }); // the theme changes the address without an event

  /** Shows the puzzle in the address, else the shelf. */
  function show() {
    if (left.aborted || pagePath() !== page) return;
    const kept = readMistakes(page);
    const id = (seen = asked());
    const mistake = kept.get(id);
    if (empty instanceof HTMLElement) empty.hidden = kept.size > 0;
    if (mistake && shown === id) return;
    shown = mistake ? id : "";
    standAlone(place, Boolean(mistake));
    room.replaceChildren(...(mistake ? puzzle(id, mistake) : shelves(kept)));
    if (!mistake) return;
    room.querySelector("h1")?.focus({ preventScroll: true });
    scrollTo(0, 0);
    enliven();
  }

  /** @param {Map<string, Mistake>} kept @returns {Element[]} a heading and covers for each game */
  function shelves(kept) {
    const games = new Set([...Object.keys(names.games ?? {}), ...[...kept.values()].map(({ game }) => game)]);
    return [...games].flatMap((game) => {
      const found = [...kept].filter(([, each]) => each.game === game);
      if (!found.length) return [];
      const list = element("ol", { class: "kp-shelf" }, ...found.map(([id, each]) => cover(id, each)));
      return [element("h2", {}, names.games?.[game] ?? game), list];
    });
  }

  /** @param {string} id @param {Mistake} mistake */
  function cover(id, { kind, difficulty, title, kept }) {
    const state = progress(page, id);
    const remove = element("button", { type: "button", class: "kp-button kp-remove" });
    const ask = (/** @type {"remove" | "remove.sure"} */ key) => {
      remove.textContent = say(`mistakes.${key}`);
      remove.setAttribute("aria-label", `${say(`mistakes.${key}`)}: ${title}`);
    };
    remove.addEventListener("click", () => {
      if (remove.textContent === say("mistakes.remove.sure")) removeMistake(page, id);
      else ask("remove.sure");
    });
    remove.addEventListener("blur", () => ask("remove"));
    ask("remove");
    const dots = element("span", { class: "kp-dots", role: "img" }, "●".repeat(difficulty) + "○".repeat(5 - difficulty));
    dots.setAttribute("aria-label", say("mistakes.difficulty", { n: difficulty }));
    const mark = element("span", { class: "kp-state" }, state === "new" ? "" : say(`mistakes.${state}`));
    const line = element("p", { class: "kp-puzzle-kind" }, dots, ` ${names.kinds?.[kind] ?? kind}`, mark);
    const link = element("a", { href: OPENED + id }, element("b", {}, title));
    const date = new Date(`${kept}T12:00`).toLocaleDateString(document.documentElement.lang, { dateStyle: "medium" });
    const day = element("p", { class: "kp-story" }, say("mistakes.day", { day: date }));
    return element("li", { class: "kp-cover", "data-puzzle": id, "data-progress": state }, link, line, day, remove);
  }

  /** @param {string} id @param {Mistake} mistake @returns {Element[]} its page */
  function puzzle(id, { game, title, puzzle: file }) {
    const back = element("a", { href: "#shelf" }, say("mistakes.back"));
    const head = element("h1", { tabindex: "-1" }, title);
    const widget = /** @type {HTMLElement} */ (template?.content.firstElementChild?.cloneNode(true));
    widget.id = `kp-${id}`;
    widget.dataset.spec = JSON.stringify({ format: 1, kind: "puzzle", id, puzzle: file, rule_pages: rules });
    const mark = element("p", { class: "kp-shelfmark" }, back, " ", element("span", {}, names.games?.[game] ?? game));
    return [mark, element("div", { class: "kp-own-page" }, element("section", { class: "kp-puzzle" }, head, widget))];
  }
}
