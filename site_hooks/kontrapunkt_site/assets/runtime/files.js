// @ts-check
/**
 * Access to the site's files. In a copy opened from disk, where pages cannot fetch, the module of the same name in
 * `disk/` replaces this one; no other module fetches files itself.
 */
import { BLOB_WORKER, RUNTIME, WORKER } from "./site.js";

const SCRIPTS = [`${RUNTIME.folder}pyodide.js`, `${RUNTIME.folder}pyodide.asm.js`, BLOB_WORKER]; // in this order
const WASM = "pyodide.asm.wasm";

/** An error for a missing file: `kind` and `values` as in failure.js. */
class Unread extends Error {
  /** @param {string} kind @param {Record<string, string | number>} values */
  constructor(kind, values) {
    super(kind);
    this.kind = kind;
    this.values = values;
  }
}

/** @typedef {{scripts: BlobPart[], files: Record<string, ArrayBuffer>}} Engine the files for a worker that cannot fetch */

/** @param {string | URL} address @returns {Promise<any>} its content; rejected if it is missing */
export async function readJson(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${answer.status}`);
  return answer.json();
}

/** @param {string} address of a page @returns {Promise<Document>} rejected if it is missing */
export async function readPage(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${answer.status}`);
  return new DOMParser().parseFromString(await answer.text(), "text/html");
}

/**
 * @param {string} name
 * @param {RequestCache} [trust] the caching of its script
 * @returns {Promise<Worker>} a worker for Python
 */
export async function startWorker(name, trust = "default") {
  if (trust !== "default") await fetch(WORKER, { cache: trust }).then((response) => response.text()).catch(() => {});
  return new Worker(WORKER, { type: "module", name });
}

/**
 * @param {RequestCache} trust the caching of files
 * @param {(bytes: number) => void} count receives the number of bytes loaded
 * @returns {Promise<Engine>}
 * @throws {Unread}
 */
export async function readEngine(trust, count) {
  const names = [WASM, RUNTIME.bundle];
  const [files, scripts] = await Promise.all([
    Promise.all(names.map((name) => readBytes(RUNTIME.folder + name, trust, count))),
    Promise.all(SCRIPTS.map((address) => readBytes(address, trust, count))),
  ]);
  return { scripts, files: Object.fromEntries(names.map((name, i) => [name, files[i]])) };
}

/** @param {string} address @param {RequestCache} trust @param {(bytes: number) => void} count @returns {Promise<ArrayBuffer>} */
async function readBytes(address, trust, count) {
  const file = address.slice(address.lastIndexOf("/") + 1);
  const response = await fetch(address, { cache: trust }).catch(() => null);
  if (!response?.body) throw new Unread("network", { file });
  if (!response.ok) throw new Unread("missing", { file, status: response.status });
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const chunks = [];
  const reader = response.body.getReader();
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      chunks.push(read.value);
      count(read.value.length);
    }
  } catch {
    throw new Unread("network", { file });
  }
  const bytes = await new Blob(chunks).arrayBuffer();
  if (RUNTIME.sizes[file] && bytes.byteLength !== RUNTIME.sizes[file]) throw new Unread("broken", { file });
  return bytes;
}

/**
 * @param {string} file one of our modules
 * @param {number} failed the number of failures, as browsers may cache them
 * @returns {Promise<any>}
 */
export function importModule(file, failed) {
  const address = `./${file}${failed ? `?again=${failed}` : ""}`; // separate, or esbuild would include all matching files
  return import(address);
}

/** @param {string} file one of our modules @returns {Promise<{ok: boolean, status: number}>} rejected without a connection */
export function lookAt(file) {
  return fetch(new URL(file, import.meta.url), { method: "HEAD", cache: "no-cache" });
}
