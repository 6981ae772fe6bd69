// @ts-check
/**
 * How files are had in a copy of the site that is opened from disk, where a page may run scripts and fetch nothing: each
 * file is a script that hands over what is in it. The engine's is text that is unpacked here; its worker is made of it.
 */
import { RUNTIME } from "../runtime/site.js";

/** @type {Record<string, () => Promise<any>>} the modules that are asked for by name */
const MODULES = { "live.js": () => import("../widgets/live.js"), "idiomorph.js": () => import("../idiomorph.js") };

/** @typedef {{worker: string, files: Record<string, string>}} Packed gzip in base64 */
/** @typedef {{scripts: Blob[], files: Record<string, ArrayBuffer>}} Engine */

/** @type {WeakMap<Element, any>} what scripts have handed over */
const handed = new WeakMap();
/** @type {any} */ (globalThis).kontrapunktFile = (/** @type {any} */ value) => {
  if (document.currentScript) handed.set(document.currentScript, value);
};

/** @type {Promise<Engine> | null} */
let engine = null;

/** @param {string | URL} address @returns {Promise<any>} what is in it; rejected if it is not there */
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

/** @param {string} address of a page @returns {Promise<Document>} never: one page cannot read another one here */
export async function readPage(address) {
  throw new Error(address);
}

/** @param {string} name @returns {Promise<Worker>} one in which Python can be started */
export async function startWorker(name) {
  const { scripts, files } = await unpacked();
  const address = URL.createObjectURL(scripts[0]);
  const worker = new Worker(address, { name });
  worker.postMessage({ files });
  return worker;
}

/** @returns {Promise<Engine>} a copy of it, to be given away */
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

/** @param {string} file one of our modules @returns {Promise<any>} */
export function importModule(file) {
  return MODULES[file]();
}

/** @returns {Promise<{ok: boolean, status: number}>} our modules are all in one script, so each is there */
export async function lookAt() {
  return { ok: true, status: 200 };
}
