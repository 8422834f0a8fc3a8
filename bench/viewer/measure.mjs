// Opens pages in headless Chromium and writes how long the viewer took, as a table.
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
for (const size of sizes) rows.push(await measure(size));
const version = browser.version();
await browser.close();
writeFileSync(results, report(rows, version));
console.log(report(rows, version));

async function measure(size) {
  const file = `${pages}/large-${size}.html`;
  const starts = [];
  for (let i = 0; i < REPEATS; i++) starts.push(await opened(file, async (page) => (await page.evaluate(paints)).start));
  return opened(file, async (page) => {
    const nodes = await page.evaluate(() => performance.getEntriesByName('flame-start')[0].detail.nodes);
    const zooms = await timesOf(page, 'flame-draw', (i) => page.keyboard.press(i % 2 === 0 ? 'Enter' : '0'), async (i) => {
      await page.keyboard.press('ArrowDown');
    });
    const frames = await frameTimes(page);
    const queries = ['S', 'Se', 'Sess', 'Session', 'Handler', 'invoke', 'e'];
    const searches = await timesOf(page, 'flame-search', (i) => page.getByLabel('Search frames').fill(queries[i % queries.length]));
    const drawsFound = await timesOf(page, 'flame-draw', (i) => page.getByLabel('Search frames').fill(queries[(i + 2) % queries.length]));
    await page.getByLabel('.*').check();
    const regexes = await timesOf(page, 'flame-search', (i) => page.getByLabel('Search frames').fill(queries[i % queries.length] + '.*e$'));
    return { nodes, bytes: statSync(file).size, starts, zooms, frames, searches, drawsFound, regexes };
  });
}

async function opened(file, steps) {
  const page = await browser.newPage({ viewport: { width: 1600, height: 1000 }, reducedMotion: 'reduce' });
  await page.goto(pathToFileURL(file).href);
  await page.waitForFunction(() => performance.getEntriesByName('flame-start').length > 0
    && performance.getEntriesByName('flame-draw').length > 0);
  await page.locator('#flame canvas').focus();
  const result = await steps(page);
  await page.close();
  return result;
}

/** From the start of loading until the first picture was drawn. */
function paints() {
  const draw = performance.getEntriesByName('flame-draw')[0];
  return { start: draw.startTime + draw.duration };
}

/** What the page says the last of a kind of work took, after each action. */
async function timesOf(page, name, action, prepare = async () => {}) {
  const times = [];
  for (let i = 0; i < REPEATS * 2; i++) {
    await prepare(i);
    await settled(page);
    await page.evaluate((one) => performance.clearMeasures(one), name);
    await action(i);
    await page.waitForFunction((one) => performance.getEntriesByName(one).length > 0, name);
    times.push(await page.evaluate((one) => performance.getEntriesByName(one)[0].duration, name));
  }
  return times;
}

/** Everything that one keystroke in the search sets off, up to the next frame: what a reader waits for. */
async function frameTimes(page) {
  return page.evaluate(async (repeats) => {
    const field = document.querySelector('input[type=search]');
    const times = [];
    for (let i = 0; i < repeats * 2; i++) {
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      performance.clearMeasures('flame-draw');
      const start = performance.now();
      field.value = ['Se', 'Ses', 'Hand', 'inv'][i % 4];
      field.dispatchEvent(new Event('input'));
      while (performance.getEntriesByName('flame-draw').length === 0) await new Promise((resolve) => requestAnimationFrame(resolve));
      times.push(performance.now() - start);
    }
    field.value = '';
    field.dispatchEvent(new Event('input'));
    return times;
  }, REPEATS);
}

function settled(page) {
  return page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}

function report(rows, version) {
  const lines = [
    '# The flame viewer in headless Chromium', '',
    `Chromium ${version}, software rendering, 1600 × 1000, ${cpus().length} × ${cpus()[0].model.trim()}. Milliseconds, median and`,
    `worst of ${REPEATS} page loads or ${REPEATS * 2} actions; written by \`bench/viewer/measure\`.`, '',
    '| nodes | file | first picture | redraw on zoom | search, text | search, regex | redraw of what was found | keystroke to picture |',
    '|---:|---:|---:|---:|---:|---:|---:|---:|',
    ...rows.map((row) => `| ${row.nodes.toLocaleString('en')} | ${(row.bytes / 1e6).toFixed(2)} MB | ${[row.starts, row.zooms, row.searches, row.regexes, row.drawsFound, row.frames].map(spread).join(' | ')} |`),
  ];
  return lines.join('\n') + '\n';
}

function spread(times) {
  const sorted = [...times].sort((a, b) => a - b);
  return `${sorted[Math.floor(sorted.length / 2)].toFixed(1)}, ${sorted.at(-1).toFixed(1)}`;
}
