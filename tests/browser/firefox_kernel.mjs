// Firefox: asks the page argv[2][0] the questions in the file argv[2][1], which go to the compiled kernel.
// Prints the answers as one line of JSON. argv[3] is Firefox's path.
import { readFileSync } from 'node:fs';
import puppeteer from 'puppeteer-core';

const [given, executablePath] = process.argv.slice(2);
const [url, file] = JSON.parse(given);
const browser = await puppeteer.launch({ browser: 'firefox', executablePath, headless: true, protocolTimeout: 280000 });
let seen = { errors: [] };
try {
  const page = await browser.newPage();
  page.on('pageerror', (error) => seen.errors.push(String(error)));
  await page.goto(url, { waitUntil: 'load' });
  seen = { ...seen, ...(await page.evaluate((question) => globalThis.ask(question), JSON.parse(readFileSync(file, 'utf8')))) };
} catch (error) {
  seen.errors.push(String(error));
} finally {
  await browser.close();
}
console.log(JSON.stringify(seen));
