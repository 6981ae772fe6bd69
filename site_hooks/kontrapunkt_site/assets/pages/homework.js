// @ts-check
/**
 * The page on which pupils do an assignment from a link: their name, the tasks one by one, and at the end a code of
 * all their work. The link stays the page's address, with the place in the assignment appended, so that the browser's
 * Back button and reloading work. Whoever opens the link itself is asked for a name, as pupils share devices.
 */
import { announce } from "../ui/announce.js";
import { Unreadable, fragment, placeIn, read, textIn } from "./assignment.js";
import { button, element, standAlone } from "../ui/element.js";
import { showCode } from "./homework-code.js";
import { begun, logsOf, newWork, placeOf, readSeated, tidy, workOf, worksOn, writeSeated, writeWork } from "../storage/homework-kept.js";
import { loadSteps } from "../widgets/foreseen.js";
import { mountLesson } from "./lesson.js";
import { LOG_WRITTEN } from "../storage/logs.js";
import { loadIndex } from "./puzzle-index.js";
import { resultOf, sum } from "../widgets/result.js";
import { ROOT, pagePath, savesData, whenIdle } from "../runtime/site.js";
import { parse } from "../storage/storage.js";
import { say } from "../ui/strings.js";
import { openTasks } from "./tasks.js";

/** @typedef {import("./assignment.js").Assignment & {opened: import("./tasks.js").Opened[]}} Open */
/** @typedef {import("../storage/homework-kept.js").Work} Work */

const LONGEST = 40; // characters of a name

/**
 * @param {Element} place
 * @param {AbortSignal} left fires when its page is left
 * @param {() => void} enliven mounts new widgets
 */
export function mountHomework(place, left, enliven) {
  const page = pagePath();
  const rules = parse(place.getAttribute("data-rules") ?? "") ?? {};
  const empty = place.querySelector("[data-empty]");
  const room = place.appendChild(document.createElement("div"));
  const around = place.closest(".md-main__inner");
  let seen = " "; // the fragment shown now
  /** @type {Promise<Open> | null} */
  let loading = null;
  let gone = new AbortController(); // of the task shown now
  const look = (own = false) => pagePath() === page && location.hash !== seen && show(own);
  window.addEventListener("hashchange", () => look(), { signal: left });
  window.addEventListener("popstate", () => setTimeout(() => look()), { signal: left });
  place.addEventListener("click", follow, { signal: left });
  for (const type of ["pointerover", "focusin"]) place.addEventListener(type, lead, { signal: left });
  left.addEventListener("abort", () => gone.abort());
  return show();

  /** Shows the place in the address. @param {boolean} [own] whether a button or link of this page led there */
  async function show(own = false) {
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
    if (!own && !placeIn(here)) writeSeated(text, "");
    try {
      const now = await (loading ??= open(text));
      if (now.text !== text) {
        loading = null;
        return show(own);
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

  /** Shows why there is nothing to do. @param {unknown} error */
  function tell(error) {
    const known = error instanceof Unreadable;
    const sentence = known ? say(error.message) : say("homework.link.failed", { detail: String(error) });
    const again = button(say("retry"), () => show());
    const said = element("p", { class: "kp-notice", tabindex: "-1" }, sentence);
    room.replaceChildren(element("h1", {}, say("homework.title")), said, ...(known ? [] : [again]));
    announce(sentence);
  }

  /** @param {Open} now @param {string} at the place in it @param {boolean} first whether the page has just been opened */
  function turn(now, at, first) {
    const number = Number(at);
    const task = now.opened[number - 1];
    const work = readSeated(now.text);
    around?.classList.toggle("kp-at-task", Boolean(task && work));
    if (task && work) room.replaceChildren(...taskView(now, number, work));
    else if (at === "code" && work) room.replaceChildren(...codeView(now, work));
    else room.replaceChildren(...startView(now, work));
    if (!first) room.querySelector("h1")?.focus({ preventScroll: true });
    if (!first) scrollTo(0, 0);
    if (!task || !work) return;
    enliven();
    const lesson = room.querySelector("[data-kp-lesson]");
    if (lesson) mountLesson(lesson, gone.signal, placeOf(work.id));
    document.addEventListener(LOG_WRITTEN, () => mark(now, number, work), { signal: gone.signal });
    mark(now, number, work);
  }

  /** Renders the list of assignments begun here. @returns {Element[]} */
  function list() {
    const items = begun().map(({ text, title, name, tasks, done }) => {
      const link = element("a", { href: fragment(text) }, title || say("homework.title"));
      return element("li", {}, link, ` ${say("homework.done", { n: done, all: tasks })}, ${name}`);
    });
    return items.length ? [element("h2", {}, say("homework.begun")), element("ul", { class: "kp-begun" }, ...items)] : [];
  }

  /**
   * Renders the start of an assignment: its tasks and the pupil's name.
   * @param {Open} now
   * @param {Work} [work] of the present pupil
   * @returns {Element[]}
   */
  function startView(now, work) {
    const items = now.opened.map((task, n) => {
      const about = element("span", { class: "kp-about" }, task.about);
      if (!work) return element("li", {}, element("b", {}, task.title), " ", about);
      const { state, said } = stateOf(work.id, task);
      const link = element("a", { href: fragment(now.text, String(n + 1)) }, task.title);
      return element("li", { "data-progress": state }, link, " ", about, element("span", { class: "kp-state" }, said));
    });
    const end = work ? [element("p", {}, element("a", { class: "kp-button", href: fragment(now.text, "code") }, say("homework.to.code")))] : [];
    const teacher = place.getAttribute("data-results");
    const results = teacher ? [element("p", { class: "kp-story" }, element("a", { href: teacher + fragment(now.text) }, say("homework.teacher")))] : [];
    const head = element("h1", { tabindex: "-1" }, now.title || say("homework.title"));
    const what = element("p", {}, say(now.opened.length === 1 ? "homework.tasks.one" : "homework.tasks", { n: now.opened.length }));
    return [head, what, ...(work ? seatedView(now, work) : freeView(now)), element("ol", { class: "kp-tasks" }, ...items), ...end, ...results];
  }

  /** Renders the choice between pupils who have begun here and a new name. @param {Open} now @returns {Element[]} */
  function freeView(now) {
    const works = worksOn(now.text).map((work) => {
      const on = button(say("homework.on.as", { name: work.name }), () => sit(now, work), { class: "kp-button kp-strong" });
      return element("li", {}, on, ` ${say("homework.done", { n: work.done, all: work.tasks })}`);
    });
    const form = nameForm("homework.begin", "", (name) => {
      const known = workOf(now.text, name);
      sit(now, known ?? { text: now.text, title: now.title, name, tasks: now.opened.length, done: 0, id: newWork(now.text, name) });
    });
    const others = works.length ? [element("ul", { class: "kp-begun" }, ...works), element("h2", {}, say("homework.other"))] : [];
    return [...others, form];
  }

  /** @param {Open} now @param {Work} work @returns {Element[]} */
  function seatedView(now, work) {
    const on = button(say("homework.on.as", { name: work.name }), () => sit(now, work), { class: "kp-button kp-strong" });
    const other = button(say("homework.other"), () => {
      writeSeated(now.text, "");
      turn(now, "", false);
      document.getElementById("kp-pupil")?.focus();
    });
    const form = nameForm("homework.rename", work.name, (name) => {
      const known = workOf(now.text, name);
      if (known && known.id !== work.id) return refuse(form, say("homework.name.taken", { name: known.name }));
      writeWork({ ...work, name });
      turn(now, "", false);
    });
    const rename = element("details", {}, element("summary", {}, say("homework.renames")), form);
    return [element("p", { class: "kp-code-row" }, on, other), rename];
  }

  /** @param {"homework.begin" | "homework.rename"} press @param {string} value @param {(name: string) => void} take */
  function nameForm(press, value, take) {
    const field = /** @type {HTMLInputElement} */ (element("input", { id: "kp-pupil", maxlength: String(LONGEST), autocomplete: "off", required: "" }));
    field.value = value;
    const about = element("p", { class: "kp-story" }, say("homework.name.about"));
    const go = element("button", { class: "kp-button" + (value ? "" : " kp-strong") }, say(press));
    const form = /** @type {HTMLFormElement} */ (element("form", { class: "kp-pupil" }, element("label", { for: "kp-pupil" }, say("homework.name")), field, go, about));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const name = tidy(field.value);
      if (name) take(name);
      else field.focus();
    });
    return form;
  }

  /** Makes a pupil the present one and shows the first open task. @param {Open} now @param {Work} work */
  function sit(now, work) {
    writeSeated(now.text, work.id);
    keep(now, work);
    const open = now.opened.findIndex((task) => !stateOf(work.id, task).result.solved);
    go(now, open < 0 ? "code" : String(open + 1));
  }

  /** Renders a task and links to the others. @param {Open} now @param {number} number from 1 @param {Work} work @returns {Element[]} */
  function taskView(now, number, work) {
    const task = now.opened[number - 1];
    const drawn = task.draw();
    for (const widget of [drawn, ...drawn.querySelectorAll(".kp")]) {
      if (!(widget instanceof HTMLElement && widget.matches(".kp"))) continue;
      widget.dataset.home = placeOf(work.id);
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

  /** Renders the page with the result code. @param {Open} now @param {Work} work @returns {Element[]} */
  function codeView(now, work) {
    const states = now.opened.map((task) => stateOf(work.id, task));
    const open = states.filter(({ result }) => !result.solved).length;
    const head = element("h1", { tabindex: "-1" }, say("homework.code.title"));
    const sum = element("p", {}, element("b", {}, work.name), `: ${say("homework.done", { n: states.length - open, all: states.length })}.${open ? ` ${say("homework.open")}` : ""}`);
    const back = element("p", {}, way(now, "", "homework.list", "prev"));
    const box = element("div", { class: "kp-code-box" });
    const logs = now.opened.flatMap((task) => task.parts.map((part) => logsOf(work.id, part)));
    showCode(box, { text: now.text, title: now.title, name: work.name, tasks: now.opened, logs }, gone.signal);
    return [head, sum, box, back];
  }

  /** Shows the state of the task and stores that of the assignment. @param {Open} now @param {number} number @param {Work} work */
  function mark(now, number, work) {
    const { state, said } = stateOf(work.id, now.opened[number - 1]);
    const sign = room.querySelector("h1 .kp-state");
    if (sign) sign.textContent = said;
    room.dataset.progress = state;
    keep(now, work);
  }

  /** @param {Open} now @param {Work} work */
  function keep(now, work) {
    const latest = worksOn(now.text).find(({ id }) => id === work.id) ?? work;
    const done = now.opened.filter((task) => stateOf(work.id, task).result.solved).length;
    writeWork({ ...latest, tasks: now.opened.length, done });
  }

  /** @param {Open} now @param {string} at */
  function go(now, at) {
    const to = fragment(now.text, at);
    if (to !== location.hash) history.pushState(history.state, "", to);
    show(true);
  }

  /** Follows links within the assignment; a puzzle's link to the next puzzle leads to the next task. @param {Event} event */
  function follow(event) {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const modified = event instanceof MouseEvent && (event.ctrlKey || event.metaKey || event.shiftKey);
    if (!link || modified) return;
    const next = link.matches(".kp-next-puzzle") ? room.querySelector("a[rel=next]") : null;
    const to = next instanceof HTMLAnchorElement ? next : link;
    if (to.pathname !== location.pathname || !textIn(to.hash)) return;
    event.preventDefault();
    event.stopPropagation(); // the theme must not handle it
    if (to.hash !== location.hash) history.pushState(history.state, "", to.hash);
    look(!to.closest(".kp-begun"));
  }

  /** Makes a task's link lead to the same place as on the task's own page. @param {Event} event */
  function lead({ target }) {
    const link = target instanceof Element ? target.closest(".kp-own-page a[href]") : null;
    const href = link?.getAttribute("href") ?? "#";
    if (link && !href.startsWith("#")) link.setAttribute("href", new URL(href, room.dataset.base).href);
  }
}

/** Shows at a form why its input is invalid. @param {Element} form @param {string} sentence */
function refuse(form, sentence) {
  const told = form.querySelector(".kp-notice") ?? form.appendChild(element("p", { class: "kp-notice" }));
  told.textContent = sentence;
  announce(sentence);
}

/** Loads modules that later steps need, so that a page that stays open needs no connection for them. @param {import("./tasks.js").Opened[]} opened */
function ahead(opened) {
  const widgets = opened.flatMap(({ draw }) => [draw()].flatMap((each) => [each, ...each.querySelectorAll("[data-steps]")]));
  for (const steps of widgets.flatMap((each) => each.getAttribute("data-steps") ?? [])) loadSteps(steps);
  import("../widgets/player.js").then(({ loadMorph }) => loadMorph()).catch(() => {}); // it is loaded again on demand
}

/**
 * Returns a pupil's progress with a task.
 *
 * @param {string} id of the pupil's work
 * @param {import("./tasks.js").Opened} task
 * @returns {{state: "new" | "tried" | "solved", said: string, result: import("../widgets/result.js").Result}}
 */
function stateOf(id, { parts }) {
  const logs = parts.map((part) => logsOf(id, part));
  const result = sum(parts.map(({ spec }, n) => resultOf(spec.kind, logs[n], spec.questions)));
  const tried = logs.some((each) => each.some((log) => log.length > 1));
  const state = result.solved ? "solved" : tried ? "tried" : "new";
  const some = result.of > 1 && tried;
  const said = some ? say("homework.right", { n: result.right, all: result.of }) : state === "new" ? "" : say(`homework.${state}`);
  return { state, said, result };
}
