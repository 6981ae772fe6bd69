// @ts-check
/**
 * Links as changed by mails, chats and word processors: with punctuation from the text after them, or with needless
 * escapes. Unambiguous changes are undone; others are left to the reader.
 */

const OURS = /^#(?:kp|q|a)(?:=|%(?:25)*3D)/i;
const KEY = "(v|log|do|at)";

/** Characters that may follow a link in a text, plain or escaped by browsers; none of our links ends with them. */
const BEHIND = /(?:[\s.,;:!?)\]}>"'*|\\]|%(?:20|22|3C|3E|60|C2%A0|C2%BB|E2%80%(?:99|9C|9D|A6)|E3%80%8[12]|EF%BC%8[19CE]|EF%BD%A1))+$/i;
const UNSEEN = /%(?:C2%AD|E2%80%8[B-F]|E2%81%A0|EF%BB%BF)|[\u00ad\u200b-\u200f\u2060\ufeff]/gi; // signs of no width
const ENTITY_BEHIND = /&(?:amp|gt|lt|quot|nbsp|#39)(?:;|$)[^=&]*$/i;
const PLAIN = /[\s.,;:!?)\]}>"'*|\\]+$/; // where a link holds a text, that may end with any sign that is escaped
const TEXT = /[~=](?:record|type)\./;

/** @param {string} hash with its `#` @returns {string} our fragments as written; others unchanged */
export function repaired(hash) {
  if (!OURS.test(hash)) return hash;
  let text = hash;
  while (/^#\w+%25/.test(text)) text = text.replace(/%25/g, "%");
  if (text.includes("%25") && !/[=&]/.test(text)) text = text.replace(/%(?:26|3D|7E|2E)/gi, decodeURIComponent).replace(/%25/g, "%"); // everything was escaped
  const said = text.search(TEXT); // a comment in a text may hold them
  text = said < 0 ? text.replace(UNSEEN, "") : text.slice(0, said).replace(UNSEEN, "") + text.slice(said).replace(new RegExp(`(?:${UNSEEN.source})+$`, "i"), "");
  text = text.replace(new RegExp(`&amp;(?=${KEY}(?:=|%3D))`, "gi"), "&").replace(ENTITY_BEHIND, "");
  text = text.replace(/^(#\w+)%3D/i, "$1=").replace(new RegExp(`(?:&|%26)${KEY}(?:=|%3D)`, "gi"), "&$1=");
  text = TEXT.test(text) ? text.replace(PLAIN, "").replace(/(%0A)(?:%20|%3E|%E3%80%82)+$/i, "$1") : text.replace(BEHIND, "");
  const [, version = ""] = /&v=([^&]*)/.exec(text) ?? [];
  const [, list = ""] = /(?:#a|#q|&log|&do)=([^&]*)/.exec(text) ?? [];
  if (version && !version.includes("~")) text = text.replace(/%7E/gi, "~"); // it always has one
  if (!list.includes(".") || /%2E/i.test(version)) text = text.replace(/%2E/gi, "."); // nearly every list has one
  return text;
}
