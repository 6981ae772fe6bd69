// Walks along maps of foreseen steps as the page does: on standard input what `test_steps.py` wants walked,
// [{file, events}], on standard output for each event what is shown and the log, or null.
import { readFileSync } from "node:fs";

const { Course, Foreseen } = await import(process.argv[2]);
const walks = JSON.parse(readFileSync(0, "utf-8"));
const told = walks.map(({ file, events }) => {
  const course = new Course(new Foreseen(JSON.parse(readFileSync(file, "utf-8"))));
  /** @type {string[]} */
  let log = [];
  return events.map((/** @type {string} */ event) => {
    const reply = course.take(log, event);
    log = reply?.log ?? log;
    return reply;
  });
});
process.stdout.write(JSON.stringify(told));
