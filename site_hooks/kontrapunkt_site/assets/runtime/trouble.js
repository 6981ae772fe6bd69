// @ts-check
/** Says in a place of the page that the scripts which bring it to life could not be loaded. Wanted in trouble only. */
import { lookFor, Failure } from "./failure.js";
import { Notice } from "../ui/notice.js";
import { say } from "../ui/strings.js";

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
    const press = async () => {
      notice.clear();
      if (kind === "broken") await renew();
      else again();
    };
    notice.show(say(`fail.${kind}`, values), { label: say("retry"), press });
  }
}

/** A module may lack another one, which browsers do not name. @returns {string | undefined} the one that was refused last */
function culprit() {
  return asked().filter(({ status }) => status >= 400).pop()?.file;
}

/** @returns {{file: string, status: number}[]} which of our modules have been asked for, and what the answer was */
function asked() {
  const folder = new URL("./", import.meta.url).href;
  const all = /** @type {PerformanceResourceTiming[]} */ (performance.getEntriesByType("resource"));
  const ours = all.filter(({ name }) => name.startsWith(folder));
  return ours.map(({ name, responseStatus }) => ({
    file: name.slice(folder.length).replace(/\?.*/, ""),
    status: responseStatus,
  }));
}

/** Brings our modules past the caches, which may hold one that is damaged. A document keeps what it has: another one. */
async function renew() {
  const files = new Set(asked().map(({ file }) => file));
  const fetched = [...files].map(async (file) => {
    const response = await fetch(new URL(file, import.meta.url), { cache: "reload" });
    await response.arrayBuffer();
  });
  await Promise.allSettled(fetched);
  location.reload();
}
