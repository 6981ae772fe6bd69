// @ts-check
/** Keeps the current entry of a list in view that scrolls by itself; the page is never scrolled. */

/** @param {Element} body a widget's body */
export function follow(body) {
  const here = body.querySelector("[aria-current]");
  const list = here?.closest(".kp-record");
  const entry = here?.closest("li");
  if (!list || !entry || list.scrollHeight <= list.clientHeight) return;
  const top = entry.getBoundingClientRect().top - list.getBoundingClientRect().top;
  const bottom = top + entry.clientHeight - list.clientHeight;
  if (top < 0 || entry.clientHeight > list.clientHeight) list.scrollTop += top;
  else if (bottom > 0) list.scrollTop += bottom;
}
