// @ts-check
/** One live region for the whole site, outside of replaced content, so that each event is announced once. */

import { say } from "./strings.js";

/** Suits and ranks by their symbols, for the keys of their names. */
const SUITS = { "♣": "clubs", "♠": "spades", "♥": "hearts", "♦": "diamonds" };
const RANKS = { A: "ace", K: "king", Q: "queen", J: "jack" };

/** Keys by their signs, for the keys of their names. */
const ARROWS = { "←": "left", "→": "right", "↑": "up", "↓": "down" };

/** The milliseconds between two messages: of two in one moment, screen readers say only the second. */
const APART = 250;

/** @type {HTMLElement | null} */
let region = null;
let last = ""; // the last message that may be said again
let shown = -APART; // when it was shown
/** @type {Map<string, boolean>} messages that wait to be one, and whether they may be said again */
const waiting = new Map();

/** Creates the region; it must be in the page before its first message. */
export function prepareToAnnounce() {
  if (region?.isConnected) return;
  region = document.createElement("div");
  region.className = "kp-live";
  region.setAttribute("role", "status");
  Object.assign(region.style, {
    position: "absolute",
    width: "1px",
    height: "1px",
    overflow: "hidden",
    clipPath: "inset(50%)",
    whiteSpace: "nowrap",
  });
  document.body.append(region);
}

/**
 * @param {string} text plain text; empty text is ignored
 * @param {boolean} [again] whether it may be said again; false for an answer to a key, which can be asked for anew
 */
export function announce(text, again = true) {
  if (!text) return;
  prepareToAnnounce();
  waiting.set(inWords(text.replace(/\s+/g, " ").trim()), again);
  const wait = shown + APART - performance.now();
  if (wait <= 0) show();
  else if (waiting.size === 1) setTimeout(show, wait);
}

/** Shows the messages that wait. */
function show() {
  if (!region || !waiting.size) return;
  const said = [...waiting.keys()].join(" ");
  last = [...waiting.keys()].filter((text) => waiting.get(text)).join(" ") || last;
  waiting.clear();
  shown = performance.now();
  // A repeated text is no change to a screen reader: a no-break space makes it one.
  region.textContent = region.textContent === said ? `${said}\u00a0` : said;
}

/** Says the last message again. */
export function announceAgain() {
  announce(last || say("ear.nothing"), false);
}

/** Returns a text with words for signs that voices leave out. @param {string} text */
export function inWords(text) {
  return text
    .replace(/[←→↑↓]/g, arrowOf)
    .replace(/(10|[2-9]|A|K|Q|J)?([♣♠♥♦])/g, (_, rank, sign) => cardOf(rank, sign))
    .replace(/−(?=\d)/g, `${say("ear.minus")} `)
    .replace(/\+(?=\d)/g, `${say("ear.plus")} `);
}

/** @param {string} sign of an arrow key */
function arrowOf(sign) {
  const way = /** @type {Record<string, string>} */ (ARROWS)[sign];
  return say(`ear.arrow.${way}`);
}

/** @param {string | undefined} printed a rank, if any @param {string} sign */
function cardOf(printed, sign) {
  const name = /** @type {Record<string, string>} */ (SUITS)[sign];
  const suit = say(`ear.suit.${name}`);
  const word = /** @type {Record<string, string>} */ (RANKS)[printed ?? ""];
  const rank = word ? say(`ear.rank.${word}`) : printed;
  return rank ? say("ear.card", { rank, suit }) : suit;
}
