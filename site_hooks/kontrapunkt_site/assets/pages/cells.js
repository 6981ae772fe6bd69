// @ts-check
/**
 * Live cells. The reader's code runs in a sandbox that can be terminated at any time: that stops a running cell; the
 * typed text is in the browser's storage. A cell needs those above it: each run names all of them, and Python
 * (`kontrapunkt.cells`) runs those that have changed. Code from a file runs only after the reader has agreed.
 */
import { announce } from "../ui/announce.js";
import { Output, readPart } from "./cell-output.js";
import { enrich, markLine } from "./cell-text.js";
import { button, element as made } from "../ui/element.js";
import { Failure } from "../runtime/failure.js";
import { Died, Runtime } from "../runtime/runtime.js";
import { startSandbox } from "../runtime/sandbox.js";
import { pagePath } from "../runtime/site.js";
import { full } from "../storage/storage.js";
import { say } from "../ui/strings.js";
import { agreed, isForeign, readTyped, swapped, writeTyped } from "../storage/typed.js";

const SAID = 300; // characters of output that are read aloud

const STOPPED = ["stopped", "flood"]; // reasons for which we terminated Python

const python = new Runtime("kontrapunkt.cells", (trust, count) => startSandbox("kontrapunkt.cells", trust, count));

/** @type {Cell[]} the cells of the present page, in order */
let cells = [];
/** @type {Cell | null} the running cell */
let running = null;
/** @type {Map<string, Output>} the output of this run's cells */
const outputs = new Map();

/** @param {Element[]} elements @param {AbortSignal} signal aborted when the page is left */
export function mountCells(elements, signal) {
  const page = pagePath();
  cells = elements.filter((each) => each instanceof HTMLElement).map((each) => new Cell(each, page));
  signal.addEventListener("abort", () => running?.stop());
}

class Cell {
  /** @param {HTMLElement} element @param {string} page */
  constructor(element, page) {
    this.element = element;
    this.page = page;
    this.id = element.dataset.cell ?? "";
    this.out = /** @type {HTMLElement} */ (element.querySelector(".kp-cell-out"));
    this.came = this.out.innerHTML;
    const listing = /** @type {HTMLElement} */ (element.querySelector(".kp-cell-code"));
    this.colours = /** @type {HTMLElement} */ (listing.querySelector("pre"));
    this.author = this.colours.textContent ?? "";
    this.typed = readTyped(page, this.id);
    this.area = this.#field(listing);
    this.state = document.createElement("span");
    this.state.className = "kp-cell-state";
    this.play = button("", () => (running === this ? this.stop() : this.run()));
    this.reset = button("", () => this.setBack());
    const controls = document.createElement("div");
    controls.className = "kp-cell-controls";
    controls.append(this.play, this.reset, this.state);
    this.out.before(controls);
    this.notice = made("div", { class: "kp-cell-foreign" });
    this.out.addEventListener("click", ({ target }) => {
      const line = target instanceof Element ? target.closest("[data-line]") : null;
      if (line) markLine(this.area, Number(line.getAttribute("data-line")));
    });
    element.dataset.live = "";
    this.#show();
  }

  /** The cell's data for Python. */
  get told() {
    const { check = "", raises = "" } = this.element.dataset;
    return { id: this.id, source: this.area.value, check, raises };
  }

  async run() {
    if (running) return;
    const upTo = cells.slice(0, cells.indexOf(this) + 1);
    const foreign = upTo.find(({ typed }) => isForeign(typed));
    if (foreign) {
      this.state.textContent = say(foreign === this ? "cell.foreign" : "cell.foreign.above", { id: foreign.id });
      announce(this.state.textContent);
      return;
    }
    running = this;
    outputs.clear();
    cells.forEach((each) => each.#show());
    this.state.textContent = say(python.state === "ready" ? "cell.running" : "cell.starting");
    announce(this.state.textContent);
    try {
      const { page } = this;
      const request = JSON.stringify({ page, cells: upTo.map(({ told }) => told) });
      const { ok, last } = await python.listen("run", request, hear);
      this.state.textContent = ok === true || last === this.id ? "" : say("cell.above", { id: String(last) });
      announce(this.state.textContent || this.out.innerText.slice(0, SAID) || say("cell.done"));
    } catch (error) {
      this.#fail(error);
    } finally {
      running = null;
      cells.forEach((each) => each.#show());
    }
  }

  stop() {
    python.stop();
  }

  /** Restores the author's code, or from there the reader's. Python restarts, as it may be broken. */
  setBack() {
    this.#take(swapped(this.typed));
    python.stop();
    this.out.innerHTML = this.came;
    this.state.textContent = "";
    this.#show();
  }

  /** @param {import("./cell-output.js").Part} part @returns {boolean} whether it was drawn */
  hear(part) {
    const output = outputs.get(this.id);
    if (part.kind !== "begin") return output?.add(part) ?? false;
    if (output || !running) return false; // each cell begins once
    outputs.set(this.id, new Output(this.out));
    running.state.textContent = say(running === this ? "cell.running" : "cell.running.above");
    return true;
  }

  /** @param {HTMLElement} listing the listing below the field */
  #field(listing) {
    const area = document.createElement("textarea");
    area.className = "kp-cell-text";
    area.setAttribute("aria-label", say("cell.label", { id: this.id }));
    area.setAttribute("aria-description", say("cell.keys"));
    Object.assign(area, { spellcheck: false, autocapitalize: "off", autocomplete: "off", wrap: "off" });
    area.value = this.typed.text ?? this.author;
    area.addEventListener("input", () => {
      this.#take({ ...this.typed, text: area.value === this.author ? null : area.value });
    });
    area.addEventListener("scroll", () => (this.colours.scrollLeft = area.scrollLeft));
    enrich(area, () => this.run());
    this.colours.removeAttribute("tabindex");
    this.colours.setAttribute("aria-hidden", "true");
    listing.append(area);
    return area;
  }

  /** Stores the content of the cell. @param {import("../storage/typed.js").Typed} typed */
  #take(typed) {
    this.typed = typed;
    writeTyped(this.page, this.id, typed);
    const text = typed.text ?? this.author;
    if (this.area.value !== text) this.area.value = text;
    if (full) this.state.textContent = say("store.full");
    this.#show();
  }

  #show() {
    const { text, mine } = this.typed;
    const foreign = isForeign(this.typed);
    this.element.classList.toggle("kp-cell-own", text !== null);
    this.#showForeign(foreign);
    this.area.rows = this.area.value.split("\n").length;
    this.play.textContent = say(running === this ? "cell.stop" : "cell.run");
    this.play.disabled = foreign || (running !== null && running !== this);
    this.reset.textContent = say(text === null && mine !== undefined ? "cell.back" : "cell.reset");
    this.reset.disabled = running !== null || (text === null && mine === undefined && this.out.innerHTML === this.came);
  }

  /** Shows code from elsewhere in full, instead of the field, until the reader agrees. @param {boolean} foreign */
  #showForeign(foreign) {
    this.area.hidden = foreign;
    if (!foreign) return this.notice.remove();
    if (this.notice.isConnected) return;
    const code = made("pre", { tabindex: "0", "aria-label": say("cell.label", { id: this.id }) }, this.typed.text ?? "");
    const use = button(say("cell.foreign.use"), () => this.#take(agreed(this.typed)));
    const discard = button(say("cell.foreign.discard"), () => this.#take(agreed({ ...this.typed, text: null })));
    this.notice.replaceChildren(made("p", {}, say("cell.foreign")), code, use, discard);
    this.area.before(this.notice);
  }

  /** @param {unknown} error */
  #fail(error) {
    if (error instanceof Failure) {
      this.state.textContent = say(`fail.${error.kind}`, error.values);
      python.retry();
    } else if (error instanceof Died && STOPPED.includes(error.message)) this.state.textContent = say(`cell.${error.message}`);
    else this.state.textContent = say("cell.died", { detail: String(/** @type {any} */ (error)?.message ?? error) });
    if (!(error instanceof Failure)) python.stop(); // its state is unknown
    announce(this.state.textContent);
  }
}

/** @param {any} told */
function hear(told) {
  const part = readPart(told);
  const cell = part && cells.find(({ id }) => id === part.cell);
  if (!part || !cell?.hear(part)) python.kill("flood");
}
