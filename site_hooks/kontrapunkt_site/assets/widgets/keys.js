// @ts-check
/**
 * Keys while focus is in a widget: those in its buttons' `aria-keyshortcuts` (one of them, `?`, shows the list of
 * keys, a popover in the markup), up and down among the cards, and left, right, Home and End along the hand and the
 * calls of a table in play.
 * The theme's own single-letter keys (p n s f) do not get them.
 */
import { announce, announceAgain } from "../ui/announce.js";
import { say } from "../ui/strings.js";
import { OWN_HAND } from "./fan.js";
import { moveAlong, stepCard } from "./focus.js";
import { tell } from "./listening.js";

/** Rows of buttons along which arrow keys move. */
const ROWS = `${OWN_HAND}, .kp-playing :is(.kp-bids, .kp-deeds-of)`;
const ALONG = ["ArrowLeft", "ArrowRight", "Home", "End"];
const TYPING = "input, textarea, select, [contenteditable]";
/** @type {Record<string, (widget: Element) => void>} what is said of a widget that has no buttons for it */
const TOLD = { t: (widget) => tell(widget, false), c: (widget) => tell(widget, true), r: announceAgain };
const SPECIAL = { Space: " ", Plus: "+", Comma: ",", Period: "." };

/**
 * Handles a key.
 *
 * @param {KeyboardEvent} event
 * @param {Element} widget the `.kp` with focus, or the one used last
 * @param {boolean} focused whether focus is in it
 */
export function takeKey(event, widget, focused) {
  const { target, key } = event;
  if (target instanceof Element && target.matches(TYPING)) return;
  if (focused && key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) event.stopPropagation();
  if (event.defaultPrevented || event.isComposing) return;
  const body = widget.querySelector(".kp-body") ?? widget;
  const row = target instanceof Element && plain(event) ? target.closest(ROWS) : null;
  if (row && ALONG.includes(key)) {
    event.preventDefault();
    if (!moveAlong(row, key)) announce(say("ear.edge"), false);
    return;
  }
  const shown = [...widget.querySelectorAll("[aria-keyshortcuts]")].filter((button) => !button.closest("[hidden]"));
  const found = shown.filter((button) => names(button, event) && (key !== "Enter" || !focused)); // else Enter presses what has focus
  const control = found.find((button) => button.closest(".kp-desk")) ?? found[0]; // in the full window the bar's keys come first
  if (control instanceof HTMLElement && (focused || ["ArrowLeft", "ArrowRight", "Enter"].includes(key))) {
    event.preventDefault();
    if (!event.repeat || key.startsWith("Arrow")) control.click();
    readOut(control);
  } else if (focused && (key === "ArrowDown" || key === "ArrowUp") && plain(event)) {
    if (stepCard(body, key === "ArrowDown" ? 1 : -1)) event.preventDefault();
  } else if (focused && plain(event)) TOLD[key]?.(widget);
}

/** Reads the list of keys out that a key has opened, as it takes no focus. @param {HTMLElement} control */
function readOut(control) {
  const popover = document.getElementById(control.getAttribute("popovertarget") ?? "");
  if (!popover?.matches(":popover-open")) return;
  const lines = [...popover.querySelectorAll("dt")].map((keys) => {
    const names = [...keys.children].map((each) => each.textContent);
    return `${names.join(", ")}: ${keys.nextElementSibling?.textContent}.`;
  });
  announce(lines.join(" "), false);
}

/** @param {KeyboardEvent} event */
function plain(event) {
  return !event.ctrlKey && !event.metaKey && !event.altKey;
}

/** @param {Element} button @param {KeyboardEvent} event @returns {boolean} whether this key is the button's shortcut */
function names(button, event) {
  const shortcuts = (button.getAttribute("aria-keyshortcuts") ?? "").split(" ").filter(Boolean);
  return shortcuts.some((shortcut) => {
    const words = shortcut.split("+");
    const name = words.pop() ?? "";
    const key = /** @type {Record<string, string>} */ (SPECIAL)[name] ?? name;
    return (
      key.toLowerCase() === event.key.toLowerCase() &&
      words.includes("Control") === event.ctrlKey &&
      words.includes("Meta") === event.metaKey &&
      words.includes("Alt") === event.altKey &&
      // A character such as "?" includes its Shift key.
      (words.includes("Shift") === event.shiftKey || (key.length === 1 && !/[a-z]/i.test(key)))
    );
  });
}
