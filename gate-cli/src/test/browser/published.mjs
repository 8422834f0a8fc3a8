// Pages in Chromium as Jenkins serves what a build published, for the tests of them.
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { launch, serve } from './browser.mjs';

export const { PAGES } = process.env;
export const SCREENS = { screen: { width: 1280, height: 800 }, phone: { width: 360, height: 740 } };
// DirectoryBrowserSupport.CSP as Jenkins ships it.
const JENKINS = "sandbox; default-src 'none'; img-src 'self'; style-src 'self';";
export let browser, origin;
let server;

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
export async function on(path, options, steps) {
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
  } catch (error) {
    error.message += '\n' + ['On the way:', ...trouble].join('\n  ');
    throw error;
  } finally {
    await context.close();
  }
}
