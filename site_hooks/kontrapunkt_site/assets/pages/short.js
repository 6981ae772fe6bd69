// @ts-check
/**
 * Short addresses, as on paper: `#q=kontra.trick.4711.3` on the first page of a site is a drill's question with that
 * seed and level. The drill of a game is on its page `<game>/drill/`, with the id `drill`.
 */
import { repaired } from "../ui/link-repair.js";
import { ROOT } from "../runtime/site.js";

export const SHORT = /^#q=([a-z-]+)\.([a-z]+\.\d+\.\d+)$/;

/** @param {string} hash with its `#` @returns {string | null} the full address */
export function expanded(hash) {
  const found = SHORT.exec(repaired(hash));
  return found && `${ROOT}${found[1]}/drill/#kp=drill&log=ask.${found[2]}`;
}

/** Goes to the target of a short address, or reports that it is invalid. */
export async function follow() {
  const address = expanded(location.hash);
  if (address) return location.replace(address);
  const [{ announce }, { element }, { say }] = await Promise.all([import("../ui/announce.js"), import("../ui/element.js"), import("../ui/strings.js")]);
  const sentence = say("link.short");
  const page = document.querySelector(".md-content__inner") ?? document.querySelector("main");
  page?.prepend(element("p", { class: "kp-notice" }, sentence));
  announce(sentence);
}
