// @ts-check
/**
 * Live cells. What the reader types runs in a worker of its own, which may be ended at any time: a cell that runs is
 * stopped by ending it, and what was typed lies in the browser's storage. A cell needs those above it: each run names
 * all of them, and Python (`kontrapunkt.cells`) runs those that it has not run as they are.
 */
import { announce } from "./announce.js";
import { enrich, markLine } from "./cell-text.js";
import { button } from "./element.js";
import { Failure } from "./failure.js";
import { Died, Runtime } from "./runtime.js";
import { pagePath } from "./site.js";
import { full } from "./storage.js";
import { say } from "./strings.js";
import { readTyped, writeTyped } from "./typed.js";

const SAID = 300; // signs of what came out that are read aloud

const python = new Runtime("kontrapunkt.cells");

/** @type {Cell[]} those of the page that is shown, in order */
let cells = [];
/** @type {Cell | null} the one that is running */
let running = null;

/** @param {Element[]} elements @param {AbortSignal} signal ends with the page */
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
    this.out.addEventListener("click", ({ target }) => {
      const line = target instanceof Element ? target.closest("[data-line]") : null;
      if (line) markLine(this.area, Number(line.getAttribute("data-line")));
    });
    element.dataset.live = "";
    this.#show();
  }

  /** What Python is told of it. */
  get told() {
    const { check = "", raises = "" } = this.element.dataset;
    return { id: this.id, source: this.area.value, check, raises };
  }

  async run() {
    if (running) return;
    running = this;
    cells.forEach((each) => each.#show());
    this.state.textContent = say(python.state === "ready" ? "cell.running" : "cell.starting");
    announce(this.state.textContent);
    try {
      const { page } = this;
      const upTo = cells.slice(0, cells.indexOf(this) + 1);
      const request = JSON.stringify({ page, cells: upTo.map(({ told }) => told) });
      const { ok, last } = await python.listen("run", request, hear);
      this.state.textContent = ok || last === this.id ? "" : say("cell.above", { id: last });
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

  /** To what the author wrote; or, from there, to what the reader had typed. */
  setBack() {
    const { text, mine } = this.typed;
    if (text !== null) this.#take({ text: null, mine: text });
    else if (mine !== undefined) this.#take({ text: mine });
    this.out.innerHTML = this.came;
    this.state.textContent = "";
    this.#show();
  }

  /** @param {any} part as `kontrapunkt.cells` tells it */
  hear({ kind, html, text }) {
    const last = this.out.lastElementChild;
    if (kind === "begin") this.out.replaceChildren();
    else if (kind === "print" && last?.matches(".kp-cell-print")) last.append(text);
    else this.out.insertAdjacentHTML("beforeend", html);
    if (kind === "begin" && running) running.state.textContent = say(running === this ? "cell.running" : "cell.running.above");
  }

  /** @param {HTMLElement} listing the listing, which the field lies upon */
  #field(listing) {
    const area = document.createElement("textarea");
    area.className = "kp-cell-text";
    area.setAttribute("aria-label", say("cell.label", { id: this.id }));
    area.setAttribute("aria-description", say("cell.keys"));
    Object.assign(area, { spellcheck: false, autocapitalize: "off", autocomplete: "off", wrap: "off" });
    area.value = this.typed.text ?? this.author;
    area.addEventListener("input", () => {
      const text = area.value === this.author ? null : area.value;
      this.#take({ ...this.typed, text });
    });
    area.addEventListener("scroll", () => (this.colours.scrollLeft = area.scrollLeft));
    enrich(area, () => this.run());
    this.colours.removeAttribute("tabindex");
    this.colours.setAttribute("aria-hidden", "true");
    listing.append(area);
    return area;
  }

  /** Keeps what stands in the cell now. @param {import("./typed.js").Typed} typed */
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
    this.element.classList.toggle("kp-cell-own", text !== null);
    this.area.rows = this.area.value.split("\n").length;
    this.play.textContent = say(running === this ? "cell.stop" : "cell.run");
    this.play.disabled = running !== null && running !== this;
    this.reset.textContent = say(text === null && mine !== undefined ? "cell.back" : "cell.reset");
    this.reset.disabled = running !== null || (text === null && mine === undefined && this.out.innerHTML === this.came);
  }

  /** @param {unknown} error */
  #fail(error) {
    if (error instanceof Failure) {
      this.state.textContent = say(`fail.${error.kind}`, error.values);
      python.retry();
    } else if (error instanceof Died && error.message === "stopped") this.state.textContent = say("cell.stopped");
    else this.state.textContent = say("cell.died", { detail: String(/** @type {any} */ (error)?.message ?? error) });
    announce(this.state.textContent);
  }
}

/** @param {any} part */
function hear(part) {
  cells.find(({ id }) => id === part.cell)?.hear(part);
}
