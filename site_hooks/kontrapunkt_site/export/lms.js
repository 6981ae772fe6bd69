// @ts-check
/**
 * The LMS as defined by SCORM 1.2. Its score and status are only ever raised, as it may store these and lose the
 * state. In `review` and `browse` mode nothing is written. An LMS that fails is tried again with the next report.
 */
class Lms {
  static #DEEP = 100; // frames between a course and its LMS, at most
  static #RANKS = ["not attempted", "browsed", "incomplete", "failed", "completed", "passed"];

  /** @type {any} the API of the LMS; null if there is none */
  #api;
  #best = -1; // the highest score seen in the LMS
  #begun = Date.now();

  /** @param {Window} course */
  constructor(course) {
    this.#api = Lms.#find(course) ?? (course.opener && Lms.#find(course.opener));
    /** Whether the LMS answers. */
    this.open = this.#ask("Initialize", "") === "true";
    /** Whether somebody reviews another person's work. */
    this.watched = ["review", "browse"].includes(this.get("core.lesson_mode"));
  }

  /** @param {any} from @returns {any} */
  static #find(from) {
    for (let [at, deep] = [from, 0]; deep < Lms.#DEEP; [at, deep] = [at.parent, deep + 1]) {
      try {
        if (at.API) return at.API;
      } catch {
        return null; // of another origin
      }
      if (at.parent === at) return null;
    }
    return null;
  }

  /** @param {string} name below `cmi` @returns {string} empty without an answer */
  get(name) {
    return this.#ask("GetValue", `cmi.${name}`);
  }

  /**
   * Reports the results.
   *
   * @param {{score: number, done: boolean, state: string}} reached the score in percent
   * @returns {boolean} whether it is stored, or need not be
   */
  report({ score, done, state }) {
    if (!this.open || this.watched) return true;
    const held = Number.parseFloat(this.get("core.score.raw"));
    this.#best = Math.max(this.#best, Number.isNaN(held) ? -1 : held);
    let kept = true;
    if (score > this.#best && (score || done)) {
      this.#set("core.score.min", "0");
      this.#set("core.score.max", "100");
      kept = this.#set("core.score.raw", String(score));
      if (kept) this.#best = score;
    }
    const status = done ? this.#end(Math.max(score, this.#best)) : "incomplete";
    const rank = (/** @type {string} */ each) => Lms.#RANKS.indexOf(each);
    if (rank(status) > rank(this.get("core.lesson_status"))) kept = this.#set("core.lesson_status", status) && kept;
    this.#set("core.session_time", this.#lasted());
    this.#set("core.exit", "suspend"); // otherwise many LMSs start anew, without data
    this.#set("suspend_data", state);
    return this.#ask("Commit", "") === "true" && kept;
  }

  finish() {
    if (this.open) this.#ask("Finish", "");
    this.open = false;
  }

  /** @param {number} score @returns {string} the status of a completed course */
  #end(score) {
    const wanted = Number.parseFloat(this.get("student_data.mastery_score"));
    return Number.isNaN(wanted) ? "completed" : score >= wanted ? "passed" : "failed";
  }

  /** @param {string} name below `cmi` @param {string} value @returns {boolean} whether it is accepted */
  #set(name, value) {
    return this.#ask("SetValue", `cmi.${name}`, value) === "true";
  }

  /** @param {string} what @param {string[]} given @returns {string} empty if the LMS throws, or is gone */
  #ask(what, ...given) {
    try {
      return String(this.#api[`LMS${what}`](...given) ?? "");
    } catch {
      return "";
    }
  }

  /** @returns {string} the time that the course has been open, in the format of SCORM 1.2 */
  #lasted() {
    const seconds = Math.round((Date.now() - this.#begun) / 1000);
    const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
    return `${String(Math.floor(seconds / 3600)).padStart(4, "0")}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  }
}
