// @ts-check
/**
 * The results in a course, and the place, in the 4,096 characters that every LMS stores:
 * `2|16|x,,x,5.12,x|{"16":"#kp=..."}`. After the format and the present item are the items in order: `x` for one
 * question that is right, else the numbers of right answers and of questions, with `!` when completed; empty before
 * the first answer. Then fragments of addresses by item, as many as there is room for.
 *
 * @typedef {{right: number, asked: number, done: boolean, at: string}} Reached the best result of an item
 * @typedef {{now: number, items: Reached[]}} State
 */
const CourseState = {
  FORMAT: "2",
  ROOM: 4096,
  SOLVED: "x",

  /** @param {number} n @returns {State} of a course with this number of items */
  begin: (n) => ({ now: 0, items: Array.from({ length: n }, () => ({ right: 0, asked: 0, done: false, at: "" })) }),

  /** @param {State} state @returns {string} */
  write({ now, items }) {
    const signs = items.map(({ right, asked, done }) => {
      if (!asked && !done) return "";
      return done && right === 1 && asked === 1 ? this.SOLVED : `${right}.${asked}${done ? "!" : ""}`;
    });
    const head = `${this.FORMAT}|${now}|${signs.join(",")}|`;
    /** @type {Record<number, string>} */
    let places = {};
    const open = items.map((_, n) => n).filter((n) => items[n].at);
    const first = (/** @type {number} */ n) => (n === now ? 0 : items[n].done ? 2 : 1);
    for (const n of open.sort((a, b) => first(a) - first(b))) {
      const more = { ...places, [n]: items[n].at };
      if (head.length + JSON.stringify(more).length <= this.ROOM) places = more;
    }
    return head + JSON.stringify(places);
  },

  /** @param {string} text @param {number} n the number of items @returns {State | null} null if it belongs to another course */
  read(text, n) {
    try {
      const found = text.startsWith("{") ? JSON.parse(text) : this.unpacked(text);
      return found?.items?.length === n && found.items[found.now] ? found : null;
    } catch {
      return null;
    }
  },

  /** @param {string} text @returns {State | null} */
  unpacked(text) {
    const [, format, now, signs, rest] = /^(\d+)\|(\d+)\|([^|]*)\|(.*)$/s.exec(text) ?? [];
    if (format !== this.FORMAT) return null;
    const places = JSON.parse(rest);
    const items = signs.split(",").map((sign, n) => {
      const [right, asked] = sign === this.SOLVED ? [1, 1] : sign ? sign.split(".").map((each) => Number.parseInt(each, 10)) : [0, 0];
      return { right, asked, done: sign === this.SOLVED || sign.endsWith("!"), at: String(places[n] ?? "") };
    });
    return { now: Number(now), items };
  },

  /** Merges the better results of another state of the item. @param {Reached} item @param {Reached} other */
  raise(item, { right, asked, done }) {
    if (!item.asked || right * item.asked > item.right * asked) [item.right, item.asked] = [right, asked];
    item.done ||= done;
  },
};
