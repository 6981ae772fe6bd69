// @ts-check
/**
 * Keeps the site for use without a connection: by the button `[data-kp-offline]`, or quietly once Python runs (then
 * the reader plays, and most of the bytes have come). A reader who spares the line has to press the button.
 */
import { announce } from "./announce.js";
import { ROOT, SERVICE_WORKER, savesData } from "./site.js";
import { say } from "./strings.js";

const LATER = 2000; // ms after Python is ready: the reader's first step comes first

let begun = false;

/** Registers the service worker, unless the reader spares the line. */
export function keepQuietly() {
  if (begun || !possible() || savesData()) return;
  begun = true;
  const whenIdle = window.requestIdleCallback ?? ((/** @type {() => void} */ call) => setTimeout(call, 500));
  setTimeout(() => whenIdle(() => register().catch(() => (begun = false))), LATER);
}

/** @param {Element} button */
export function mountOffline(button) {
  if (button.nextElementSibling?.matches(".kp-notice")) return;
  button.toggleAttribute("hidden", !possible());
  const told = document.createElement("p");
  told.className = "kp-notice";
  button.after(told);
  if (!possible()) {
    told.textContent = say("offline.no");
    return;
  }
  const stop = listen((text, final) => {
    if (!told.isConnected) return stop();
    told.textContent = text;
    if (final) announce(text);
  });
  navigator.serviceWorker.getRegistration(ROOT).then((found) => found?.active?.postMessage({ kp: "ask" }));
  button.addEventListener("click", async () => {
    try {
      const found = await register();
      (found.installing ?? found.waiting ?? found.active)?.postMessage({ kp: "ask" });
    } catch (error) {
      told.textContent = say("offline.failed", { detail: String(error) });
      announce(told.textContent);
    }
  });
}

/** @returns {boolean} */
function possible() {
  return "serviceWorker" in navigator && isSecureContext;
}

function register() {
  return navigator.serviceWorker.register(SERVICE_WORKER, { scope: ROOT, updateViaCache: "none" });
}

/**
 * Hears how far the service worker is.
 *
 * @param {(text: string, final: boolean) => void} tell
 * @returns {() => void} ends it
 */
function listen(tell) {
  const hear = (/** @type {MessageEvent} */ { data }) => {
    if (data?.kp === "progress") tell(say("offline.loading", { done: data.done, total: data.total }), false);
    else if (data?.kp === "ready") tell(say("offline.ready"), true);
    else if (data?.kp === "failed") tell(say("offline.failed", { detail: data.detail }), true);
  };
  navigator.serviceWorker.addEventListener("message", hear);
  navigator.serviceWorker.startMessages();
  return () => navigator.serviceWorker.removeEventListener("message", hear);
}
