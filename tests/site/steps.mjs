// Walks along maps of foreseen steps as the page does: on standard input what `test_steps.py` wants walked,
// [{file, events}], on standard output what is shown at the start, and after each event with the log, or null.
import { readFileSync } from "node:fs";

const { Course, Foreseen } = await import(process.argv[2]);
const walks = JSON.parse(readFileSync(0, "utf-8"));
const told = walks.map(({ file, events }) => {
  const course = new Course(new Foreseen(JSON.parse(readFileSync(file, "utf-8"))));
  /** @type {string[]} */
  let log = [];
  const stands = course.standing(log);
  const replies = events.map((/** @type {string} */ event) => {
    const reply = course.take(log, event);
    log = reply?.log ?? log;
    return reply;
  });
  return { stands, replies };
});
process.stdout.write(JSON.stringify(told));
