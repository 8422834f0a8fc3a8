// The browser of these tests, and a server for the pages that they open.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { chromium } from 'playwright-core';

const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync'];
const TYPES = { html: 'text/html; charset=utf-8', css: 'text/css', svg: 'image/svg+xml' };

export function launch() {
  return chromium.launch({ executablePath: process.env.CHROMIUM || '/usr/bin/chromium', args: FLAGS });
}

/** Takes a picture. On a busy machine, Chromium says now and then that it cannot, and can a moment later. */
export async function shoot(page, path) {
  for (let tries = 3; ; tries--) {
    try {
      return await page.screenshot({ path });
    } catch (failure) {
      if (tries === 1) throw failure;
    }
  }
}

/** Serves a folder on a free port of loopback, every page with some headers; gives its origin and closes with close(). */
export async function serve(folder, headers = {}) {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url, 'http://x').pathname).slice(1);
    const type = TYPES[path.split('.').pop()];
    if (!type || path.includes('..')) return response.writeHead(404).end();
    response.writeHead(200, { 'Content-Type': type, ...headers });
    response.end(readFileSync(folder + path));
  });
  await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
  return { origin: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}
