// @ts-check
/** The dialog that "Is this wrong?" opens: the text of a complaint, a field for the reader's words, and ways to take both along. */
import config from "../runtime/config.js";
import { button, element } from "./element.js";
import { say } from "./strings.js";
import { download, toClipboard } from "./take.js";

const FILE = "kontrapunkt-complaint.record";

/** @param {HTMLElement} widget @param {string} text the complaint without the reader's words */
export function openComplaint(widget, text) {
  const words = /** @type {HTMLTextAreaElement} */ (element("textarea", { rows: "3" }));
  const field = /** @type {HTMLTextAreaElement} */ (element("textarea", { rows: "8", readonly: "", spellcheck: "false" }, text));
  const told = element("p", { role: "status" });
  const title = element("h2", { id: "kp-complaint-title" }, say("complaint.title"));
  const dialog = /** @type {HTMLDialogElement} */ (element("dialog", { class: "kp-complaint kp-records", "aria-labelledby": title.id }));
  words.addEventListener("input", () => (field.value = comment(words.value) + text));
  const copy = async () => {
    const copied = await toClipboard(field.value);
    told.textContent = say(copied ? "text.copied" : "text.copy");
    if (!copied) field.select();
  };
  const save = () => {
    download(field.value, FILE, "text/plain");
    told.textContent = say("text.saved");
  };
  dialog.append(
    title,
    element("p", {}, say("complaint.how")),
    element("label", {}, say("complaint.words"), words),
    element("label", {}, say("complaint.text"), field),
    element("p", { class: "kp-record-ways" }, button(say("complaint.copy"), copy), button(say("complaint.save"), save), button(say("complaint.close"), () => dialog.close())),
    told,
    element("p", {}, ...receiver()),
  );
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("keydown", (event) => event.stopPropagation()); // they are no shortcuts of the widget behind it
  widget.append(dialog);
  dialog.showModal();
  words.focus();
}

/** @param {string} words @returns {string} the words as the first comment of a record */
function comment(words) {
  return words.trim() && `{${words.trim().replaceAll("}", "\\}")}\n}\n\n`;
}

/** @returns {(string | Node)[]} where the text may be sent */
function receiver() {
  const { contact } = config;
  if (!contact) return [say("complaint.nobody")];
  return [say("complaint.send"), " ", element("a", { href: contact }, contact.replace(/^(mailto:|https:\/\/)/, ""))];
}
