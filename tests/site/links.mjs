// Asks the page's own module to repair fragments. On standard input {assets, fragments}; on standard output the repaired.
import { readFileSync } from "node:fs";

const { assets, fragments } = JSON.parse(readFileSync(0, "utf-8"));
const { repaired } = await import(`${assets}/ui/link-repair.js`);
process.stdout.write(JSON.stringify(fragments.map(repaired)));
