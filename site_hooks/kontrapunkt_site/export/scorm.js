// @ts-check
/**
 * One SCO of SCORM 1.2: shows its items one at a time, in a frame, and reports to the LMS what has been reached in them
 * (`assets/embed.js` tells it): score, status, time, and where to go on. No module: an LMS may open it from anywhere.
 */
(() => {
  "use strict";

  const ROOM = 4096; // characters of `cmi.suspend_data` that every LMS keeps
  const DEEP = 100; // frames between the SCO and the LMS, at most

  /**
   * Of an item: what has been reached at best, and where to go on; `at` is a fragment of its address.
   *
   * @typedef {{right: number, asked: number, done: boolean, at: string}} Reached
   */

  const read = (/** @type {string} */ id) => /** @type {any} */ (document.getElementById(id));
  /** @type {{items: {address: string, title: string}[], words: Record<string, string>}} */
  const course = JSON.parse(read("course").textContent);
  const api = find(window) ?? (window.opener && find(window.opener));
  const begun = Date.now();
  /** @type {{now: number, items: Reached[]}} */
  let state = { now: 0, items: course.items.map(() => ({ right: 0, asked: 0, done: false, at: "" })) };
  let open = false;

  start();

  /** @param {any} from @returns {any} what an LMS offers to its courses; null if there is none */
  function find(from) {
    for (let [at, deep] = [from, 0]; deep < DEEP; [at, deep] = [at.parent, deep + 1]) {
      try {
        if (at.API) return at.API;
      } catch {
        return null; // of another origin
      }
      if (at.parent === at) return null;
    }
    return null;
  }

  function start() {
    open = String(api?.LMSInitialize("")) === "true";
    if (open) resume();
    else note(course.words.alone);
    read("back").textContent = course.words.back;
    read("next").textContent = course.words.next;
    read("back").addEventListener("click", () => show(state.now - 1));
    read("next").addEventListener("click", () => show(state.now + 1));
    window.addEventListener("message", hear);
    window.addEventListener("pagehide", finish);
    show(state.now);
  }

  /** Takes up what the LMS has kept. */
  function resume() {
    if (api.LMSGetValue("cmi.core.lesson_status") === "not attempted") api.LMSSetValue("cmi.core.lesson_status", "incomplete");
    try {
      const kept = JSON.parse(api.LMSGetValue("cmi.suspend_data") || "null");
      if (kept?.items?.length === state.items.length && kept.items[kept.now]) state = kept;
    } catch {
      // of another course: it begins anew
    }
  }

  /** @param {number} n the item to be shown */
  function show(n) {
    const { items } = course;
    state.now = n;
    read("frame").src = items[n].address + state.items[n].at;
    read("frame").title = items[n].title;
    read("back").hidden = n === 0;
    read("next").hidden = n === items.length - 1;
    mark();
    report();
  }

  /** Says where one is. */
  function mark() {
    const { now, items } = state;
    const name = course.items[now].title + (items[now].done ? " ✓" : "");
    read("where").textContent = `${now + 1} / ${items.length}: ${name}`;
  }

  /** @param {string} text */
  function note(text) {
    read("note").textContent = text;
    read("note").hidden = false;
  }

  /** The frame tells how high it is, and what has been reached. @param {MessageEvent} event */
  function hear({ data, source }) {
    if (source !== read("frame").contentWindow || data?.kontrapunkt !== 1) return;
    if (data.type === "height") read("frame").style.height = `${data.height}px`;
    if (data.type !== "result") return;
    const item = state.items[state.now];
    const better = data.right * (item.asked || 1) >= item.right * data.asked;
    if (better || !item.asked) [item.right, item.asked] = [data.right, data.asked];
    item.done ||= data.done;
    item.at = data.link.slice(data.link.indexOf("#"));
    mark();
    report();
  }

  /** Tells the LMS how it stands. */
  function report() {
    if (!open) return;
    const parts = state.items.map(({ right, asked }) => (asked ? right / asked : 0));
    const score = Math.round((100 * parts.reduce((sum, part) => sum + part, 0)) / parts.length);
    const done = state.items.every((item) => item.done);
    const wanted = Number(api.LMSGetValue("cmi.student_data.mastery_score") || NaN);
    const before = api.LMSGetValue("cmi.core.lesson_status");
    const status = Number.isNaN(wanted) ? "completed" : score >= wanted ? "passed" : "failed";
    api.LMSSetValue("cmi.core.score.min", "0");
    api.LMSSetValue("cmi.core.score.max", "100");
    api.LMSSetValue("cmi.core.score.raw", String(score));
    if (done && before !== "passed") api.LMSSetValue("cmi.core.lesson_status", status);
    api.LMSSetValue("cmi.core.session_time", lasted());
    api.LMSSetValue("cmi.core.exit", done ? "" : "suspend");
    api.LMSSetValue("cmi.suspend_data", kept());
    api.LMSCommit("");
  }

  /** @returns {string} the state, without places where there is no room for all of them */
  function kept() {
    const whole = JSON.stringify(state);
    if (whole.length <= ROOM) return whole;
    const items = state.items.map((item, n) => (n === state.now ? item : { ...item, at: "" }));
    const here = JSON.stringify({ ...state, items });
    return here.length <= ROOM ? here : JSON.stringify({ ...state, items: items.map((item) => ({ ...item, at: "" })) });
  }

  /** @returns {string} how long it has been open, as SCORM 1.2 writes it */
  function lasted() {
    const seconds = Math.round((Date.now() - begun) / 1000);
    const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
    return `${String(Math.floor(seconds / 3600)).padStart(4, "0")}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  }

  function finish() {
    if (!open) return;
    report();
    open = false;
    api.LMSFinish("");
  }
})();
