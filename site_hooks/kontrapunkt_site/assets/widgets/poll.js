// @ts-check
/** Votes counted by a teacher, shown as bars: for the choices at the table, else for four letters. */
import { button, element } from "../ui/element.js";
import { say } from "../ui/strings.js";

const MOST = 9; // one for each digit
/** The choices: answers, else playable cards, else cards of the seat to act. */
const CHOICES = [
  ".kp-choices [data-do^=pick]",
  ".kp-playable[data-do]",
  ".kp-deeds [data-do]",
  ".kp-card[data-do]:not([tabindex='-1'])",
];
const LETTERS = ["A", "B", "C", "D"];

/** A vote on the present choices. */
export class Poll {
  panel = element("section", { class: "kp-poll", "aria-label": say("board.vote"), hidden: "" });
  #rows = element("ol", {});

  /** @param {HTMLElement} widget */
  constructor(widget) {
    this.widget = widget;
    this.panel.append(this.#rows, button(say("poll.anew"), () => this.#begin()));
  }

  /** Opens or closes the panel; the votes stay. @returns {boolean} whether it is open */
  toggle() {
    if (!this.#rows.childElementCount) this.#begin();
    this.panel.hidden = !this.panel.hidden;
    return !this.panel.hidden;
  }

  /** Starts a new vote on the present choices. */
  #begin() {
    const offered = CHOICES.map((each) => [...new Set([...this.widget.querySelectorAll(each)].map(nameOf))].filter(Boolean));
    const names = offered.find(({ length }) => length > 1) ?? LETTERS;
    this.#rows.replaceChildren(...names.slice(0, MOST).map((name, at) => this.#row(name, at + 1)));
    this.#draw();
  }

  /** @param {string} name @param {number} digit the key that adds a vote */
  #row(name, digit) {
    const count = element("input", { type: "number", min: "0", max: "999", value: "0", "aria-label": say("poll.votes", { name }) });
    const field = /** @type {HTMLInputElement} */ (count);
    const add = (/** @type {number} */ n) => {
      field.value = String(Math.min(999, Math.max(0, Number(field.value) + n)));
      this.#draw();
    };
    field.addEventListener("input", () => this.#draw());
    const less = button("−", () => add(-1), { "aria-label": say("poll.less", { name }) });
    const more = button("+", () => add(1), { "aria-label": say("poll.more", { name }), "aria-keyshortcuts": String(digit) });
    const label = element("span", { class: "kp-poll-name" }, element("kbd", { "aria-hidden": "true" }, String(digit)), ` ${name}`);
    return element("li", {}, label, element("span", { class: "kp-poll-bar", "aria-hidden": "true" }), less, field, more);
  }

  /** Draws each bar in proportion to the longest. */
  #draw() {
    const rows = /** @type {HTMLElement[]} */ ([...this.#rows.children]);
    const votes = rows.map((row) => Number(row.querySelector("input")?.value) || 0);
    const most = Math.max(1, ...votes);
    rows.forEach((row, at) => row.style.setProperty("--kp-part", String(votes[at] / most)));
  }
}

/** @param {Element} control @returns {string} its name */
function nameOf(control) {
  return (control.getAttribute("aria-label") ?? control.textContent ?? "").replace(/\s+/g, " ").trim();
}
