// @ts-check
/** Shows that the scripts of a place on the page could not be loaded. Used only for errors. */
import { lookFor, Failure } from "./failure.js";
import { Notice } from "../ui/notice.js";
import { say } from "../ui/strings.js";

/**
 * @param {Element[]} places
 * @param {string} file the module that failed
 * @param {() => void} again tries again
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

/** Returns a missing module that another one needs, which browsers do not name. @returns {string | undefined} the last one that failed */
function culprit() {
  return asked().filter(({ status }) => status >= 400).pop()?.file;
}

/** @returns {{file: string, status: number}[]} our modules that were requested, with the answers */
function asked() {
  const folder = new URL("./", import.meta.url).href;
  const all = /** @type {PerformanceResourceTiming[]} */ (performance.getEntriesByType("resource"));
  const ours = all.filter(({ name }) => name.startsWith(folder));
  return ours.map(({ name, responseStatus }) => ({
    file: name.slice(folder.length).replace(/\?.*/, ""),
    status: responseStatus,
  }));
}

/** Reloads our modules bypassing caches that may be damaged, in a new document, as a document retains them. */
async function renew() {
  const files = new Set(asked().map(({ file }) => file));
  const fetched = [...files].map(async (file) => {
    const response = await fetch(new URL(file, import.meta.url), { cache: "reload" });
    await response.arrayBuffer();
  });
  await Promise.allSettled(fetched);
  location.reload();
}
