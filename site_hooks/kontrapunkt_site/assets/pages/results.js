// @ts-check
/** The reader's results at the table above. Mounted in `[data-kp-results]`; empty before the first finished deal. */
import { inWords } from "../ui/announce.js";
import { element, tableBox } from "../ui/element.js";
import { OUTCOME_KEPT, readOutcomes, summaries } from "../storage/outcomes.js";
import { pagePath } from "../runtime/site.js";
import { parse } from "../storage/storage.js";
import { say } from "../ui/strings.js";

/** @param {Element} place @param {AbortSignal} left fires when its page is left */
export function mountResults(place, left) {
  const page = pagePath();
  const show = () => place.replaceChildren(...table(place, readOutcomes(page, place.getAttribute("data-kp-results") ?? "")));
  show();
  document.addEventListener(OUTCOME_KEPT, show, { signal: left });
  window.addEventListener("storage", show, { signal: left }); // in another tab
}

/** @param {Element} place @param {import("../storage/outcomes.js").Outcomes} outcomes @returns {Element[]} */
function table(place, outcomes) {
  const all = summaries(outcomes);
  if (!all.length) return [];
  const names = parse(place.getAttribute("data-names") ?? "") ?? {};
  const sessions = all.some((each) => each.sessions > 0);
  const paid = all.some((each) => each.mean !== null);
  const columns = ["against", "deals", "won", ...(paid ? ["mean"] : []), ...(sessions ? ["sessions"] : []), "helped"];
  const rows = all.map((each) => {
    const player = names.player?.[each.against] ?? each.against;
    const rules = Object.keys(names.preset ?? {}).length > 1 ? names.preset[each.rules] : "";
    const mean = each.mean === null ? "–" : readAs(`${signed(each.mean)} ${each.unit}`);
    const over = each.sessions ? say("results.of", { n: each.sessionsWon, all: each.sessions }) : "–";
    const values = [each.deals, each.won, ...(paid ? [mean] : []), ...(sessions ? [over] : []), each.helped];
    const about = element("th", { scope: "row" }, rules ? say("results.row", { player, rules }) : player);
    return element("tr", {}, about, ...values.map((value) => element("td", {}, typeof value === "number" ? String(value) : value)));
  });
  const caption = element("caption", {}, say("results.title"));
  const titles = columns.map((key) => say(`results.${key}`));
  return [tableBox("kp-results", say("results.title"), titles, rows, caption)];
}

/** Returns a text for which screen readers read words for signs. @param {string} shown @returns {Element} */
function readAs(shown) {
  const words = element("span", { class: "kp-vh kp-words" }, inWords(shown));
  return element("span", {}, words, element("span", { "aria-hidden": "true" }, shown));
}

/** @param {number} number @returns {string} with one decimal and a sign */
function signed(number) {
  const rounded = Math.round(number * 10) / 10;
  return rounded > 0 ? `+${rounded}` : String(rounded).replace("-", "−");
}
