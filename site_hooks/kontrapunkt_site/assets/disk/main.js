// @ts-check
/** The entry of a copy opened from disk: all modules of a page in one script. */
import "./links.js";
import "../main.js";
