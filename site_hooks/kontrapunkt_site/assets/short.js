// @ts-check
/**
 * Short addresses, as they stand on paper: `#q=kontra.trick.4711.3` on the first page of a site is the question of a
 * drill, made from that seed on that rung. The drill of a game is on its page `<game>/drill/`, under the id `drill`.
 */
import { ROOT } from "./site.js";

export const SHORT = /^#q=([a-z-]+)\.([a-z]+\.\d+\.\d+)$/;

/** @param {string} hash with its `#` @returns {string | null} the address that it stands for */
export function expanded(hash) {
  const found = SHORT.exec(hash);
  return found && `${ROOT}${found[1]}/drill/#kp=drill&log=ask.${found[2]}`;
}

/** Goes where a short address leads. */
export function follow() {
  const address = expanded(location.hash);
  if (address) location.replace(address);
}
