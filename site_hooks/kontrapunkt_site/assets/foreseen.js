// @ts-check
/**
 * What a widget shows after events that could be foreseen: the build has asked the engine and put its answers beside
 * the page, so that they need no Python. A map of places and turns; `widgets/foreseen.py` says what is in it.
 */
import { STEPS } from "./site.js";

const FORMAT = 1;

/**
 * @typedef {import("./player.js").Frame} Frame
 * @typedef {[to: number, frames: number[], adds?: string[]]} Turn
 * @typedef {{stands?: number, log?: string[], turns?: Record<string, Turn>, jumps?: number}} Place
 * @typedef {[told: number[], say: string, pause?: number]} Told a frame, told by the one before it
 * @typedef {{format: number, language: string, header: string, begins: number, pieces: string[], frames: Told[], places: Place[],
 *   jumps: Record<string, number>[]}} Data
 */

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
    const response = await fetch(new URL(file, STEPS));
    const data = response.ok ? await response.json() : null;
    return data?.format === FORMAT ? new Foreseen(data) : null;
  } catch {
    return null;
  }
}

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
      const now = [];
      for (let at = 0; at < told.length; at += 2) {
        const [count, which] = [told[at], told[at + 1]];
        if (count) now.push(...before.slice(which, which + count));
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
    const [ours, theirs] = [this.data.header, header].map((each) => each.split(" "));
    const same = ours[1] === theirs[1] && ours.at(-1) === theirs.at(-1);
    return (same ? this.#places.get(entries.join("\n")) : undefined) ?? null;
  }

  /** @param {number} place @returns {Frame | null} how the widget stands there, if the map says so */
  standing(place) {
    const { stands } = this.data.places[place];
    return stands === undefined ? null : this.#frame(stands);
  }

  /**
   * @param {number} place
   * @param {string[]} log the one that led there
   * @param {string} event
   * @returns {{place: number, frames: Frame[], log: string[]} | null} what follows; null if that was not foreseen
   */
  answer(place, log, event) {
    const { turns, jumps } = this.data.places[place];
    const jump = jumps === undefined ? undefined : this.data.jumps[jumps][event];
    const [to, frames, adds] = turns?.[event] ?? [jump, []];
    if (to === undefined) return null;
    const then = this.data.places[to];
    const shown = frames.length ? frames : then.stands === undefined ? [] : [then.stands];
    if (!shown.length) return null;
    const header = log[0] ?? this.data.header;
    return {
      place: to,
      frames: shown.map((each) => this.#frame(each)),
      log: then.log ? [header, ...then.log] : [header, ...log.slice(1), ...(adds ?? [])],
    };
  }

  /** @param {number} number @returns {Frame} */
  #frame(number) {
    const [, say, pause] = this.data.frames[number];
    return { html: this.#frames[number].map((each) => this.data.pieces[each]).join(""), say, pause_ms: pause ?? 0 };
  }
}
