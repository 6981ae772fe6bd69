// @ts-check
/** Where things are. All follows from this file's own address, so that a site may lie under any path. */
import config from "./config.js";

/** @param {string} path relative to the folder of these modules */
const resolve = (path) => new URL(path, import.meta.url).href;

export const WORKER = resolve("worker.js");

/** The script of a worker that is made of a blob, which Pyodide's stand before. */
export const BLOB_WORKER = resolve("blob-worker.js");

export const SERVICE_WORKER = resolve(config.sw);
export const ROOT = new URL("./", SERVICE_WORKER).href;

/** The folder of what widgets show without Python. */
export const STEPS = resolve(config.steps);

/** What the worker needs to start Python. */
export const RUNTIME = {
  folder: resolve(config.runtime),
  bundle: config.bundle,
  lock: config.lock,
  sizes: config.sizes ?? {},
  images: `kontrapunkt-image ${new URL(ROOT).pathname}`, // a cache that the service worker leaves alone
  image: `${resolve(config.runtime)}image`, // in it, by an address that changes with any byte of the runtime
};

/** Whether the page is in a frame that gives it no origin: nothing is kept, and no worker starts. */
export const CLOSED = globalThis.origin === "null" && location.protocol !== "file:";

/** The page's path without the file name that a host may add: one page, one key. */
export function pagePath({ pathname } = /** @type {{pathname: string}} */ (location)) {
  return pathname.replace(/index\.html$/, "");
}

/** @param {string} path as `pagePath` has it @returns {string} the address of that page; a disk has no index for a folder */
export function pageAddress(path) {
  const { href, protocol } = new URL(path, location.href);
  return protocol === "file:" && href.endsWith("/") ? `${href}index.html` : href;
}

/** Whether this site's addresses lead to this device, wherever they are opened. */
export function onlyHere() {
  return location.protocol === "file:" || /^(localhost|.+\.localhost|127(\.\d+){3}|0\.0\.0\.0|\[::1?\])$/.test(location.hostname);
}

/** Whether the reader asked the browser to spare the line. */
export function savesData() {
  const { connection } = /** @type {any} */ (navigator);
  return Boolean(connection?.saveData);
}

/** @param {() => void} call made when the browser has nothing better to do */
export function whenIdle(call) {
  if (window.requestIdleCallback) window.requestIdleCallback(call);
  else setTimeout(call, 500);
}

/**
 * A limit that the tests may shorten.
 *
 * @param {"askAgain" | "bootLimit" | "callLimit" | "imageAfter"} name
 * @param {number} usual milliseconds
 */
export function limit(name, usual) {
  return Number(/** @type {any} */ (globalThis).__kpTest?.[name] ?? usual);
}
