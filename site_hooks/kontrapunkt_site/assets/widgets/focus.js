// @ts-check
/** Preserves the reader's focus when markup is replaced, and knows the cards in reading order. */

/**
 * @typedef {object} Place
 * @property {Element} element
 * @property {string} id
 * @property {string} key
 * @property {string} event
 * @property {boolean} waits whether the reader waits there for a turn
 * @property {boolean} dealt whether it was pressed to deal, or to play the stock's top card, in the last frame
 * @property {boolean} playable whether it was a card that could be played
 */

import { OWN_HAND } from "./fan.js";

/** @type {Element | null} a temporary place of focus until the markup provides one */
let adrift = null;

/** @param {Element} body @returns {Place | null} the place of the focus, if it is inside */
export function remember(body) {
  const element = document.activeElement;
  if (!element || element === body || !body.contains(element)) return null;
  return {
    element,
    id: element.id,
    key: element.getAttribute("data-key") ?? "",
    event: element.getAttribute("data-do") ?? "",
    waits: element.hasAttribute("data-waits"),
    dealt: element.hasAttribute("data-dealt"),
    playable: element.matches(".kp-playable"),
  };
}

/**
 * Restores focus after a replacement: to the same element, else to the markup's choice, else to the first. Focus that
 * waits for the reader's turn goes to the markup's choice as soon as there is one, and so does focus on a card that may
 * be played no longer, as after taking back; after a deal it goes to the cards.
 *
 * @param {Element} body
 * @param {Place | null} place
 */
export function restore(body, place) {
  if (!place) return;
  const event = place.element.getAttribute("data-do") ?? ""; // the morph may have reused it for another button
  const dealt = place.dealt && (place.event === "onward" || body.querySelector(".kp-playing") !== null);
  const lapsed = place.playable && place.element.matches(`${OWN_HAND} > .kp-flat`);
  const waited = place.element === adrift || place.waits || dealt || lapsed;
  const due = waited ? choiceOf(body) ?? (dealt ? body.querySelector("[data-waits]") : null) : null;
  if (due instanceof HTMLElement && usable(due)) {
    adrift = null;
    due.focus({ preventScroll: true });
    return;
  }
  if (place.element === document.activeElement && usable(place.element) && event === place.event) return rove(place.element);
  const same = (/** @type {string} */ name, /** @type {string} */ value) =>
    value ? body.querySelector(`[${name}="${CSS.escape(value)}"]`) : null;
  const wanted = [
    same("id", place.id),
    same("data-key", place.key),
    place.key ? null : same("data-do", place.event), // of two equal cards one stays in the hand; that one is not meant
    choiceOf(body),
    body.querySelector("[data-waits]"),
  ];
  for (const element of [...wanted, ...body.querySelectorAll("button, a[href], [tabindex]")]) {
    if (element instanceof HTMLElement && usable(element)) {
      element.focus({ preventScroll: true });
      if (document.activeElement !== element) continue;
      adrift = wanted.includes(element) ? null : element;
      return;
    }
  }
  if (body instanceof HTMLElement) {
    body.tabIndex = -1;
    body.focus({ preventScroll: true });
  }
}

/** Returns the markup's choice; one of several may be in a list that is closed. @param {Element} body */
function choiceOf(body) {
  return [...body.querySelectorAll("[data-focus]")].find((each) => each.checkVisibility()) ?? null;
}

/** @param {Element} element */
function usable(element) {
  return element.isConnected && !element.matches(":disabled, [hidden], [hidden] *, [inert] *");
}

/**
 * Moves focus to the previous or next card in reading order.
 *
 * @param {Element} body
 * @param {1 | -1} step
 * @returns {boolean} whether there was one
 */
export function stepCard(body, step) {
  const from = document.activeElement;
  const cards = [...body.querySelectorAll("button[data-key], a[data-key], [data-key][tabindex]")].filter(usable);
  if (step < 0) cards.reverse();
  const side = step > 0 ? Node.DOCUMENT_POSITION_FOLLOWING : Node.DOCUMENT_POSITION_PRECEDING;
  const next = from ? cards.find((card) => card !== from && from.compareDocumentPosition(card) & side) : cards[0];
  if (!(next instanceof HTMLElement)) return false;
  next.focus();
  return true;
}

/** Makes a card of the reader's own hand the only one that Tab stops at. @param {Element} card the card with focus */
export function rove(card) {
  const hand = card.matches("button") ? card.closest(OWN_HAND) : null;
  for (const each of hand?.querySelectorAll("button") ?? []) each.tabIndex = each === card ? 0 : -1;
}

/**
 * Moves focus along a row of buttons.
 *
 * @param {Element} row
 * @param {string} key of ArrowLeft, ArrowRight, Home and End
 * @returns {boolean} whether there was another button in that direction
 */
export function moveAlong(row, key) {
  const buttons = [...row.querySelectorAll("button, summary")].filter((each) => usable(each) && each.checkVisibility());
  const at = buttons.findIndex((each) => each === document.activeElement);
  const next = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: buttons.length - 1 }[key] ?? at;
  const goal = buttons[next];
  if (next === at || !(goal instanceof HTMLElement)) return false;
  goal.focus();
  return true;
}
