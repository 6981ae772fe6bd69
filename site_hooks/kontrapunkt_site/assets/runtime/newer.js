// @ts-check
/** Tells the reader in a tab that a new version of the site is available, and offers to load it. */
import { announce } from "../ui/announce.js";
import { say } from "../ui/strings.js";

let told = false;

/**
 * Asks the service worker whether pages have its version.
 *
 * @param {{href: string, mark: string}[]} pages with their marks from the build
 */
export function compare(pages) {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data: same }) => same || tell();
  navigator.serviceWorker.controller?.postMessage({ kp: "compare", pages }, [port2]);
}

/** Shows the notice once per document; the reader may be in the middle of something. */
export function tell() {
  if (told) return;
  told = true;
  const box = document.createElement("aside");
  const sentence = document.createElement("p");
  box.className = "kp-newer";
  sentence.textContent = say("newer.come");
  box.append(
    sentence,
    button("newer.load", () => location.reload()),
    button("newer.later", () => box.remove()),
  );
  document.body.append(box);
  announce(say("newer.come"));
}

/** @param {string} key @param {() => void} press */
function button(key, press) {
  const element = document.createElement("button");
  element.type = "button";
  element.className = "kp-retry";
  element.textContent = say(key);
  element.addEventListener("click", press);
  return element;
}
