// Asks the theme's own search, as its worker answers in a browser. argv: the site's folder, then the queries.
// Prints for each query its results in order, page by page, and the completions that are offered.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import vm from 'node:vm';

const [site, ...queries] = process.argv.slice(2);
const workers = join(site, 'assets/javascripts/workers');
const name = readdirSync(workers).find((each) => /^search\..*\.js$/.test(each));
const answers = [];
let listen;
const scope = { console, addEventListener: (_, heard) => { listen = heard; }, postMessage: (data) => answers.push(data) };
scope.self = scope;
vm.runInNewContext(readFileSync(join(workers, name), 'utf8'), scope);
const index = JSON.parse(readFileSync(join(site, 'search/search_index.json'), 'utf8'));
await listen({ data: { type: 0, data: { ...index, options: { suggest: true } } } });
const found = {};
for (const query of queries) {
  await listen({ data: { type: 2, data: query } });
  const { items, suggest = [] } = answers.at(-1).data;
  const plain = ({ location, title, text }) => ({ location, title, text });
  found[query] = { pages: items.map((page) => page.map(plain)), suggest };
}
console.log(JSON.stringify(found));
