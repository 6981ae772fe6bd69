// @ts-check
/**
 * A shelf of puzzles: shows the reader's progress with each, filters the covers, and redirects old addresses. It
 * reads the stored logs: a puzzle solved once is solved, any other log means begun.
 */
import { readLink } from "../ui/link.js";
import { LOG_WRITTEN, progress } from "../storage/logs.js";
import { pagePath } from "../runtime/site.js";

/** @param {Element} place a `[data-kp-puzzles]` @param {AbortSignal} left fires when its page is left */
export function mountPuzzles(place, left) {
  const form = place.querySelector(".kp-filter");
  if (!(form instanceof HTMLFormElement)) return;
  const page = pagePath();
  const covers = /** @type {HTMLElement[]} */ ([...place.querySelectorAll(".kp-cover")]);
  sendOn(covers);
  form.hidden = false;
  form.addEventListener("change", narrow);
  form.addEventListener("submit", (event) => event.preventDefault());
  document.addEventListener(LOG_WRITTEN, update, { signal: left });
  window.addEventListener("storage", update, { signal: left }); // in another tab
  window.addEventListener("hashchange", () => sendOn(covers), { signal: left });
  update();
  narrow();

  function update() {
    for (const cover of covers) {
      const state = progress(page, cover.dataset.puzzle ?? "");
      const mark = cover.querySelector(".kp-state");
      cover.dataset.progress = state;
      if (mark instanceof HTMLElement) mark.textContent = mark.dataset[state] ?? "";
    }
  }

  function narrow() {
    const wanted = new FormData(/** @type {HTMLFormElement} */ (form));
    let shown = 0;
    for (const cover of covers) {
      const { kind, difficulty, themes = "", progress: state } = cover.dataset;
      const fits =
        matches("kind", [kind]) &&
        matches("difficulty", [difficulty]) &&
        matches("theme", themes.split(" ")) &&
        matches("progress", [state]);
      cover.hidden = !fits;
      shown += Number(fits);
    }
    const count = form?.querySelector("output");
    if (count) {
      const all = String(covers.length);
      count.textContent = (count.dataset.of ?? "").replace("{n}", String(shown)).replace("{all}", all);
    }

    /** @param {string} name @param {(string | undefined)[]} have */
    function matches(name, have) {
      const value = String(wanted.get(name) ?? "");
      return !value || have.includes(value);
    }
  }
}

/**
 * Redirects to the page of a puzzle in an old address: the puzzles of a shelf used to be on its page, with addresses
 * such as `#puzzle-two-bars` or `#kp=two-bars&log=...`.
 *
 * @param {HTMLElement[]} covers
 */
function sendOn(covers) {
  const shared = readLink(location.hash);
  const named = shared?.id ?? location.hash.slice(1).replace(/^(puzzle|kp)-/, "");
  const link = covers.find((cover) => cover.dataset.puzzle === named)?.querySelector("a");
  if (link) location.replace(link.href + (shared ? location.hash : ""));
}
