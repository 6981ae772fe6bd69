// Asks the page's own modules about assignments and logs. On standard input {assets, assignments, edits, logs}; on
// standard output {texts, read, refused, results}.
import { readFileSync } from "node:fs";

const { assets, assignments, edits, logs } = JSON.parse(readFileSync(0, "utf-8"));
const { read, written, check } = await import(`${assets}/pages/assignment.js`);
const { resultOf } = await import(`${assets}/widgets/result.js`);

/** Why a text is refused; null if it is not. */
const why = (text) => read(text).then(() => null, ({ message }) => message);

const texts = await Promise.all(assignments.map(({ title, tasks }) => written(title, tasks)));
const edited = texts.flatMap((text) => edits.map(([at, sign]) => text.slice(0, at % text.length) + sign + text.slice((at % text.length) + 1)));
const changed = edited.filter((text) => !texts.includes(text));
const [head] = texts;
const forged = ["", "hello", "2.pabcd.zzzz", "1", ...["1.x", "1.dabcd0-1-trick", "1.oAAAA", "1.t%E0", "1.tTitle"].map((text) => `${text}.${check(text)}`)];
// What a few signs can hold: sixty megabytes, told as a puzzle of the teacher's own.
const { deflateRawSync } = await import("node:zlib");
const packed = (size) => deflateRawSync(Buffer.alloc(size, "a")).toString("base64url");
const sealed = (text) => `${text}.${check(text)}`;
const large = [`1.o${packed(60e6)}`, `1.${"o" + packed(150e3)}.${"o" + packed(150e3)}`, `1.p${"abcd".repeat(41)}`, `1.p${"abcd".repeat(30000)}`, `1${".dabcd5-1-trick".repeat(41)}`].map(sealed);
const before = process.memoryUsage().rss;
const refusals = [];
for (const text of large) refusals.push(await why(text));
process.stdout.write(
  JSON.stringify({
    texts,
    read: await Promise.all(texts.map(read)),
    refused: await Promise.all(changed.map(why)),
    cut: await Promise.all([...head].map((_, end) => why(head.slice(0, end)))),
    large: refusals,
    taken: process.memoryUsage().rss - before,
    forged: await Promise.all(forged.map(why)),
    results: logs.map(([kind, each, questions]) => resultOf(kind, each, questions)),
  }),
);
