// @ts-check
/**
 * How files of the site are had. In a copy that is opened from disk a page may fetch nothing: there the module of the
 * same name in `disk/` takes the place of this one, and no other module asks for files by itself.
 */
import { WORKER } from "./site.js";

/** @param {string | URL} address @returns {Promise<any>} what is in it; rejected if it is not there */
export async function readJson(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${answer.status}`);
  return answer.json();
}

/** @param {string} address of a page @returns {Promise<Document>} rejected if it is not there */
export async function readPage(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${answer.status}`);
  return new DOMParser().parseFromString(await answer.text(), "text/html");
}

/** @param {string} name @returns {Promise<Worker>} one in which Python can be started */
export async function startWorker(name) {
  return new Worker(WORKER, { type: "module", name });
}

/**
 * @param {string} file one of our modules
 * @param {number} failed how often that has failed: a browser may remember it
 * @returns {Promise<any>}
 */
export function importModule(file, failed) {
  const address = `./${file}${failed ? `?again=${failed}` : ""}`; // of its own: esbuild would look for all files that fit
  return import(address);
}

/** @param {string} file one of our modules @returns {Promise<{ok: boolean, status: number}>} rejected without a connection */
export function lookAt(file) {
  return fetch(new URL(file, import.meta.url), { method: "HEAD", cache: "no-cache" });
}
