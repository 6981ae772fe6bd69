// @ts-check
/**
 * A reader's work as a statement of xAPI 1.0.3 for learning record stores. The embedding page knows the reader and
 * adds `actor`; nothing is sent from here.
 */
const ADL = "http://adlnet.gov/expapi/";
/** Verb and activity by kind of widget. @type {Record<string, [verb: string, activity: string]>} */
const KINDS = { lesson: ["completed", "lesson"], puzzle: ["answered", "question"], drill: ["answered", "assessment"] };

/**
 * @param {object} done
 * @param {string} done.kind of widget, or `lesson`
 * @param {string} done.address
 * @param {string} done.title
 * @param {number} done.right
 * @param {number} done.asked
 * @param {number} done.seconds 0 if unknown
 * @returns {object} without an actor
 */
export function statement({ kind, address, title, right, asked, seconds }) {
  const [verb, activity] = KINDS[kind] ?? ["completed", "media"];
  const score = { scaled: right / asked, raw: right, min: 0, max: asked };
  return {
    verb: { id: `${ADL}verbs/${verb}`, display: { "en-US": verb } },
    object: {
      objectType: "Activity",
      id: address,
      definition: { type: `${ADL}activities/${activity}`, name: { [document.documentElement.lang || "en"]: title } },
    },
    result: {
      completion: true,
      ...(asked && { success: right === asked, score }),
      ...(seconds && { duration: `PT${seconds}S` }),
    },
  };
}
