// Reports and sites in Chromium, served as Jenkins serves what a build published. Browser.java starts this:
//   PAGES=FOLDER/ node --test report.test.mjs        (pictures are in the folder afterwards)
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { launch, serve, shoot } from './browser.mjs';

const { PAGES } = process.env;
const VALIDATOR = fileURLToPath(new URL('node_modules/vnu-jar/build/dist/vnu.jar', import.meta.url));
// DirectoryBrowserSupport.CSP as Jenkins ships it.
const JENKINS = "sandbox; default-src 'none'; img-src 'self'; style-src 'self';";
const SCREENS = { screen: { width: 1280, height: 800 }, phone: { width: 360, height: 740 } };
const LEAST_CONTRAST = 4.5; // WCAG 2.2, 1.4.3

const files = (folder) => existsSync(PAGES + folder) ? readdirSync(PAGES + folder) : [];
const reports = files('report').map((name) => `report/${name}/index.html`);
const site = files('site').filter((name) => name.endsWith('.html')).map((name) => 'site/' + name);
const withoutScript = site.filter((page) => !page.endsWith('compare.html'));
let browser, server, origin;

before(async () => {
  server = await serve(PAGES, { 'Content-Security-Policy': JENKINS, 'X-Content-Type-Options': 'nosniff' });
  origin = server.origin;
  browser = await launch();
});
after(async () => {
  await browser.close();
  server.close();
});

/** Opens a page and holds it to: nothing forbidden, nothing broken, nothing asked for but the page's own sheet and pictures. */
async function on(path, options, steps) {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const trouble = [];
  page.on('console', (message) => trouble.push(message.type() + ': ' + message.text()));
  page.on('pageerror', (error) => trouble.push(error.stack));
  page.on('requestfailed', (request) => trouble.push('failed: ' + request.url()));
  page.on('request', (request) => {
    if (!request.url().startsWith(origin)) trouble.push('asked for ' + request.url());
  });
  page.on('response', (response) => {
    if (!response.ok() && !response.url().endsWith('/favicon.ico')) trouble.push(response.status() + ' ' + response.url());
  });
  try {
    await page.goto(origin + path);
    await steps(page);
    assert.deepEqual(trouble.filter((what) => !what.includes('404 (Not Found)')), []);
  } finally {
    await context.close();
  }
}

/** What of the page is wider than the screen, beside what scrolls within itself. */
const tooWide = (page) => page.evaluate(() => {
  const scrolls = (element) => element && (getComputedStyle(element).overflowX !== 'visible' || scrolls(element.parentElement));
  return [...document.querySelectorAll('body *')]
    .filter((element) => element.getBoundingClientRect().right > document.documentElement.clientWidth + 1 && !scrolls(element))
    .map((element) => element.outerHTML.slice(0, 120));
});

/** Texts with too little contrast against the nearest background. */
const pale = (page, least) => page.evaluate((least) => {
  const numbers = (colour) => (colour.match(/[\d.]+/g) || []).map(Number);
  const light = ([r, g, b]) => [r, g, b].map((c) => c / 255).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
    .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
  const background = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const colour = numbers(getComputedStyle(at).backgroundColor);
      if (colour.length === 3 || colour[3] === 1) return colour;
    }
    return matchMedia('(prefers-color-scheme: dark)').matches ? [18, 18, 18] : [255, 255, 255];
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = new Set();
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    const text = walker.currentNode.data.trim();
    if (!text || element.closest('svg') || !element.checkVisibility()) continue;
    const [one, other] = [light(numbers(getComputedStyle(element).color)), light(background(element))].sort((a, b) => b - a);
    const contrast = (one + 0.05) / (other + 0.05);
    if (contrast < least) found.add(`${contrast.toFixed(2)} ${element.tagName}.${element.className}: ${text.slice(0, 40)}`);
  }
  return [...found];
}, least);

for (const path of [...reports, ...withoutScript]) {
  for (const colorScheme of ['light', 'dark']) {
    for (const [screen, viewport] of Object.entries(SCREENS)) {
      test(`${path} is whole under Jenkins' policy, ${colorScheme}, on a ${screen}`, async () => {
        await on(path, { viewport, colorScheme }, async (page) => {
          assert.match(await page.evaluate(() => getComputedStyle(document.body).fontFamily), /Noto Sans/);
          assert.deepEqual(await tooWide(page), []);
          assert.deepEqual(await pale(page, LEAST_CONTRAST), []);
          await shoot(page, PAGES + path.replaceAll('/', '-').replace('.html', `-${colorScheme}-${screen}.png`));
        });
      });
    }
  }
}

test('verdict and culprit are on the first screen', async () => {
  for (const name of ['failing', 'comparison-fail']) {
    await on(`report/${name}/index.html`, { viewport: SCREENS.screen }, async (page) => {
      for (const words of ['FAIL', 'MatrixCalculator.multiply']) {
        const box = await page.getByText(words).filter({ visible: true }).first().boundingBox();
        assert.ok(box.y + box.height < SCREENS.screen.height, `${words} of ${name} at ${box.y}`);
      }
    });
  }
});

test('the keyboard reaches every link, fold and table that scrolls, in the order of the page, and shows where it is', async () => {
  await on('report/failing/index.html', { viewport: SCREENS.screen }, async (page) => {
    const stops = await page.evaluate(() => [...document.querySelectorAll('a[href], summary, [tabindex="0"]')]
      .filter((element) => element.checkVisibility() && element.tagName !== 'tspan').length);
    const seen = [];
    for (let i = 0; i < stops; i++) {
      await page.keyboard.press('Tab');
      seen.push(await page.evaluate(() => {
        const now = document.activeElement;
        const style = getComputedStyle(now);
        return { y: now.getBoundingClientRect().top + scrollY, name: now.tagName, shown: style.outlineStyle !== 'none' && style.outlineWidth !== '0px' };
      }));
    }
    assert.ok(stops > 5);
    assert.deepEqual(seen.filter((stop) => stop.name === 'BODY' || !stop.shown), []);
    const back = seen.slice(1).filter((stop, i) => stop.y < seen[i].y - 40);
    assert.deepEqual(back, []);
  });
});

test('the viewer says why it is not there where scripts are forbidden', async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(origin + 'report/failing/flame.html');
  assert.match(await page.evaluate(() => document.body.innerText), /script/i);
  await context.close();
});

test('on paper nothing is cut off', async () => {
  for (const path of ['report/failing/index.html', 'report/comparison-fail/index.html']) {
    await on(path, { viewport: { width: 720, height: 1000 } }, async (page) => {
      await page.emulateMedia({ media: 'print' });
      const cut = await page.evaluate(() => [...document.querySelectorAll('body *')]
        .filter((element) => element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).overflowX !== 'visible' && element.clientWidth)
        .map((element) => element.outerHTML.slice(0, 120)));
      assert.deepEqual(cut, []);
    });
  }
});

test('all pages are valid HTML', async () => {
  const pages = [...reports, ...reports.map((path) => path.replace('report/', 'single/')), ...site].map((path) => PAGES + path);
  const { stderr } = await promisify(execFile)('java', ['-jar', VALIDATOR, '--format', 'json', '--exit-zero-always', ...pages], { maxBuffer: 1 << 26 });
  const problems = JSON.parse(stderr).messages.filter((message) => message.type === 'error')
    .map((message) => `${message.url.split('/').slice(-3).join('/')}:${message.lastLine} ${message.message}`);
  assert.deepEqual(problems, []);
});
