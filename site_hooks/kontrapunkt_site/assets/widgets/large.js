// @ts-check
/**
 * A widget in the full window, as on a projector. Its state is on the widget itself, outside of replaced content; the
 * rest of the page is inert meanwhile, and keeps its scroll position.
 */

import { announce } from "../ui/announce.js";
import { say } from "../ui/strings.js";

/** @type {HTMLElement | null} the widget in the full window */
let shown = null;
/** @type {Element[]} the elements made inert for it */
let still = [];
let leaving = new AbortController();
let top = 0; // the widget's place before

/** @returns {HTMLElement | null} the widget in the full window */
export const large = () => shown;

/**
 * Gives a widget the full window, or shows the page again.
 *
 * @param {HTMLElement} widget a `.kp`
 */
export function toggleLarge(widget) {
  if (shown) leaveLarge();
  else enterLarge(widget);
}

/** @param {HTMLElement} widget */
function enterLarge(widget) {
  top = widget.getBoundingClientRect().top;
  shown = widget;
  widget.dataset.large = "";
  widget.dataset.kpScheme = "dark";
  document.documentElement.dataset.kpLarge = "";
  const { signal } = (leaving = new AbortController());
  import("./board.js").then(({ raise }) => signal.aborted || raise(widget, signal)).catch(() => {}); // the table is large without it
  for (let one = /** @type {Element} */ (widget); one.parentElement && one !== document.body; one = one.parentElement) {
    for (const other of one.parentElement.children) {
      if (other === one || other.matches("[inert], .kp-live, script, style")) continue;
      other.setAttribute("inert", "");
      still.push(other);
    }
  }
  announce(say("large.on"));
}

/** Shows the page again, with the widget at its former place in the window, even if the page above has grown. */
export function leaveLarge() {
  if (!shown) return;
  leaving.abort();
  for (const other of still.splice(0)) other.removeAttribute("inert");
  delete document.documentElement.dataset.kpLarge;
  delete shown.dataset.large;
  delete shown.dataset.kpScheme;
  delete shown.dataset.hands;
  scrollBy({ top: shown.getBoundingClientRect().top - top, behavior: "instant" });
  shown = null;
  announce(say("large.off"));
}

/**
 * Hides or shows the hands of a widget.
 *
 * @param {HTMLElement} widget
 */
export function toggleHands(widget) {
  widget.dataset.hands = widget.dataset.hands === "hidden" ? "" : "hidden";
  announce(widget.dataset.hands ? say("large.hands.hidden") : say("large.hands.shown"));
}
