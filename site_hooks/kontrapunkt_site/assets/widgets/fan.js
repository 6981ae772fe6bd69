// @ts-check
/** Cards in a fan: where the strip that shows of a card is too narrow for a finger, the first touch only raises the card. */

const NARROW = 23.5; // px

/** The hand at the foot of a table in play. */
export const OWN_HAND = ".kp-playing [data-place=foot] > .kp-hand";

/**
 * Raises a card, and says whether this touch has done no more than that.
 *
 * @param {Element} card the button that was clicked
 * @param {MouseEvent} event
 * @returns {boolean} whether the card waits for a second touch
 */
export function raises(card, event) {
  const hand = card.closest(OWN_HAND);
  if (!hand || !("pointerType" in event) || event.pointerType !== "touch") return false;
  const again = card.hasAttribute("data-raised");
  for (const other of hand.querySelectorAll("[data-raised]")) other.removeAttribute("data-raised");
  if (again || card.getBoundingClientRect().width >= NARROW) return false;
  card.setAttribute("data-raised", "");
  return true;
}
