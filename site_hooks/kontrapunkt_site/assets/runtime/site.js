// @ts-check
/** The addresses of the site's parts. All are relative to this file, so that a site may have any path. */
import config from "./config.js";

/** @param {string} path relative to the folder of these modules */
const resolve = (path) => new URL(path, import.meta.url).href;

export const WORKER = resolve("worker.js");

/** The script of a worker created from a blob, after Pyodide's scripts. */
export const BLOB_WORKER = resolve("blob-worker.js");

export const SERVICE_WORKER = resolve(config.sw);
export const ROOT = new URL("./", SERVICE_WORKER).href;

/** The folder of precomputed steps. */
export const STEPS = resolve(config.steps);

/** The files for a start of Python. */
export const RUNTIME = {
  folder: resolve(config.runtime),
  bundle: config.bundle,
  lock: config.lock,
  sizes: config.sizes ?? {},
  images: `kontrapunkt-image ${new URL(ROOT).pathname}`, // a cache that the service worker ignores
  image: `${resolve(config.runtime)}image`, // in that cache, by an address that depends on every byte of the runtime
};

/** Whether the page is in a frame without an origin: nothing is stored, and no worker starts. */
export const CLOSED = globalThis.origin === "null" && location.protocol !== "file:";

/** Returns the page's path without the file name that a host may add, as a unique key. */
export function pagePath({ pathname } = /** @type {{pathname: string}} */ (location)) {
  return pathname.replace(/index\.html$/, "");
}

/** @param {string} path from `pagePath` @returns {string} the address of that page, with the index file on disk */
export function pageAddress(path) {
  const { href, protocol } = new URL(path, location.href);
  return protocol === "file:" && href.endsWith("/") ? `${href}index.html` : href;
}

/** Returns whether the site's addresses work only on this device. */
export function onlyHere() {
  return location.protocol === "file:" || /^(localhost|.+\.localhost|127(\.\d+){3}|0\.0\.0\.0|\[::1?\])$/.test(location.hostname);
}

/** Returns whether the reader asked the browser to save data. */
export function savesData() {
  const { connection } = /** @type {any} */ (navigator);
  return Boolean(connection?.saveData);
}

/** @param {() => void} call called when the browser is idle */
export function whenIdle(call) {
  if (window.requestIdleCallback) window.requestIdleCallback(call);
  else setTimeout(call, 500);
}

/**
 * Returns a limit that the tests may change.
 *
 * @param {"askAgain" | "bootLimit" | "callLimit" | "frameLimit" | "imageAfter"} name
 * @param {number} usual milliseconds
 */
export function limit(name, usual) {
  return Number(/** @type {any} */ (globalThis).__kpTest?.[name] ?? usual);
}
