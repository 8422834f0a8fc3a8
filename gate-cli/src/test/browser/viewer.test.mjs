// Clicks through flame.html in Chromium. FlameViewerIT writes the pages and what they must show, and starts this:
//   node --test viewer.test.mjs        (pictures of the views are in target/flame afterwards)
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import vm from 'node:vm';
import { launch, shoot } from './browser.mjs';

const { PAGES } = process.env;
const SCRIPTS = fileURLToPath(new URL('../../main/resources/dev/flamegate/report/flame/', import.meta.url));
const ACME = 'dev.acme.orders.';
const MULTIPLY = ACME + 'MatrixCalculator.multiply';

const expected = JSON.parse(readFileSync(PAGES + 'expected.json', 'utf8'));
let browser;

before(async () => {
  browser = await launch();
});
after(() => browser.close());

/** Opens a page, runs the steps, and holds it to: no error, no request, nothing that hostile names could have run. */
async function on(file, hash, steps, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce', acceptDownloads: true, ...options });
  const page = await context.newPage();
  const trouble = [];
  page.on('console', (message) => trouble.push(message.type() + ': ' + message.text()));
  page.on('pageerror', (error) => trouble.push(error.stack));
  const own = pathToFileURL(PAGES + file).href;
  page.on('request', (request) => {
    if (!request.url().startsWith(own) && !request.url().startsWith('blob:')) trouble.push('asked for ' + request.url());
  });
  try {
    await page.goto(own + hash);
    await page.locator('#sides b').first().waitFor();
    await steps(page);
    assert.deepEqual(trouble, []);
    assert.ok((await page.title()).endsWith(' - flame graph - Flamegate'));
  } finally {
    await context.close();
  }
}

const details = (page) => page.locator('#details .name').innerText();
const text = (page, selector) => page.locator(selector).innerText();
const hash = (page) => page.evaluate(() => location.hash);
const picture = (page, name) => shoot(page, PAGES + name + '.png');
const press = (page, ...keys) => keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());
const choose = (page, group, name) => page.getByRole('group', { name: group, exact: true }).getByRole('button', { name, exact: true }).click();

async function exported(page, item) {
  await page.getByRole('button', { name: 'Export' }).click();
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: item }).click()]);
  return readFileSync(await file.path(), 'utf8');
}

function methodNamed(name) {
  return expected.methods.find((method) => method.name === name);
}

test('numbers read as in the report', () => {
  const scope = vm.createContext({});
  vm.runInContext(readFileSync(SCRIPTS + 'format.js', 'utf8'), scope);
  for (const [value, symbol, dimension, toBase, ...written] of expected.formats) {
    const unit = { symbol, dimension, toBase };
    const here = [scope.quantity(value, unit), scope.change(value, unit), scope.percent(value), scope.growth(value)];
    assert.deepEqual(here, written, value + ' ' + symbol);
  }
});

test('the difference shows both sides, the change and the culprit', () => on('service.html', '', async (page) => {
  const [, , baseline, candidate, change] = expected.whole;
  const sides = await text(page, '#sides');
  for (const part of ['CPU time per request', 'main 076f3ff', 'identity-off 9c1d2ab', baseline, candidate, change]) assert.ok(sides.includes(part), sides);
  assert.match(await text(page, '#culprit'), /MatrixCalculator\.multiply: \+6\.9 ms per request, 97 % of the growth/);
  assert.match(await text(page, '#legend'), /less.*more.*significant.*new.*gone.*mean of both sides/s);
  await picture(page, 'diff');
}));

test('every method has the numbers of the report', () => on('service.html', '', async (page) => {
  const { methods, whole } = JSON.parse(await exported(page, 'All methods as JSON'));
  close(whole.baseline, expected.whole[0]);
  close(whole.candidate, expected.whole[1]);
  for (const method of expected.methods) {
    const here = methods.find((one) => one.method === method.name);
    for (const kind of ['total', 'self']) {
      close(here[kind].baseline, method[kind][0]);
      close(here[kind].candidate, method[kind][1]);
    }
  }
}));

function close(value, wanted) {
  assert.ok(Math.abs(value - wanted) <= 1e-9 * Math.abs(wanted), value + ' is not ' + wanted);
}

test('the table has the numbers of the report, sorts, and leads to the graph', () => on('service.html', '#tab=table', async (page) => {
  const row = page.locator('.methods tbody tr', { hasText: MULTIPLY }).first();
  const cells = await row.locator('td').allInnerTexts();
  assert.equal(cells[0], methodNamed(MULTIPLY).self[4]);
  assert.deepEqual(cells.slice(1, 4), methodNamed(MULTIPLY).total.slice(2));
  assert.match(cells[4], /^\[\+[\d.]+ ms, \+[\d.]+ ms\]$/);
  assert.equal(await page.locator('.methods th[aria-sort]').innerText(), 'Change itself ▾');
  await picture(page, 'table');
  await page.getByRole('button', { name: 'Candidate', exact: true }).last().click();
  assert.match(await page.locator('.methods tbody th').first().innerText(), /Thread\.run/);
  assert.match(await hash(page), /sort=candidate/);
  await choose(page, 'Cost of', 'Self');
  assert.deepEqual((await row.locator('td').allInnerTexts()).slice(0, 3), methodNamed(MULTIPLY).self.slice(2));
  await row.locator('.link').click();
  assert.match(await details(page), /MatrixCalculator\.multiply/);
  assert.doesNotMatch(await hash(page), /tab=table/);
}));

test('a link opens at the culprit, with its file, line and interval', () => on('service.html', '#e=cpu&frame=' + MULTIPLY, async (page) => {
  assert.match(await details(page), /MatrixCalculator\.multiply src\/main\/java\/dev\/acme\/orders\/MatrixCalculator\.java:\d+/);
  const facts = await text(page, '#details .facts');
  for (const part of methodNamed(MULTIPLY).total.slice(2)) assert.ok(facts.includes(part), facts);
  assert.match(facts, /\[\+[\d.]+ ms, \+[\d.]+ ms\] at 95 %, significant/);
}));

test('the address says what is seen, and opens it again', () => on('service.html', '', async (page) => {
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await choose(page, 'View', 'Candidate');
  await choose(page, 'Changes', '± %');
  await page.getByLabel('Search frames').fill('Matrix');
  const address = await hash(page);
  const name = await details(page);
  assert.match(address, /view=candidate/);
  assert.match(address, /path=java\.lang\.Thread\.run;/);
  await on('service.html', address, async (again) => {
    assert.equal(await details(again), name);
    assert.equal(await hash(again), address);
    assert.equal(await again.locator('[aria-label="View"] [aria-pressed=true]').innerText(), 'Candidate');
  });
}));

test('an address followed in the open page is followed', () => on('service.html', '', async (page) => {
  await page.evaluate((name) => (location.hash = 'frame=' + name), ACME + 'TreeVisitor.visit');
  await page.waitForFunction(() => document.querySelector('#details .name')?.innerText.includes('TreeVisitor.visit'));
}));

test('a broken address opens the page all the same', () => on('service.html', '#e=%zz&view=;&frame=no.such.Frame&at=99999999&zoom=-1&path=%E0%A4', async (page) => {
  assert.match(await text(page, '#said'), /not in this profile/);
}));

test('searching adds up what is found on both sides, a sample once', () => on('service.html', '', async (page) => {
  await press(page, '/');
  await page.keyboard.type('treevisitor');
  const visit = methodNamed(ACME + 'TreeVisitor.visit').total;
  const found = await text(page, '#matches');
  for (const part of visit.slice(2)) assert.ok(found.includes(part), found);
  assert.match(found, /^1 match /);
  await picture(page, 'search');
  await page.getByLabel('Search frames').fill('jackson|Matrix');
  assert.match(await text(page, '#matches'), /^0 matches/);
  await page.getByLabel('.*').check();
  assert.match(await text(page, '#matches'), /^[3-9] matches/);
  await press(page, 'Escape', 'n');
  assert.match(await details(page), /(jackson|Matrix)/i);
  const first = await details(page);
  await press(page, 'n');
  assert.notEqual(await details(page), first);
  await page.getByLabel('Search frames').fill('(');
  assert.match(await text(page, '#matches'), /Not a regular expression/);
}));

test('the sandwich merges callers and callees of a method on both sides', () => on('service.html', '#frame=' + MULTIPLY, async (page) => {
  await press(page, 's');
  const title = await text(page, '#sandwich h2');
  assert.ok(title.startsWith(MULTIPLY), title);
  for (const part of methodNamed(MULTIPLY).total.slice(2)) assert.ok(title.includes(part), title);
  await page.locator('#sandwich canvas').last().focus();
  await press(page, 'ArrowDown', 'ArrowDown');
  assert.match(await details(page), /MatrixCalculator\.dot/);
  await page.locator('#sandwich canvas').first().focus();
  await press(page, 'ArrowDown', 'ArrowUp');
  assert.match(await details(page), /PricingModel\.evaluate/);
  await picture(page, 'sandwich');
}));

test('a method that calls itself counts once in the sandwich', () => on('service.html', '#tab=sandwich&frame=' + ACME + 'TreeVisitor.visit', async (page) => {
  const title = await text(page, '#sandwich h2');
  for (const part of methodNamed(ACME + 'TreeVisitor.visit').total.slice(2)) assert.ok(title.includes(part), title);
}));

test('everything can be done with the keyboard', () => on('service.html', '', async (page) => {
  await page.locator('#flame canvas').focus();
  await press(page, 'ArrowDown', 'ArrowDown');
  assert.match(await details(page), /ThreadPoolExecutor|Thread\.run/);
  await press(page, 'Enter');
  const zoomed = await text(page, '#crumbs');
  assert.match(zoomed, /all/);
  await press(page, 'Backspace', '0');
  assert.equal((await text(page, '#crumbs')).trim(), 'all');
  await press(page, 'c');
  assert.match(await details(page), /MatrixCalculator\.multiply/);
  await press(page, '2');
  assert.match(await hash(page), /view=baseline/);
  await press(page, '3', 'i', 'r', 'o', 'k');
  for (const part of ['view=candidate', 'up=1', 'delta=relative', 'of=self', 'colour=package']) assert.ok((await hash(page)).includes(part), part);
  await press(page, 'e');
  assert.match(await text(page, '#sides'), /Wall time/);
  await press(page, '?');
  assert.ok(await page.locator('#help kbd').count() > 30);
  await picture(page, 'help');
  await press(page, '?', 't');
  assert.ok(await page.locator('.methods').isVisible());
  await press(page, 'x');
  assert.ok(await page.locator('.menu').isVisible());
  await press(page, 'Escape', 'd');
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'dark');
}));

test('the focus goes through the page in its order', () => on('service.html', '', async (page) => {
  const seen = [];
  for (let i = 0; i < 60 && seen.at(-1) !== 'CANVAS'; i++) {
    await press(page, 'Tab');
    seen.push(await page.evaluate(() => (document.activeElement.tagName === 'CANVAS' ? 'CANVAS' : document.activeElement.innerText || document.activeElement.ariaLabel)));
  }
  const order = ['Skip to the graph', 'Report', 'Export', 'Show', 'CPU', 'Difference', 'Search frames', 'Filter', 'CANVAS'];
  assert.deepEqual(order.filter((name) => seen.includes(name)), order);
  assert.deepEqual([...order].sort((a, b) => seen.indexOf(a) - seen.indexOf(b)), order);
}));

test('filters leave the samples of pools and requests, and the address keeps them', () => on('service.html', '', async (page) => {
  await press(page, 'p');
  await page.getByRole('button', { name: 'only GET /catalog' }).click();
  const visit = methodNamed(ACME + 'TreeVisitor.visit').total;
  const sides = await text(page, '#sides');
  for (const part of visit.slice(2, 4)) assert.ok(sides.includes(part), sides);
  assert.match(await hash(page), /request=GET%20%2Fcatalog/);
  await picture(page, 'filters');
  await page.getByRole('button', { name: 'Show all samples' }).first().click();
  await page.getByLabel('Threads of the virtual machine').uncheck();
  assert.match(await hash(page), /machine=0/);
  await page.getByLabel('Search frames').fill('GCTaskThread');
  assert.match(await text(page, '#matches'), /^0 matches/);
}));

test('no samples left is said', () => on('service.html', '#pool=nobody', async (page) => {
  assert.ok(await page.locator('#nothing').isVisible());
  await page.getByRole('button', { name: 'Show all samples' }).last().click();
  assert.ok(await page.locator('#flame canvas').isVisible());
}));

test('the pointer tells, selects and zooms', () => on('service.html', '', async (page) => {
  const box = await page.locator('#flame canvas').boundingBox();
  await page.mouse.move(box.x + 200, box.y + 30);
  assert.match(await text(page, '#tip'), /Thread\.run.*This frame.*The method, all frames.*interval/s);
  await page.mouse.click(box.x + 200, box.y + 90);
  assert.match(await details(page), /Http11Processor|DispatcherServlet/);
  assert.match(await text(page, '#crumbs'), /all.*(Http11Processor|DispatcherServlet)/s);
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -300);
  await page.keyboard.up('Control');
}));

test('dark is dark', () => on('service.html', '#frame=' + MULTIPLY, async (page) => {
  const [red, green, blue] = await page.evaluate(() => getComputedStyle(document.body).backgroundColor.match(/\d+/g).map(Number));
  assert.ok(red + green + blue < 120);
  await picture(page, 'dark');
}, { colorScheme: 'dark' }));

test('a phone shows all of it without scrolling sideways', () => on('service.html', '#frame=' + MULTIPLY, async (page) => {
  const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
  assert.ok(await fits());
  await picture(page, 'phone');
  await page.locator('[data-value=table]').tap();
  assert.ok(await fits());
  await picture(page, 'phone-table');
  await page.locator('[data-value=flame]').tap();
  const box = await page.locator('#flame canvas').boundingBox();
  await page.touchscreen.tap(box.x + 100, box.y + 30);
  assert.match(await details(page), /Thread\.run/);
}, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }));

test('exports are made in the page', () => on('service.html', '', async (page) => {
  const svg = await exported(page, 'Picture as SVG');
  assert.match(svg, /^<svg xmlns.*MatrixCalculator\.multiply.*<\/svg>/s);
  const stacks = (await exported(page, 'Collapsed stacks, both sides')).trim().split('\n');
  const sums = stacks.map((line) => line.split(' ').slice(-2).map(Number)).reduce(([a, b], [c, d]) => [a + c, b + d]);
  close(sums[0] * 1e-9 / 1200, expected.whole[0]);
  close(sums[1] * 1e-9 / 1000, expected.whole[1]);
}));

test('one profile alone has no sides to compare', () => on('single.html', '', async (page) => {
  assert.doesNotMatch(await text(page, '#toolbar'), /Difference|Baseline/);
  await press(page, 't');
  assert.match(await text(page, '.methods thead'), /Cost\s+Of all/);
}));

test('hostile names stay text, in every view', () => on('hostile.html', '', async (page) => {
  const looksWhole = () => page.evaluate(() => document.title !== 'owned' && document.documentElement.scrollWidth <= innerWidth
    && document.querySelectorAll('img, b > b').length === 0);
  assert.ok(await looksWhole());
  for (const key of ['t', 's', 'f', 'p', '?', 'Escape', 'x', 'Escape']) {
    await press(page, key);
    assert.ok(await looksWhole(), key);
  }
  await press(page, 'c');
  assert.match(await details(page), /<\/script><script>/);
  await page.getByLabel('Search frames').fill('recurse');
  await press(page, 'Escape', 'n');
  await picture(page, 'hostile');
}));

test('a stack of ten thousand frames can be walked and linked to', () => on('hostile.html', '#at=6000', async (page) => {
  assert.match(await hash(page), /at=6000/);
  assert.match(await details(page), /Deep\./);
  await picture(page, 'deep');
}));

test('without scripts there is the picture', async () => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(pathToFileURL(PAGES + 'service.html').href);
  assert.ok(await page.locator('svg').first().isVisible());
  await context.close();
});
