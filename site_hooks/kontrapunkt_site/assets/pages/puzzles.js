// @ts-check
/**
 * A shelf of puzzles: shows the progress of the reader with each, filters the covers, and redirects old addresses. The
 * filter is in the address. Progress is read from the stored logs: a puzzle solved once is solved, any other log means begun.
 */
import { element } from "../ui/element.js";
import { readLink } from "../ui/link.js";
import { LOG_WRITTEN, progress } from "../storage/logs.js";
import { ROOT, pagePath } from "../runtime/site.js";
import { keepFilter, lastFilter } from "../storage/storage.js";
import { say } from "../ui/strings.js";


/** @param {Element} place a `[data-kp-puzzles]` @param {AbortSignal} left fires when its page is left */
export function mountPuzzles(place, left) {
  const form = place.querySelector(".kp-filter");
  if (!(form instanceof HTMLFormElement)) return;
  const page = pagePath();
  const covers = /** @type {HTMLElement[]} */ ([...place.querySelectorAll(".kp-cover")]);
  const fields = [...form.querySelectorAll("select")];
  const ofAll = place.getAttribute("data-kp-puzzles") === "all";
  if (!ofAll) sendOn(covers);
  restore(fields, page);
  form.hidden = false;
  form.addEventListener("change", narrow);
  form.addEventListener("reset", () => setTimeout(narrow));
  form.addEventListener("submit", (event) => event.preventDefault());
  place.addEventListener("click", loosen);
  document.addEventListener(LOG_WRITTEN, update, { signal: left });
  window.addEventListener("storage", update, { signal: left }); // in another tab
  window.addEventListener("hashchange", () => ofAll || sendOn(covers), { signal: left });
  update();
  narrow();

  function update() {
    for (const cover of covers) {
      const { puzzle = "", shelf } = cover.dataset;
      const state = progress(shelf === undefined ? page : pagePath(new URL(ROOT + shelf)), puzzle);
      const mark = cover.querySelector(".kp-state");
      cover.dataset.progress = state;
      if (mark instanceof HTMLElement) mark.textContent = mark.dataset[state] ?? "";
    }
  }

  function narrow() {
    const shown = covers.filter((cover) => (cover.hidden = !fields.every((field) => fits(cover, field))) === false);
    const count = form?.querySelector("output");
    if (count) {
      const all = String(covers.length);
      count.textContent = (count.dataset.of ?? "").replace("{n}", String(shown.length)).replace("{all}", all);
    }
    const reset = form?.querySelector("[type=reset]");
    if (reset instanceof HTMLElement) reset.hidden = fields.every((field) => !field.value);
    const advice = place.querySelector(".kp-loosen");
    if (advice instanceof HTMLElement) {
      advice.hidden = shown.length > 0;
      advice.replaceChildren(...(shown.length ? [] : ways()));
    }
    keep(fields, page);
  }

  /** Says which fields leave nothing over, and how many puzzles there are without each. */
  function ways() {
    const found = fields.filter(({ value }) => value).map((field) => {
      const others = fields.filter((each) => each !== field);
      return { field, n: covers.filter((cover) => others.every((each) => fits(cover, each))).length };
    }).filter(({ n }) => n);
    const buttons = found.map(({ field, n }) => {
      const name = field.labels[0]?.firstElementChild?.textContent ?? field.name;
      return element("button", { type: "button", class: "kp-button", "data-loosen": field.name }, say("puzzles.without", { name, n }));
    });
    if (!buttons.length) buttons.push(element("button", { type: "button", class: "kp-button", "data-loosen": "" }, form?.querySelector("[type=reset]")?.textContent ?? ""));
    return [element("p", {}, say("puzzles.loosen")), ...buttons];
  }

  /** @param {Event} event */
  function loosen({ target }) {
    const name = target instanceof Element ? target.getAttribute("data-loosen") : null;
    if (name === null) return;
    for (const field of fields) if (!name || field.name === name) field.value = "";
    narrow();
    (fields.find((field) => field.name === name) ?? fields[0])?.focus();
  }
}

/** @param {HTMLElement} cover @param {HTMLSelectElement} field @returns {boolean} */
function fits({ dataset }, { name, value }) {
  const have = name === "theme" ? (dataset.themes ?? "").split(" ") : [dataset[name]];
  return !value || have.includes(value);
}

/** Sets the fields as the address says; without a word there, as this page was left. @param {HTMLSelectElement[]} fields @param {string} page */
function restore(fields, page) {
  let asked = new URLSearchParams(location.search);
  if (!fields.some(({ name }) => asked.has(name))) asked = new URLSearchParams(lastFilter(page));
  for (const field of fields) {
    const value = asked.get(field.name) ?? "";
    if ([...field.options].some((option) => option.value === value)) field.value = value;
  }
}

/** Writes the fields into the address, and for the next visit in this tab. @param {HTMLSelectElement[]} fields @param {string} page */
function keep(fields, page) {
  const asked = new URLSearchParams(location.search);
  const chosen = new URLSearchParams();
  for (const { name, value } of fields) {
    asked.delete(name);
    if (value) for (const each of [asked, chosen]) each.set(name, value);
  }
  const search = String(asked) ? `?${asked}` : "";
  if (search !== location.search) history.replaceState(history.state, "", location.pathname + search + location.hash);
  keepFilter(page, String(chosen));
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
