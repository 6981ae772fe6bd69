// @ts-check
/** The content of the site's `config.js` in the copy; it precedes this script. */
export default /** @type {any} */ (globalThis).kontrapunktConfig;
