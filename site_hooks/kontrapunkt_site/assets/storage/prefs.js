// @ts-check
/**
 * The reader's preferences. Faces, colours and motion are attributes of the root element for CSS, such as
 * `data-kp-faces`. The engine gets them too, with the language of the page, to name cards.
 */
import { readPrefs, writePrefs } from "./storage.js";

/** @type {Record<string, string> | null} */
let chosen = null;

/** @returns {Record<string, string>} such as `{faces: "french", colours: "four", motion: "off", sound: "on", speech: "brief"}` */
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

/** Forgets cached preferences after an import or deletion. */
export function reloadPrefs() {
  chosen = null;
  applyPrefs();
}

/** Sets the attributes for CSS. */
export function applyPrefs() {
  const { dataset } = document.documentElement;
  for (const name of ["faces", "colours", "motion", "sound", "speech"]) {
    const slot = `kp${name[0].toUpperCase()}${name.slice(1)}`;
    const value = prefs()[name];
    if (value) dataset[slot] = value;
    else delete dataset[slot];
  }
}

/** @returns {string} the preferences for the engine, as JSON */
export function enginePrefs() {
  return JSON.stringify({ language: language(), ...prefs() });
}

/** @param {string} built the language of the build @returns {boolean} whether this reader sees the same texts */
export function seesAsBuilt(built) {
  return !prefs().faces && language() === built;
}

function language() {
  return document.documentElement.lang.split("-")[0] || "en";
}
