// @ts-check
/**
 * An image of Python's memory, kept for later visits: a start that takes it up imports nothing. A worker of its own
 * makes it, once for a version of the runtime, when the reader has played and rests. Whoever spares the line or has
 * little memory is spared this too.
 */
import { startWorker } from "./files.js";
import { RUNTIME, limit, savesData, whenIdle } from "./site.js";

const LATER = 15_000; // ms without a call to Python
const ROOM = 200_000_000; // bytes that have to be free in the browser's store

let timer = 0;
let begun = false;

/**
 * Python has been called: an image may be made some time after the last call.
 *
 * @param {string} spec of a widget whose game is to be in it
 */
export function keepImageLater(spec) {
  if (begun || savesData() || (/** @type {any} */ (navigator).deviceMemory ?? 8) < 4 || typeof caches !== "object") return;
  clearTimeout(timer);
  timer = window.setTimeout(() => whenIdle(() => keepImage(spec)), limit("imageAfter", LATER));
}

/** The image is no good, and another one would be no better. @returns {Promise<unknown>} settled when it is gone */
export function dropImage() {
  begun = true;
  return caches.delete(RUNTIME.images).catch(() => {});
}

/** @param {string} spec */
async function keepImage(spec) {
  if (begun) return;
  begun = true;
  try {
    const { quota = 0, usage = 0 } = (await navigator.storage?.estimate?.()) ?? {};
    if (quota - usage < ROOM || (await (await caches.open(RUNTIME.images)).match(RUNTIME.image))) return;
    const worker = await startWorker("kontrapunkt-image");
    worker.onmessage = ({ data }) => "kept" in data && worker.terminate();
    worker.onerror = () => worker.terminate();
    worker.postMessage({ keep: { ...RUNTIME, trust: "default", spec } });
  } catch {
    // a visit like the first, then
  }
}
