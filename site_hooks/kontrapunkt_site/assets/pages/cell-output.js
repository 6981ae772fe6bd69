// @ts-check
/**
 * Draws the output of cells. Code in the sandbox may send anything, so each part is checked, limited to text or a
 * table of text, and the whole is limited in size. `kontrapunkt.cells.render_output` draws the same in a build.
 */
import { element } from "../ui/element.js";
import { say } from "../ui/strings.js";

const MOST_SIGNS = 30_000; // characters of a cell's output; Python itself stops earlier, with an error
const MOST_PARTS = 25_000; // parts of a cell's output, such as empty lines
const ROW = 40; // the cost of a row in characters, besides its name
const KINDS = ["begin", "print", "value", "show", "error", "right", "wrong"];
const SVG = "http://www.w3.org/2000/svg";

/** @typedef {[name: string, number: string, share: number]} Row */
/** @typedef {{cell: string, kind: string, text: string, line: number, origin: string, rows: Row[]}} Part */

/** @param {any} told @returns {Part | null} null if it is invalid */
export function readPart(told) {
  if (typeof told !== "object" || told === null) return null;
  const { cell, kind, text, line, origin, rows } = told;
  const texts = [cell, text, origin].every((each) => typeof each === "string");
  const fits = texts && KINDS.includes(kind) && Number.isSafeInteger(line) && line >= 0 && Array.isArray(rows) && rows.every(isRow);
  return fits ? { cell, kind, text, line, origin, rows } : null;
}

/** @param {unknown} row @returns {row is Row} */
function isRow(row) {
  if (!Array.isArray(row) || row.length !== 3) return false;
  const [name, number, share] = row;
  return typeof name === "string" && typeof number === "string" && typeof share === "number" && share >= 0 && share <= 1;
}

/** The output of one run of a cell. */
export class Output {
  #signs = 0;
  #parts = 0;

  /** @param {HTMLElement} out the element for the output */
  constructor(out) {
    this.out = out;
    out.replaceChildren();
  }

  /** @param {Part} part @returns {boolean} whether it was drawn; the size is limited */
  add({ kind, text, line, origin, rows }) {
    this.#parts += 1;
    this.#signs += text.length + origin.length + rows.reduce((sum, [name, number]) => sum + ROW + name.length + number.length, 0);
    if (this.#parts > MOST_PARTS || this.#signs > MOST_SIGNS) return false;
    if (kind === "print") this.#print(text);
    else if (kind === "value") this.out.append(element("pre", { class: "kp-cell-value" }, text));
    else if (kind === "show") this.out.append(table(text, rows));
    else if (kind === "error") this.out.append(error(text, line, origin));
    else this.out.append(element("p", { class: `kp-cell-${kind}` }, text));
    return true;
  }

  /** @param {string} text */
  #print(text) {
    const last = this.out.lastElementChild;
    if (last?.matches(".kp-cell-print")) last.append(text);
    else this.out.append(element("pre", { class: "kp-cell-print" }, text));
  }
}

/** @param {string} text @param {number} line 0 for none @param {string} origin */
function error(text, line, origin) {
  const where = element("span", { class: "kp-cell-line", "data-line": String(line) }, say("cell.line", { n: line }));
  const said = [element("code", {}, text), ...(origin ? [` ${origin}`] : [])];
  return element("p", { class: "kp-cell-error" }, ...(line ? [where, " "] : []), ...said);
}

/** @param {string} title @param {Row[]} rows */
function table(title, rows) {
  const caption = title ? [element("caption", {}, title)] : [];
  return element("table", { class: "kp-bars" }, ...caption, element("tbody", {}, ...rows.map(line)));
}

/** @param {Row} row */
function line([name, number, share]) {
  const drawing = drawn("svg", { viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" });
  drawing.append(drawn("rect", { width: (100 * share).toFixed(2), height: "10" }));
  const cells = [element("td", { class: "kp-bar" }, drawing), element("td", { class: "kp-bar-number" }, number)];
  return element("tr", {}, element("th", { scope: "row" }, name), ...cells);
}

/** @param {string} name @param {Record<string, string>} attributes */
function drawn(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}
