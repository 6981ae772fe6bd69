// @ts-check
/**
 * What a widget shows after events that could be foreseen: the build has asked the engine and put its answers beside
 * the page, so that they need no Python. A map of places and turns; `widgets/precomputed.py` says what is in it.
 */
import { readJson } from "../runtime/files.js";
import { reached } from "../storage/reached.js";
import { STEPS } from "../runtime/site.js";

const FORMAT = 3;

/**
 * @typedef {import("./player.js").Frame} Frame
 * @typedef {[to: number, frames: number[], adds?: string[]]} Turn
 * @typedef {{stands?: number, log?: string[], turns?: Record<string, Turn>, jumps?: number,
 *   marking?: [none: number, some: number, empty: number], elsewhere?: number}} Place
 * @typedef {[told: number[], say: string, pause?: number]} Told a frame, told by the one before it
 * @typedef {{key: string, label: string, events: string[], pieces: [bare: number, marked: number][]}} Mark
 * @typedef {{format: number, language: string, header: string, begins: number, pieces: string[], frames: Told[],
 *   places: Place[], jumps: Record<string, number>[], marks?: Mark[], list?: [comma: string, last: string],
 *   elsewhere?: string[], goes_on?: boolean}} Data
 */

const FILL = "\ufffc"; // stands in words and log entries for what has been marked
const TRIES = "\ufffb"; // stands in words for how many answers were given until a question was solved

/** @type {Map<string, Promise<Foreseen | null>>} by file */
const known = new Map();

/** @param {string} file @returns {Promise<Foreseen | null>} null if it cannot be had: then the engine is asked */
export function loadSteps(file) {
  const loading = known.get(file) ?? fetchSteps(file);
  known.set(file, loading);
  loading.then((found) => found ?? known.delete(file));
  return loading;
}

/** @param {string} file */
async function fetchSteps(file) {
  try {
    const data = await readJson(new URL(file, STEPS));
    return data?.format === FORMAT ? new Foreseen(data) : null;
  } catch {
    return null;
  }
}

/** A map, read. */
export class Foreseen {
  /** @type {number[][]} the pieces of each frame */
  #frames = [];
  /** @type {Map<string, number>} places by their log */
  #places = new Map();

  /** @param {Data} data */
  constructor(data) {
    this.data = data;
    /** @type {number[]} */
    let before = [];
    for (const [told] of data.frames) {
      /** @type {number[]} */
      const now = [];
      for (let at = 0; at < told.length; at += 2) {
        const [count, which] = [told[at], told[at + 1]];
        /** @type {number} */
        const from = now.length + which;
        if (count) now.push(...before.slice(from, from + count));
        else now.push(which);
      }
      this.#frames.push(now);
      before = now;
    }
    data.places.forEach(({ log }, place) => log && this.#places.set(log.join("\n"), place));
  }

  /** @param {string[]} log @returns {number | null} the place where it leads; null if that is not on the map */
  find(log) {
    const [header, ...entries] = log;
    if (!entries.length) return this.data.begins;
    return (this.fits(header) ? this.#places.get(entries.join("\n")) : undefined) ?? null;
  }

  /** @param {string} header of a log @returns {boolean} whether it is of this format and kind of widget */
  fits(header) {
    const [ours, theirs] = [this.data.header, header].map((each) => each.split(" "));
    return ours[1] === theirs[1] && ours.at(-1) === theirs.at(-1);
  }

  /**
   * @param {number} number
   * @param {string[]} log that led to it
   * @param {Mark[]} [marked] what is to be seen as marked, whatever the frame itself shows
   * @returns {Frame}
   */
  frame(number, log, marked) {
    const { pieces, marks = [] } = this.data;
    const shown = new Map();
    for (const mark of marked ? marks : []) {
      for (const pair of mark.pieces) for (const piece of pair) shown.set(piece, pair[Number(marked?.includes(mark))]);
    }
    const html = this.#frames[number].map((each) => pieces[shown.get(each) ?? each]).join("");
    const [, say, pause] = this.data.frames[number];
    const words = this.#list((marked ?? []).map(({ label }) => label));
    const tries = `${reached(log).tries}`;
    const filled = (/** @type {string} */ text, /** @type {string} */ fill) => text.replaceAll(FILL, fill).replaceAll(TRIES, tries);
    return { html: filled(html, escaped(words)), say: filled(say, words), pause_ms: pause ?? 0 };
  }

  /** @param {string[]} labels @returns {string} as one speaks them: "a, b and c" */
  #list(labels) {
    const [comma, last] = this.data.list ?? [", ", ", "];
    return [labels.slice(0, -1).join(comma), ...labels.slice(-1)].filter(Boolean).join(last);
  }
}

/** Where a widget stands on its map. */
export class Course {
  /** @type {number | null} null where the log alone can tell */
  #place = null;
  /** @type {Mark[]} what is marked, in the map's order */
  #marked = [];
  /** @type {Mark[]} what of it the log tells, since it was answered */
  #answered = [];
  /** @type {number | undefined} the frame that stood when the log was written that led here */
  #stood;

  /** @param {Foreseen} map */
  constructor(map) {
    this.map = map;
  }

  /** Forgets where it stands, since the log has changed by other ways. */
  lose() {
    this.#place = null;
    this.#stood = undefined;
    this.#marked = this.#answered = [];
  }

  /** @param {string[]} log @returns {Place | null} where it stands; null if that is not on the map */
  at(log) {
    this.#place ??= this.map.find(log) ?? this.#retrace(log);
    return this.#place === null ? null : this.map.data.places[this.#place];
  }

  /** @param {string[]} log @returns {Frame | null} how the widget stands, if the map says so */
  standing(log) {
    const here = this.at(log);
    const stands = here?.stands ?? this.#stood;
    return stands === undefined ? null : this.map.frame(stands, log, here?.marking && this.#marked);
  }

  /**
   * Goes the way again that a log tells of, turn by turn.
   *
   * @param {string[]} log of an earlier visit
   * @returns {number | null} where it leads; null if that is not on the map
   */
  #retrace([header, ...entries]) {
    if (!this.map.fits(header)) return null;
    const { begins, places } = this.map.data;
    let at = begins;
    while (entries.length) {
      const turn = this.#told(places[at], entries);
      if (!turn) {
        this.lose();
        return null;
      }
      const [to, , adds = []] = turn;
      this.#stood = this.#shown(turn).at(-1);
      if (!places[to].marking || places[to].log) this.#marked = this.#answered = [];
      entries = entries.slice(adds.length);
      at = to;
    }
    return at;
  }

  /** @param {Place} here @param {string[]} entries of a log @returns {Turn | undefined} the turn of which they tell next */
  #told(here, entries) {
    const turns = Object.values(here.turns ?? {});
    const told = (/** @type {Turn} */ [, , adds = []]) => adds.length && adds.every((each, at) => same(each, entries[at]));
    const plain = turns.find(told);
    const [verb, keys] = halves(entries[0]);
    if (plain || !here.marking || verb !== "answer") return plain;
    const named = keys.split(", ");
    this.#marked = (this.map.data.marks ?? []).filter(({ key }) => named.includes(key));
    this.#answered = this.#marked;
    const turn = here.turns?.[this.#answer(here)];
    const filled = turn?.[2]?.map((each) => each.replace(FILL, keys));
    const fits = this.#marked.length === named.length && filled?.every((each, at) => same(each, entries[at]));
    return fits ? turn : undefined;
  }

  /**
   * @param {string[]} log the one that led here
   * @param {string} event
   * @returns {{frames: Frame[], log: string[]} | null} what follows; null if that was not foreseen
   */
  take(log, event) {
    const here = this.at(log);
    if (!here) return null;
    const same = log.length ? log : [this.map.data.header];
    const [none, some, empty] = here.marking ?? [];
    const mark = here.marking && this.map.data.marks?.find(({ events }) => events.includes(event));
    if (mark && none !== undefined && some !== undefined) {
      this.#marked = (this.map.data.marks ?? []).filter((each) => this.#marked.includes(each) !== (each === mark));
      return { frames: [this.map.frame(this.#marked.length ? some : none, same, this.#marked)], log: same };
    }
    if (empty !== undefined && event === "answer" && !this.#marked.length) {
      return { frames: [this.map.frame(empty, same)], log: same };
    }
    if (here.elsewhere !== undefined && this.map.data.elsewhere?.includes(event)) {
      return { frames: [this.map.frame(here.elsewhere, same, here.marking && this.#marked)], log: same };
    }
    return this.#turn(here, same, here.marking && event === "answer" ? this.#answer(here) : event);
  }

  /** @param {string[]} log the one that led here @returns {Frame[]} the first of what a step onward would show, and a step back */
  ahead(log) {
    const { next, back } = this.at(log)?.turns ?? {};
    return [next, back].flatMap((turn) => (turn ? this.#shown(turn).slice(0, 1) : [])).map((shown) => this.map.frame(shown, log));
  }

  /** What has been marked and not answered, as events that mark it anew. @returns {string[]} */
  leave() {
    const open = (this.map.data.marks ?? []).filter(
      (each) => this.#marked.includes(each) !== this.#answered.includes(each),
    );
    this.lose();
    return open.map(({ events }) => events[0]);
  }

  /** @param {Turn} turn @returns {number[]} the frames that it shows: those on the way, or else its end as it stands */
  #shown([to, frames]) {
    const { stands } = this.map.data.places[to];
    return frames.length || stands === undefined ? frames : [stands];
  }

  /** @param {Place} here @returns {string} the turn that answers what is marked */
  #answer({ turns = {} }) {
    const wrong = this.#marked.find(({ key }) => `wrong ${key}` in turns);
    const right = (this.map.data.marks ?? []).filter(({ key }) => !(`wrong ${key}` in turns));
    return wrong ? `wrong ${wrong.key}` : this.#marked.length === right.length ? "right" : "left";
  }

  /** @param {Place} here @param {string[]} log @param {string} name */
  #turn({ turns, jumps }, log, name) {
    const jump = jumps === undefined ? undefined : this.map.data.jumps[jumps][name];
    const [to, frames, adds = []] = turns?.[name] ?? [jump, []];
    if (to === undefined) return null;
    const there = this.map.data.places[to];
    const shown = this.#shown([to, frames]);
    if (!shown.length) return null;
    this.#place = to;
    if (adds.some((entry) => entry.includes(FILL))) this.#answered = this.#marked;
    if (!there.marking || there.log) this.#marked = this.#answered = [];
    const [header, ...entries] = log;
    const keys = this.#marked.map(({ key }) => key).join(", ");
    const now = [header, ...(there.log ?? [...entries, ...adds.map((entry) => entry.replace(FILL, keys))])];
    return { frames: shown.map((each) => this.map.frame(each, now, there.marking && this.#marked)), log: now };
  }
}

/** @param {string} foreseen an entry @param {string} [entry] of a log @returns {boolean} the same, but for the time it took */
function same(foreseen, entry) {
  return foreseen === entry || (foreseen === "solved 0" && /^solved \d+$/.test(entry ?? ""));
}

/** @param {string} entry @returns {[verb: string, rest: string]} */
function halves(entry) {
  const at = entry.indexOf(" ");
  return at < 0 ? [entry, ""] : [entry.slice(0, at), entry.slice(at + 1)];
}

/** @param {string} words @returns {string} as text in markup */
function escaped(words) {
  return words.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
}
