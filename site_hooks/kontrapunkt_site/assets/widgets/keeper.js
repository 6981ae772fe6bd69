// @ts-check
/**
 * Stores the log of a widget. A log from a link never replaces the reader's own: while there is one, the address is
 * updated instead.
 */
import { dropLink, keepLink } from "../ui/link.js";
import { dropAside, hasAside, keepRound, keepSolved, putAside, readLog, readSolved, same, writeLog } from "../storage/logs.js";
import { isPlace, reached } from "../storage/reached.js";

export class Keeper {
  /** @type {string[] | null} the reader's own log as this tab last saw it stored */
  #known = null;
  /** @type {string[] | null} the log from elsewhere; null if the reader's own is in use */
  #given = null;
  /** Whether the stored log cannot be read, or not to its end. */
  #unread = false;

  /**
   * @param {string} page path of the page under which it is stored: the shelf's, for a puzzle with a page of its own
   * @param {string} id
   * @param {string} [address] path of the page that shows it
   * @param {boolean} [all] whether all tries are stored, for homework
   */
  constructor(page, id, address = page, all = false) {
    this.page = page;
    this.id = id;
    this.address = address;
    this.all = all;
  }

  /** Loads the reader's own log. @returns {string[] | null} null for a solved puzzle, which is shown as new */
  recall() {
    const { log, rubbish } = readLog(this.page, this.id);
    this.#known = log;
    this.#unread = rubbish;
    this.#given = null;
    return unfinished(log);
  }

  /** Uses a log from a link, or one to look at. @param {string[]} log */
  borrow(log) {
    this.#given = log;
  }

  /** Whether the log in use is not the reader's own. */
  get borrowed() {
    return this.#given !== null;
  }

  /** Whether the reader's own log can be continued while another is in use. */
  get waits() {
    const own = unfinished(this.#own());
    return this.#given !== null && own !== null && !same(own, this.#given);
  }

  /** The log of the reader's solution of the puzzle; null if there is none. */
  get solution() {
    return readSolved(this.page, this.id);
  }

  /** Whether a stored log cannot be read, or not to its end. */
  get unread() {
    return this.#unread || hasAside(this.page, this.id);
  }

  /** Records that the loaded log cannot be read to its end. @param {string[]} log */
  misread(log) {
    this.#unread ||= !this.borrowed && same(log, this.#known);
  }

  /** Deletes an unreadable log. */
  forget() {
    if (this.#unread) putAside(this.page, this.id);
    dropAside(this.page, this.id);
    this.#unread = false;
    this.#known = null;
  }

  /** Stores the log after a step. @param {string[]} log */
  write(log) {
    if (this.#given && log.length < this.#given.length) this.#given = log; // begun again: the entries from elsewhere are gone
    if (this.#given && this.#free(this.#given)) {
      this.#given = null;
      dropLink();
    }
    if (this.#given) {
      if (!reached(this.#given).solved) keepSolved(this.page, this.id, log);
      keepLink(this.address, this.id, log);
      return;
    }
    if (this.#unread) putAside(this.page, this.id);
    this.#unread = false;
    if (this.all) keepRound(this.page, this.id, log);
    this.#known = writeLog(this.page, this.id, log, this.#known);
  }

  /**
   * Whether a log from elsewhere may become the reader's own: nothing is lost by it, and nobody else has solved it.
   *
   * @param {string[]} given
   */
  #free(given) {
    const own = this.#own();
    return !reached(given).solved && (own === null || same(own, given));
  }

  /** Returns the reader's own log, if there is something in it to lose. */
  #own() {
    const { log } = readLog(this.page, this.id);
    return log && !isPlace(log) ? log : null;
  }
}

/** @param {string[] | null} log @returns {string[] | null} null if it solved a puzzle */
function unfinished(log) {
  return log && !reached(log).solved ? log : null;
}
