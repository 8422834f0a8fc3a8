// Pages whose every text is an attack, in Chromium. Browser.java starts this:
//   PAGES=FOLDER/ node --test hostile.test.mjs
// Nothing runs, no dialog opens, nothing is asked for, also after the pointer has been everywhere and everything is clicked.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { launch, serve } from './browser.mjs';

const { PAGES } = process.env;
const MOST_CLICKS = 40;

const pages = readdirSync(PAGES, { recursive: true }).filter((name) => /\.(html|svg)$/.test(name)).sort();
let browser, server, origin;

before(async () => {
  server = await serve(PAGES);
  origin = server.origin;
  browser = await launch();
});
after(async () => {
  await browser.close();
  server.close();
});

/** What the texts of a page have done. The one file that is missing is the browser's own wish for a picture of the site. */
async function trouble(path, policy, steps) {
  const context = await browser.newContext({ bypassCSP: policy === 'without', acceptDownloads: true });
  const page = await context.newPage();
  const seen = [];
  page.on('console', (message) => seen.push(message.type() + ': ' + message.text()));
  page.on('pageerror', (error) => seen.push(error.stack));
  page.on('dialog', (dialog) => { seen.push('dialog: ' + dialog.message()); dialog.dismiss(); });
  page.on('popup', (popup) => seen.push('popup: ' + popup.url()));
  context.on('request', (request) => {
    const url = request.url();
    if (!/^http:\/\/127\.0\.0\.1:\d+\/[\w./-]*(#.*)?$/.test(url) && !url.startsWith('blob:')) seen.push('asked for ' + url);
  });
  try {
    await page.goto(origin + path);
    await steps(page);
    if (await page.evaluate(() => 'evil' in window)) seen.push('a script ran');
    const markup = await page.evaluate(() => [...document.querySelectorAll('iframe, object, embed, base, img, foreignObject, [srcdoc], link')]
      .map((element) => element.outerHTML).filter((text) => !/^<link rel="stylesheet" href="(report|site)\.css"( \/)?>$/.test(text)));
    const handlers = await page.evaluate(() => [...document.querySelectorAll('*')]
      .flatMap((element) => [...element.attributes].filter((one) => one.name.startsWith('on') || /^\s*(javascript|data):/i.test(one.value) && ['href', 'src', 'action'].includes(one.name))
        .map((one) => element.tagName + ' ' + one.name)));
    return [...seen.filter((what) => !what.endsWith('404 (Not Found)')), ...markup, ...handlers];
  } finally {
    await context.close();
  }
}

/** Everything that can be pressed or pointed at, as far as it is seen. */
async function everywhere(page) {
  const controls = page.locator('button:visible, summary:visible, input:visible, canvas:visible, [title]:visible');
  for (let i = 0; i < Math.min(MOST_CLICKS, await controls.count()); i++) {
    const control = controls.nth(i);
    if (await control.isVisible()) await control.hover({ force: true, timeout: 2000 }).catch(() => {});
    if (await control.isVisible()) await control.click({ force: true, timeout: 2000 }).catch(() => {});
  }
}

test('there are pages to look at', () => assert.ok(pages.length > 10, String(pages.length)));

for (const path of pages) {
  test(`${path} does nothing that its texts say`, async () => {
    assert.deepEqual(await trouble(path, 'with', everywhere), []);
  });
  test(`${path} is as safe without its content security policy`, async () => {
    assert.deepEqual(await trouble(path, 'without', async () => {}), []);
  });
}
