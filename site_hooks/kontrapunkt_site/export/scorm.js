// @ts-check
/**
 * One SCO of SCORM 1.2: shows its items one at a time, in a frame, and reports their results (from
 * `assets/widgets/embed.js`) to the LMS: score, status, time and place. It is no module, as an LMS may open it from
 * anywhere.
 */
(() => {
  "use strict";

  const read = (/** @type {string} */ id) => /** @type {any} */ (document.getElementById(id));
  /** @type {{title: string, codes: boolean, items: {page: string, id: string, address: string, title: string}[], words: Record<string, string>}} */
  const course = JSON.parse(read("course").textContent);
  const lms = new Lms(window);
  const kept = lms.open ? CourseState.read(lms.get("suspend_data"), course.items.length) : null;
  const state = kept ?? CourseState.begin(course.items.length);
  const student = lms.get("core.student_id");
  const name = lms.get("core.student_name");
  const writes = lms.open && !lms.watched;
  const tabs = writes ? otherTabs() : null;
  /** The storage name of results that the LMS has not accepted; only for a known learner, as others use the device. */
  const waiting = writes && student ? `kontrapunkt-course ${location.pathname} ${student}` : "";

  start();

  function start() {
    const { back, next, list } = course.words;
    read("back").textContent = back;
    read("next").textContent = next;
    read("list").ariaLabel = list;
    read("list").append(...course.items.map(() => document.createElement("option")));
    read("bar").hidden = course.items.length === 1;
    read("back").addEventListener("click", () => show(state.now - 1));
    read("next").addEventListener("click", () => show(state.now + 1));
    read("list").addEventListener("change", () => show(read("list").selectedIndex));
    read("code").textContent = course.words.code;
    read("code").addEventListener("click", askForCode);
    window.addEventListener("message", hear);
    window.addEventListener("pagehide", finish);
    takeUp();
    note(lms.open ? (lms.watched ? course.words.watched : "") : course.words.alone);
    course.items.forEach((_, n) => mark(n));
    show(state.now);
    tabs?.postMessage({ asks: true, items: state.items });
  }

  /** Loads results that could not be reported last time. */
  function takeUp() {
    try {
      const text = waiting && localStorage.getItem(waiting);
      if (text) CourseState.read(text, state.items.length)?.items.forEach((item, n) => CourseState.raise(state.items[n], item));
    } catch {
      // no storage here
    }
  }

  /** Stores results that the LMS has not accepted. @param {string} text empty if it has accepted all @returns {boolean} whether it is stored here */
  function putAside(text) {
    try {
      if (!waiting) return false;
      if (text) localStorage.setItem(waiting, text);
      else localStorage.removeItem(waiting);
      return true;
    } catch {
      return false;
    }
  }

  /** Shares results between two tabs of the same course. @returns {BroadcastChannel} */
  function otherTabs() {
    const channel = new BroadcastChannel(`kontrapunkt ${location.pathname} ${student}`);
    channel.addEventListener("message", ({ data }) => {
      if (data?.items?.length !== state.items.length) return;
      state.items.forEach((item, n) => CourseState.raise(item, data.items[n]));
      course.items.forEach((_, n) => mark(n));
      if (data.asks) channel.postMessage({ items: state.items });
    });
    return channel;
  }

  /** @param {number} n the item to show */
  function show(n) {
    const { items } = course;
    state.now = n;
    read("frame").src = items[n].address + state.items[n].at;
    read("frame").title = items[n].title;
    read("back").hidden = n === 0;
    read("next").hidden = n === items.length - 1;
    read("list").selectedIndex = n;
    report();
  }

  /** Marks the state of an item in the list. @param {number} n the item */
  function mark(n) {
    read("list").options[n].textContent = `${n + 1}. ${course.items[n].title}${state.items[n].done ? " ✓" : ""}`;
    const where = `${state.items.filter(({ done }) => done).length} / ${state.items.length} ✓`;
    if (read("where").textContent !== where) read("where").textContent = where;
  }

  /** @param {string} text empty for none */
  function note(text) {
    if (read("note").textContent !== text) read("note").textContent = text;
    read("note").hidden = !text;
  }

  /** Handles a frame's messages: its height and results. @param {MessageEvent} event */
  function hear({ data, source }) {
    if (source !== read("frame").contentWindow || data?.kontrapunkt !== 1) return;
    if (data.type === "height") read("frame").style.height = `${data.height}px`;
    if (data.type !== "result") return;
    const item = state.items[state.now];
    CourseState.raise(item, data);
    item.at = data.link.slice(data.link.indexOf("#"));
    mark(state.now);
    tabs?.postMessage({ items: state.items });
    report();
  }

  /** Reports the results to the LMS, and a failure to the reader. */
  function report() {
    if (!writes) return;
    const parts = state.items.map(({ right, asked }) => (asked ? right / asked : 0));
    const score = Math.round((100 * parts.reduce((sum, part) => sum + part, 0)) / parts.length);
    const done = state.items.every((item) => item.done);
    const text = CourseState.write(state);
    const taken = lms.report({ score, done, state: text });
    const aside = putAside(taken ? "" : text);
    note(taken ? "" : course.words[aside ? "lost.waits" : "lost"]);
    read("hand").hidden = taken || !course.codes;
  }

  /** Asks the frame for the result code of all work in this browser. */
  function askForCode() {
    const items = course.items.map(({ page, id }) => ({ page, id }));
    const { title } = course;
    read("frame").contentWindow.postMessage({ kontrapunkt: 1, type: "code", items, title, name: name || student }, location.origin);
  }

  function finish() {
    report();
    lms.finish();
    tabs?.close();
  }
})();
