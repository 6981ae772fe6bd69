// @ts-check
/**
 * A widget in the whole window, as on a projector. Its state is on the widget itself, outside of what is swapped;
 * the rest of the page is inert meanwhile, and lies where it lay when the reader comes back.
 */

/** @type {HTMLElement | null} the widget that has the window */
let shown = null;
/** @type {Element[]} what was made inert for it */
let still = [];
let leaving = new AbortController();
let top = 0; // of the widget in the window, before

/** @returns {HTMLElement | null} the widget that has the whole window */
export const large = () => shown;

/**
 * Gives a widget the whole window, or the page its place back.
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
  import("./board.js").then(({ raise }) => signal.aborted || raise(widget, signal)).catch(() => {}); // the table is large without
  for (let one = /** @type {Element} */ (widget); one.parentElement && one !== document.body; one = one.parentElement) {
    for (const other of one.parentElement.children) {
      if (other === one || other.matches("[inert], .kp-live, script, style")) continue;
      other.setAttribute("inert", "");
      still.push(other);
    }
  }
}

/** The page comes back, the widget where it was in the window, whatever the page above it has grown by meanwhile. */
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
}

/**
 * Hides the hands of a widget, or shows them.
 *
 * @param {HTMLElement} widget
 */
export function toggleHands(widget) {
  widget.dataset.hands = widget.dataset.hands === "hidden" ? "" : "hidden";
}
