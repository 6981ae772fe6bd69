// @ts-check
/** A timer for a class: it counts down, and announces when the time is up. */
import { announce } from "../ui/announce.js";
import { button, element } from "../ui/element.js";
import { say } from "../ui/strings.js";

const STEP = 30; // seconds
const LONGEST = 99 * 60;
const USUAL = 120;

/** A countdown of minutes and seconds beside a table. */
export class Timer {
  panel = element("span", { class: "kp-timer", hidden: "" });
  #face = element("output", { role: "timer", "aria-live": "off" });
  #seconds = USUAL;
  /** The time when it ends, in milliseconds; 0 while it is stopped. */
  #end = 0;
  #ticking = 0;

  constructor() {
    const less = button("−", () => this.#set(this.#left - STEP), { "aria-label": say("timer.less") });
    const more = button("+", () => this.#set(this.#left + STEP), { "aria-label": say("timer.more") });
    this.panel.append(less, this.#face, more);
    this.#draw();
  }

  /** Shows it first, then starts or stops it. */
  press() {
    if (this.panel.hidden) this.panel.hidden = false;
    else if (this.#end) this.stop();
    else this.#start();
  }

  /** Stops it. */
  stop() {
    this.#seconds = this.#left;
    this.#end = 0;
    clearInterval(this.#ticking);
    this.#draw();
  }

  #start() {
    if (!this.#seconds) this.#seconds = USUAL;
    this.#end = performance.now() + this.#seconds * 1000;
    this.#ticking = window.setInterval(() => this.#tick(), 250);
    this.#draw();
  }

  /** The number of seconds left. */
  get #left() {
    return this.#end ? Math.max(0, Math.ceil((this.#end - performance.now()) / 1000)) : this.#seconds;
  }

  /** @param {number} seconds */
  #set(seconds) {
    this.#seconds = Math.min(LONGEST, Math.max(STEP, Math.round(seconds / STEP) * STEP));
    if (this.#end) this.#end = performance.now() + this.#seconds * 1000;
    this.#draw();
  }

  #tick() {
    if (!this.panel.isConnected) return this.stop();
    this.#draw();
    if (this.#left) return;
    this.stop();
    announce(say("timer.over"));
  }

  #draw() {
    const left = this.#left;
    this.#face.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    this.panel.toggleAttribute("data-runs", this.#end > 0);
    this.panel.toggleAttribute("data-over", left === 0);
  }
}
