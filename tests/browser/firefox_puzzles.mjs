// Firefox, driven over WebDriver BiDi, solves puzzles. argv[2]: JSON, a list of {url, id, steps}: a shelf, a puzzle on
// it, and steps, each a selector within the puzzle and words that are then to be heard; argv[3]: Firefox's path.
// Prints what was heard.
import puppeteer from 'puppeteer-core';

const [tasks, executablePath] = process.argv.slice(2);
const browser = await puppeteer.launch({ browser: 'firefox', executablePath, headless: true, defaultViewport: { width: 1280, height: 800 } });
const seen = { errors: [], heard: {} };
try {
  const page = await browser.newPage();
  page.on('pageerror', (error) => seen.errors.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && seen.errors.push(message.text()));
  let shown = '';
  for (const { url, id, steps } of JSON.parse(tasks)) {
    if (url !== shown) await page.goto(url, { waitUntil: 'load' });
    else {
      await page.evaluate(() => scrollTo(0, 0)); // out from under the header
      await page.click('.kp-shelfmark a'); // the theme leads back, and Python stays
    }
    shown = url;
    const cover = await page.waitForSelector(`.kp-cover[data-puzzle=${id}] a`);
    await cover.click();
    await page.waitForSelector(`#kp-${id}[data-live]`);
    for (const [selector, words] of steps) {
      await page.$eval(`#kp-${id} ${selector}`, (button) => button.scrollIntoView({ block: 'center' }));
      await page.click(`#kp-${id} ${selector}`);
      await page.waitForFunction(
        (widget, wanted) => document.querySelector(`#kp-${widget} .kp-say`).textContent.includes(wanted),
        { timeout: 60000 }, id, words);
    }
    seen.heard[id] = await page.$eval(`#kp-${id} .kp-say`, (box) => box.textContent.trim());
  }
} catch (error) {
  seen.errors.push(String(error));
} finally {
  await browser.close();
}
console.log(JSON.stringify(seen));
