// @ts-check
/** A table by ear: the level of detail of its messages, the new sentences in each, and the answers of keys. */
import { announce } from "../ui/announce.js";
import { choose, prefs } from "../storage/prefs.js";
import { say } from "../ui/strings.js";

/** The levels of detail; `""`, the default, is between the others. */
const LEVELS = ["brief", "", "full"];

/** Chooses the next level and says which. */
export function changeLevel() {
  const next = LEVELS[(LEVELS.indexOf(prefs().speech ?? "") + 1) % LEVELS.length];
  const level = next || "normal";
  choose("speech", next);
  announce(say(`ear.level.${level}`), false);
}

/** Says one of a widget's hidden answers. @param {Element} widget @param {Element} control its button */
export function answer(widget, control) {
  const found = widget.querySelector(`[data-ear="${control.getAttribute("data-answer")}"]`);
  announce(found?.textContent || say("ear.none"), false);
}

/**
 * Says what a widget without hidden answers shows: the table in words, or the cards of the player whose turn it is.
 *
 * @param {Element} widget
 * @param {boolean} cards whether to say the cards
 */
export function tell(widget, cards) {
  const hand = /** @type {HTMLElement | null} */ (widget.querySelector(".kp-turn .kp-hand"));
  const table = /** @type {HTMLElement | null} */ (widget.querySelector(".kp-table > .kp-vh"));
  const held = [...(hand?.querySelectorAll("button") ?? [])].map((card) => card.innerText).join(", ");
  const said = cards ? [hand?.getAttribute("aria-label"), held].filter(Boolean).join(": ") : table?.innerText;
  announce(said || say("ear.none"), false);
}

/** The messages of one widget; of a message that goes on, only the new sentences are said. */
export class Messages {
  #told = "";

  /**
   * @param {import("./player.js").Frame[]} frames
   * @param {boolean} goesOn whether the reader has done nothing since the last message
   * @param {string} [first] a sentence to say before
   */
  say(frames, goesOn, first = "") {
    if (!frames.length) return;
    const text = [...new Set(frames.map(levelOf).filter(Boolean))].join(" ");
    const fresh = goesOn && text.startsWith(this.#told) ? text.slice(this.#told.length) : text;
    announce(`${first} ${fresh}`.trim());
    this.#told = text;
  }
}

/** @param {import("./player.js").Frame} frame @returns {string} its message, as long as the reader wants it */
function levelOf(frame) {
  const level = prefs().speech;
  return (level === "brief" && frame.brief) || (level === "full" && frame.full) || frame.say;
}
