// A browser whose worker answers what a bench asks, driven by puppeteer-core.
// argv: chrome or firefox, its path, the page, the worker. A line of standard input is [name, arguments] as JSON,
// and has a line of standard output for an answer; the first one is the browser's version.
import { createInterface } from 'node:readline';
import puppeteer from 'puppeteer-core';

const [name, executablePath, url, worker] = process.argv.slice(2);
const args = name === 'chrome' ? ['--no-sandbox', '--disable-gpu', '--disable-background-networking'] : [];
const browser = await puppeteer.launch({ browser: name, executablePath, headless: true, protocolTimeout: 0, args });
try {
  const page = await browser.newPage();
  await page.goto(url, { waitUntil: 'load' });
  console.log(JSON.stringify(await browser.version()));
  for await (const line of createInterface({ input: process.stdin })) {
    console.log(await page.evaluate((address, asked) => new Promise((done) => {
      globalThis.asking ??= new Worker(address, { type: 'module' });
      globalThis.asking.onmessage = ({ data }) => done(data);
      globalThis.asking.onerror = (event) => done(JSON.stringify({ error: event.message }));
      globalThis.asking.postMessage(asked);
    }), worker, JSON.parse(line)));
  }
} finally {
  await browser.close();
}
