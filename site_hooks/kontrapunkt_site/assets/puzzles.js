// @ts-check
/**
 * A page of puzzles: shows how far the reader has come with each, and narrows the list. It reads the logs that are
 * kept anyway: what has been solved once is solved, any other log has been begun.
 */
import { LOG_WRITTEN, readLog, readSolved } from "./logs.js";
import { pagePath } from "./site.js";

/** @param {Element} place a `[data-kp-puzzles]` @param {AbortSignal} left fires when its page is left */
export function mountPuzzles(place, left) {
  const form = place.querySelector(".kp-filter");
  if (!(form instanceof HTMLFormElement)) return;
  const page = pagePath();
  const sections = /** @type {HTMLElement[]} */ ([...place.querySelectorAll(".kp-puzzle")]);
  form.hidden = false;
  form.addEventListener("change", narrow);
  form.addEventListener("submit", (event) => event.preventDefault());
  document.addEventListener(LOG_WRITTEN, update, { signal: left });
  window.addEventListener("storage", update, { signal: left }); // in another tab
  update();

  function update() {
    for (const section of sections) {
      const state = progress(page, section.dataset.puzzle ?? "");
      const item = place.querySelector(`.kp-puzzle-index [data-puzzle="${section.dataset.puzzle}"]`);
      const mark = item?.querySelector(".kp-state");
      section.dataset.progress = state;
      item?.setAttribute("data-progress", state);
      if (mark instanceof HTMLElement) mark.textContent = mark.dataset[state] ?? "";
    }
  }

  function narrow() {
    const wanted = new FormData(/** @type {HTMLFormElement} */ (form));
    let shown = 0;
    for (const section of sections) {
      const { kind, difficulty, themes = "", progress: state } = section.dataset;
      const fits =
        matches("kind", [kind]) &&
        matches("difficulty", [difficulty]) &&
        matches("theme", themes.split(" ")) &&
        matches("progress", [state]);
      section.hidden = !fits;
      const item = place.querySelector(`.kp-puzzle-index [data-puzzle="${section.dataset.puzzle}"]`);
      if (item instanceof HTMLElement) item.hidden = !fits;
      shown += Number(fits);
    }
    const count = form?.querySelector("output");
    if (count) {
      const all = String(sections.length);
      count.textContent = (count.dataset.of ?? "").replace("{n}", String(shown)).replace("{all}", all);
    }

    /** @param {string} name @param {(string | undefined)[]} have */
    function matches(name, have) {
      const value = String(wanted.get(name) ?? "");
      return !value || have.includes(value);
    }
  }
}

/** @param {string} page @param {string} id @returns {"new" | "tried" | "solved"} */
function progress(page, id) {
  if (readSolved(page, id)) return "solved";
  return readLog(page, id).log ? "tried" : "new";
}
