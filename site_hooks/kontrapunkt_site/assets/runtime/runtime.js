// @ts-check
/**
 * A worker with Python. The widgets' one, `runtime`, lives as long as the document, across Material's instant
 * navigation. It starts once; if it dies, the next call starts another, and the owners of logs open them again.
 */
import { Failure, lookFor } from "./failure.js";
import { startWorker } from "./files.js";
import { dropImage, imageHash, keepImageLater, readImage } from "./image.js";
import { CLOSED, RUNTIME, limit } from "./site.js";

const BOOT_LIMIT = 30_000; // ms without any progress
const CALL_LIMIT = 30_000; // ms without an answer
const WRONG = ["broken", "python", "worker"]; // kinds of failure that damaged files may cause

/** Thrown if the worker dies before it answers. */
export class Died extends Error {}

/** Thrown if Python raises an error in a call; the worker still works. */
export class CallError extends Error {}

/**
 * @typedef {"idle" | "booting" | "ready" | "failed"} State
 * @typedef {{loaded: number, total: number}} Progress bytes so far, and in total (0 if unknown)
 * @typedef {{resolve: (reply: any) => void, reject: (error: Error) => void, timer: number, hear?: (told: any) => void}} Waiting
 *
 * The part of the worker interface used here.
 * @typedef {object} Place
 * @property {((event: any) => void) | null} onmessage
 * @property {((event: ErrorEvent) => void) | null} onerror
 * @property {(message: any, given: Transferable[]) => void} postMessage
 * @property {() => void} terminate
 *
 * @typedef {(trust: RequestCache, count: (bytes: number) => void) => Promise<Place>} Begin starts a worker; `trust` is
 *   the caching of files, `count` receives the bytes loaded before it exists
 */

/** Python in a worker; fires `state`, `progress` and `died`. */
export class Runtime extends EventTarget {
  /** @type {State} */
  state = "idle";
  /** @type {Progress} */
  progress = { loaded: 0, total: 0 };
  /** Counts the workers started; widgets of earlier ones must be opened again. */
  generation = 0;
  /** Times of the last start, for the benchmark: ms since the document's time origin. */
  times = {};

  /** @type {Place | null} */
  #worker = null;
  /** @type {Promise<void> | null} */
  #started = null;
  /** @type {{resolve: () => void, reject: (failure: Failure | Died) => void} | null} */
  #boot = null;
  /** @type {Map<number, Waiting>} */
  #waiting = new Map();
  #last = 0;
  /** The caching of files at the next start. @type {RequestCache} */
  #trust = "default";
  /** @type {Failure | null} why the last start failed */
  #failure = null;
  #watchdog = 0;
  /** The spec opened last. */
  #spec = "{}";
  /** Whether Python was started from an image of its memory. */
  #fromImage = false;

  /** @param {string} [door] the Python module to call; by default the widgets' one @param {Begin} [begin] */
  constructor(door, begin = (trust) => startWorker("kontrapunkt", trust)) {
    super();
    this.door = door;
    this.begin = begin;
  }

  /** Starts the worker if there is none. @returns {Promise<void>} settled when Python can be called */
  start() {
    this.#started ??= new Promise((resolve, reject) => {
      this.#boot = { resolve, reject };
      this.generation += 1;
      this.progress = { loaded: 0, total: 0 };
      this.#turn("booting");
      this.#launch();
    });
    this.#started.catch(() => {}); // callers report it; a start on mere intent has no caller
    return this.#started;
  }

  /** Forgets a failed start, so that the next call tries again, bypassing caches that may contain the fault. */
  retry() {
    if (this.state === "failed") {
      this.#trust = WRONG.includes(this.#failure?.kind ?? "") ? "reload" : "no-cache";
      this.#started = null;
      this.#turn("idle");
    }
  }

  /**
   * Calls the engine (`kontrapunkt.app`), starting the worker if necessary.
   *
   * @param {"open" | "send" | "think" | "ahead" | "close" | "homework"} call
   * @param {...string} args
   * @returns {Promise<any>} the parsed reply
   */
  async call(call, ...args) {
    if (call === "open") this.#spec = args[1]; // the start needs the game
    await this.start();
    if (call !== "homework") keepImageLater(this.#spec);
    return new Promise((resolve, reject) => {
      const id = ++this.#last;
      const timer = window.setTimeout(() => this.kill("no answer"), limit("callLimit", CALL_LIMIT));
      this.#waiting.set(id, { resolve, reject, timer });
      this.#worker?.postMessage({ id, call, args }, []);
    });
  }

  /**
   * Makes a call without a time limit that reports while it runs.
   *
   * @param {string} call
   * @param {string} arg
   * @param {(told: any) => void} hear receives each parsed report
   * @returns {Promise<any>} the parsed reply
   */
  async listen(call, arg, hear) {
    await this.start();
    return new Promise((resolve, reject) => {
      const id = ++this.#last;
      this.#waiting.set(id, { resolve, reject, timer: 0, hear });
      this.#worker?.postMessage({ id, call, args: [arg], heard: true }, []);
    });
  }

  /** Terminates the worker at the reader's request; the next call starts another. */
  stop() {
    if (this.state === "booting") {
      this.#boot?.reject(new Died("stopped"));
    }
    this.#end("stopped");
  }

  /** Terminates the worker as if it had died. @param {string} reason */
  kill(reason) {
    if (!this.#worker) return;
    if (this.state === "booting") {
      this.#fail(new Failure("worker", { detail: reason }));
      return;
    }
    if (this.#fromImage && !this.door) dropImage(); // the image may be the cause, except where readers' code runs
    this.#end(reason);
  }

  /** @param {string} reason */
  #end(reason) {
    this.#drop();
    this.#started = null;
    this.#turn("idle");
    for (const { reject, timer } of this.#waiting.values()) {
      clearTimeout(timer);
      reject(new Died(reason));
    }
    this.#waiting.clear();
    this.dispatchEvent(new Event("died"));
  }

  async #launch() {
    performance.mark("kp:boot");
    if (typeof WebAssembly !== "object") return this.#fail(new Failure("nowasm"));
    this.#watch();
    const { generation } = this;
    let worker;
    try {
      worker = await this.begin(this.#trust, () => generation === this.generation && this.#watch());
    } catch (error) {
      if (generation !== this.generation || this.state !== "booting") return;
      if (error instanceof Failure) return this.#fail(error);
      return this.#fail(CLOSED ? new Failure("closed") : new Failure("worker", { detail: String(error) }));
    }
    if (generation !== this.generation || this.state !== "booting") return worker.terminate(); // stopped meanwhile
    this.#worker = worker;
    worker.onmessage = ({ data }) => this.#receive(data);
    worker.onerror = (event) => {
      event.preventDefault();
      if (worker !== this.#worker) return;
      if (this.state === "booting") this.#diagnose(event.message ?? "");
      else this.kill(event.message ?? "error");
    };
    const awaits = this.#trust === "default" && imageHash() !== "";
    worker.postMessage({ boot: { ...RUNTIME, trust: this.#trust, door: this.door, spec: this.#spec, awaits } }, []);
    if (awaits) readImage().then((image) => worker.postMessage({ image }, image ? [image] : []));
  }

  /** @param {any} data untrusted in the sandbox */
  #receive(data) {
    try {
      this.#take(data);
    } catch (error) {
      this.kill(String(error)); // such as invalid JSON
    }
  }

  /** @param {any} data */
  #take(data) {
    if ("told" in data) this.#waiting.get(data.id)?.hear?.(JSON.parse(data.told));
    else if ("id" in data) {
      const waiting = this.#waiting.get(data.id);
      if ("fatal" in data) return this.kill(String(data.fatal));
      if (!waiting) return;
      const reply = "error" in data ? null : JSON.parse(data.reply);
      this.#waiting.delete(data.id);
      clearTimeout(waiting.timer);
      if ("error" in data) waiting.reject(new CallError(String(data.error)));
      else waiting.resolve(reply);
    } else if (this.state !== "booting") {
      // it has started before
    } else if (data.boot === "progress") {
      this.progress = { loaded: data.loaded, total: data.total };
      this.#watch();
      this.dispatchEvent(new Event("progress"));
    } else if (data.boot === "anew") {
      this.#drop();
      dropImage().then(() => this.#launch());
    } else if (data.boot === "failed") {
      this.#fail(new Failure(data.kind, data.values));
    } else if (data.boot === "ready") {
      clearTimeout(this.#watchdog);
      this.#fromImage = data.image ?? false;
      this.times = Object.fromEntries(
        Object.entries(data.times).map(([name, time]) => [name, time - performance.timeOrigin]),
      );
      performance.mark("kp:ready", { detail: { ...this.times, image: this.#fromImage } });
      this.#trust = "default";
      this.#turn("ready");
      this.#boot?.resolve();
    }
  }

  #watch() {
    const most = limit("bootLimit", BOOT_LIMIT);
    clearTimeout(this.#watchdog);
    this.#watchdog = window.setTimeout(() => {
      this.#fail(new Failure("slow", { seconds: Math.round(most / 1000) }));
    }, most);
  }

  /** Checks whether the worker's own script exists, after a failure without a reason. @param {string} message */
  async #diagnose(message) {
    const worker = this.#worker;
    const failure = await lookFor("worker.js", new Failure("worker", { detail: message || "error" }));
    if (worker === this.#worker) this.#fail(failure);
  }

  /** @param {Failure} failure */
  #fail(failure) {
    this.#failure = failure;
    this.#drop();
    this.#turn("failed");
    this.#boot?.reject(failure);
  }

  #drop() {
    clearTimeout(this.#watchdog);
    this.#worker?.terminate();
    this.#worker = null;
  }

  /** @param {State} state */
  #turn(state) {
    this.state = state;
    this.dispatchEvent(new Event("state"));
  }
}

export const runtime = new Runtime();
