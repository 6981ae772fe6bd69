// @ts-check
/**
 * An LMS by the letter of SCORM 1.2. It writes down every call, holds to what may be written, and keeps what was
 * committed in `localStorage`, so that tabs share it as they share a server. Words of the query: `mode=`, and `forgets`
 * for one that keeps score and status but no state. `lms.ends = "false"` or `"throws"` ends its session.
 */
const RECORD = "lms-record";
const words = new URLSearchParams(location.search);
const WRITABLE = ["core.lesson_status", "core.score.raw", "core.score.min", "core.score.max", "suspend_data"];
const WRITE_ONLY = ["core.exit", "core.session_time"];
const STATUS = ["passed", "completed", "failed", "incomplete", "browsed"]; // "not attempted" is the LMS's to say

const lms = {
  ends: "",
  /** @type {string[]} */
  wrote: [],
  session: false,
  /** @type {Record<string, string>} */
  cmi: { "core.lesson_status": "not attempted", "core.score.raw": "", suspend_data: "", ...JSON.parse(localStorage.getItem(RECORD) ?? "{}") },
};
if (words.has("forgets")) lms.cmi.suspend_data = "";
Object.assign(lms.cmi, {
  "core.student_id": "p1",
  "core.student_name": "Pupil, Ada",
  "core.lesson_mode": words.get("mode") ?? "normal",
  "student_data.mastery_score": words.get("mastery") ?? "60",
});

/** @param {() => string} answer @returns {string} */
function call(answer) {
  if (lms.ends === "throws") throw new Error("the session has ended");
  return lms.ends ? lms.ends : answer();
}

/** @param {string} name @param {unknown} value @returns {string} */
function set(name, value) {
  const key = name.replace(/^cmi\./, "");
  if (!lms.session || typeof value !== "string" || ![...WRITABLE, ...WRITE_ONLY].includes(key)) return "false";
  if (key === "suspend_data" && value.length > 4096) return "false";
  if (key === "core.lesson_status" && !STATUS.includes(value)) return "false";
  if (key === "core.session_time" && !/^\d{2,4}:\d\d:\d\d(\.\d\d?)?$/.test(value)) return "false";
  if (key.includes("score") && !(Number(value) >= 0 && Number(value) <= 100)) return "false";
  lms.wrote.push(`${key}=${value}`);
  lms.cmi[key] = value;
  return "true";
}

function commit() {
  localStorage.setItem(RECORD, JSON.stringify(lms.cmi));
  return String(lms.session);
}

/** @returns {string} */
function finish() {
  if (!lms.session) return "false";
  if (lms.cmi["core.exit"] !== "suspend") lms.cmi.suspend_data = ""; // the next visit is another attempt
  commit();
  lms.session = false;
  return "true";
}

Object.assign(window, {
  lms,
  API: {
    LMSInitialize: () => call(() => String(!lms.session && (lms.session = true))),
    LMSGetValue: (/** @type {string} */ name) => call(() => (lms.session && lms.cmi[name.replace(/^cmi\./, "")]) || ""),
    LMSSetValue: (/** @type {string} */ name, /** @type {unknown} */ value) => call(() => set(name, value)),
    LMSCommit: () => call(commit),
    LMSFinish: () => call(finish),
    LMSGetLastError: () => "0",
  },
});
