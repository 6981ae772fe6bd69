// @ts-check
/**
 * The page on which teachers assemble assignments: puzzles, lessons and drills of the site, and puzzles of their own.
 * The result is a link and its QR code; the assignments are stored here, so that the page of results knows them.
 */
import { announce } from "../ui/announce.js";
import { MOST_TASKS, fragment, written } from "./assignment.js";
import { button, element } from "../ui/element.js";
import { asked } from "./homework-engine.js";
import { made, writeMade } from "../storage/homework-kept.js";
import { isMistake } from "../storage/mistakes.js";
import { loadIndex } from "./puzzle-index.js";
import { qrCode } from "../ui/qr.js";
import { ROOT, onlyHere, pagePath } from "../runtime/site.js";
import * as storage from "../storage/storage.js";
import { say } from "../ui/strings.js";
import { toClipboard } from "../ui/take.js";

/** @typedef {{task: import("./assignment.js").Task, title: string, about: string}} Chosen */
/** @typedef {import("./puzzle-index.js").PuzzleIndex} Index */

const PLANS = 1000;
const LONGEST = 60; // characters of a title
const STRONG = { class: "kp-button kp-strong" };

/** @param {Element} place @param {AbortSignal} left fires when its page is left */
export async function mountAssign(place, left) {
  const index = await loadIndex();
  const { homework } = index;
  if (left.aborted || !homework?.work) return;
  /** @type {Chosen[]} */
  const chosen = [];
  const list = element("ol", { class: "kp-chosen" });
  const none = element("p", { class: "kp-story" }, say("assign.none"));
  const title = /** @type {HTMLInputElement} */ (element("input", { id: "kp-title", maxlength: String(LONGEST), autocomplete: "off" }));
  const make = button(say("assign.make"), give, STRONG);
  const out = element("div", { class: "kp-given", "aria-live": "polite" });
  const [puzzles, changed] = puzzleChoice(index, chosen, add, remove);
  const choice = element("div", { class: "kp-choice-of" }, puzzles, lessonChoice(index, add), drillChoice(index, add), ownChoice(index, add));
  const head = element("h2", { id: "kp-chosen" }, say("assign.chosen"));
  const named = element("p", { class: "kp-field" }, element("label", { for: "kp-title" }, say("assign.title")), title);
  title.addEventListener("input", () => out.replaceChildren());
  place.querySelector("[data-empty]")?.remove();
  place.replaceChildren(choice, element("section", { "aria-labelledby": "kp-chosen" }, head, none, list, named, make, out));
  update();

  /** @param {Chosen} one @returns {boolean} whether there was room for it */
  function add(one) {
    const twice = chosen.some(({ task }) => JSON.stringify(task) === JSON.stringify(one.task));
    if (twice || chosen.length >= MOST_TASKS) {
      announce(say(twice ? "assign.twice" : "assign.full", { n: MOST_TASKS }));
      return false;
    }
    chosen.push(one);
    announce(say("assign.added", { title: one.title, n: chosen.length }));
    update();
    return true;
  }

  /** @param {Chosen} one */
  function remove(one) {
    chosen.splice(chosen.indexOf(one), 1);
    announce(say("assign.removed", { title: one.title, n: chosen.length }));
    update();
  }

  function update() {
    out.replaceChildren();
    none.hidden = chosen.length > 0;
    make.toggleAttribute("disabled", chosen.length === 0);
    list.replaceChildren(
      ...chosen.map((one, n) => {
        const up = small("assign.up", one, () => move(n));
        up.toggleAttribute("disabled", n === 0);
        const out = small("assign.remove", one, () => {
          remove(one);
          /** @type {HTMLElement} */ (list.querySelectorAll(".kp-out")[Math.min(n, chosen.length - 1)] ?? title).focus();
        });
        out.classList.add("kp-out");
        return element("li", {}, element("span", {}, element("b", {}, one.title), " ", element("span", { class: "kp-about" }, one.about)), up, out);
      }),
    );
    changed();
  }

  /** Moves a task up. @param {number} n */
  function move(n) {
    chosen.splice(n - 1, 2, chosen[n], chosen[n - 1]);
    update();
    const up = list.children[n - 1]?.querySelector("button:not(:disabled)");
    if (up instanceof HTMLElement) up.focus();
  }

  async function give() {
    const text = await written(title.value.replace(/\s+/g, " ").trim(), chosen.map(({ task }) => task));
    const link = ROOT + homework?.work + fragment(text);
    if (homework?.results) {
      const page = new URL(ROOT + homework.results).pathname;
      writeMade(page, { text, title: title.value.trim(), made: new Date().toISOString().slice(0, 10) });
    }
    const field = /** @type {HTMLInputElement} */ (element("input", { readonly: "", class: "kp-code", "aria-label": say("assign.link") }));
    field.value = link;
    const said = element("p", { class: "kp-notice", role: "status" });
    const copy = button(say("assign.copy"), async () => {
      const copied = await toClipboard(link);
      if (!copied) field.select();
      said.textContent = say(copied ? "link.copied" : "link.copy");
      announce(said.textContent);
    }, STRONG);
    const see = element("a", { class: "kp-button", href: link }, say("assign.see"));
    const results = homework?.results ? [element("a", { class: "kp-button", href: ROOT + homework.results + fragment(text) }, say("assign.results"))] : [];
    const qr = await qrCode(link, say("assign.qr")).catch(() => null);
    const about = element("p", {}, say(qr ? "assign.given" : "assign.given.long", { n: link.length }));
    const local = onlyHere() ? [element("p", { class: "kp-notice", "data-local": "" }, say("assign.local"))] : [];
    out.replaceChildren(...local, about, field, element("p", { class: "kp-code-row" }, copy, see, ...results), said, ...(qr ? [qr] : []));
    field.focus();
  }
}

/**
 * Renders the choice of the site's puzzles, by game, kind and difficulty.
 *
 * @param {Index} index
 * @param {Chosen[]} chosen
 * @param {(one: Chosen) => boolean} add
 * @param {(one: Chosen) => void} remove
 * @returns {[Element, () => void]} the element, and a function to call after the choice has changed
 */
function puzzleChoice(index, chosen, add, remove) {
  const game = select("assign.game", Object.entries(index.games), say("assign.all"));
  const kind = select("assign.kind", Object.entries(index.kinds), say("assign.all"));
  const hard = select("assign.difficulty", [1, 2, 3, 4, 5].map((n) => [String(n), "●".repeat(n) + "○".repeat(5 - n)]), say("assign.all"));
  const found = element("ul", { class: "kp-found", tabindex: "0", "aria-label": say("assign.puzzles") });
  const count = element("p", { class: "kp-story", role: "status" });
  const form = element("form", { class: "kp-filter" }, game.label, kind.label, hard.label);
  form.addEventListener("change", show);
  form.addEventListener("submit", (event) => event.preventDefault());
  found.addEventListener("change", ({ target }) => {
    if (!(target instanceof HTMLInputElement)) return;
    const puzzle = index.puzzles.find(({ mark }) => mark === target.value);
    const before = chosen.find(({ task }) => "puzzle" in task && task.puzzle === target.value);
    if (before) remove(before);
    else if (puzzle?.mark) add({ task: { puzzle: puzzle.mark }, title: puzzle.title, about: `${index.games[puzzle.game]}, ${index.kinds[puzzle.kind]}` });
  });
  show();
  const box = element("details", { open: "" }, element("summary", {}, say("assign.puzzles")), form, count, found);
  return [box, mark];

  function show() {
    const fitting = index.puzzles.filter(
      (each) =>
        (!game.field.value || each.game === game.field.value) &&
        (!kind.field.value || each.kind === kind.field.value) &&
        (!hard.field.value || each.difficulty === Number(hard.field.value)),
    );
    found.replaceChildren(
      ...fitting.map((each) => {
        const tick = element("input", { type: "checkbox", value: each.mark ?? "" });
        const dots = element("span", { class: "kp-dots", role: "img", "aria-label": say("mistakes.difficulty", { n: each.difficulty }) }, "●".repeat(each.difficulty) + "○".repeat(5 - each.difficulty));
        const about = element("span", { class: "kp-about" }, dots, ` ${index.games[each.game]}, ${index.kinds[each.kind]}`);
        const label = element("label", {}, tick, element("span", {}, each.title), about);
        return element("li", {}, label, element("a", { href: ROOT + each.url, target: "_blank", "aria-label": say("assign.look.at", { title: each.title }) }, say("assign.look")));
      }),
    );
    count.textContent = say("assign.count", { n: fitting.length, all: index.puzzles.length });
    mark();
  }

  function mark() {
    const marks = new Set(chosen.flatMap(({ task }) => ("puzzle" in task ? [task.puzzle] : [])));
    for (const tick of found.querySelectorAll("input")) tick.checked = marks.has(tick.value);
  }
}

/** @param {Index} index @param {(one: Chosen) => boolean} add */
function lessonChoice(index, add) {
  const lessons = index.lessons ?? [];
  const options = lessons.map(({ mark, title, game }) => {
    const name = index.games[game];
    return [mark, title.includes(name) ? title : `${name}: ${title}`];
  });
  const which = select("assign.lesson", options);
  const put = button(say("assign.add"), () => {
    const lesson = lessons.find(({ mark }) => mark === which.field.value);
    if (lesson) add({ task: { lesson: lesson.mark }, title: lesson.title, about: say("homework.lesson", { game: index.games[lesson.game] }) });
  });
  return element("details", {}, element("summary", {}, say("assign.lessons")), element("div", { class: "kp-filter" }, which.label, put));
}

/** @param {Index} index @param {(one: Chosen) => boolean} add */
function drillChoice(index, add) {
  const drills = index.drills ?? [];
  const which = select("assign.game", drills.map(({ mark, title }) => [mark, title]));
  const number = select("assign.questions", [5, 10, 15, 20].map((n) => [String(n), String(n)]));
  number.field.value = "10";
  const kinds = element("fieldset", { class: "kp-drill-kinds" });
  const put = button(say("assign.add"), () => {
    const drill = drills.find(({ mark }) => mark === which.field.value);
    const ticked = [...kinds.querySelectorAll("input")].filter(({ checked }) => checked).map(({ value }) => value);
    if (!drill || !ticked.length) return announce(say("assign.kinds.none"));
    const plan = crypto.getRandomValues(new Uint16Array(1))[0] % PLANS;
    const task = { drill: drill.mark, questions: Number(number.field.value), plan, kinds: ticked };
    add({ task, title: say("homework.drill", { n: task.questions }), about: `${drill.title}: ${ticked.map((kind) => index.asked?.[kind] ?? kind).join(" ")}` });
  });
  const show = () => {
    const drill = drills.find(({ mark }) => mark === which.field.value);
    const ticks = (drill?.kinds ?? []).map((kind) => element("label", {}, element("input", { type: "checkbox", value: kind, checked: "" }), ` ${index.asked?.[kind] ?? kind}`));
    kinds.replaceChildren(element("legend", {}, say("assign.kinds")), ...ticks);
  };
  which.field.addEventListener("change", show);
  show();
  const about = element("p", { class: "kp-story" }, say("assign.drills.about"));
  return element("details", {}, element("summary", {}, say("assign.drills")), about, element("div", { class: "kp-filter" }, which.label, number.label), kinds, put);
}

/**
 * Renders the choice of a teacher's own puzzle or position, as text, or of a stored mistake.
 * @param {Index} index
 * @param {(one: Chosen) => boolean} add
 */
function ownChoice(index, add) {
  const field = /** @type {HTMLTextAreaElement} */ (element("textarea", { id: "kp-own", rows: "6", spellcheck: "false", class: "kp-code" }));
  const said = element("p", { class: "kp-notice", role: "status" });
  const take = async (/** @type {string} */ text) => {
    said.textContent = say("assign.own.checking");
    try {
      const found = await asked("own", { text }, said);
      const added = add({ task: { own: found.puzzle }, title: found.title, about: `${index.games[found.game] ?? found.game}, ${index.kinds[found.kind] ?? found.kind}` });
      said.textContent = added ? say("assign.added", { title: found.title, n: "" }).trim() : "";
      if (added) field.value = "";
    } catch (error) {
      said.textContent = error instanceof Error ? error.message : String(error);
    }
  };
  const put = button(say("assign.add"), () => (field.value.trim() ? take(field.value) : field.focus()));
  const label = element("label", { for: "kp-own" }, say("assign.own.text"));
  const mistakes = kept();
  const which = select("assign.mistake", mistakes.map(({ title }, n) => [String(n), title]));
  const again = button(say("assign.add"), () => take(mistakes[Number(which.field.value)].puzzle));
  const shelf = mistakes.length ? [element("div", { class: "kp-filter" }, which.label, again)] : [];
  return element("details", {}, element("summary", {}, say("assign.own")), element("p", { class: "kp-field" }, label, field), put, said, ...shelf);
}

/** @returns {import("../storage/mistakes.js").Mistake[]} the reader's own mistakes, of all pages */
function kept() {
  const names = storage.names().filter((name) => name.startsWith("mistake/"));
  const read = names.map((name) => /** @type {const} */ ([name.slice(name.indexOf("#") + 1), storage.parse(storage.get(name) ?? "")]));
  return read.flatMap(([id, value]) => (isMistake(id, value) ? [value] : []));
}

let labels = 0;

/** @param {string} key of its label @param {[string, string][] | string[][]} options values and labels @param {string} [all] the label of an option for none, first */
function select(key, options, all) {
  const id = `kp-select-${++labels}`;
  const field = /** @type {HTMLSelectElement} */ (element("select", { id }));
  for (const [value, text] of [...(all ? [["", all]] : []), ...options]) field.append(element("option", { value }, text));
  return { field, label: element("label", { for: id }, `${say(key)} `, field) };
}

/** Renders a small button for one of several items. @param {string} key @param {Chosen} of @param {() => void} press */
function small(key, of, press) {
  return button(say(key), press, { "aria-label": `${say(key)}: ${of.title}` });
}
