// @ts-check
/** Says in a place of the page that the scripts which bring it to life could not be loaded. Wanted in trouble only. */
import { lookFor, Failure } from "./failure.js";
import { Notice } from "./notice.js";
import { say } from "./strings.js";

/**
 * @param {Element[]} places
 * @param {string} file the module that was asked for
 * @param {() => void} again tries once more
 */
export async function tell(places, file, again) {
  const name = culprit() ?? file;
  const { kind, values } = await lookFor(name, new Failure("broken", { file: name }));
  for (const place of places) {
    const notice = new Notice(/** @type {HTMLElement} */ (place));
    const press = () => {
      notice.clear();
      again();
    };
    notice.show(say(`fail.${kind}`, values), { label: say("retry"), press });
  }
}

/** A module may lack another one, which browsers do not name. @returns {string | undefined} the one that was refused last */
function culprit() {
  const folder = new URL("./", import.meta.url).href;
  const asked = /** @type {PerformanceResourceTiming[]} */ (performance.getEntriesByType("resource"));
  const refused = asked.filter(({ name, responseStatus }) => name.startsWith(folder) && responseStatus >= 400);
  return refused.pop()?.name.slice(folder.length).replace(/\?.*/, "");
}
