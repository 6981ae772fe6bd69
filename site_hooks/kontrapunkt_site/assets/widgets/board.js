// @ts-check
/**
 * A teacher's tools for a widget on a projector: hidden words, a vote, a timer, a black screen. They are in a bar
 * below a widget in the full window and disappear with it. Nothing is stored.
 */
import { announce } from "../ui/announce.js";
import { button, element } from "../ui/element.js";
import { Poll } from "./poll.js";
import { say } from "../ui/strings.js";
import { Timer } from "./timer.js";

const SAID = ".kp-say";

/**
 * Adds the bar below a widget in the full window.
 *
 * @param {HTMLElement} widget
 * @param {AbortSignal} left fires when the page is shown again
 */
export function raise(widget, left) {
  const poll = new Poll(widget);
  const timer = new Timer();
  const bar = element("div", { class: "kp-desk", role: "toolbar", "aria-label": say("board.bar") });
  const words = control("words", "w", () => veil(widget.dataset.words !== "hidden"));
  const show = control("show", "s", () => reveal(true));
  const vote = control("vote", "p", () => vote.setAttribute("aria-expanded", String(poll.toggle())));
  const clock = control("timer", "t", () => timer.press());
  const black = control("black", ".", () => darken(widget));
  show.hidden = true;
  words.setAttribute("aria-pressed", "false");
  vote.setAttribute("aria-expanded", "false");
  bar.append(words, show, vote, poll.panel, clock, timer.panel, black);
  widget.append(bar);
  const high = new ResizeObserver(() => widget.style.setProperty("--kp-desk", `${bar.offsetHeight && bar.offsetHeight + 6}px`));
  high.observe(bar);

  let told = ""; // the message when the words were last shown
  const watcher = new MutationObserver(() => said() !== told && reveal(false));
  const body = widget.querySelector(".kp-body");
  if (body) watcher.observe(body, { subtree: true, childList: true, characterData: true });
  left.addEventListener("abort", () => {
    watcher.disconnect();
    high.disconnect();
    widget.style.removeProperty("--kp-desk");
    timer.stop();
    bar.remove();
    for (const name of ["words", "told"]) delete widget.dataset[name];
  });

  /** @returns {string} the widget's message */
  function said() {
    return body?.querySelector(SAID)?.textContent ?? "";
  }

  /** Hides the words after each step until a key is pressed, or stops doing so. @param {boolean} hidden */
  function veil(hidden) {
    widget.dataset.words = hidden ? "hidden" : "";
    words.setAttribute("aria-pressed", String(hidden));
    show.hidden = !hidden;
    reveal(false);
  }

  /** @param {boolean} shown whether the words of this step are shown; those of the next are hidden again */
  function reveal(shown) {
    told = said();
    widget.toggleAttribute("data-told", shown);
  }
}

/**
 * @param {"words" | "show" | "vote" | "timer" | "black"} name
 * @param {string} key as `aria-keyshortcuts` names it
 * @param {() => void} press
 */
function control(name, key, press) {
  const made = button(`${say(`board.${name}`)} `, press, { "data-board": name, "aria-keyshortcuts": key });
  made.append(element("kbd", { "aria-hidden": "true" }, key));
  return made;
}

/** Makes the screen black until a key or click. @param {HTMLElement} widget */
function darken(widget) {
  const focused = document.activeElement;
  const dark = element("div", { class: "kp-black", role: "dialog", "aria-label": say("board.dark"), tabindex: "-1" });
  const back = (/** @type {Event} */ event) => {
    if (event instanceof KeyboardEvent && ["Shift", "Control", "Alt", "Meta"].includes(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    dark.remove();
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  };
  dark.addEventListener("keydown", back);
  dark.addEventListener("click", back);
  widget.append(dark);
  dark.focus();
  announce(say("board.dark"));
}
