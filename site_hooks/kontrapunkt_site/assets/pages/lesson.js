// @ts-check
/**
 * A lesson: of its steps, which stand one below the other, it shows the one that the address names (`#step-...`), else
 * the one where the reader was. Its links are links to steps; what is asked in a step is a widget like any other.
 */
import { LOG_WRITTEN, progress } from "../storage/logs.js";
import { readPlace, writePlace } from "../storage/lesson-place.js";
import { pagePath } from "../runtime/site.js";

/**
 * @param {Element} place a `[data-kp-lesson]`
 * @param {AbortSignal} left fires when its page is left
 * @param {string} [home] the path under which is kept what was done in it, where the page shows other things, too: the
 *   address then names no step
 */
export function mountLesson(place, left, home) {
  const steps = /** @type {HTMLElement[]} */ ([...place.querySelectorAll(":scope > .kp-lesson-step")]);
  const page = home ?? pagePath();
  const lesson = place.getAttribute("data-kp-lesson") ?? "";
  const measured = new ResizeObserver((entries) => entries.forEach(({ target }) => measure(target.parentElement)));
  for (const step of steps) for (const part of step.querySelectorAll(".kp-lesson-said, .kp-lesson-ways")) measured.observe(part);
  left.addEventListener("abort", () => measured.disconnect());

  show(named() ?? steps.find(({ id }) => id === readPlace(page, lesson)) ?? steps[0]);
  place.setAttribute("data-live", "");
  if (named()) named()?.scrollIntoView({ block: "start" });
  window.addEventListener("popstate", () => setTimeout(turn), { signal: left }); // the theme lets the focus go first
  document.addEventListener(LOG_WRITTEN, mark, { signal: left });
  window.addEventListener("storage", mark, { signal: left }); // in another tab
  place.addEventListener("click", follow);
  mark();

  /** @returns {HTMLElement | undefined} the step that the address names */
  function named() {
    return steps.find(({ id }) => `#${id}` === location.hash);
  }

  /** @param {HTMLElement} step */
  function show(step) {
    for (const each of steps) each.toggleAttribute("data-here", each === step);
    measure(step);
  }

  /** The reader goes to a step: it comes up to the head of the window, and the focus to its heading, which is read out. */
  function turn() {
    const step = named();
    if (step) goTo(step);
  }

  /** @param {HTMLElement} step */
  function goTo(step) {
    show(step);
    writePlace(page, lesson, step.id);
    const heading = step.querySelector("h2");
    if (heading instanceof HTMLElement) heading.focus({ preventScroll: true });
    step.scrollIntoView({ block: "start", behavior: "instant" });
  }

  /** A link to a step; the theme, which would take the focus away, has nothing to do with it. @param {Event} event */
  function follow(event) {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const modified = event instanceof MouseEvent && (event.ctrlKey || event.metaKey || event.shiftKey);
    const here = link?.pathname === location.pathname && steps.some(({ id }) => link.hash === `#${id}`);
    if (!link || !here || modified) return;
    event.preventDefault();
    event.stopPropagation();
    if (home) {
      goTo(steps.find(({ id }) => link.hash === `#${id}`) ?? steps[0]);
      return;
    }
    if (link.hash !== location.hash) history.pushState(history.state, "", link.href);
    turn();
  }

  /** Shows which questions have been answered. */
  function mark() {
    for (const step of steps) {
      const widget = step.querySelector('.kp[data-kp="puzzle"]');
      if (widget) step.toggleAttribute("data-done", progress(page, widget.id.replace(/^kp-/, "")) === "solved");
    }
  }
}

/** Tells a step's table how much of the window the words around it need. @param {Element | null} step */
function measure(step) {
  if (!(step instanceof HTMLElement)) return;
  const parts = /** @type {HTMLElement[]} */ ([...step.querySelectorAll(":scope > :is(.kp-lesson-said, .kp-lesson-ways)")]);
  step.style.setProperty("--kp-words", `${parts.reduce((sum, part) => sum + part.offsetHeight, 0)}px`);
}
