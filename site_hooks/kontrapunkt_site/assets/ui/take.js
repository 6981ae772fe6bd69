// @ts-check
/**
 * Taking something along from a widget: a link, a text to copy, a text as a file. What is not the widget's own log
 * stands in its markup: in the field that a button names, or beside the button.
 */
import { frameFor } from "./frame.js";
import { writeLink } from "./link.js";
import { isLog } from "../storage/logs.js";
import { parse } from "../storage/storage.js";
import { say } from "./strings.js";

/** @typedef {import("../widgets/widget.js").Widget} Widget */

/** @param {Element} control @returns {string} what stands in the field that it names; empty for none */
export function fieldOf(control) {
  const field = document.getElementById(control.getAttribute("data-field") ?? "");
  return field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement ? field.value : "";
}

/**
 * Copies the link to what a widget shows, with all that has been done so far; or to what the button says.
 *
 * @param {Widget} widget
 * @param {Element} control what was pressed
 */
export async function share(widget, control) {
  const log = parse(control.getAttribute("data-log") ?? "null");
  if (!log) await widget.settled(control);
  const link = isLog(log) ? writeLink(widget.keeper.address, widget.id, log) : widget.link;
  await copyText(widget, link, "link");
}

/** Copies the frame in which a page elsewhere may show a widget as it stands. @param {Widget} widget @param {Element} control */
export async function frame(widget, control) {
  await widget.settled(control);
  await copyText(widget, frameFor(widget.link, widget.id, document.title), "text");
}

/** Copies the text of a field. @param {Widget} widget @param {Element} control */
export function copy(widget, control) {
  return copyText(widget, fieldOf(control), "text");
}

/** Saves the text of a field as a file. @param {Widget} widget @param {Element} control */
export function save(widget, control) {
  download(fieldOf(control), control.getAttribute("data-name") ?? "kontrapunkt.record", "text/plain");
  widget.notice.show(say("text.saved"));
}

/** @param {string} text @param {string} name of the file @param {string} type its media type */
export function download(text, name, type) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** @param {string} text @returns {Promise<boolean>} whether it has been copied; many pages may not, those without HTTPS among them */
export async function toClipboard(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** @param {Widget} widget @param {string} text @param {"link" | "text"} what */
async function copyText(widget, text, what) {
  if (await toClipboard(text)) widget.notice.show(say(`${what}.copied`));
  else widget.notice.offer(say(`${what}.copy`), text);
}
