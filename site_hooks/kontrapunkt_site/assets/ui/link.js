// @ts-check
/**
 * A widget and its log as the fragment of an address, which no server ever sees:
 * `#kp=cleaning-hand&v=1~0.1.0~example&log=go.8~W.3S`. Entries are separated by `~`, their words by `.`; `v` is the
 * log's header without its first word. Any other fragment is an ordinary anchor.
 */

import { repaired } from "./link-repair.js";
import { pageAddress, pagePath } from "../runtime/site.js";

const START = "#kp=";
const HEADER = "kontrapunkt";

/** The last fragment that was handled, as one step of the reader may cause several events. */
let seen = "";

/** @returns {Shared | null} the log in the address, if it is new */
export function newLink() {
  if (location.hash === seen) return null;
  seen = location.hash;
  return readLink(seen);
}

/** Has the address handled again, for another page or a link that was followed again. */
export function lookAgain() {
  seen = "";
}

/**
 * @typedef {object} Shared
 * @property {string} id
 * @property {string | null} header of the log; null if the link has none
 * @property {string[] | null} entries null if they cannot be read
 * @property {string} order  an event for the widget with its own log; empty for none
 */

const ORDERS = /^due /; // the events that a link may send: a round of rules that are due

/**
 * @param {string} hash with its `#`
 * @returns {Shared | null} null for an ordinary anchor
 */
export function readLink(hash) {
  const fragment = repaired(hash);
  if (!fragment.startsWith(START)) return null;
  const parts = new URLSearchParams();
  for (const part of fragment.slice(1).split("&")) {
    const at = part.indexOf("=");
    if (at > 0) parts.set(part.slice(0, at), part.slice(at + 1));
  }
  const id = safely(() => decodeURIComponent(parts.get("kp") ?? "")) ?? "";
  const version = parts.get("v");
  const header = safely(() => version && [HEADER, ...version.split("~").map(decodeURIComponent)].join(" "));
  const entries = safely(() => (parts.get("log") ?? "").split("~").filter(Boolean).map(decode));
  const order = safely(() => decode(parts.get("do") ?? "")) ?? "";
  return { id, header: header || null, entries, order: ORDERS.test(order) ? order : "" };
}

/**
 * @param {string} page path of the widget's page
 * @param {string} id
 * @param {string[]} log
 * @returns {string} the address of the page with the log in its fragment
 */
export function writeLink(page, id, log) {
  const [header = "", ...entries] = log;
  const version = header.split(" ").slice(1).map(encodeURIComponent).join("~");
  const tail = entries.length ? `&log=${entries.map(encode).join("~")}` : "";
  return `${pageAddress(page)}${START}${encodeURIComponent(id)}&v=${version}${tail}`;
}

/**
 * @param {string} page path of the widget's page
 * @param {string} id
 * @param {string} order an event to send to the widget there
 * @returns {string} the address
 */
export function writeOrder(page, id, order) {
  return `${pageAddress(page)}${START}${encodeURIComponent(id)}&do=${encode(order)}`;
}

/** Removes the log from the address after the reader has gone on. */
export function dropLink() {
  if (readLink(location.hash)) {
    history.replaceState(history.state, "", location.pathname + location.search);
    seen = "";
  }
}

/**
 * Updates the address with a log that is not stored elsewhere.
 *
 * @param {string} page
 * @param {string} id
 * @param {string[]} log
 */
export function keepLink(page, id, log) {
  if (pagePath() !== page) return; // it belongs to the next page already
  const { hash } = new URL(writeLink(page, id, log));
  try {
    history.replaceState(history.state, "", location.pathname + location.search + hash);
  } catch {
    // some browsers limit frequent changes; the next one will work
  }
  seen = location.hash;
}

/** @param {string} entry */
function encode(entry) {
  const escape = (/** @type {string} */ sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;
  return entry
    .split(" ")
    .map((word) => encodeURIComponent(word).replace(/[.~!'()*]/g, escape))
    .join(".");
}

/** @param {string} text */
function decode(text) {
  return text.split(".").map(decodeURIComponent).join(" ");
}

/** @template T @param {() => T} read @returns {T | null} null if it fails */
function safely(read) {
  try {
    return read();
  } catch {
    return null;
  }
}
