// What a report's page must have beside being whole. Browser.java starts this, with the reports of Examples.java in a folder:
//   PAGES=FOLDER/ node --test report.test.mjs
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browser, on, origin, SCREENS } from './published.mjs';

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
