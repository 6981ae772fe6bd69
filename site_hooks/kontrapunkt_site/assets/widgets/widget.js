// @ts-check
/**
 * A widget in play: its spec, its log, and the events for Python. The log is the only state, and it is here, not in
 * the worker: a worker that dies is replaced and the log opened again.
 */
import { announce } from "../ui/announce.js";
import { Failure } from "../runtime/failure.js";
import { Course, loadSteps } from "./foreseen.js";
import { Keeper } from "./keeper.js";
import { Messages } from "./listening.js";
import { STEPPED } from "../storage/logs.js";
import { keepMistake, removeMistake } from "../storage/mistakes.js";
import { dropLink, writeLink } from "../ui/link.js";
import { Notice } from "../ui/notice.js";
import { keepOutcome } from "../storage/outcomes.js";
import { Player, loadMorph } from "./player.js";
import { enginePrefs, seesAsBuilt } from "../storage/prefs.js";
import { reached } from "../storage/reached.js";
import { CallError, Died, runtime } from "../runtime/runtime.js";
import { ROOT, pageAddress, pagePath, savesData, whenIdle } from "../runtime/site.js";
import { full } from "../storage/storage.js";
import { say } from "../ui/strings.js";

const DEATHS = 3; // deaths of the worker in one step before the reader is asked
const SLOW = 60; // ms after which a reply is late
const SLICE = 50; // ms of a search between which the worker reads its messages
const PATIENCE = 700; // ms after which a screen reader hears that something is loading

let opened = 0;
let toldFull = false;

/**
 * `thinking`: the engine has something left to search, in slices, until the next event
 *
 * @typedef {{frames: import("./player.js").Frame[], log: string[], note?: string, error?: string, thinking?: boolean,
 *   outcome?: import("../storage/outcomes.js").Outcome & {of: string},
 *   keeps?: Omit<import("../storage/mistakes.js").Mistake, "kept"> & {id: string}, drops?: string, complaint?: string}} Reply
 */

export class Widget {
  /** @type {string[]} the events, as the engine wrote them */
  log = [];
  /** @type {string[]} events that Python has not answered yet, oldest first */
  #queue = [];
  #busy = false;
  #thinking = false;
  /** Whether the reader has skipped automatic play: until the next event or another log it is shown at once. */
  #hurried = false;
  /** Whether the page shows the log: an empty one is drawn by the build. */
  #shown = true;
  /** The worker in which it is open, as `runtime.generation` counts; 0 for none. */
  #home = 0;
  /** @type {Course | null} its place in the precomputed steps */
  #course = null;
  /** When the reader began, in milliseconds; 0 if not yet. */
  #begun = 0;
  /** Whether the reader has asked for a log that is not shown yet. */
  #asked = false;
  /** @type {(() => void)[]} called when all events are answered */
  #settled = [];
  /** @type {Failure | null} */
  #failure = null;
  #messages = new Messages();
  /** Whether the reader's last event was a step back along a record, which its message does not say. */
  #back = false;
  /** Whether the reader comes back to a deal on a table, which its message does not say. */
  #returns = false;
  /** Counts the logs set from outside; a reply to an older one is ignored. */
  #epoch = 0;

  /** @param {HTMLElement} element a `.kp` @param {string} page path of its page */
  constructor(element, page) {
    this.element = element;
    this.id = element.id.replace(/^kp-/, "");
    this.key = `${page}#${this.id}#${++opened}`;
    this.spec = element.dataset.spec ?? "{}"; // JSON in an attribute, as the theme runs scripts again on every page
    const { home } = element.dataset; // the page under which its log is stored, if different
    const kept = home ? pagePath(new URL(home, pageAddress(page))) : page;
    this.keeper = new Keeper(kept, this.id, page, "homework" in element.dataset);
    this.notice = new Notice(element);
    this.player = new Player(/** @type {HTMLElement} */ (element.querySelector(".kp-body")));
    element.dataset.live = "";
    this.#turn("idle");
  }

  /** The header of a log without one. */
  get header() {
    return `kontrapunkt 1 0 ${this.element.dataset.kp}`;
  }

  /** The address of its state. */
  get link() {
    const log = this.log.length ? this.log : [this.header, ...(JSON.parse(this.spec).log ?? [])];
    return writeLink(this.keeper.address, this.id, log);
  }

  /**
   * Loads the log of an earlier visit.
   *
   * @param {boolean} wait whether to show it only on request
   */
  recall(wait) {
    const log = this.keeper.recall();
    this.mark();
    if (this.keeper.unread) this.notice.show(say("log.unreadable"), this.#choice());
    if (!log && this.element.hasAttribute("data-undrawn")) { // the build did not draw it
      this.#shown = false;
      this.#ask();
    }
    if (!log) return;
    this.log = log;
    this.#shown = false;
    this.#returns = this.element.dataset.kp === "table";
    this.element.toggleAttribute("data-recalling", true); // until the first frame is drawn, or fails
    if (wait && !this.element.hasAttribute("data-undrawn")) this.#offer(say("log.waits"));
    else this.wake();
  }

  /**
   * Uses another log, from a link.
   *
   * @param {string[]} log
   * @param {boolean} wait whether to show it only on request
   */
  show(log, wait = false) {
    this.keeper.borrow(log);
    this.#replace(log);
    this.element.toggleAttribute("data-recalling", wait);
    if (wait) this.#offer(say("link.waits"));
    else this.#ask();
  }

  /** Offers a position that waits. @param {string} sentence */
  #offer(sentence) {
    this.notice.show(sentence, { label: say("link.load"), press: () => this.#ask(), key: "Enter" });
  }

  /** Marks a solved puzzle whose cards do not show it, with a link to the solution. */
  mark() {
    const solved = this.keeper.solution !== null && !reached(this.log).solved;
    const press = () => this.show(this.keeper.solution ?? []);
    this.notice.mark(solved ? say("reached.solved") : "", { label: say("reached.show"), press });
  }

  /** @param {Element} control the button @returns {Promise<void>} settled when all earlier events are in the log */
  settled(control) {
    if (!this.#queue.length) return Promise.resolve();
    this.#press(control);
    this.notice.clear();
    this.#retry();
    return new Promise((resolve) => this.#settled.push(resolve));
  }

  /** Prepares for the first event: loads the precomputed steps, or else opens the widget in the worker. */
  wake() {
    if (!this.#failure) this.#work();
  }

  /** Sends an event of the reader's. @param {string} event @param {Element} [control] the button */
  send(event, control) {
    this.#press(control);
    if (this.#failure?.kind === "dies") this.#queue.shift(); // the step that kills the worker is dropped for another
    this.#queue.push(event);
    this.#back = Boolean(control?.matches(".kp-walk .kp-back"));
    this.#begun ||= performance.now();
    this.#hurried = false;
    this.player.skip();
    this.#retry();
  }

  /** Ends animations. @param {boolean} all whether to end automatic play, too */
  hurry(all) {
    if (!this.player.playing) return;
    this.#hurried ||= all;
    this.player.skip();
  }

  /** Shows a button as pressed: at once while Python starts, else only if the reply is slow. @param {Element} [control] */
  #press(control) {
    const press = () => control?.setAttribute("data-pressed", "");
    if (runtime.state !== "ready") press();
    else setTimeout(() => this.#queue.length && press(), SLOW);
  }

  /** Handles leaving the page. */
  leave() {
    this.#queue = [];
    if (this.#atHome) runtime.call("close", this.key).catch(() => {});
    this.#home = 0;
  }

  /** Opens the log again after the worker has died, if it was open. */
  recover() {
    if (this.#home && this.element.isConnected) this.wake();
  }

  /** Shows the log that the reader has asked for. */
  #ask() {
    this.#asked = true;
    this.#retry();
  }

  /** Uses another log, whatever was in progress. @param {string[]} log */
  #replace(log) {
    this.player.skip();
    this.notice.clear();
    this.#queue = [];
    this.#hurried = false;
    this.#epoch += 1;
    this.log = log;
    this.#shown = false;
    this.#home = 0;
    this.#course?.lose();
  }

  #retry() {
    if (this.#failure) {
      this.#failure = null;
      runtime.retry();
      this.notice.clear(); // it may move the focus, which wakes the widget
    }
    this.#work();
  }

  /** Opens and sends until nothing is left to do, one at a time. */
  async #work() {
    if (this.#busy) {
      this.#showProgress();
      return;
    }
    this.#busy = true;
    let deaths = 0;
    try {
      while (this.element.isConnected) {
        try {
          if (await this.#foresee()) {
            if (this.#queue.length) continue;
            for (const tell of this.#settled.splice(0)) tell();
            if (!this.#goesOn) break;
          }
          await this.#open();
          if (!this.#queue.length) for (const tell of this.#settled.splice(0)) tell();
          if (this.#queue.length) await this.#step(this.#queue[0]);
          else if (this.#thinking) await this.#think();
          else break;
          deaths = 0;
        } catch (error) {
          if (!(error instanceof Died)) throw error;
          deaths += 1;
          if (deaths === DEATHS) throw new Failure("dies");
        }
      }
    } catch (error) {
      this.#fail(error);
    } finally {
      this.#busy = false;
    }
    this.#lookAhead();
  }

  /**
   * Does what is possible without Python: shows the log, answers the first event in the queue.
   *
   * @returns {Promise<boolean>} whether Python has nothing to do at once
   */
  async #foresee() {
    const { steps } = this.element.dataset;
    if (!steps || this.#atHome) return false;
    loadMorph().catch(() => {}); // it is loaded again for drawing
    const map = await loadSteps(steps);
    if (!map || !seesAsBuilt(map.data.language)) return false;
    this.#course ??= new Course(map);
    if (!this.#course.at(this.log)) return false;
    if (!this.#shown) {
      const frame = this.#course.standing(this.log);
      if (!frame) return false;
      const note = this.keeper.waits ? say("log.own") : undefined;
      await this.#take({ frames: [frame], log: this.log, note }, { still: true, button: this.#choice() });
      this.#asked = false;
      return true;
    }
    if (!this.#queue.length) return true;
    const answer = this.#course.take(this.log, this.#queue[0]);
    if (!answer) {
      this.#queue.unshift(...this.#course.leave()); // the engine restores the marks
      return false;
    }
    this.#queue.shift();
    const { length } = this.log;
    const log = answer.log.map((entry, at) => (at >= length && entry === "solved 0" ? `solved ${this.#seconds}` : entry));
    if (log.length < length) this.#begun = 0;
    this.keeper.write(log);
    await this.#take({ frames: answer.frames, log }, { still: this.#queue.length > 0 });
    this.#tellStep();
    return true;
  }

  /** Whether it is open in the present worker. */
  get #atHome() {
    return this.#home === runtime.generation && runtime.state === "ready";
  }

  /** Parses the likely next frames, forward and back, beforehand. */
  #lookAhead() {
    if (this.#atHome) whenIdle(() => this.#askAhead());
    else this.player.prepare(this.#course?.ahead(this.log).map(({ html }) => html) ?? []);
  }

  async #askAhead() {
    const { log } = this;
    const idle = () => log === this.log && this.#atHome && !this.#busy;
    const { likely } = (idle() && (await runtime.call("ahead", this.key).catch(() => null))) || {};
    if (likely && idle()) this.player.prepare(likely);
  }

  /** Whether the engine is needed although nothing waits for it: it prepares the questions after the first step. */
  get #goesOn() {
    return Boolean(this.#course?.map.data.goes_on) && this.log.length > 1 && !savesData();
  }

  /** The reader's time so far, in seconds. */
  get #seconds() {
    return Math.round((performance.now() - this.#begun) / 1000);
  }

  /** @returns {Promise<void>} settled when the log is open in the present worker */
  async #open() {
    if (this.#atHome) return;
    const stop = this.#watchBoot();
    const epoch = this.#epoch;
    /** @type {Reply} */
    let reply;
    let note = "";
    try {
      const morph = loadMorph(); // during the start; a step that could not be drawn is not begun
      morph.catch(() => {});
      reply = await this.#openLog();
      while (reply.error && this.log.length && epoch === this.#epoch) {
        note = this.#giveUp();
        reply = await this.#openLog();
      }
      await morph;
    } finally {
      stop();
    }
    if (epoch !== this.#epoch) return this.#open();
    if (reply.error) throw new Failure("step", { detail: reply.error });
    this.#home = runtime.generation;
    this.#course?.lose();
    if (reply.note) this.keeper.misread(this.log);
    this.log = reply.log;
    this.#thinking = reply.thinking ?? false;
    if (!this.#shown && this.keeper.waits) note ||= say("log.own");
    reply.note ??= note;
    if (reply.note || !this.#shown) await this.#take(reply, { still: true, button: this.#choice() });
    if (epoch !== this.#epoch) return this.#open(); // a link was followed while the page waited for the first frame
    this.#asked = false;
    this.#turn("ready");
  }

  /** @returns {Promise<Reply>} */
  #openLog() {
    return runtime.call("open", this.key, this.spec, JSON.stringify(this.log), enginePrefs());
  }

  /** Drops a log that the engine cannot read for the earlier one. @returns {string} the message */
  #giveUp() {
    const borrowed = this.keeper.borrowed;
    this.keeper.misread(this.log);
    this.log = (borrowed && this.keeper.recall()) || [];
    this.#shown = false;
    return say(borrowed ? "link.unreadable" : "log.unreadable");
  }

  /** Returns a button for another log, if there is one. @returns {{label: string, press: () => void} | undefined} */
  #choice() {
    const { keeper } = this;
    if (keeper.waits) {
      const press = () => {
        dropLink();
        this.#replace(keeper.recall() ?? []);
        this.#ask();
      };
      return { label: say("log.own.show"), press };
    }
    if (!keeper.unread) return undefined;
    const press = () => {
      keeper.forget();
      this.notice.clear();
    };
    return { label: say("log.delete"), press };
  }

  /** @param {string} event */
  async #step(event) {
    const epoch = this.#epoch;
    /** @type {Reply} */
    let reply;
    try {
      reply = await runtime.call("send", this.key, event);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      this.#home = 0; // Python may have left it half done: open the log again
      reply = { frames: [], log: this.log, error: say("fail.step", { detail: error.message }) };
    }
    if (epoch !== this.#epoch) return;
    this.#queue.shift();
    if (!reply.error) this.keeper.write(reply.log);
    await this.#take(reply, { still: this.#queue.length > 0 });
    if (!reply.error) this.#tellStep();
  }

  /** Lets the engine search for a slice, and shows the result. */
  async #think() {
    const epoch = this.#epoch;
    /** @type {Reply} */
    let reply;
    try {
      reply = await runtime.call("think", this.key, String(SLICE));
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      reply = { frames: [], log: this.log, error: say("fail.step", { detail: error.message }) };
    }
    if (reply.frames.length) await this.player.rest(); // the reader's card finishes its move first
    if (epoch !== this.#epoch) return;
    if (reply.log.length !== this.log.length) this.keeper.write(reply.log);
    await this.#take(reply, { still: this.#hurried || this.#queue.length > 0, keep: true }); // the reader has done nothing
  }

  /**
   * Shows a reply.
   *
   * @param {Reply} reply
   * @param {object} how
   * @param {boolean} how.still whether to show only its last frame, at once
   * @param {boolean} [how.keep] whether to keep the page's own notice
   * @param {{label: string, press: () => void}} [how.button] a button for its note
   */
  async #take(reply, { still, keep = false, button }) {
    const epoch = this.#epoch;
    const sentence = reply.error || reply.note;
    if (!reply.error) this.#note(reply.log);
    if (reply.outcome && !this.keeper.borrowed) keepOutcome(this.keeper.page, this.id, reply.outcome);
    const { mistakes } = reply.keeps || reply.drops ? JSON.parse(this.spec) : {};
    if (reply.keeps) keepMistake(mistakes, reply.keeps);
    if (reply.drops) removeMistake(pagePath(new URL(mistakes, location.href)), reply.drops);
    const { complaint } = reply;
    if (complaint) import("../ui/complaint.js").then(({ openComplaint }) => openComplaint(this.element, complaint), () => this.notice.offer(say("text.copy"), complaint));
    this.#thinking = reply.thinking ?? false;
    const quiet = Boolean(sentence) || (full && !toldFull) || !(this.#shown || this.#asked || this.#returns);
    if (sentence) this.notice.show(sentence, button);
    else if (full && !toldFull) this.#tellFull();
    else if (!quiet && !keep) this.notice.clear();
    this.mark();
    if (reply.frames?.length) {
      this.#shown = false; // until it is drawn
      await this.player.play(reply.frames, { still });
      if (epoch === this.#epoch) this.#shown = true;
      this.element.removeAttribute("data-recalling");
    }
    // Last, as a screen reader drops a message when focus moves after it.
    if (!quiet && !this.#queue.length && epoch === this.#epoch) {
      const here = this.#returns && this.element.querySelector(".kp-playing");
      this.#messages.say(reply.frames, keep, this.#back ? say("ear.back") : here ? say("ear.here") : "");
      this.#back = this.#returns = false;
    }
    if (!this.#queue.length) this.element.querySelectorAll("[data-pressed]").forEach(unpress);
  }

  /** Tells the page about a step. */
  #tellStep() {
    this.element.dispatchEvent(new CustomEvent(STEPPED, { detail: { id: this.id, log: this.log }, bubbles: true }));
  }

  /** Continues with a log and stores its new answers. @param {string[]} log */
  #note(log) {
    const known = this.log;
    this.log = log;
    const spec = log.length > known.length && this.element.dataset.kp === "drill" && !this.keeper.all ? JSON.parse(this.spec) : null;
    const at = `${this.keeper.page.slice(new URL(ROOT).pathname.length)}#${this.id}`;
    if (spec) import("../storage/learning.js").then(({ noteAnswers }) => noteAnswers(spec.game, at, known, log), () => {});
  }

  /** Shows once that nothing can be stored. */
  #tellFull() {
    toldFull = true;
    this.notice.show(say("store.full"));
  }

  /** Shows the progress of Python's start to a reader who waits for it. @returns {() => void} stops watching */
  #watchBoot() {
    if (runtime.state === "ready") return () => {};
    this.#turn("booting");
    this.#showProgress();
    const show = () => this.#showProgress();
    runtime.addEventListener("progress", show);
    const timer = setTimeout(() => this.#waiting && announce(say("boot.loading")), PATIENCE);
    return () => {
      clearTimeout(timer);
      runtime.removeEventListener("progress", show);
      this.notice.loaded();
    };
  }

  get #waiting() {
    return this.#queue.length > 0 || this.#asked;
  }

  #showProgress() {
    if (this.#waiting && this.element.dataset.state === "booting") this.notice.loading(runtime.progress);
  }

  /** @param {unknown} error */
  #fail(error) {
    const failure = error instanceof Failure ? error : new Failure("step", { detail: String(error) });
    this.#failure = failure;
    this.element.removeAttribute("data-recalling");
    if (!this.#shown) this.#home = 0; // what was not drawn is opened again
    this.#turn("failed");
    this.element.querySelectorAll("[data-pressed]").forEach(unpress);
    this.notice.show(say(`fail.${failure.kind}`, failure.values), {
      label: say("retry"),
      press: () => this.#retry(),
    });
  }

  /** @param {"idle" | "booting" | "ready" | "failed"} state */
  #turn(state) {
    this.element.dataset.state = state;
  }
}

/** @param {Element} element */
function unpress(element) {
  element.removeAttribute("data-pressed");
}
