// @ts-check
/**
 * Detects that a reader means to play: a pointer or focus in a widget, or a widget in view after scrolling. Before
 * that a page loads nothing of the runtime. Readers who save data have to click.
 */
import { savesData } from "../runtime/site.js";

const SETTLED = 1000; // ms after which scrolling is the reader's instead of the layout's

/** @type {IntersectionObserver | null} */
let observer = null;
let scrolled = false;
let shownAt = 0;

/**
 * @param {(target: EventTarget | null) => void} meant called with the element concerned
 */
export function watchIntent(meant) {
  if (savesData()) return;
  document.addEventListener("pointerover", (event) => event.pointerType === "mouse" && meant(event.target));
  document.addEventListener("pointerdown", ({ target }) => meant(target));
  document.addEventListener("focusin", ({ target }) => meant(target));
  if (typeof IntersectionObserver !== "function") return; // then only a pointer or focus counts
  observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) if (isIntersecting) meant(target);
    },
    { threshold: 0.1 },
  );
  const options = { passive: true, capture: true };
  document.addEventListener("wheel", begin, options);
  document.addEventListener("touchmove", begin, options);
  document.addEventListener("scroll", () => performance.now() - shownAt > SETTLED && begin(), options);
}

/** @type {Element[]} */
let widgets = [];

/** Watches the widgets of a new page. @param {Element[]} elements its widgets */
export function watchPage(elements) {
  observer?.disconnect();
  widgets = elements;
  scrolled = false;
  shownAt = performance.now();
}

function begin() {
  if (scrolled) return;
  scrolled = true;
  for (const element of widgets) observer?.observe(element);
}
