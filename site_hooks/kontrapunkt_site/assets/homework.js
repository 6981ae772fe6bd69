// @ts-check
/**
 * Where a pupil does an assignment that came by link: who they are, the tasks one by one, and at the end a code of all
 * that was done. The link stays the page's address, with the place in the assignment behind it, so that the browser's
 * own way back leads back and a page that is loaded anew is where it was.
 */
import { announce } from "./announce.js";
import { Unreadable, fragment, placeIn, read, textIn } from "./assignment.js";
import { button, element, standAlone } from "./element.js";
import { showCode } from "./homework-code.js";
import { begun, logsOf, placeOf, readDoing, writeDoing } from "./homework-kept.js";
import { loadSteps } from "./foreseen.js";
import { mountLesson } from "./lesson.js";
import { LOG_WRITTEN } from "./logs.js";
import { loadIndex } from "./puzzle-index.js";
import { resultOf, sum } from "./result.js";
import { ROOT, pagePath, savesData, whenIdle } from "./site.js";
import { parse } from "./storage.js";
import { say } from "./strings.js";
import { openTasks } from "./tasks.js";

/** @typedef {import("./assignment.js").Assignment & {opened: import("./tasks.js").Opened[]}} Open */

const LONGEST = 40; // signs of a name

/**
 * @param {Element} place
 * @param {AbortSignal} left fires when its page is left
 * @param {() => void} enliven has the widgets that are new here taken up
 */
export function mountHomework(place, left, enliven) {
  const page = pagePath();
  const rules = parse(place.getAttribute("data-rules") ?? "") ?? {};
  const empty = place.querySelector("[data-empty]");
  const room = place.appendChild(document.createElement("div"));
  const around = place.closest(".md-main__inner");
  let seen = " "; // the fragment that is shown
  /** @type {Promise<Open> | null} */
  let loading = null;
  let gone = new AbortController(); // of the task that is shown
  const look = () => pagePath() === page && location.hash !== seen && show();
  window.addEventListener("hashchange", look, { signal: left });
  window.addEventListener("popstate", () => setTimeout(look), { signal: left });
  place.addEventListener("click", follow, { signal: left });
  for (const type of ["pointerover", "focusin"]) place.addEventListener(type, lead, { signal: left });
  left.addEventListener("abort", () => gone.abort());
  return show();

  /** Shows what the address names. */
  async function show() {
    const first = seen === " ";
    seen = location.hash;
    gone.abort();
    gone = new AbortController();
    const text = textIn(seen);
    if (empty instanceof HTMLElement) empty.hidden = Boolean(text);
    standAlone(place, Boolean(text));
    around?.classList.remove("kp-at-task");
    if (!text) {
      room.replaceChildren(...list());
      return;
    }
    const here = seen;
    try {
      const now = await (loading ??= open(text));
      if (now.text !== text) {
        loading = null;
        return show();
      }
      if (location.hash !== here || left.aborted) return;
      turn(now, placeIn(here), first);
    } catch (error) {
      loading = null;
      if (location.hash === here && !left.aborted) tell(error);
    }
  }

  /** @param {string} text @returns {Promise<Open>} */
  async function open(text) {
    const assignment = await read(text);
    const opened = await openTasks(assignment, rules);
    const { homework } = await loadIndex();
    if (homework?.results) place.setAttribute("data-results", ROOT + homework.results);
    if (!savesData()) whenIdle(() => ahead(opened));
    return { ...assignment, opened };
  }

  /** Says why there is nothing to show. @param {unknown} error */
  function tell(error) {
    const known = error instanceof Unreadable;
    const sentence = known ? say(error.message) : say("homework.link.failed", { detail: String(error) });
    const again = button(say("retry"), show);
    const said = element("p", { class: "kp-notice", tabindex: "-1" }, sentence);
    room.replaceChildren(element("h1", {}, say("homework.title")), said, ...(known ? [] : [again]));
    announce(sentence);
  }

  /** @param {Open} now @param {string} at where in it @param {boolean} first whether the page has just been opened */
  function turn(now, at, first) {
    const number = Number(at);
    const task = now.opened[number - 1];
    const doing = readDoing(now.text);
    const named = Boolean(doing?.name);
    around?.classList.toggle("kp-at-task", Boolean(task && named));
    if (task && named) room.replaceChildren(...taskView(now, number));
    else if (at === "code" && named) room.replaceChildren(...codeView(now));
    else room.replaceChildren(...startView(now));
    if (!first) room.querySelector("h1")?.focus({ preventScroll: true });
    if (!first) scrollTo(0, 0);
    if (!task || !named) return;
    enliven();
    const lesson = room.querySelector("[data-kp-lesson]");
    if (lesson) mountLesson(lesson, gone.signal, placeOf(now.text));
    document.addEventListener(LOG_WRITTEN, () => mark(now, number), { signal: gone.signal });
    mark(now, number);
  }

  /** The assignments that were begun here. @returns {Element[]} */
  function list() {
    const items = begun().map(({ text, title, name, tasks, done }) => {
      const link = element("a", { href: fragment(text) }, title || say("homework.title"));
      return element("li", {}, link, ` ${say("homework.done", { n: done, all: tasks })}, ${name}`);
    });
    return items.length ? [element("h2", {}, say("homework.begun")), element("ul", { class: "kp-begun" }, ...items)] : [];
  }

  /** What is to be done, and by whom. @param {Open} now @returns {Element[]} */
  function startView(now) {
    const known = readDoing(now.text);
    const field = /** @type {HTMLInputElement} */ (element("input", { id: "kp-pupil", maxlength: String(LONGEST), autocomplete: "off", required: "" }));
    field.value = known?.name ?? "";
    const label = element("label", { for: "kp-pupil" }, say("homework.name"));
    const about = element("p", { class: "kp-story" }, say("homework.name.about"));
    const start = element("button", { class: "kp-button kp-strong" }, say(known ? "homework.on" : "homework.begin"));
    const form = /** @type {HTMLFormElement} */ (element("form", { class: "kp-pupil" }, label, field, start, about));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const name = field.value.replace(/\s+/g, " ").trim();
      if (!name) return field.focus();
      keep(now, name);
      const open = now.opened.findIndex((task) => !stateOf(now, task).result.solved);
      go(now, open < 0 ? "code" : String(open + 1));
    });
    const items = now.opened.map((task, n) => {
      const link = known ? element("a", { href: fragment(now.text, String(n + 1)) }, task.title) : element("b", {}, task.title);
      const { state, said } = stateOf(now, task);
      const mark = element("span", { class: "kp-state" }, said);
      return element("li", { "data-progress": state }, link, " ", element("span", { class: "kp-about" }, task.about), mark);
    });
    const end = known ? [element("p", {}, element("a", { class: "kp-button", href: fragment(now.text, "code") }, say("homework.to.code")))] : [];
    const teacher = place.getAttribute("data-results");
    const results = teacher ? [element("p", { class: "kp-story" }, element("a", { href: teacher + fragment(now.text) }, say("homework.teacher")))] : [];
    const head = element("h1", { tabindex: "-1" }, now.title || say("homework.title"));
    const what = element("p", {}, say(now.opened.length === 1 ? "homework.tasks.one" : "homework.tasks", { n: now.opened.length }));
    return [head, what, form, element("ol", { class: "kp-tasks" }, ...items), ...end, ...results];
  }

  /** A task, and the ways to the others. @param {Open} now @param {number} number from 1 @returns {Element[]} */
  function taskView(now, number) {
    const task = now.opened[number - 1];
    const drawn = task.draw();
    for (const widget of [drawn, ...drawn.querySelectorAll(".kp")]) {
      if (!(widget instanceof HTMLElement && widget.matches(".kp"))) continue;
      widget.dataset.home = placeOf(now.text);
      widget.dataset.homework = "";
    }
    room.dataset.base = task.base;
    const count = say("homework.task", { n: number, all: now.opened.length });
    const whole = element("a", { href: fragment(now.text), "aria-label": say("homework.task.list", { n: number, all: now.opened.length }) }, count);
    const head = element("h1", { tabindex: "-1" }, element("span", { class: "kp-about" }, whole, " ", element("span", { class: "kp-state" })), task.title);
    const back = number > 1 ? way(now, String(number - 1), "homework.back", "prev") : way(now, "", "homework.list", "prev");
    const on = number < now.opened.length ? way(now, String(number + 1), "homework.next", "next") : way(now, "code", "homework.to.code", "next");
    const ways = element("nav", { class: "kp-task-ways", "aria-label": say("homework.ways") }, back, head, on);
    return [ways, element("div", { class: "kp-own-page" }, element("section", { class: "kp-puzzle" }, drawn))];
  }

  /** @param {Open} now @param {string} at @param {"homework.back" | "homework.next" | "homework.list" | "homework.to.code"} key @param {string} rel */
  function way(now, at, key, rel) {
    return element("a", { class: "kp-button", href: fragment(now.text, at), rel }, say(key));
  }

  /** What is handed in. @param {Open} now @returns {Element[]} */
  function codeView(now) {
    const states = now.opened.map((task) => stateOf(now, task));
    const open = states.filter(({ result }) => !result.solved).length;
    const head = element("h1", { tabindex: "-1" }, say("homework.code.title"));
    const sum = element("p", {}, `${say("homework.done", { n: states.length - open, all: states.length })}.${open ? ` ${say("homework.open")}` : ""}`);
    const back = element("p", {}, way(now, "", "homework.list", "prev"));
    const box = element("div", { class: "kp-code-box" });
    const name = readDoing(now.text)?.name ?? "";
    const logs = now.opened.flatMap((task) => task.parts.map((part) => logsOf(now.text, part)));
    showCode(box, { text: now.text, title: now.title, name, tasks: now.opened, logs }, gone.signal);
    return [head, sum, box, back];
  }

  /** Shows how far the task is, and keeps how far the assignment is. @param {Open} now @param {number} number */
  function mark(now, number) {
    const { state, said } = stateOf(now, now.opened[number - 1]);
    const sign = room.querySelector("h1 .kp-state");
    if (sign) sign.textContent = said;
    room.dataset.progress = state;
    keep(now, readDoing(now.text)?.name ?? "");
  }

  /** @param {Open} now @param {string} name */
  function keep(now, name) {
    const done = now.opened.filter((task) => stateOf(now, task).result.solved).length;
    writeDoing({ text: now.text, title: now.title, name, tasks: now.opened.length, done });
  }

  /** @param {Open} now @param {string} at */
  function go(now, at) {
    history.pushState(history.state, "", fragment(now.text, at));
    look();
  }

  /** Links within the assignment, and a puzzle's own to the next puzzle, which is the next task here. @param {Event} event */
  function follow(event) {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const modified = event instanceof MouseEvent && (event.ctrlKey || event.metaKey || event.shiftKey);
    if (!link || modified) return;
    const next = link.matches(".kp-next-puzzle") ? room.querySelector("a[rel=next]") : null;
    const to = next instanceof HTMLAnchorElement ? next : link;
    if (to.pathname !== location.pathname || !textIn(to.hash)) return;
    event.preventDefault();
    event.stopPropagation(); // the theme has nothing to do with it
    if (to.hash !== location.hash) history.pushState(history.state, "", to.hash);
    look();
  }

  /** A link of a task leads where it led on the task's own page. @param {Event} event */
  function lead({ target }) {
    const link = target instanceof Element ? target.closest(".kp-own-page a[href]") : null;
    const href = link?.getAttribute("href") ?? "#";
    if (link && !href.startsWith("#")) link.setAttribute("href", new URL(href, room.dataset.base).href);
  }
}

/** Fetches what one-shot questions need, so that a page that stays open needs no connection for them. @param {import("./tasks.js").Opened[]} opened */
function ahead(opened) {
  const widgets = opened.flatMap(({ draw }) => [draw()].flatMap((each) => [each, ...each.querySelectorAll("[data-steps]")]));
  for (const steps of widgets.flatMap((each) => each.getAttribute("data-steps") ?? [])) loadSteps(steps);
  import("./player.js").then(({ loadMorph }) => loadMorph()).catch(() => {}); // it is asked for again when it is wanted
}

/**
 * How far a pupil is with a task.
 *
 * @param {Open} now
 * @param {import("./tasks.js").Opened} task
 * @returns {{state: "new" | "tried" | "solved", said: string, result: import("./result.js").Result}}
 */
function stateOf({ text }, { parts }) {
  const logs = parts.map((part) => logsOf(text, part));
  const result = sum(parts.map(({ spec }, n) => resultOf(spec.kind, logs[n], spec.questions)));
  const tried = logs.some((each) => each.some((log) => log.length > 1));
  const state = result.solved ? "solved" : tried ? "tried" : "new";
  const some = result.of > 1 && tried;
  const said = some ? say("homework.right", { n: result.right, all: result.of }) : state === "new" ? "" : say(`homework.${state}`);
  return { state, said, result };
}
