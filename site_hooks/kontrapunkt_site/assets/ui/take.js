// @ts-check
/**
 * Taking things from a widget: a link, a text to copy, a text as a file. Texts other than the widget's log are in its
 * markup: in the field that a button names, or beside the button.
 */
import { frameFor } from "./frame.js";
import { writeLink } from "./link.js";
import { isLog } from "../storage/logs.js";
import { parse } from "../storage/storage.js";
import { say } from "./strings.js";

/** @typedef {import("../widgets/widget.js").Widget} Widget */

/** @param {Element} control @returns {string} the content of its field; empty for none */
export function fieldOf(control) {
  const field = document.getElementById(control.getAttribute("data-field") ?? "");
  return field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement ? field.value : "";
}

/**
 * Copies the link to a widget's state with its log, or to the target of the button.
 *
 * @param {Widget} widget
 * @param {Element} control the button
 */
export async function share(widget, control) {
  const log = parse(control.getAttribute("data-log") ?? "null");
  if (!log) await widget.settled(control);
  const link = isLog(log) ? writeLink(widget.keeper.address, widget.id, log) : widget.link;
  await copyText(widget, link, "link");
}

/** Copies the frame with which another page can embed a widget in its present state. @param {Widget} widget @param {Element} control */
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

/** @param {string} text @returns {Promise<boolean>} whether it was copied; pages without HTTPS may not */
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
