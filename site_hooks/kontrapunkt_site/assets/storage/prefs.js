// @ts-check
/**
 * The reader's preferences. Faces, colours and motion stand on the root element for the style sheet, as
 * `data-kp-faces` and so on. The engine is told them, too, with the language of the page: it names cards by them.
 */
import { readPrefs, writePrefs } from "./storage.js";

/** @type {Record<string, string> | null} */
let chosen = null;

/** @returns {Record<string, string>} such as `{faces: "french", colours: "four", motion: "off"}` */
export function prefs() {
  chosen ??= readPrefs();
  return chosen;
}

/** @param {string} name @param {string} value empty for the default */
export function choose(name, value) {
  chosen = { ...prefs(), [name]: value };
  if (!value) delete chosen[name];
  writePrefs(chosen);
  applyPrefs();
}

/** Forgets what was read, since it was imported or deleted. */
export function reloadPrefs() {
  chosen = null;
  applyPrefs();
}

/** Shows the preferences to the style sheet. */
export function applyPrefs() {
  const { dataset } = document.documentElement;
  for (const name of ["faces", "colours", "motion"]) {
    const slot = `kp${name[0].toUpperCase()}${name.slice(1)}`;
    const value = prefs()[name];
    if (value) dataset[slot] = value;
    else delete dataset[slot];
  }
}

/** @returns {string} what the engine is told, as JSON */
export function enginePrefs() {
  return JSON.stringify({ language: language(), ...prefs() });
}

/** @param {string} built the language in which the build has worded it @returns {boolean} whether this reader sees the same */
export function seesAsBuilt(built) {
  return !prefs().faces && language() === built;
}

function language() {
  return document.documentElement.lang.split("-")[0] || "en";
}
