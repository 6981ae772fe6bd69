// @ts-check
/** Shows a reply: its frames one after another, morphed into the widget's body. Any click or key skips the rest. */
import { load } from "../runtime/failure.js";
import { noteContents } from "./contents.js";
import { remember, restore } from "./focus.js";
import { bring, follow, makeRoom } from "./follow.js";
import { moves, places, travel } from "./motion.js";
import { prefs } from "../storage/prefs.js";
import { whenIdle } from "../runtime/site.js";

/** @typedef {{html: string, say: string, pause_ms: number, brief?: string, full?: string}} Frame */

/** @type {Promise<{Idiomorph: any}> | null} */
let library = null;

/** Loads the morphing library, for the first reply. */
export function loadMorph() {
  library ??= load("idiomorph.js").catch((failure) => {
    library = null;
    throw failure;
  });
  return library;
}

export class Player {
  /** @type {(() => void) | null} set while frames wait */
  #hurry = null;
  #skipped = false;
  /** @type {Animation[]} */
  #travelling = [];
  /** @type {Frame[]} frames not shown yet */
  #rest = [];
  /** @type {any} */
  #morph = null;
  /** @type {Map<string, Node[]>} parsed frames that are likely to come next */
  #read = new Map();

  /** @param {HTMLElement} body */
  constructor(body) {
    this.body = body;
  }

  /** Whether something is still in progress. */
  get playing() {
    return this.#hurry !== null || this.#travelling.some(({ playState }) => playState === "running");
  }

  /** @returns {Promise<unknown>} settled when all motion has ended or been skipped */
  rest() {
    return Promise.allSettled(this.#travelling.map(({ finished }) => finished));
  }

  /**
   * @param {Frame[]} frames
   * @param {{still?: boolean}} [how] still: the last frame at once, without motion
   * @returns {Promise<void>} settled when the last frame is shown
   */
  async play(frames, { still = false } = {}) {
    this.skip();
    this.#skipped = still;
    this.#rest = [...frames];
    const ended = Boolean(this.body.querySelector(".kp-end"));
    this.#morph ??= (await loadMorph()).Idiomorph;
    while (this.#rest.length && this.body.isConnected) {
      if (this.#skipped) {
        this.#showLast();
        return;
      }
      const frame = /** @type {Frame} */ (this.#rest.shift());
      this.#show(frame.html, moves());
      if (this.#rest.length) await this.#wait(frame.pause_ms);
    }
    bring(this.body, !ended);
  }

  /** Shows the remaining frames at once. */
  skip() {
    this.#skipped = true;
    for (const animation of this.#travelling) animation.finish();
    this.#travelling = [];
    this.#showLast();
    this.#hurry?.();
  }

  #showLast() {
    const last = this.#rest.at(-1);
    this.#rest = [];
    if (last && this.#morph && this.body.isConnected) this.#show(last.html, false);
    else if (last) this.#rest = [last]; // the library is still loading; `play` continues then
  }

  /** Parses likely frames in idle time. @param {string[]} likely */
  prepare(likely) {
    whenIdle(() => {
      this.#read = new Map(likely.map((html) => [html, this.#read.get(html) ?? nodesOf(html)]));
    });
  }

  /** @param {string} html @param {boolean} moving */
  #show(html, moving) {
    const nodes = this.#read.get(html) ?? nodesOf(html);
    this.#read.delete(html);
    const place = remember(this.body);
    const before = moving ? places(this.body) : null;
    const ended = endIn(this.body);
    const callbacks = { beforeNodeMorphed: differs, beforeAttributeUpdated: mayChange };
    const ignoreActiveValue = document.activeElement instanceof HTMLInputElement; // text being typed stays
    this.#morph.morph(this.body, nodes, { morphStyle: "innerHTML", ignoreActiveValue, callbacks });
    noteContents(this.body);
    restore(this.body, place);
    follow(this.body);
    makeRoom(this.body);
    if (before) this.#travelling = travel(this.body, before);
    const end = endIn(this.body);
    if (end && end !== ended && prefs().sound === "on") import("./sound.js").then(({ ring }) => ring(end)).catch(() => {}); // it is silent without
  }

  /** @param {number} pause milliseconds */
  #wait(pause) {
    return new Promise((resolve) => {
      const timer = setTimeout(done, pause);
      const self = this;
      function done() {
        clearTimeout(timer);
        self.#hurry = null;
        resolve(undefined);
      }
      this.#hurry = done;
    });
  }
}

/** @param {Element} body @returns {"" | "trick" | "won" | "lost"} what has just ended at a table */
function endIn(body) {
  const end = body.querySelector(".kp-end");
  if (end) return end.matches(".kp-end-won") ? "won" : "lost";
  return body.querySelector(".kp-swept") ? "trick" : "";
}

/** @param {string} html @returns {Node[]} */
function nodesOf(html) {
  const parent = document.createElement("div");
  parent.innerHTML = html;
  return [...parent.childNodes];
}

/** Returns whether an attribute may be changed: what the reader has unfolded stays so. @param {string} name @param {Element} node */
function mayChange(name, node) {
  return !(name === "open" && node instanceof HTMLDetailsElement);
}

/**
 * Returns whether a node must be changed: equal nodes are skipped, and fields stay as the reader wrote them.
 *
 * @param {Node} old
 * @param {Node} wanted
 */
function differs(old, wanted) {
  return !(old instanceof Element && (old.isEqualNode(wanted) || old.matches("textarea:not([readonly])")));
}
