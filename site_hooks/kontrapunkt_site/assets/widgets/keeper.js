// @ts-check
/**
 * Where the log of a widget is kept. The reader's own is in the storage. One that came by link never takes its
 * place: while there is one of the reader's, the address goes along with what is done from the link.
 */
import { dropLink, keepLink } from "../ui/link.js";
import { dropAside, hasAside, keepRound, keepSolved, putAside, readLog, readSolved, same, writeLog } from "../storage/logs.js";
import { isPlace, reached } from "../storage/reached.js";

export class Keeper {
  /** @type {string[] | null} the reader's own log, as it was kept when this tab last looked */
  #known = null;
  /** @type {string[] | null} the log that was borrowed; null if the one in use is the reader's own */
  #given = null;
  /** Whether what is kept as the log cannot be read, or not to its end. */
  #unread = false;

  /**
   * @param {string} page path of the page under which it is kept: that of its shelf, for a puzzle with its own
   * @param {string} id
   * @param {string} [address] path of the page that shows it
   * @param {boolean} [all] whether nothing is forgotten that was tried: homework
   */
  constructor(page, id, address = page, all = false) {
    this.page = page;
    this.id = id;
    this.address = address;
    this.all = all;
  }

  /** Takes up the reader's own log. @returns {string[] | null} none that solved a puzzle: that lies as new */
  recall() {
    const { log, rubbish } = readLog(this.page, this.id);
    this.#known = log;
    this.#unread = rubbish;
    this.#given = null;
    return unfinished(log);
  }

  /** Takes up a log that came by link, or one to look at. @param {string[]} log */
  borrow(log) {
    this.#given = log;
  }

  /** Whether the log in use is not the reader's own. */
  get borrowed() {
    return this.#given !== null;
  }

  /** Whether the reader's own log waits to be gone on with, while another is in use. */
  get waits() {
    const own = unfinished(this.#own());
    return this.#given !== null && own !== null && !same(own, this.#given);
  }

  /** The log with which the reader solved the puzzle; null if they have not. */
  get solution() {
    return readSolved(this.page, this.id);
  }

  /** Whether something is kept that cannot be read, or not to its end. */
  get unread() {
    return this.#unread || hasAside(this.page, this.id);
  }

  /** The log that was taken up cannot be read to its end. @param {string[]} log */
  misread(log) {
    this.#unread ||= !this.borrowed && same(log, this.#known);
  }

  /** Deletes what cannot be read. */
  forget() {
    if (this.#unread) putAside(this.page, this.id);
    dropAside(this.page, this.id);
    this.#unread = false;
    this.#known = null;
  }

  /** Keeps the log after a step. @param {string[]} log */
  write(log) {
    if (this.#given && log.length < this.#given.length) this.#given = log; // begun again: nothing in it is given
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
   * Whether a borrowed log may become the reader's own: nothing is lost by it, and it was not solved by somebody else.
   *
   * @param {string[]} given
   */
  #free(given) {
    const own = this.#own();
    return !reached(given).solved && (own === null || same(own, given));
  }

  /** The reader's own log, if there is something in it to lose. */
  #own() {
    const { log } = readLog(this.page, this.id);
    return log && !isPlace(log) ? log : null;
  }
}

/** @param {string[] | null} log @returns {string[] | null} none that solved a puzzle */
function unfinished(log) {
  return log && !reached(log).solved ? log : null;
}
