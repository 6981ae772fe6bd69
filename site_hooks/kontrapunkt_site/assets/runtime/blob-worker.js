// @ts-check
/**
 * The worker where it can fetch nothing, in a sandbox and from disk: it is made of a blob in which Pyodide's scripts stand
 * before this one, and the page's first message brings the files: `{files: {...}, text?: true}`. With `text` it answers in
 * JSON, for a frame that lets nothing else pass.
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
    if (!files[name]) return fetch(address); // which is refused
    const type = name.endsWith(".wasm") ? "application/wasm" : "application/zip";
    return new Response(files[name], { headers: { "Content-Type": type } });
  };
  if (!text) return;
  const post = scope.postMessage.bind(scope);
  scope.postMessage = (/** @type {unknown} */ message) => post(JSON.stringify(message));
};
