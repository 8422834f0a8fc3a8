// Opens the pages of sites in headless Chromium and writes how long they took, as a table.
import { statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cpus } from 'node:os';
import { pathToFileURL } from 'node:url';

const require = createRequire(new URL('../../gate-cli/src/test/browser/', import.meta.url));
const { chromium } = require('playwright-core');

const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync'];
const REPEATS = 7;
const [pages, results, ...sizes] = process.argv.slice(2);

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM || '/usr/bin/chromium', args: FLAGS });
const rows = [];
for (const size of sizes) {
  for (const name of ['index.html', 'trends.html', 'culprits.html', 'compare.html']) rows.push(await measure(size, name));
}
const text = report(rows, browser.version());
await browser.close();
writeFileSync(results, text);
console.log(text);

async function measure(size, name) {
  const file = `${pages}/${size}/${name}`;
  const loads = [];
  const shown = [];
  const filters = [];
  const trouble = [];
  for (let i = 0; i < REPEATS; i++) {
    const context = await browser.newContext({ viewport: { width: 1400, height: 900 } });
    const page = await context.newPage();
    page.on('console', (message) => trouble.push(message.text()));
    page.on('pageerror', (error) => trouble.push(error.message));
    await page.goto(pathToFileURL(file).href, { waitUntil: 'load' });
    const times = await page.evaluate(async () => {
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      return { load: performance.getEntriesByType('navigation')[0].loadEventEnd, shown: performance.now() };
    });
    loads.push(times.load);
    shown.push(times.shown);
    if (name === 'index.html') filters.push(await filtered(page));
    await context.close();
  }
  if (trouble.length > 0) throw new Error(`${file}: ${trouble[0]}`);
  return { size, name, bytes: statSync(file).size, loads, shown, filters };
}

/** From the choice of a verdict to the picture without the others. */
function filtered(page) {
  return page.evaluate(async () => {
    const before = performance.now();
    document.getElementById('verdict-fail').click();
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const rows = [...document.querySelectorAll('tbody tr')].filter((row) => row.getClientRects().length > 0);
    if (rows.length === 0 || rows.some((row) => !row.classList.contains('fail'))) throw new Error('the filter does not filter');
    return performance.now() - before;
  });
}

function report(rows, version) {
  return [
    '# The site of a history in headless Chromium', '',
    `Chromium ${version}, software rendering, 1400 × 900, ${cpus().length} × ${cpus()[0].model.trim()}. Milliseconds, median and worst of`,
    `${REPEATS}; written by \`bench/history/measure\`.`, '',
    '| runs | page | file | loaded | on the screen | filter |',
    '|---:|---|---:|---:|---:|---:|',
    ...rows.map((row) => `| ${Number(row.size).toLocaleString('en')} | ${row.name} | ${(row.bytes / 1e6).toFixed(2)} MB | ${spread(row.loads)} | ${spread(row.shown)} | ${row.filters.length ? spread(row.filters) : ''} |`),
  ].join('\n') + '\n';
}

function spread(times) {
  const sorted = [...times].sort((a, b) => a - b);
  return `${sorted[Math.floor(sorted.length / 2)].toFixed(0)}, ${sorted.at(-1).toFixed(0)}`;
}
