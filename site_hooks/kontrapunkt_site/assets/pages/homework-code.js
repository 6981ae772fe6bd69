// @ts-check
/** A pupil's result code: made by the engine, shown as text and QR code, copied or saved as a file. */
import { announce } from "../ui/announce.js";
import { fragment } from "./assignment.js";
import { button, element } from "../ui/element.js";
import { asked } from "./homework-engine.js";
import { qrCode } from "../ui/qr.js";
import { say } from "../ui/strings.js";
import { download, toClipboard } from "../ui/take.js";

const IN_A_MESSAGE = 2000; // characters; a longer code is better sent as a file

/**
 * @param {Element} box the place for it
 * @param {object} of
 * @param {string} of.text   the assignment
 * @param {string} of.title
 * @param {string} of.name   the pupil
 * @param {import("./tasks.js").Opened[]} of.tasks
 * @param {string[][][]} of.logs for each widget its logs
 * @param {string} [of.link] the link of the assignment, if readers of the code may lack it
 * @param {AbortSignal} left fires when it is removed
 */
export async function showCode(box, { text, title, name, tasks, logs, link = "" }, left) {
  const told = element("p", { class: "kp-notice", role: "status" }, say("homework.code.making"));
  box.replaceChildren(told);
  const given = { text, title, tasks: tasks.map((task) => ({ title: task.title, specs: task.parts.map(({ spec }) => spec) })) };
  try {
    const { code } = await asked("code", { ...given, name, logs }, told);
    if (left.aborted) return;
    await draw(code);
  } catch (error) {
    if (left.aborted) return;
    told.textContent = error instanceof Error ? error.message : String(error);
    box.append(button(say("retry"), () => showCode(box, { text, title, name, tasks, logs, link }, left)));
  }

  /** @param {string} code */
  async function draw(code) {
    const whole = `${name}${title ? `, ${title}` : ""}: ${code}`;
    const address = link || new URL(fragment(text), location.href).href;
    const field = /** @type {HTMLTextAreaElement} */ (element("textarea", { readonly: "", rows: "6", class: "kp-code", "aria-label": say("homework.code.label") }));
    field.value = link ? `${code}\n\n${address}` : code;
    const copy = button(say("homework.code.copy"), async () => {
      if (await toClipboard(link ? `${whole}\n\n${address}` : whole)) return tell(say("text.copied"));
      field.focus();
      field.select();
      tell(say("homework.code.by.hand"));
    }, { class: "kp-button kp-strong" });
    const save = button(say("homework.code.save"), () => {
      download(`${whole}\n\n${address}\n`, `${fileName(name)}.txt`, "text/plain");
      tell(say("text.saved"));
    });
    const said = element("p", { class: "kp-notice", role: "status" });
    const long = code.length > IN_A_MESSAGE ? [element("p", {}, say("homework.code.long"))] : [];
    const what = element("p", {}, say(link ? "homework.code.about.link" : "homework.code.about", { n: code.length }));
    const qr = link ? null : await qrCode(code, say("homework.code.qr", { name })).catch(() => null);
    if (left.aborted) return;
    box.replaceChildren(what, ...long, element("div", { class: "kp-code-row" }, copy, save), said, field, ...(qr ? [qr] : []));
    announce(say("homework.code.ready"));

    /** @param {string} sentence */
    function tell(sentence) {
      said.textContent = sentence;
      announce(sentence);
    }
  }
}

/** @param {string} name @returns {string} a valid file name */
function fileName(name) {
  return `kontrapunkt-${name.normalize("NFKD").replace(/[^\w]+/g, "-").replace(/^-+|-+$/g, "").toLowerCase() || "homework"}`;
}
