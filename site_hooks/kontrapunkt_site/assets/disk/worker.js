// @ts-check
/**
 * The worker of a copy that is opened from disk: Pyodide's scripts stand before it in the same text, and the page's
 * first message brings the files that a worker would fetch.
 */
import "../worker.js";

/** @type {any} */
const scope = globalThis;
const { onmessage: hear } = scope;

scope.onmessage = (/** @type {MessageEvent} */ event) => {
  if (!event.data.files) return hear(event);
  scope.fetch = async (/** @type {string} */ address) => {
    const name = address.slice(address.lastIndexOf("/") + 1);
    const bytes = event.data.files[name];
    const type = name.endsWith(".wasm") ? "application/wasm" : "application/zip";
    return bytes ? new Response(bytes, { headers: { "Content-Type": type } }) : Response.error();
  };
};
