// @ts-check
/** The foot of a widget, below the engine's markup: a progress line and one sentence, perhaps with a button. */
import { announce } from "./announce.js";
import { say } from "./strings.js";

/** @typedef {{label: string, press: () => void, key?: string}} Button its key as in `aria-keyshortcuts` */

export class Notice {
  /** @type {HTMLElement | null} */
  #foot = null;

  /** @param {HTMLElement} widget */
  constructor(widget) {
    this.widget = widget;
  }

  /** @param {string} sentence @param {Button} [button] */
  show(sentence, button) {
    fill(this.#part("p", "kp-notice"), sentence, button);
    announce(sentence);
  }

  /** Shows a permanent line above the widget. @param {string} sentence empty for none @param {Button} [button] */
  mark(sentence, button) {
    let line = this.widget.querySelector(":scope > .kp-reached");
    if (!sentence) return line?.remove();
    if (line) return;
    line = document.createElement("p");
    line.className = "kp-reached";
    fill(line, sentence, button);
    this.widget.prepend(line);
  }

  /** Shows a text to copy. @param {string} sentence @param {string} text */
  offer(sentence, text) {
    const box = this.#part("p", "kp-notice");
    const label = document.createElement("label");
    const field = document.createElement(text.includes("\n") ? "textarea" : "input");
    field.readOnly = true;
    field.value = text;
    label.append(sentence, " ", field);
    box.replaceChildren(label);
    announce(sentence);
    field.focus();
    field.select();
  }

  /** Removes the sentence. */
  clear() {
    const box = this.#foot?.querySelector(".kp-notice");
    const focused = box?.contains(document.activeElement);
    box?.remove();
    const next = focused && this.widget.querySelector("[data-focus], .kp-controls button");
    if (next instanceof HTMLElement) next.focus({ preventScroll: true });
  }

  /** @param {{loaded: number, total: number}} progress in bytes */
  loading({ loaded, total }) {
    const told = this.#part("p", "kp-loading");
    const line = /** @type {HTMLProgressElement} */ (this.#part("progress", "kp-progress"));
    line.setAttribute("aria-label", say("boot.loading"));
    told.textContent = sayLoading({ loaded, total });
    if (total) {
      line.max = total;
      line.value = Math.min(loaded, total);
    }
  }

  /** Removes the progress line. */
  loaded() {
    for (const part of this.#foot?.querySelectorAll(".kp-progress, .kp-loading") ?? []) part.remove();
  }

  /** @param {string} tag @param {string} name @returns {HTMLElement} the part of that name, created if necessary */
  #part(tag, name) {
    if (!this.#foot?.isConnected) {
      this.#foot = this.widget.querySelector(":scope > .kp-foot") ?? document.createElement("div");
      this.#foot.className = "kp-foot";
      this.widget.append(this.#foot);
    }
    let part = this.#foot.querySelector(`.${name}`);
    if (!part) {
      part = document.createElement(tag);
      part.className = name;
      if (name === "kp-progress") this.#foot.prepend(part);
      else this.#foot.append(part);
    }
    return /** @type {HTMLElement} */ (part);
  }
}

/** @param {{loaded: number, total: number}} progress in bytes @returns {string} the progress of the engine */
export function sayLoading({ loaded, total }) {
  const mega = (/** @type {number} */ bytes) => (bytes / 1e6).toFixed(1);
  return total ? say("boot.loading.bytes", { loaded: mega(loaded), total: mega(total) }) : say("boot.loading");
}

/** @param {Element} box @param {string} sentence @param {Button} [button] */
function fill(box, sentence, button) {
  box.replaceChildren(sentence);
  if (!button) return;
  const element = document.createElement("button");
  element.type = "button";
  element.className = "kp-retry";
  element.textContent = button.label;
  element.addEventListener("click", button.press);
  if (button.key) {
    element.setAttribute("aria-keyshortcuts", button.key);
    element.title = button.key;
  }
  box.append(" ", element);
}
