// @ts-check
/**
 * The site generator's settings, written into every site. Paths are relative to this file.
 *
 * @typedef {object} Config
 * @property {string} version  hash of the browser modules
 * @property {string} runtime  folder of Pyodide and the bundle, with a slash at its end
 * @property {string} bundle   name of the stored zip (standard library and engine) in that folder
 * @property {object} lock     `info` of Pyodide's lock file: it identifies the interpreter
 * @property {string} steps    folder of precomputed steps, with a final slash
 * @property {string} sw       the service worker; its folder is the root of the site
 * @property {string} sandbox  the page of the frame in which readers' Python runs
 * @property {string} contact  where readers report errors, as the address of a link; empty for nobody
 * @property {string[]} contents  the parts on which the size of a whole widget depends, by their class without `kp-`
 * @property {Record<string, Record<string, string>>} sentences  those of the scripts, by language and key; `ui/strings.js` says them
 * @property {Record<string, number>} [sizes]  raw bytes of the large runtime files, for the progress line
 */

/** @type {Config} */
export default {
  version: "",
  runtime: "./",
  bundle: "python.zip",
  lock: {},
  steps: "./",
  sw: "./sw.js",
  sandbox: "",
  contact: "",
  contents: [],
  sentences: { en: {} },
};
