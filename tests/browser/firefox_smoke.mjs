// Firefox, driven over WebDriver BiDi: steps through the worked example at argv[2] and branches off.
// Prints what it saw as one line of JSON. argv[3] is Firefox's path.
import puppeteer from 'puppeteer-core';

const [url, executablePath] = process.argv.slice(2);
const browser = await puppeteer.launch({ browser: 'firefox', executablePath, headless: true, defaultViewport: { width: 1280, height: 800 } });
const seen = { errors: [] };
try {
  const page = await browser.newPage();
  page.on('pageerror', (error) => seen.errors.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && seen.errors.push(message.text()));
  await page.goto(url, { waitUntil: 'load' });
  await page.waitForSelector('.kp[data-live] [data-do="next"]');
  const told = () => page.$eval('.kp-say', (box) => box.textContent.replace(/\s+/g, ' ').trim());
  const press = async (selector) => {
    const before = await told();
    await page.click(selector);
    await page.waitForFunction(
      (old) => document.querySelector('.kp-say').textContent.replace(/\s+/g, ' ').trim() !== old,
      { timeout: 60000 }, before);
    return told();
  };
  seen.stepped = await press('.kp [data-do="next"]');
  seen.branched = await press('.kp button[data-do="play E TD"]');
  seen.returned = await press('.kp [data-do="return"]');
} catch (error) {
  seen.errors.push(String(error));
} finally {
  await browser.close();
}
console.log(JSON.stringify(seen));
