// @ts-check
/**
 * Moving cards. The place of a card is measured before and after a replacement; the difference is animated (FLIP).
 * The individual properties `translate` and `scale` leave the style sheet's `transform` alone.
 */
import { prefs } from "../storage/prefs.js";

const DURATION = 200; // ms
const EASING = "cubic-bezier(0.2, 0, 0.2, 1)";

/** @typedef {Map<string, DOMRect>} Places by the cards' keys */

/** @returns {boolean} whether the reader wants motion */
export function moves() {
  return prefs().motion !== "off" && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** @param {Element} body @returns {Places} the places of the cards, moving or not */
export function places(body) {
  const found = new Map();
  for (const card of body.querySelectorAll("[data-key]")) {
    found.set(card.getAttribute("data-key"), card.getBoundingClientRect());
  }
  return found;
}

/**
 * Moves cards from their former places to the present ones.
 *
 * @param {Element} body
 * @param {Places} before
 * @returns {Animation[]} the animations
 */
export function travel(body, before) {
  const cards = [...body.querySelectorAll("[data-key]")];
  for (const card of cards) {
    for (const running of card.getAnimations()) if (running.id === "kp") running.cancel();
  }
  // All measuring comes before all animating: one layout instead of one per card.
  const plans = cards.map((card) => plan(card, before)).filter((found) => found !== null);
  return plans.map(({ card, from }) => {
    card.classList.add("kp-moving");
    const animation = card.animate([from, { translate: "0 0", scale: "1" }], {
      id: "kp",
      duration: DURATION,
      easing: EASING,
      composite: "add",
    });
    const land = () => card.classList.remove("kp-moving");
    animation.finished.then(land, land);
    return animation;
  });
}

/** @param {Element} card @param {Places} before */
function plan(card, before) {
  const key = card.getAttribute("data-key") ?? "";
  const old = before.get(key) ?? before.get(card.getAttribute("data-from") ?? "");
  const now = card.getBoundingClientRect();
  if (!old || !old.width || !now.width) return null;
  const x = old.x + old.width / 2 - (now.x + now.width / 2);
  const y = old.y + old.height / 2 - (now.y + now.height / 2);
  if (Math.abs(x) < 1 && Math.abs(y) < 1) return null;
  const size = old.width / now.width;
  const scale = size > 0.95 && size < 1.05 ? "1" : String(size);
  return { card, from: { translate: `${x}px ${y}px`, scale } };
}
