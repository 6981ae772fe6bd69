// @ts-check
/**
 * The worker without access to files, in a sandbox and on disk: it is created from a blob in which Pyodide's scripts
 * precede this one, and the page's first message contains the files: `{files: {...}, text?: true}`. With `text` it
 * replies in JSON, for a frame that passes only text.
 */
import "./worker.js";

/** @type {any} */
const scope = globalThis;
const { onmessage: hear, fetch } = scope;

scope.onmessage = (/** @type {MessageEvent} */ event) => {
  const { files, text } = event.data;
  if (!files) return hear(event);
  scope.fetch = async (/** @type {string} */ address) => {
    const name = address.slice(address.lastIndexOf("/") + 1);
    if (!files[name]) return fetch(address); // this is refused
    const type = name.endsWith(".wasm") ? "application/wasm" : "application/zip";
    return new Response(files[name], { headers: { "Content-Type": type } });
  };
  if (!text) return;
  const post = scope.postMessage.bind(scope);
  scope.postMessage = (/** @type {unknown} */ message) => post(JSON.stringify(message));
};
