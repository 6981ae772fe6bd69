// @ts-check
/**
 * The sentence of a rule or a term beside the link to it: on hover and focus for as long as either lasts, on a press
 * until the next one. Escape closes it. A link in it leads to the rule or the glossary.
 */
import { readJson } from "../runtime/files.js";
import { ROOT } from "../runtime/site.js";
import { element } from "./element.js";
import { say } from "./strings.js";

const MARGIN = 16; // pixels between it and the edges of the window
const PATIENCE = 150; // milliseconds until it opens under a pointer
const GRACE = 250; // milliseconds to move the pointer from the link to it

/** @type {Map<string, Promise<Record<string, string>>>} the sentences by the address of their file */
const read = new Map();
/** @type {{link: HTMLAnchorElement, box: HTMLElement, pinned: boolean} | null} */
let open = null;
/** @type {HTMLAnchorElement | null} the link that is waited for */
let awaited = null;
/** @type {HTMLAnchorElement | null} the link that gets the focus back, which opens nothing */
let returning = null;
let timer = 0;

/**
 * @param {HTMLAnchorElement} link
 * @param {Event} event what happened to it
 * @throws if there is no sentence to show
 */
export async function show(link, event) {
  const { type } = event;
  clearTimeout(timer);
  if (type === "focusin" && returning === link) {
    returning = null;
    return;
  }
  if (open?.link === link) {
    if (type !== "click") return;
    if (open.pinned) close();
    else pin(event);
    return;
  }
  awaited = link;
  if (type === "focusin" && !link.matches(":focus-visible")) return;
  if (type === "pointerover") {
    link.addEventListener("pointerleave", () => awaited === link && (awaited = null), { once: true });
    await new Promise((rest) => (timer = setTimeout(rest, PATIENCE)));
  }
  const sentence = await sentenceOf(link);
  if (awaited !== link || !link.isConnected) return;
  place(link, sentence);
  if (type === "click") pin(event);
}

/** @param {HTMLAnchorElement} link @returns {Promise<string>} rejected if there is none */
async function sentenceOf(link) {
  const { href, hash } = link;
  const path = href.slice(ROOT.length).split("#")[0];
  if (!href.startsWith(ROOT)) throw new Error("another site");
  const file = `${ROOT}assets/explained/${path.split("/")[0] || "index"}.json`;
  if (!read.has(file)) read.set(file, readJson(file));
  read.get(file)?.catch(() => read.delete(file));
  const sentence = (await read.get(file))?.[decodeURIComponent(hash.slice(1))];
  if (!sentence) throw new Error("no sentence");
  return sentence;
}

/** Opens the box beside a link. @param {HTMLAnchorElement} link @param {string} sentence */
function place(link, sentence) {
  close();
  const isRule = !link.hash.startsWith("#word-");
  const name = isRule ? link.hash.slice(1) : sentence.split(": ")[0];
  const text = isRule ? sentence : sentence.slice(name.length + 2);
  const onward = element("a", { href: link.href }, say(isRule ? "explain.rule" : "explain.term"));
  const box = element("div", { class: "kp-preview md-typeset", id: "kp-preview", role: "dialog", "aria-label": name }, element("p", { id: "kp-preview-text" }, element("b", {}, name), " ", text), element("p", {}, onward));
  (document.fullscreenElement ?? document.body).append(box);
  link.setAttribute("aria-describedby", "kp-preview-text");
  open = { link, box, pinned: false };
  move();
  const stay = () => clearTimeout(timer);
  const leave = () => {
    clearTimeout(timer);
    timer = setTimeout(() => open?.link === link && !open.pinned && !isFocused() && close(), GRACE);
  };
  for (const part of [link, box]) {
    part.addEventListener("pointerenter", stay);
    part.addEventListener("pointerleave", leave);
    part.addEventListener("focusout", leave);
  }
}

/** Puts the box below its link, or above it where there is more room, within the window. */
function move() {
  if (!open) return;
  const { link, box } = open;
  const [line] = link.getClientRects();
  const width = Math.min(360, innerWidth - 2 * MARGIN);
  const left = Math.min(Math.max(MARGIN, line.left), innerWidth - MARGIN - width);
  const below = innerHeight - line.bottom;
  box.style.width = `${width}px`;
  box.style.left = `${left}px`;
  const height = Math.min(box.offsetHeight, Math.max(below, line.top) - 2 * MARGIN);
  box.style.maxHeight = `${Math.max(height, 80)}px`;
  box.style.top = `${below >= height + MARGIN || below >= line.top ? line.bottom + 4 : line.top - height - 4}px`;
}

/** Keeps the box until the next press; who pressed by key goes on in it. @param {Event} event */
function pin(event) {
  if (!open) return;
  open.pinned = true;
  if (event instanceof MouseEvent && event.detail === 0) open.box.querySelector("a")?.focus();
}

const isFocused = () => Boolean(open && (open.box.contains(document.activeElement) || (document.activeElement === open.link && open.link.matches(":focus-visible"))));

function close() {
  if (!open) return;
  const { link, box } = open;
  open = null;
  awaited = null;
  const back = box.contains(document.activeElement);
  box.remove();
  link.removeAttribute("aria-describedby");
  if (!back) return;
  returning = link;
  link.focus({ preventScroll: true });
}

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !open) return;
  event.stopPropagation();
  close();
}, true);
document.addEventListener("click", ({ target }) => {
  if (!open || !(target instanceof Node)) return;
  if (!open.box.contains(target) && !open.link.contains(target)) close();
  else if (target instanceof Element && open.box.contains(target) && target.closest("a")) setTimeout(close);
}, true);
addEventListener("scroll", move, { passive: true, capture: true });
addEventListener("resize", move);
