// @ts-check
/**
 * Makes the theme's search forgiving. The site generator puts this before the theme's script in the worker that
 * searches. It hears each question first: a word that the site does not have becomes the word that was meant, accents
 * and ae, oe, ue count alike, and a page or term that is asked for by its name comes first among the answers.
 */

/**
 * @typedef {{location: string, title: string, text: string, score?: number, terms?: object}} Doc
 * @typedef {{names: string[], pages: Record<string, string>}} Chapter names of a game; titles of its pages by address
 */

const SETUP = 0;
const QUERY = 2;
const RESULT = 3;

const SMALL = new Set(["a", "an", "and", "at", "for", "how", "in", "is", "of", "on", "the", "to", "what", "with"]);
const ALSO = /** @type {Record<string, string[]>} */ ({ learn: ["how to play", "lesson"], scoring: ["points"], glossary: ["words"] });
const WORD = /[\p{L}\p{N}]+/gu;
const OPERATOR = /["*:^~+]|(^|\s)-/; // the theme's own language for questions
const FIRST = 1e9; // a score above all others
const CLOSE = 3; // the most words that a misspelt one may mean

/** @type {Map<string, Map<string, number>>} the words of the site and how often each occurs, by their folded form */
let vocabulary = new Map();
/** @type {Map<string, string[]>} addresses by folded name */
let answers = new Map();
/** @type {Record<string, string>} the page of a game's rules by the beginning of their ids */
let rules = {};
/** @type {Map<string, Doc>} */
let docs = new Map();
/** @type {string[]} the addresses that come first in the next result */
let wanted = [];

/** @param {string} word @returns {string} its form without accents, doubled letters, and c for k */
function fold(word) {
  const plain = word.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "").replace(/ß/g, "ss");
  return plain.replace(/([aou])e/g, "$1").replace(/c/g, "k").replace(/(\p{L})\1+/gu, "$1");
}

/** @param {string} text @returns {string[]} its words; small ones only if there are no others */
function wordsOf(text) {
  const all = text.toLowerCase().match(WORD) ?? [];
  const large = all.filter((word) => !SMALL.has(word));
  return large.length ? large : all;
}

/** @param {string} text @returns {string[]} the keys of a name: as it is written, and in any order of its words */
const keysOf = (text) => [fold((text.toLowerCase().match(WORD) ?? []).join("")), wordsOf(text).map(fold).sort().join("")];

/** @param {string} name @param {string} location @param {boolean} [asWritten] whether the order of its words matters */
function call(name, location, asWritten = false) {
  for (const key of new Set(keysOf(name).slice(0, asWritten ? 1 : 2))) {
    if (!key) continue;
    const known = answers.get(key) ?? [];
    if (!known.includes(location)) answers.set(key, [...known, location]);
  }
}

/** @param {{config: {chapters?: Chapter[], rules?: Record<string, string>}, docs: Doc[]}} index */
function read(index) {
  [vocabulary, answers] = [new Map(), new Map()];
  docs = new Map(index.docs.map((doc) => [doc.location, doc]));
  for (const { title, text } of index.docs) {
    for (const word of `${title} ${text.replace(/<[^>]*>/g, " ")}`.toLowerCase().match(WORD) ?? []) {
      const key = fold(word);
      const known = vocabulary.get(key) ?? new Map();
      known.set(word, (known.get(word) ?? 0) + 1);
      vocabulary.set(key, known);
    }
  }
  for (const { names, pages } of index.config.chapters ?? []) {
    for (const [location, title] of Object.entries(pages)) {
      if (!title) for (const name of names) call(name, location);
      for (const name of title ? [...names, ...(names.length ? [] : [""])] : []) {
        call(`${name} ${title}`, location);
        for (const each of ALSO[title.toLowerCase()] ?? []) for (const both of [`${name} ${each}`, `${each} ${name}`]) call(both, location, true);
      }
    }
  }
  const named = new Set(answers.keys());
  for (const { location, title } of index.docs) {
    if (!location.includes("#word-")) continue;
    for (const name of title.split(/,\s*/)) if (!keysOf(name).some((key) => named.has(key))) call(name, location);
  }
  rules = index.config.rules ?? {};
}

/**
 * @param {string} one @param {string} other @param {number} most
 * @returns {number} how many letters to add, leave out, change or swap; more than `most` for anything above
 */
function distance(one, other, most) {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let [before, last] = [/** @type {number[]} */ ([]), Array.from({ length: other.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const change = Number(one[i - 1] !== other[j - 1]);
      row[j] = Math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + change);
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) row[j] = Math.min(row[j], before[j - 2] + 1);
    }
    if (Math.min(...row) > most) return most + 1;
    [before, last] = [last, row];
  }
  return last[other.length];
}

/** @param {string} word @returns {number} how many letters may be wrong in it */
const slips = ({ length }) => (length >= 7 ? 2 : length >= 4 ? 1 : 0);

/** @param {string[]} keys @returns {string[]} the most frequent words with these folded forms */
function spelled(keys) {
  const found = keys.flatMap((key) => [...(vocabulary.get(key) ?? [])]);
  return found.sort(([, one], [, other]) => other - one).map(([word]) => word);
}

/** @param {string} word @returns {{words: string[], known: boolean}} the words of the site that it means */
function meant(word) {
  const key = fold(word);
  const keys = [...vocabulary.keys()];
  const begun = keys.filter((each) => each.startsWith(key));
  const same = spelled([key]).filter((each) => !each.startsWith(word));
  if (spelled(begun).some((each) => each.startsWith(word))) return { words: [word, ...same], known: true };
  if (begun.length) return { words: same.length ? same : spelled(begun).slice(0, CLOSE), known: true };
  const inside = key.length >= 4 ? keys.filter((each) => each.includes(key)) : [];
  if (inside.length) return { words: spelled(inside).slice(0, 2 * CLOSE), known: true };
  const most = slips(key);
  /** @type {string[][]} */
  const near = Array.from({ length: most + 1 }, () => []);
  for (const each of keys) {
    const far = distance(key, each, most);
    if (far <= most) near[far].push(each);
  }
  const nearest = spelled(near.find((found) => found.length) ?? []).slice(0, CLOSE);
  return { words: nearest.length ? nearest : [word], known: false };
}

/** @param {string} question @param {boolean} guess whether a name may be misspelt @returns {string[]} the addresses that bear this name */
function named(question, guess) {
  const keys = keysOf(question);
  for (const key of keys) if (answers.has(key)) return answers.get(key) ?? [];
  if (!guess) return [];
  for (let most = 1; most <= 2; most += 1) {
    for (const key of keys.filter((each) => most <= slips(each))) {
      for (const [name, found] of answers) if (distance(key, name, most) <= most) return found;
    }
  }
  return [];
}

/** @param {string} question @returns {string[]} the address of the rule whose id it is */
function ruleIn(question) {
  const [, prefix = "", rest] = /^\s*([a-z]{2,4})-?([a-z]\d+)\s*$/i.exec(question) ?? [];
  const page = rules[prefix.toUpperCase()];
  if (page === undefined) return [];
  const id = `${prefix}-${rest}`.toUpperCase();
  const location = `${page}#${id}`;
  if (!docs.has(location)) docs.set(location, { location, title: id, text: "" });
  return [location];
}

/** @param {string} question @returns {string} the question for the theme */
function understood(question) {
  wanted = ruleIn(question);
  if (wanted.length || OPERATOR.test(question)) return question;
  const found = wordsOf(question).map(meant);
  const better = found.map(({ words }) => words[0]).join(" ");
  wanted = named(question, found.some(({ known }) => !known));
  if (!wanted.length) wanted = named(better, false);
  return [...new Set(found.flatMap(({ words }) => words))].join(" ") || question;
}

/** Puts the pages that were asked for by name first, with the place in them. @param {{items: Doc[][]}} result */
function ordered(result) {
  for (const location of [...wanted].reverse()) {
    const page = location.split("#")[0];
    const at = result.items.findIndex((each) => each.some((doc) => doc.location.split("#")[0] === page));
    const group = at < 0 ? [] : result.items.splice(at, 1)[0];
    for (const each of [page, location].reverse()) {
      const doc = group.find((one) => one.location === each) ?? docs.get(each);
      if (doc) group.splice(0, group.length, { terms: {}, ...doc, score: FIRST }, ...group.filter((one) => one.location !== each));
    }
    if (group.length) result.items.unshift(group);
  }
  return result;
}

const plain = (/** @type {string} */ text) => text.replaceAll("<mark>", '<mark role="none">');

/** Keeps screen readers from saying "highlight" before and after each word that was found. @param {{items: Doc[][]}} result */
const heard = (result) => ({ ...result, items: result.items.map((group) => group.map((doc) => ({ ...doc, title: plain(doc.title), text: plain(doc.text) }))) });

const { addEventListener: listen, postMessage: answer } = globalThis;

/** @type {any} */ (globalThis).addEventListener = (/** @type {string} */ type, /** @type {(event: {data: any}) => unknown} */ hear) =>
  listen.call(globalThis, type, (/** @type {any} */ { data: message }) => {
    if (message.type === SETUP) read(message.data);
    return hear({ data: message.type === QUERY ? { ...message, data: understood(message.data) } : message });
  });

/** @type {any} */ (globalThis).postMessage = (/** @type {any} */ message) =>
  answer.call(globalThis, message.type === RESULT ? { ...message, data: heard(ordered(message.data)) } : message);

export {};
