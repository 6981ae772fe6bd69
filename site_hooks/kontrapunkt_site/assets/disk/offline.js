// @ts-check
/** Offline use on disk: the copy is available already. */
import { say } from "../ui/strings.js";

export function keepQuietly() {}

/** @param {Element} button */
export function mountOffline(button) {
  const told = document.createElement("p");
  told.className = "kp-notice";
  told.textContent = say("offline.disk");
  button.replaceWith(told);
}
