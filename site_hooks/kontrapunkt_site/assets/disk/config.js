// @ts-check
/** What `config.js` of the site says that was copied; it stands before this script. */
export default /** @type {any} */ (globalThis).kontrapunktConfig;
