// @ts-check
/**
 * The page of sheets: Python makes the sheets in a separate worker; they are put in a shadow root with the style
 * sheet that they also have as a file. Only they are printed.
 */
import { announce } from "../ui/announce.js";
import { Failure } from "../runtime/failure.js";
import { sayLoading } from "../ui/notice.js";
import { qrCode } from "../ui/qr.js";
import { Died, Runtime } from "../runtime/runtime.js";
import { ROOT } from "../runtime/site.js";
import { say } from "../ui/strings.js";
import { download } from "../ui/take.js";

const WIDE = 794; // the width of 210 mm in px

/** @typedef {{body: string, styles: string, page: string, file: string[]}} Made */

/** @param {Element} place @param {AbortSignal} left fires when its page is left */
export function mountSheets(place, left) {
  const desk = new Runtime("kontrapunkt.classroom.sheet_maker");
  const form = /** @type {HTMLFormElement} */ (place.querySelector("form"));
  const preview = /** @type {HTMLElement} */ (place.querySelector(".kp-sheets-preview"));
  const told = /** @type {HTMLElement} */ (place.querySelector("[data-told]"));
  const kinds = /** @type {Record<string, string[]>} */ (JSON.parse(place.getAttribute("data-kp-sheets") ?? "{}"));
  const root = preview.attachShadow({ mode: "open" });
  const styles = new CSSStyleSheet();
  const printer = new CSSStyleSheet();
  root.adoptedStyleSheets = [styles];
  /** @type {Made | null} */
  let made = null;
  let newest = 0;

  const tell = (/** @type {string} */ text, aloud = true) => {
    told.textContent = text;
    if (aloud) announce(text);
  };
  const control = (/** @type {string} */ name) => /** @type {HTMLInputElement} */ (form.elements.namedItem(name));
  const paper = () => /** @type {HTMLElement | null} */ (root.querySelector(".kp-paper"));

  place.querySelector("[data-empty]")?.remove();
  form.hidden = false;
  control("seed").value = String(1 + Math.floor(Math.random() * 9999));
  offer();
  form.addEventListener("change", ({ target }) => {
    if (target === control("game")) offer();
    if (target === control("key")) showKey();
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    make();
  });
  button("print").addEventListener("click", () => window.print());
  button("save").addEventListener("click", save);
  desk.addEventListener("progress", () => {
    if (desk.state === "booting") tell(sayLoading(desk.progress), false);
  });
  const wide = new ResizeObserver(fit);
  wide.observe(place);
  window.addEventListener("beforeprint", lay, { signal: left });
  window.addEventListener("afterprint", takeBack, { signal: left });
  left.addEventListener("abort", () => {
    takeBack();
    wide.disconnect();
    desk.stop();
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== printer);
  });

  /** @param {string} does */
  function button(does) {
    return /** @type {HTMLButtonElement} */ (form.querySelector(`[data-does="${does}"]`));
  }

  /** Shows the kinds of question of the chosen game. */
  function offer() {
    for (const box of form.querySelectorAll('[name="kinds"]')) {
      if (!(box instanceof HTMLInputElement)) continue;
      box.disabled = !kinds[control("game").value]?.includes(box.value);
      box.parentElement?.toggleAttribute("hidden", box.disabled);
    }
  }

  function order() {
    const data = new FormData(form);
    const site = location.protocol === "file:" ? "" : ROOT; // a phone cannot open a page on this disk
    return JSON.stringify({ ...Object.fromEntries(data), kinds: data.getAll("kinds").join(","), site });
  }

  async function make() {
    const mine = ++newest;
    tell(say("boot.loading"));
    if (desk.state === "failed") desk.retry();
    try {
      const reply = await desk.listen("make", order(), ({ made: n, of }) => {
        if (mine === newest) tell(say("sheets.making", { n, of }), false);
      });
      if (mine !== newest || left.aborted) return;
      if (reply.error) tell(reply.error);
      else await show(reply);
    } catch (error) {
      if (mine !== newest || left.aborted) return;
      if (error instanceof Failure) tell(say(`fail.${error.kind}`, error.values));
      else tell(say("sheets.failed", { detail: error instanceof Died ? error.message : String(error) }));
    }
  }

  /** @param {Made} reply */
  async function show(reply) {
    made = reply;
    styles.replaceSync(reply.styles);
    printer.replaceSync(reply.page);
    if (!document.adoptedStyleSheets.includes(printer)) document.adoptedStyleSheets.push(printer);
    root.innerHTML = reply.body;
    for (const each of root.querySelectorAll("[data-code]")) {
      const code = await qrCode(each.getAttribute("data-code") ?? "", each.getAttribute("data-label") ?? "");
      if (code) each.replaceWith(code);
      else each.remove();
    }
    fit();
    showKey();
    button("print").disabled = button("save").disabled = false;
    tell(say("sheets.made", { n: root.querySelectorAll(".question").length, seed: control("seed").value }));
  }

  function showKey() {
    paper()?.toggleAttribute("data-keyless", !control("key").checked);
  }

  function fit() {
    const sheets = paper();
    if (sheets) sheets.style.zoom = String(Math.min(1, preview.clientWidth / WIDE || 1));
  }

  /** Leaves only the sheets in the document during printing. */
  function lay() {
    if (!made) return;
    document.documentElement.dataset.kpPaper = "";
    document.body.append(preview);
  }

  function takeBack() {
    delete document.documentElement.dataset.kpPaper;
    if (preview.parentElement !== place) place.append(preview);
  }

  function save() {
    const sheets = paper();
    if (!made || !sheets) return;
    const whole = /** @type {HTMLElement} */ (sheets.cloneNode(true));
    whole.style.removeProperty("zoom");
    download(made.file.join(whole.outerHTML), `${control("game").value}-${control("seed").value}.html`, "text/html");
    tell(say("text.saved"));
  }
}
