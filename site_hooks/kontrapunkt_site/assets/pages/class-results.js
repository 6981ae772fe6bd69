// @ts-check
/**
 * The page on which teachers read codes, pasted or from files, with any text around them. The engine replays them;
 * the results are shown as a table and can be saved. Nothing is stored.
 */
import { announce } from "../ui/announce.js";
import { Unreadable, read, textIn, textsIn } from "./assignment.js";
import { button, element, tableBox } from "../ui/element.js";
import { asked } from "./homework-engine.js";
import { made } from "../storage/homework-kept.js";
import { say } from "../ui/strings.js";
import { download } from "../ui/take.js";
import { openTasks } from "./tasks.js";

/**
 * @typedef {import("../widgets/result.js").Result} Result
 * @typedef {{name: string, assignment: number, results: Result[], same: string[]}} Row
 * @typedef {{text: string, title: string, origin: Origin, tasks: {title: string, specs: object[]}[]}} Given
 * @typedef {{rows: Row[], refused: {tail: string, name: string, why: string}[], unread: {assignment: number, why: string}[], twice: number, files: Record<string, Record<string, string>>}} Told
 * @typedef {"opened" | "made" | "other"} Origin the origin of an assignment
 */

const LINK_TAIL = 8; // characters that identify a link to the reader

/** @param {Element} place @param {AbortSignal} left fires when its page is left */
export function mountClassResults(place, left) {
  const heap = /** @type {HTMLTextAreaElement} */ (element("textarea", { id: "kp-heap", rows: "8", spellcheck: "false", class: "kp-code" }));
  const label = element("label", { for: "kp-heap" }, say("class.heap"));
  const files = /** @type {HTMLInputElement} */ (element("input", { type: "file", id: "kp-files", multiple: "", accept: ".txt,.eml,.csv,.html,text/*" }));
  const choose = element("label", { for: "kp-files" }, say("class.files"), " ", files);
  const go = element("button", { type: "submit", class: "kp-button kp-strong" }, say("class.read"));
  const told = element("p", { class: "kp-notice", role: "status" });
  const out = element("div", { class: "kp-class" });
  const form = element("form", { class: "kp-heap" }, label, heap, choose, go, told);
  place.querySelector("[data-empty]")?.remove();
  place.replaceChildren(form, out);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    show();
  });
  files.addEventListener("change", () => take(files.files));
  form.addEventListener("dragover", (event) => event.preventDefault());
  form.addEventListener("drop", (event) => {
    if (!event.dataTransfer?.files.length) return; // text drops into the field by itself
    event.preventDefault();
    take(event.dataTransfer.files);
  });

  /** @param {FileList | null} list */
  async function take(list) {
    const texts = await Promise.all([...(list ?? [])].map((file) => file.text()));
    files.value = "";
    heap.value = [heap.value, ...texts].filter(Boolean).join("\n");
    if (texts.length) show();
  }

  async function show() {
    told.textContent = say("class.reading");
    out.replaceChildren();
    try {
      const own = made().map(({ text }) => text);
      const known = [...new Set([textIn(location.hash), ...own, ...textsIn(heap.value)])].filter(Boolean);
      const { texts, codes } = await asked("find", { heap: heap.value, texts: known }, told);
      /** @type {Given[]} */
      const assignments = [];
      /** @type {{of: string, why: string}[]} */
      const unread = [];
      for (const text of texts) {
        try {
          const assignment = await read(text);
          const opened = await openTasks(assignment, {});
          const origin = text === textIn(location.hash) ? "opened" : own.includes(text) ? "made" : "other";
          assignments.push({ text, title: assignment.title, origin, tasks: opened.map(({ title, parts }) => ({ title, specs: parts.map(({ spec }) => spec) })) });
        } catch (error) {
          unread.push({ of: text, why: error instanceof Unreadable ? say(error.message) : say("homework.link.failed", { detail: String(error) }) });
        }
      }
      const results = await asked("results", { heap: heap.value, assignments, unread: unread.map(({ of }) => of) }, told);
      if (left.aborted) return;
      const sentence = codes ? say("class.found", { n: results.rows.length, all: codes - results.twice }) : say("class.none");
      told.textContent = sentence;
      announce(sentence);
      for (const { assignment, why } of results.unread) unread.push({ of: assignments[assignment].text, why });
      draw(results, assignments, unread);
    } catch (error) {
      told.textContent = error instanceof Error ? error.message : String(error);
    }
  }

  /** @param {Told} results @param {Given[]} assignments @param {{of: string, why: string}[]} unread assignments with their errors */
  function draw({ rows, refused, files }, assignments, unread) {
    const tables = assignments.flatMap((given, n) => {
      const own = rows.filter(({ assignment }) => assignment === n);
      return own.length ? [tableOf(given, own)] : [];
    });
    out.replaceChildren(...tables);
    if (rows.length) out.append(saving(files));
    if (unread.length) {
      const items = unread.map(({ of, why }) => element("li", {}, element("code", {}, say("class.link", { tail: `…${of.slice(-LINK_TAIL)}` })), ` ${why}`));
      out.append(element("h2", {}, say("class.unread")), element("ul", { class: "kp-refused" }, ...items));
    }
    if (refused.length) {
      const items = refused.map(({ tail, name, why }) => element("li", {}, element("code", {}, tail), name ? ` (${name}) ` : " ", why));
      out.append(element("h2", {}, say("class.refused")), element("ul", { class: "kp-refused" }, ...items));
    }
  }
}

/**
 * Renders the controls that save the table as a file.
 *
 * @param {Record<string, Record<string, string>>} files by kind of row, then by separator
 */
function saving(files) {
  const rows = select("class.rows", ["pupils", "tasks"]);
  const separator = select("class.separator", ["comma", "semicolon", "tab"]);
  if ((1.5).toLocaleString().includes(",")) separator.field.value = "semicolon"; // the usual separator in countries with decimal commas
  const told = element("p", { class: "kp-notice", role: "status" });
  const save = button(say("class.csv"), () => {
    const ending = separator.field.value === "tab" ? "tsv" : "csv";
    download(`\ufeff${files[rows.field.value][separator.field.value]}`, `kontrapunkt-results.${ending}`, "text/csv");
    told.textContent = say("text.saved");
  });
  return element("div", { class: "kp-filter" }, rows.label, separator.label, save, told);
}

/** @param {string} key of its label @param {string[]} values each with the label `key.value` */
function select(key, values) {
  const field = /** @type {HTMLSelectElement} */ (element("select", {}));
  for (const value of values) field.append(element("option", { value }, say(`${key}.${value}`)));
  return { field, label: element("label", {}, `${say(key)} `, field) };
}

/** Renders a table with a row for each pupil and a column for each task. @param {Given} given @param {Row[]} rows */
function tableOf({ title, origin, tasks }, rows) {
  const columns = [say("class.name"), say("class.solved"), ...tasks.map((task, n) => `${n + 1}. ${task.title}`)];
  const lines = rows.map(({ name, results, same }) => {
    const equal = same.length ? [element("span", { class: "kp-same" }, say("class.same", { names: same.join(", ") }))] : [];
    const solved = results.filter((each) => each.solved).length;
    const cells = results.map((each) => element("td", { "data-progress": each.solved ? "solved" : each.tries ? "tried" : "new" }, ...cell(each)));
    return element("tr", {}, element("th", { scope: "row" }, name, ...equal), element("td", {}, say("class.of", { n: solved, all: results.length })), ...cells);
  });
  const from = element("span", { class: "kp-origin", "data-origin": origin }, say(`class.origin.${origin}`));
  const caption = element("caption", {}, title || say("homework.title"), " ", from);
  return tableBox("kp-results kp-class-table", title || say("homework.title"), columns, lines, caption);
}

/** @param {Result} of @returns {(Element | string)[]} */
function cell({ right, of, solved, tries, hints, seconds, shown }) {
  const sign = of > 1 ? say("class.of", { n: right, all: of }) : say(solved ? "class.yes" : tries || shown ? "class.no" : "class.open");
  const more = [
    ...(tries ? [say(tries === 1 ? "class.tries.one" : "class.tries", { n: tries })] : []),
    ...(hints ? [say(hints === 1 ? "class.hints.one" : "class.hints", { n: hints })] : []),
    ...(seconds ? [say("class.seconds", { n: seconds })] : []),
    ...(shown ? [say("class.shown")] : []),
  ];
  return [element("b", {}, sign), ...(more.length ? [element("small", {}, more.join(", "))] : [])];
}
