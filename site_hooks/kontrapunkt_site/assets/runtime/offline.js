// @ts-check
/**
 * Stores the site for offline use: by the button `[data-kp-offline]`, or quietly after Python has started (the reader
 * is playing then, and most bytes are loaded). Readers who save data have to press the button.
 */
import { announce } from "../ui/announce.js";
import { CLOSED, ROOT, SERVICE_WORKER, limit, savesData, whenIdle } from "./site.js";
import { say } from "../ui/strings.js";

const LATER = 2000; // ms after Python is ready: the reader's first step has priority
const AGAIN = 8000; // ms between two requests: browsers stop service workers at will, and a message restarts them

let begun = false;

/** Registers the service worker, unless the reader saves data. */
export function keepQuietly() {
  if (begun || !possible() || savesData()) return;
  begun = true;
  setTimeout(() => whenIdle(() => register().catch(() => (begun = false))), LATER);
}

/** @param {Element} button @param {AbortSignal} left fires when its page is left */
export function mountOffline(button, left) {
  if (button.nextElementSibling?.matches(".kp-notice")) return;
  button.toggleAttribute("hidden", !possible());
  const told = document.createElement("p");
  told.className = "kp-notice";
  button.after(told);
  if (!possible()) {
    told.textContent = say("offline.no");
    return;
  }
  let asking = 0;
  const stop = () => clearInterval(asking);
  left.addEventListener("abort", stop);
  const tell = (/** @type {string} */ text, final = true) => {
    told.textContent = text;
    if (!final) return;
    stop();
    announce(text);
  };
  listen(tell, left);
  navigator.serviceWorker.getRegistration(ROOT).then((found) => found?.active?.postMessage({ kp: "ask" }));
  button.addEventListener("click", async () => {
    told.textContent = ""; // check the state again
    try {
      const found = await register();
      if (found.active && !found.installing) await found.update().catch(() => {}); // without a connection, the present version
      const ask = () => (found.installing ?? found.waiting ?? found.active)?.postMessage({ kp: "keep" });
      stop();
      ask();
      if (!left.aborted) asking = window.setInterval(ask, limit("askAgain", AGAIN)); // otherwise nobody listens for the answer
    } catch (error) {
      tell(say("offline.failed", { detail: String(error) }));
    }
  });
}

/** @returns {boolean} false in another page's frame, whose readers do not want the whole site */
function possible() {
  const framed = document.documentElement.dataset.kpEmbed !== undefined;
  return !CLOSED && !framed && "serviceWorker" in navigator && isSecureContext;
}

function register() {
  return navigator.serviceWorker.register(SERVICE_WORKER, { scope: ROOT, updateViaCache: "none" });
}

/**
 * Listens to the progress of the service worker.
 *
 * @param {(text: string, final?: boolean) => void} tell
 * @param {AbortSignal} signal ends it
 */
function listen(tell, signal) {
  const hear = (/** @type {MessageEvent} */ { data }) => {
    if (data?.kp === "progress") tell(say("offline.loading", { done: data.done, total: data.total }), false);
    else if (data?.kp === "ready") tell(say("offline.ready"));
    else if (data?.kp === "failed") tell(say(`offline.${data.kind}`, data.values));
  };
  navigator.serviceWorker.addEventListener("message", hear, { signal });
  navigator.serviceWorker.startMessages();
}
