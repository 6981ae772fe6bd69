// Walks along maps of foreseen steps as the page does: on standard input what `test_steps.py` wants walked,
// [{file, events}], on standard output what is shown at the start, and after each event with the log, or null;
// and, where the log has grown, what stands on a later visit.
import { readFileSync } from "node:fs";

const { Course, Foreseen } = await import(process.argv[2]);
const walks = JSON.parse(readFileSync(0, "utf-8"));
const told = walks.map(({ file, events }) => {
  const map = new Foreseen(JSON.parse(readFileSync(file, "utf-8")));
  const course = new Course(map);
  /** @type {unknown[][]} */
  const later = [];
  /** @type {string[]} */
  let log = [];
  const stands = course.standing(log);
  const replies = events.map((/** @type {string} */ event) => {
    const reply = course.take(log, event);
    const kept = /^(pick|answer|play)/.test(event) && (reply?.log.length ?? 0) > Math.max(log.length, 1); // not what is marked beside a hint
    if (kept) later.push([reply.frames.at(-1), new Course(map).standing(reply.log)]);
    log = reply?.log ?? log;
    return reply;
  });
  return { stands, replies, later };
});
process.stdout.write(JSON.stringify(told));
