// @ts-check
/** What the reader has left in this browser: how much, save, read, delete. Mounted in `[data-kp-data]`. */
import { announce } from "./announce.js";
import { count, deleteAll, exportAll, importAll } from "./archive.js";
import { button } from "./element.js";
import { reloadPrefs } from "./prefs.js";
import { full } from "./storage.js";
import { say } from "./strings.js";
import { download } from "./take.js";

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
  const erase = button(say("data.delete"), () => {
    if (erase.textContent !== say("data.delete.sure")) {
      erase.textContent = say("data.delete.sure");
      return;
    }
    deleteAll();
    reloadPrefs();
    tell(say("data.deleted"));
  }, PLAIN);
  erase.addEventListener("blur", () => (erase.textContent = say("data.delete")));
  file.addEventListener("change", async () => {
    const number = importAll((await file.files?.[0]?.text()) ?? "");
    file.value = "";
    reloadPrefs();
    if (number < 0) tell(say("data.bad"));
    else tell(full ? say("data.full") : say("data.imported", { n: number }));
  });
  place.replaceChildren(state, save, " ", read, " ", erase, file, told);
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
    save.disabled = erase.disabled = n === 0;
  }
}
