// @ts-check
/**
 * An image of Python's memory, kept for later visits: a start that takes it up imports nothing. A worker of its own
 * makes it, once for a version of the runtime, when the reader has played and rests. Whoever spares the line or has
 * little memory is spared this too.
 *
 * A script that gets at the caches could put another Python there, so the page keeps the hash of the image elsewhere, where
 * no worker can write, and takes up no other.
 */
import { startWorker } from "./files.js";
import { ROOT, RUNTIME, limit, savesData, whenIdle } from "./site.js";

const LATER = 15_000; // ms without a call to Python
const ROOM = 200_000_000; // bytes that have to be free in the browser's store
const HASH = `kontrapunkt-image ${new URL(ROOT).pathname}`; // its name in the storage

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

/** @returns {string} the hash of the image that was kept; empty for none */
export function imageHash() {
  try {
    return localStorage.getItem(HASH) ?? "";
  } catch {
    return "";
  }
}

/** @returns {Promise<ArrayBuffer | null>} the image, if there is one and it is the one that was made */
export async function readImage() {
  try {
    const found = await (await caches.open(RUNTIME.images)).match(RUNTIME.image);
    if (!found) return null;
    const bytes = await found.arrayBuffer();
    if (digits(await crypto.subtle.digest("SHA-256", bytes)) === imageHash()) return bytes;
    await dropImage();
  } catch {
    // a start like the first, then
  }
  return null;
}

/** @param {ArrayBuffer} digest @returns {string} */
function digits(digest) {
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The image is no good, and another one would be no better. @returns {Promise<void>} settled when it is gone */
export async function dropImage() {
  begun = true;
  try {
    localStorage.removeItem(HASH);
    await caches.delete(RUNTIME.images);
  } catch {
    // there was none
  }
}

/** @param {string} spec */
async function keepImage(spec) {
  if (begun) return;
  begun = true;
  try {
    const { quota = 0, usage = 0 } = (await navigator.storage?.estimate?.()) ?? {};
    const found = imageHash() && (await (await caches.open(RUNTIME.images)).match(RUNTIME.image));
    if (quota - usage < ROOM || found) return;
    const worker = await startWorker("kontrapunkt-image");
    worker.onmessage = ({ data }) => {
      if (!("kept" in data)) return;
      worker.terminate();
      if (data.kept) localStorage.setItem(HASH, digits(data.kept));
    };
    worker.onerror = () => worker.terminate();
    worker.postMessage({ keep: { ...RUNTIME, trust: "default", spec } });
  } catch {
    // a visit like the first, then
  }
}
