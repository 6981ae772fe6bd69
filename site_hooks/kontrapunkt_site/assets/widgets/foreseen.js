// @ts-check
/**
 * Precomputed responses of a widget: the build has stored the engine's answers beside the page, so that they need no
 * Python. They form a map of places and turns, defined in `widgets/precomputed.py`.
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
 * @typedef {[told: number[], say: string, pause?: number]} Told a frame, encoded relative to the one before
 * @typedef {{key: string, label: string, events: string[], pieces: [bare: number, marked: number][]}} Mark
 * @typedef {{format: number, language: string, header: string, begins: number, pieces: string[], frames: Told[],
 *   places: Place[], jumps: Record<string, number>[], marks?: Mark[], list?: [comma: string, last: string],
 *   elsewhere?: string[], goes_on?: boolean}} Data
 */

const FILL = "\ufffc"; // placeholder for marked items in texts and log entries
const TRIES = "\ufffb"; // placeholder for the number of tries in texts

/** @type {Map<string, Promise<Foreseen | null>>} by file */
const known = new Map();

/** @param {string} file @returns {Promise<Foreseen | null>} null if it is missing: then the engine answers */
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

/** A parsed map. */
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

  /** @param {string[]} log @returns {number | null} its place; null if it is not on the map */
  find(log) {
    const [header, ...entries] = log;
    if (!entries.length) return this.data.begins;
    return (this.fits(header) ? this.#places.get(entries.join("\n")) : undefined) ?? null;
  }

  /** @param {string} header of a log @returns {boolean} whether its format and kind of widget match */
  fits(header) {
    const [ours, theirs] = [this.data.header, header].map((each) => each.split(" "));
    return ours[1] === theirs[1] && ours.at(-1) === theirs.at(-1);
  }

  /**
   * @param {number} number
   * @param {string[]} log that led to it
   * @param {Mark[]} [marked] the items to show as marked
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

  /** @param {string[]} labels @returns {string} as in speech: "a, b and c" */
  #list(labels) {
    const [comma, last] = this.data.list ?? [", ", ", "];
    return [labels.slice(0, -1).join(comma), ...labels.slice(-1)].filter(Boolean).join(last);
  }
}

/** A widget's place on its map. */
export class Course {
  /** @type {number | null} null if only the log determines it */
  #place = null;
  /** @type {Mark[]} the marked items, in the map's order */
  #marked = [];
  /** @type {Mark[]} the marked items in the log's last answer */
  #answered = [];
  /** @type {number | undefined} the frame shown with the log that led here */
  #stood;

  /** @param {Foreseen} map */
  constructor(map) {
    this.map = map;
  }

  /** Forgets the place after other changes of the log. */
  lose() {
    this.#place = null;
    this.#stood = undefined;
    this.#marked = this.#answered = [];
  }

  /** @param {string[]} log @returns {Place | null} its place; null if it is not on the map */
  at(log) {
    this.#place ??= this.map.find(log) ?? this.#retrace(log);
    return this.#place === null ? null : this.map.data.places[this.#place];
  }

  /** @param {string[]} log @returns {Frame | null} the widget's frame, if it is on the map */
  standing(log) {
    const here = this.at(log);
    const stands = here?.stands ?? this.#stood;
    return stands === undefined ? null : this.map.frame(stands, log, here?.marking && this.#marked);
  }

  /**
   * Replays a log turn by turn.
   *
   * @param {string[]} log of an earlier visit
   * @returns {number | null} its place; null if it is not on the map
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

  /** @param {Place} here @param {string[]} entries of a log @returns {Turn | undefined} the turn of the next entries */
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
   * @param {string[]} log the present log
   * @param {string} event
   * @returns {{frames: Frame[], log: string[]} | null} the response; null if it is not precomputed
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

  /** @param {string[]} log the present log @returns {Frame[]} the first frames of a step forward and a step back */
  ahead(log) {
    const { next, back } = this.at(log)?.turns ?? {};
    return [next, back].flatMap((turn) => (turn ? this.#shown(turn).slice(0, 1) : [])).map((shown) => this.map.frame(shown, log));
  }

  /** Returns events that restore the marks without an answer. @returns {string[]} */
  leave() {
    const open = (this.map.data.marks ?? []).filter(
      (each) => this.#marked.includes(each) !== this.#answered.includes(each),
    );
    this.lose();
    return open.map(({ events }) => events[0]);
  }

  /** @param {Turn} turn @returns {number[]} the frames to show: its own, or else that of its target */
  #shown([to, frames]) {
    const { stands } = this.map.data.places[to];
    return frames.length || stands === undefined ? frames : [stands];
  }

  /** @param {Place} here @returns {string} the turn for an answer with the present marks */
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

/** @param {string} foreseen an entry @param {string} [entry] of a log @returns {boolean} whether they are equal apart from the time */
function same(foreseen, entry) {
  return foreseen === entry || (foreseen === "solved 0" && /^solved \d+$/.test(entry ?? ""));
}

/** @param {string} entry @returns {[verb: string, rest: string]} */
function halves(entry) {
  const at = entry.indexOf(" ");
  return at < 0 ? [entry, ""] : [entry.slice(0, at), entry.slice(at + 1)];
}

/** @param {string} words @returns {string} escaped for markup */
function escaped(words) {
  return words.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
}
