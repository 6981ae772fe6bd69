// @ts-check
/**
 * A lesson: of its steps, one below the other, it shows the one in the address (`#step-...`), else the reader's last
 * one. Its links lead to steps; a question in a step is an ordinary widget.
 */
import { LOG_WRITTEN, progress } from "../storage/logs.js";
import { readPlace, writePlace } from "../storage/lesson-place.js";
import { pagePath } from "../runtime/site.js";

/**
 * @param {Element} place a `[data-kp-lesson]`
 * @param {AbortSignal} left fires when its page is left
 * @param {string} [home] the path for stored work if the page is not the lesson's own; the address then names no step
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
  window.addEventListener("popstate", () => setTimeout(turn), { signal: left }); // the theme removes the focus first
  document.addEventListener(LOG_WRITTEN, mark, { signal: left });
  window.addEventListener("storage", mark, { signal: left }); // in another tab
  place.addEventListener("click", follow);
  mark();

  /** @returns {HTMLElement | undefined} the step in the address */
  function named() {
    return steps.find(({ id }) => `#${id}` === location.hash);
  }

  /** @param {HTMLElement} step */
  function show(step) {
    for (const each of steps) each.toggleAttribute("data-here", each === step);
    place.toggleAttribute("data-first", step === steps[0]);
    place.toggleAttribute("data-last", step === steps.at(-1));
    measure(step);
  }

  /** Shows a step: scrolls it to the top of the window and focuses its heading, which is read aloud. */
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

  /** Follows a link to a step without the theme, which would remove the focus. @param {Event} event */
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

/** Tells a step's table the height of the words around it. @param {Element | null} step */
function measure(step) {
  if (!(step instanceof HTMLElement)) return;
  const parts = /** @type {HTMLElement[]} */ ([...step.querySelectorAll(":scope > :is(.kp-lesson-said, .kp-lesson-ways)")]);
  step.style.setProperty("--kp-words", `${parts.reduce((sum, part) => sum + part.offsetHeight, 0)}px`);
}
