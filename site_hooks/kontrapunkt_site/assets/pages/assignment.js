// @ts-check
/**
 * An assignment as the fragment of a link, which no server ever sees:
 * `#a=1.pAbCdEfGh.lIjKl.dMnOp10-417-trick.tWeek%203.0k3x`.
 * Its parts are separated by dots: the format; the tasks, in order; optionally a title; a checksum that detects a
 * link cut short.
 *
 * - `p` and four characters for each puzzle, its mark in the list of the site's puzzles;
 * - `l` and four characters for each lesson;
 * - `d`, four characters for a drill, the number of questions, the number of their plan, the kinds;
 * - `o` and a puzzle of the teacher's own: its file, deflated, in base64url;
 * - `t` and the title.
 */

import { repaired } from "../ui/link-repair.js";

const START = "#a=";
const FORMAT = "1";
const MARK = 4; // characters
const MOST_SIGNS = 100_000; // the longest text of a link
const MOST_BYTES = 200_000; // the size of all files of the teacher's own puzzles

/** The most tasks of an assignment. */
export const MOST_TASKS = 40;

/**
 * @typedef {{puzzle: string}} PuzzleTask       its mark
 * @typedef {{lesson: string}} LessonTask       its mark
 * @typedef {{drill: string, questions: number, plan: number, kinds: string[]}} DrillTask
 * @typedef {{own: string}} OwnTask             its file
 * @typedef {PuzzleTask | LessonTask | DrillTask | OwnTask} Task
 * @typedef {{text: string, title: string, tasks: Task[]}} Assignment `text`: the text in the link
 */

/** Thrown if a link cannot be read; `message` is the key of a sentence. */
export class Unreadable extends Error {}

/** @param {string} hash with its `#` @returns {string} its assignment; empty for none */
export function textIn(hash) {
  const fragment = repaired(hash);
  return fragment.startsWith(START) ? fragment.slice(START.length).split("&")[0] : "";
}

/** @param {string} text any text @returns {string[]} the assignments of the links in it */
export function textsIn(text) {
  const found = text.matchAll(/#a(?:=3D|=|%(?:25)*3D)([\w.%-]+)/gi); // quoted-printable mails write = as =3D
  return [...found].map(([link, rest]) => textIn(link.includes("=3D") ? START + rest : link));
}

/** @param {string} text @param {string} [place] the place in it @returns {string} the fragment of the address */
export const fragment = (text, place = "") => START + text + (place && `&at=${place}`);

/** @param {string} hash @returns {string} the place in the assignment: the number of a task, `code`; empty for its beginning */
export const placeIn = (hash) => /&at=(\w+)/.exec(repaired(hash))?.[1] ?? "";

/** @param {string} title @param {Task[]} tasks @returns {Promise<string>} the assignment in the notation of a link */
export async function written(title, tasks) {
  const parts = [FORMAT];
  for (const task of tasks) {
    const part = await writtenTask(task);
    const last = parts.at(-1) ?? "";
    if ("pl".includes(part[0]) && last[0] === part[0]) parts[parts.length - 1] += part.slice(1);
    else parts.push(part);
  }
  if (title) parts.push(`t${escaped(title)}`);
  const text = parts.join(".");
  return `${text}.${check(text)}`;
}

/** @param {Task} task */
async function writtenTask(task) {
  if ("puzzle" in task) return `p${task.puzzle}`;
  if ("lesson" in task) return `l${task.lesson}`;
  if ("own" in task) return `o${await deflated(task.own)}`;
  return `d${task.drill}${[task.questions, task.plan, ...task.kinds.map(escaped)].join("-")}`;
}

/** @param {string} text @returns {Promise<Assignment>} @throws {Unreadable} */
export async function read(text) {
  if (text.length > MOST_SIGNS) throw new Unreadable("homework.link.large");
  const parts = text.split(".");
  if (!/^\d+$/.test(parts[0])) throw new Unreadable("homework.link.none");
  if (parts[0] !== FORMAT) throw new Unreadable("homework.link.format");
  if (parts.pop() !== check(parts.join("."))) throw new Unreadable("homework.link.cut");
  let title = "";
  /** @type {Task[]} */
  const tasks = [];
  let room = MOST_BYTES;
  for (const part of parts.slice(1)) {
    if (part[0] === "t") title = unescaped(part.slice(1));
    else if (part[0] === "o") {
      const { text: own, size } = await inflated(part.slice(1), room);
      tasks.push({ own });
      room -= size;
    } else tasks.push(...readTasks(part[0], part.slice(1)));
    if (tasks.length > MOST_TASKS) throw new Unreadable("homework.link.large");
  }
  if (!tasks.length) throw new Unreadable("homework.link.none");
  return { text, title, tasks };
}

/** @param {string} sort @param {string} rest @returns {Task[]} */
function readTasks(sort, rest) {
  const marks = rest.match(/.{4}/gs) ?? [];
  if (sort === "p") return marks.map((puzzle) => ({ puzzle }));
  if (sort === "l") return marks.map((lesson) => ({ lesson }));
  const [questions, plan, ...kinds] = rest.slice(MARK).split("-");
  if (sort !== "d" || !(Number(questions) > 0 && Number(questions) <= 100)) throw new Unreadable("homework.link.format");
  return [{ drill: rest.slice(0, MARK), questions: Number(questions), plan: Number(plan), kinds: kinds.map(unescaped) }];
}

/** @param {string} text @returns {string} a checksum of four characters (FNV-1a) */
export function check(text) {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return (hash % 36 ** 4).toString(36).padStart(4, "0");
}

/** @param {string} text @returns {string} with only letters, digits, `_` and escapes */
function escaped(text) {
  return encodeURIComponent(text).replace(/[.~!'()*-]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** @param {string} text */
function unescaped(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Unreadable("homework.link.cut");
  }
}

/** @param {string} text @returns {Promise<string>} */
async function deflated(text) {
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  const signs = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return signs.replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/**
 * @param {string} signs
 * @param {number} most the most bytes of output: a short text can expand to hundreds of megabytes
 * @returns {Promise<{text: string, size: number}>}
 */
async function inflated(signs, most) {
  const chunks = [];
  let size = 0;
  try {
    const bytes = Uint8Array.from(atob(signs.replace(/-/g, "+").replace(/_/g, "/")), (sign) => sign.charCodeAt(0));
    const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      size += next.value.length;
      chunks.push(next.value);
      if (size <= most) continue;
      await reader.cancel();
      break;
    }
  } catch {
    throw new Unreadable("homework.link.cut");
  }
  if (size > most) throw new Unreadable("homework.link.large");
  return { text: await new Blob(chunks).text(), size };
}
