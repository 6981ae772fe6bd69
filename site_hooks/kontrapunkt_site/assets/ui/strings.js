// @ts-check
import config from "../runtime/config.js";

const LONGEST = 100; // characters of a value in a sentence

/**
 * Says a sentence of the catalogue (`engine/kontrapunkt/text/lang/en.json`), where all keys of the scripts begin with
 * `script.`: `say("board.show")` says `script.board.show`. `{name}` is a placeholder.
 *
 * @param {string} key without `script.`
 * @param {Record<string, string | number>} [values]
 * @returns {string} the sentence in the page's language, or in English
 */
export function say(key, values = {}) {
  const [language] = document.documentElement.lang.split("-");
  const sentence = config.sentences[language]?.[key] ?? config.sentences.en[key] ?? key;
  return sentence.replace(/\{(\w+)\}/g, (whole, name) => short(String(values[name] ?? whole)));
}

/** Shortens values from elsewhere, which may have any length. @param {string} value */
function short(value) {
  return value.length > LONGEST ? `${value.slice(0, LONGEST - 1)}…` : value;
}
