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
 * Makes room below the table for a message on a solution that is longer than its box.
 *
 * @param {Element} body a widget's body
 */
export function makeRoom(body) {
  const stage = body.querySelector(".kp-stage");
  const said = stage?.querySelector(":scope > :is(.kp-say-good, .kp-say-wrong)");
  if (!(stage instanceof HTMLElement) || stage.closest(".kp-lesson")) return; // the next step of a lesson stays in the window
  stage.style.removeProperty("--kp-more");
  const more = said ? said.scrollHeight - said.clientHeight : 0;
  if (more > 0) stage.style.setProperty("--kp-more", `${more}px`);
}

/**
 * Scrolls the page to the result of a deal or to a widget's message, if the reader has asked for it and it is out of
 * sight.
 *
 * @param {Element} body a widget's body
 * @param {boolean} ended whether a deal has just ended
 */
export function bring(body, ended) {
  const behavior = moves() ? "smooth" : "auto";
  const end = ended ? body.querySelector(".kp-end-verdict") : null;
  if (end && end.getBoundingClientRect().top < parseFloat(getComputedStyle(end).scrollMarginTop)) end.scrollIntoView({ block: "start", behavior });
  else if (!end) body.querySelector(".kp-say[data-wanted]")?.scrollIntoView({ block: "nearest", behavior });
}
