// @ts-check
/**
 * An image of Python's memory, stored for later visits, so that a start imports nothing. A separate worker makes it,
 * once for each version of the runtime, when the reader has played and pauses. It is not made if the reader saves
 * data or has little memory. A script with access to the caches could replace Python there, so the page stores the
 * hash of the image elsewhere, where no worker can write, and accepts no other image.
 */
import { startWorker } from "./files.js";
import { ROOT, RUNTIME, limit, savesData, whenIdle } from "./site.js";

const LATER = 15_000; // ms without a call to Python
const ROOM = 200_000_000; // bytes that must be free in the browser's storage
const HASH = `kontrapunkt-image ${new URL(ROOT).pathname}`; // its name in the storage

let timer = 0;
let begun = false;

/**
 * Records a call to Python; an image may be made some time after the last one.
 *
 * @param {string} spec of a widget with the image's game
 */
export function keepImageLater(spec) {
  if (begun || savesData() || (/** @type {any} */ (navigator).deviceMemory ?? 8) < 4 || typeof caches !== "object") return;
  clearTimeout(timer);
  timer = window.setTimeout(() => whenIdle(() => keepImage(spec)), limit("imageAfter", LATER));
}

/** @returns {string} the hash of the stored image; empty for none */
export function imageHash() {
  try {
    return localStorage.getItem(HASH) ?? "";
  } catch {
    return "";
  }
}

/** @returns {Promise<ArrayBuffer | null>} the stored image if its hash is right, else null */
export async function readImage() {
  try {
    const found = await (await caches.open(RUNTIME.images)).match(RUNTIME.image);
    if (!found) return null;
    const bytes = await found.arrayBuffer();
    if (digits(await crypto.subtle.digest("SHA-256", bytes)) === imageHash()) return bytes;
    await dropImage();
  } catch {
    // then the start is an ordinary one
  }
  return null;
}

/** @param {ArrayBuffer} digest @returns {string} */
function digits(digest) {
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Deletes an image that does not work, without making another. @returns {Promise<void>} settled when it is gone */
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
    // then the next visit is an ordinary one
  }
}
