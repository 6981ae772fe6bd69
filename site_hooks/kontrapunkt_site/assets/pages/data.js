// @ts-check
/** The reader's data in this browser: amount, export, import, deletion. Mounted in `[data-kp-data]`. */
import { announce } from "../ui/announce.js";
import { count, deleteAll, exportAll, hasCopy, importAll } from "../storage/archive.js";
import { button, element } from "../ui/element.js";
import { reloadPrefs } from "../storage/prefs.js";
import { names } from "../storage/storage.js";
import { say } from "../ui/strings.js";
import { download } from "../ui/take.js";

const PLAIN = { class: "md-button" };

/** @param {Element} place */
export function mountData(place) {
  const state = document.createElement("p");
  const told = document.createElement("p");
  told.className = "kp-notice";
  const file = document.createElement("input");
  file.type = "file";
  file.accept = ".json,application/json";
  file.hidden = true;
  const save = button(say("data.export"), () => download(exportAll(), "kontrapunkt.json", "application/json"), PLAIN);
  const read = button(say("data.import"), () => file.click(), PLAIN);
  let deleting = Promise.resolve();
  const erase = button(say("data.delete"), async () => {
    if (erase.textContent !== say("data.delete.sure")) {
      erase.textContent = say("data.delete.sure");
      return;
    }
    deleting = deleteAll();
    await deleting;
    reloadPrefs();
    tell(say("data.deleted"));
  }, PLAIN);
  erase.addEventListener("blur", () => (erase.textContent = say("data.delete")));
  file.addEventListener("change", async () => {
    await deleting; // its last word must not replace ours
    const found = importAll((await file.files?.[0]?.text()) ?? "");
    file.value = "";
    reloadPrefs();
    if (!found) tell(say("data.bad"));
    else if (!found.lost) tell(say("data.imported", { n: found.read }));
    else tell(say(found.lost < found.read ? "data.partly" : "data.full", { n: found.read - found.lost, all: found.read }));
  });
  if (window === top) place.replaceChildren(state, save, " ", read, " ", erase, file, told);
  else place.replaceChildren(state, save, element("p", {}, say("data.framed"), " ", alone()), told); // another page may overlay a frame to steal clicks
  tally();

  /** @param {string} sentence */
  function tell(sentence) {
    told.textContent = sentence;
    announce(sentence);
    tally();
  }

  function tally() {
    const n = count();
    state.textContent = n === 0 ? say("data.none") : n === 1 ? say("data.one") : say("data.some", { n });
    erase.textContent = say("data.delete");
    const none = !names().some((name) => name.includes("/"));
    save.disabled = erase.disabled = none;
    if (none) hasCopy().then((has) => has && (erase.disabled = false)).catch(() => {});
  }
}

/** Returns a link to this page outside its frame. */
function alone() {
  return element("a", { href: location.href, target: "_blank", rel: "noopener" }, say("data.alone"));
}
