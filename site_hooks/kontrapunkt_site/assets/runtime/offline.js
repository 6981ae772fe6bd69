// @ts-check
/**
 * Keeps the site for use without a connection: by the button `[data-kp-offline]`, or quietly once Python runs (then
 * the reader plays, and most of the bytes have come). A reader who spares the line has to press the button.
 */
import { announce } from "../ui/announce.js";
import { CLOSED, ROOT, SERVICE_WORKER, limit, savesData, whenIdle } from "./site.js";
import { say } from "../ui/strings.js";

const LATER = 2000; // ms after Python is ready: the reader's first step comes first
const AGAIN = 8000; // ms until it is asked again: a browser ends a service worker as it likes, and a message begins it anew

let begun = false;

/** Registers the service worker, unless the reader spares the line. */
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
    told.textContent = ""; // what was true is looked at again
    try {
      const found = await register();
      if (found.active && !found.installing) await found.update().catch(() => {}); // without a connection, what is here
      const ask = () => (found.installing ?? found.waiting ?? found.active)?.postMessage({ kp: "keep" });
      stop();
      ask();
      if (!left.aborted) asking = window.setInterval(ask, limit("askAgain", AGAIN)); // else nobody hears an answer
    } catch (error) {
      tell(say("offline.failed", { detail: String(error) }));
    }
  });
}

/** @returns {boolean} not in somebody else's frame: its reader has not come for the whole site */
function possible() {
  const framed = document.documentElement.dataset.kpEmbed !== undefined;
  return !CLOSED && !framed && "serviceWorker" in navigator && isSecureContext;
}

function register() {
  return navigator.serviceWorker.register(SERVICE_WORKER, { scope: ROOT, updateViaCache: "none" });
}

/**
 * Hears how far the service worker is.
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
