// Every page that a folder has: reports and sites. Browser.java starts this:
//   PAGES=FOLDER/ node --test pages.test.mjs        (pictures are in the folder afterwards)
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { shoot } from './browser.mjs';
import { on, PAGES, SCREENS } from './published.mjs';

const VALIDATOR = fileURLToPath(new URL('node_modules/vnu-jar/build/dist/vnu.jar', import.meta.url));
const LEAST_CONTRAST = 4.5; // WCAG 2.2, 1.4.3
// Nothing to see without a script, which Jenkins forbids; or the text of another page again.
const SCRIPTED = /(flame|compare)\.html$/;
const SINGLE = /^single\//;

const pages = readdirSync(PAGES, { recursive: true }).filter((name) => name.endsWith('.html') && !name.endsWith('flame.html'));

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

for (const path of pages.filter((page) => !SCRIPTED.test(page) && !SINGLE.test(page))) {
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

test('all pages are valid HTML', async () => {
  assert.ok(pages.length > 0);
  const paths = pages.map((path) => PAGES + path);
  const { stderr } = await promisify(execFile)('java', ['-jar', VALIDATOR, '--format', 'json', '--exit-zero-always', ...paths], { maxBuffer: 1 << 26 });
  const problems = JSON.parse(stderr).messages.filter((message) => message.type === 'error')
    .map((message) => `${message.url.split('/').slice(-3).join('/')}:${message.lastLine} ${message.message}`);
  assert.deepEqual(problems, []);
});
