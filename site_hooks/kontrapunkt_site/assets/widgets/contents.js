// @ts-check
import config from "../runtime/config.js";

/** Tells the style sheets which parts a widget's body has. @param {HTMLElement} body */
export function noteContents(body) {
  const widget = /** @type {HTMLElement | null} */ (body.closest(".kp"));
  const has = config.contents.filter((name) => body.getElementsByClassName(`kp-${name}`).length).join(" ");
  if (widget && widget.dataset.has !== has) widget.dataset.has = has;
}
