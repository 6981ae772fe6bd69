// @ts-check
/** What the reader has come to at the table above it. Mounted in `[data-kp-results]`; empty until a deal is over. */
import { OUTCOME_KEPT, readOutcomes, summaries } from "./outcomes.js";
import { pagePath } from "./site.js";
import { parse } from "./storage.js";
import { say } from "./strings.js";

/** @param {Element} place @param {AbortSignal} left fires when its page is left */
export function mountResults(place, left) {
  const page = pagePath();
  const show = () => place.replaceChildren(...table(place, readOutcomes(page, place.getAttribute("data-kp-results") ?? "")));
  show();
  document.addEventListener(OUTCOME_KEPT, show, { signal: left });
  window.addEventListener("storage", show, { signal: left }); // in another tab
}

/** @param {Element} place @param {import("./outcomes.js").Outcomes} outcomes @returns {Element[]} */
function table(place, outcomes) {
  const all = summaries(outcomes);
  if (!all.length) return [];
  const names = parse(place.getAttribute("data-names") ?? "") ?? {};
  const sessions = all.some((each) => each.sessions > 0);
  const columns = ["against", "deals", "won", "mean", ...(sessions ? ["sessions"] : []), "helped"];
  const head = element("tr", ...columns.map((key) => cell("th", say(`results.${key}`), "col")));
  const rows = all.map((each) => {
    const player = names.player?.[each.against] ?? each.against;
    const rules = Object.keys(names.preset ?? {}).length > 1 ? names.preset[each.rules] : "";
    const mean = each.mean === null ? "–" : `${signed(each.mean)} ${each.unit}`;
    const over = each.sessions ? say("results.of", { n: each.sessionsWon, all: each.sessions }) : "–";
    const values = [each.deals, each.won, mean, ...(sessions ? [over] : []), each.helped];
    const about = cell("th", rules ? say("results.row", { player, rules }) : player, "row");
    return element("tr", about, ...values.map((value) => cell("td", String(value))));
  });
  const made = element("table", element("thead", head), element("tbody", ...rows));
  const caption = document.createElement("caption");
  caption.textContent = say("results.title");
  made.prepend(caption);
  const box = element("div", made);
  box.className = "kp-results";
  box.tabIndex = 0; // it may be scrolled sideways
  box.setAttribute("role", "group");
  box.setAttribute("aria-label", say("results.title"));
  return [box];
}

/** @param {number} number @returns {string} to one place, with its sign */
function signed(number) {
  const rounded = Math.round(number * 10) / 10;
  return rounded > 0 ? `+${rounded}` : String(rounded).replace("-", "−");
}

/** @param {string} tag @param {string} text @param {string} [scope] */
function cell(tag, text, scope) {
  const made = document.createElement(tag);
  made.textContent = text;
  if (scope) made.setAttribute("scope", scope);
  return made;
}

/** @param {string} tag @param {...Element} children */
function element(tag, ...children) {
  const made = document.createElement(tag);
  made.append(...children);
  return made;
}
