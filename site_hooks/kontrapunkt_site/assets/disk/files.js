// @ts-check
/**
 * Access to files in a copy opened from disk, where a page can run scripts but not fetch: each file is a script that
 * hands over its content. The engine is text that is unpacked here; its worker is created from it.
 */
import { RUNTIME } from "../runtime/site.js";

/** @type {Record<string, () => Promise<any>>} the modules loaded by name */
const MODULES = { "live.js": () => import("../widgets/live.js"), "idiomorph.js": () => import("../idiomorph.js") };

/** @typedef {{worker: string, files: Record<string, string>}} Packed gzip in base64 */
/** @typedef {{scripts: Blob[], files: Record<string, ArrayBuffer>}} Engine */

/** @type {WeakMap<Element, any>} the values from scripts */
const handed = new WeakMap();
/** @type {any} */ (globalThis).kontrapunktFile = (/** @type {any} */ value) => {
  if (document.currentScript) handed.set(document.currentScript, value);
};

/** @type {Promise<Engine> | null} */
let engine = null;

/** @param {string | URL} address @returns {Promise<any>} its content; rejected if it is missing */
export function readJson(address) {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = `${address}.js`;
    script.onload = () => {
      resolve(handed.get(script));
      script.remove();
    };
    script.onerror = () => reject(new Error(`${address}`));
    document.head.append(script);
  });
}

/** @param {string} address of a page @returns {Promise<Document>} never resolved: on disk pages cannot read each other */
export async function readPage(address) {
  throw new Error(address);
}

/** @param {string} name @returns {Promise<Worker>} a worker for Python */
export async function startWorker(name) {
  const { scripts, files } = await unpacked();
  const address = URL.createObjectURL(scripts[0]);
  const worker = new Worker(address, { name });
  worker.postMessage({ files });
  return worker;
}

/** @returns {Promise<Engine>} a copy to transfer */
export async function readEngine() {
  const { scripts, files } = await unpacked();
  return { scripts, files: Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, bytes.slice(0)])) };
}

/** @returns {Promise<Engine>} */
function unpacked() {
  engine ??= readJson(`${RUNTIME.folder}engine.json`).then(unpack);
  engine.catch(() => (engine = null));
  return engine;
}

/** @param {Packed} packed @returns {Promise<Engine>} */
async function unpack({ worker, files }) {
  const inflated = Object.entries(files).map(async ([name, text]) => [name, await inflate(text)]);
  const script = new Blob([await inflate(worker)], { type: "text/javascript" });
  return { scripts: [script], files: Object.fromEntries(await Promise.all(inflated)) };
}

/** @param {string} text gzip in base64 @returns {Promise<ArrayBuffer>} */
function inflate(text) {
  const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

/** @param {string} file the name of one of our modules @returns {Promise<any>} */
export function importModule(file) {
  return MODULES[file]();
}

/** @returns {Promise<{ok: boolean, status: number}>} our modules are all in one script, so each is there */
export async function lookAt() {
  return { ok: true, status: 200 };
}
