// @ts-check
/** Keeps the relevant part in view: the current entry of a list, the response to an answer. */
import { moves } from "./motion.js";

/**
 * Scrolls a list to its current entry, without scrolling the page.
 *
 * @param {Element} body a widget's body
 */
export function follow(body) {
  const here = body.querySelector("[aria-current]");
  const list = here?.closest(".kp-lists");
  const entry = here?.closest("li");
  if (!list || !entry || list.scrollHeight <= list.clientHeight) return;
  const top = entry.getBoundingClientRect().top - list.getBoundingClientRect().top;
  const bottom = top + entry.clientHeight - list.clientHeight;
  if (top < 0 || entry.clientHeight > list.clientHeight) list.scrollTop += top;
  else if (bottom > 0) list.scrollTop += bottom;
}

/**
 * Scrolls the page to a widget's message, if the reader has asked for it and it is out of sight.
 *
 * @param {Element} body a widget's body
 */
export function bring(body) {
  const said = body.querySelector(".kp-say[data-wanted]");
  said?.scrollIntoView({ block: "nearest", behavior: moves() ? "smooth" : "auto" });
}
