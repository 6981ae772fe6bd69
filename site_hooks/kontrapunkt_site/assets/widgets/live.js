// @ts-check
/**
 * Finds the widgets of each page and passes the reader's events to them. It knows no card and no rule. This module,
 * the worker and the widgets' sessions survive navigation with the theme's instant loading.
 */
import { announce, announceAgain, prepareToAnnounce } from "../ui/announce.js";
import { raises } from "./fan.js";
import { rove } from "./focus.js";
import { watchIntent, watchPage } from "./intent.js";
import { takeKey } from "./keys.js";
import { large, leaveLarge, toggleHands, toggleLarge } from "./large.js";
import { answer, changeLevel } from "./listening.js";
import { dropLink, lookAgain, newLink, readLink } from "../ui/link.js";
import { runtime } from "../runtime/runtime.js";
import { pagePath, savesData, whenIdle } from "../runtime/site.js";
import { say } from "../ui/strings.js";
import { copy, fieldOf, frame, save, share } from "../ui/take.js";
import { Widget } from "./widget.js";

/** The stock of a table in play. */
const STOCK = ".kp-playing :is(.kp-stock, .kp-deck)";

/** @type {Map<Element, Widget>} the widgets of the present page */
const live = new Map();
/** @type {Widget | null} the widget used last */
let last = null;
/** The page that is shown; the address is ahead of it while the theme loads the next. */
let page = "";

/** Mounts a page, the first or another. */
export function enter() {
  if (!large()?.isConnected) leaveLarge();
  for (const [element, widget] of live) {
    if (element.isConnected) continue;
    widget.leave();
    live.delete(element);
  }
  if (!last?.element.isConnected) last = null;
  page = pagePath();
  lookAgain();
  prepareToAnnounce();
  for (const element of document.querySelectorAll(".kp[data-kp]")) {
    if (!(element instanceof HTMLElement) || live.has(element) || !plays(element)) continue;
    const widget = new Widget(element, page);
    live.set(element, widget);
    widget.recall(savesData());
    if (element.matches("[data-kp=table]") && element.querySelector(".kp-table") && !savesData() && inView(widget)) whenIdle(() => widget.wake()); // cards are dealt
  }
  watchPage([...live.keys()]);
  readFragment();
}

/** @param {Element} element @returns {boolean} whether it accepts events */
function plays(element) {
  return element.querySelector(".kp-body") !== null && element.querySelector(".kp-controls, [data-do]") !== null;
}

/** Opens the log in the address, if there is one. */
function readFragment() {
  const shared = pagePath() === page ? newLink() : null;
  if (!shared) return;
  const widget = [...live.values()].find(({ id }) => id === shared.id);
  if (!widget) {
    const first = live.values().next().value;
    const sentence = say("link.unknown", { id: shared.id });
    if (first) first.notice.show(sentence);
    else announce(sentence);
    return;
  }
  widget.element.scrollIntoView({ block: "start" });
  if (shared.order) {
    dropLink();
    widget.send(shared.order);
  } else if (shared.entries) widget.show([shared.header ?? widget.header, ...shared.entries], savesData());
  else widget.notice.show(say("link.unreadable"));
}

/**
 * Follows a link after a click. A link to a log works again even if the address has it already; the theme, which does
 * not know that we remove it from the address, would not follow it a second time.
 *
 * @param {Element | null} link
 */
function follow(link) {
  const here = link instanceof HTMLAnchorElement && link.origin === location.origin && pagePath(link) === page;
  if (here && readLink(link.hash)) {
    if (location.hash !== link.hash) history.pushState(null, "", link.href);
    lookAgain();
  }
  readFragment();
}

/** @param {EventTarget | null} target @returns {Widget | null} the widget around it */
function widgetAt(target) {
  const element = target instanceof Element ? target.closest(".kp[data-live]") : null;
  return (element && live.get(element)) || null;
}

/** @param {MouseEvent} event */
function onClick(event) {
  const modified = event.ctrlKey || event.metaKey || event.shiftKey;
  const link = event.target instanceof Element && !modified ? event.target.closest("a[href]") : null;
  setTimeout(follow, 0, link); // the theme changes the address without an event
  const control = event.target instanceof Element ? event.target.closest("[data-do], [data-ui]") : null;
  const widget = widgetAt(control);
  const wish = control?.getAttribute("data-do");
  hurry(!control && !link);
  if (!control || !widget || modified) return;
  event.preventDefault();
  last = widget;
  if (!control.isConnected || control.getAttribute("data-do") !== wish) return; // it was removed with the frame
  if (event.detail > 1 && control.matches("[data-key]")) return; // the second half of a double click plays nothing
  if (control instanceof HTMLElement && document.activeElement !== control && event.detail) {
    control.focus({ preventScroll: true }); // Safari does not focus a button on click
  }
  if (raises(control, event)) return;
  const list = control.closest("[popover]");
  const done = list instanceof HTMLElement && list.matches(":popover-open:not([data-stays])");
  const outer = list?.parentElement?.closest("[popover]"); // a list may have been opened from another
  for (const each of done ? [list, outer] : []) if (each instanceof HTMLElement) each.hidePopover(); // after a call the list closes
  if (wish === "deal" && !large() && !widget.element.querySelector(".kp-table")) widget.element.scrollIntoView({ block: "start" }); // to the cards, from the form above them
  if (wish === "deal" || wish === "next" || wish === "onward" || control.matches(STOCK)) control.setAttribute("data-dealt", ""); // until the next frame
  if (wish) becomeFirst(control, wish);
  if (wish) widget.send(control.hasAttribute("data-field") ? `${wish} ${fieldOf(control)}` : wish, control);
  else WAYS[control.getAttribute("data-ui") ?? ""]?.(widget, control);
}

/** @type {Record<string, (widget: Widget, control: Element) => unknown>} actions without the engine, by the name of the button */
const WAYS = {
  copy,
  save,
  share,
  frame,
  large: ({ element }) => toggleLarge(element),
  answer: ({ element }, control) => answer(element, control),
  again: announceAgain,
  speech: changeLevel,
  hands: ({ element }) => toggleHands(element),
  sound: () => import("./sound.js").then(({ toggleSound }) => toggleSound()).catch(() => {}), // it stays silent
};

/** Handles typed input. @param {Event} event */
function onInput({ target }) {
  const field = target instanceof HTMLInputElement && target.dataset.set ? target : null;
  const widget = widgetAt(field);
  if (!field || !widget) return;
  const number = field.type === "number";
  if (number && !/^\d+$/.test(field.value)) return;
  last = widget;
  widget.send(`${field.dataset.set} ${number ? Number(field.value) : field.value}`, field);
}

/**
 * Swaps two equal cards of a hand if the second was clicked, as the first is the one that leaves.
 *
 * @param {Element} card
 * @param {string} wish
 */
function becomeFirst(card, wish) {
  const first = card.matches(".kp-playable") && card.parentElement?.querySelector(`[data-do="${CSS.escape(wish)}"]`);
  if (!first || first === card) return;
  for (const name of ["id", "data-key"]) {
    const [one, other] = [card.getAttribute(name) ?? "", first.getAttribute(name) ?? ""];
    card.setAttribute(name, other);
    first.setAttribute(name, one);
  }
}

/** @param {FocusEvent} event */
function onFocus({ target }) {
  if (target instanceof Element) rove(target);
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  const focused = widgetAt(event.target);
  const near = last ?? [...live.values()].find(waits);
  const widget = focused ?? (event.target === document.body && near && inView(near) ? near : null);
  if (!["Shift", "Control", "Alt", "Meta"].includes(event.key)) hurry(event.key === "Escape");
  if (event.key === "Escape" && large() && !document.querySelector(":popover-open")) leaveLarge();
  if (!widget) return;
  if (focused) last = focused;
  takeKey(event, widget.element, focused !== null || large() === widget.element);
}

/**
 * Ends animations at any click or key; a click outside all buttons and Escape also end automatic play.
 *
 * @param {boolean} all
 */
function hurry(all) {
  for (const widget of live.values()) widget.hurry(all);
}

/** @param {Widget} widget @returns {boolean} whether it shows its position only on request */
function waits({ element }) {
  return element.querySelector(".kp-foot [aria-keyshortcuts]") !== null;
}

/** @param {Widget} widget */
function inView({ element }) {
  const { top, bottom, height } = element.getBoundingClientRect();
  const visible = Math.min(bottom, innerHeight) - Math.max(top, 0);
  return element.isConnected && visible > Math.min(height, innerHeight) / 2;
}

document.addEventListener("click", onClick);
document.addEventListener("focusin", onFocus);
document.addEventListener("input", onInput);
document.addEventListener("keydown", onKey);
window.addEventListener("hashchange", readFragment);
window.addEventListener("popstate", () => setTimeout(readFragment));
window.addEventListener("storage", () => live.forEach((widget) => widget.mark())); // in another tab
document.addEventListener("kp:kill", () => runtime.kill("asked for")); // for the tests
runtime.addEventListener("died", () => live.forEach((widget) => widget.recover()));
runtime.addEventListener("state", () => {
  if (runtime.state === "ready") import("../runtime/offline.js").then(({ keepQuietly }) => keepQuietly());
});
watchIntent((target) => widgetAt(target)?.wake());
