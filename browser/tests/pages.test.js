// Every page × {light, dark, high contrast} × {360, 768, 1280 px wide}.
import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { axe } from '../checks/axe.js';
import { textContrast } from '../checks/contrast.js';
import { oneTabStop, skipLinkFirst } from '../checks/keyboard.js';
import { noSidewaysScroll, targets } from '../checks/sizes.js';
import { LANGUAGES, LOOKS, WIDTHS, closeBrowser, seat, size, visitor } from '../harness/browser.js';
import { PAGES, expected, games } from '../harness/pages.js';
import { Server } from '../harness/server.js';

const SCREENSHOTS = process.env.DAMIER_SCREENSHOTS;
let server;
let made;
/** One visitor for each look, who goes from page to page. */
const visitors = {};

before(async () => {
  server = await Server.start();
  made = await games(server);
  if (SCREENSHOTS) await mkdir(SCREENSHOTS, { recursive: true });
  for (const look of Object.keys(LOOKS)) {
    visitors[look] = await visitor(server.origin, { look });
    for (const one of Object.values(made)) await seat(visitors[look].context, one);
  }
});
after(async () => { await closeBrowser(); await server.stop(); });

/** Complaints, and where each was found. */
class Findings {
  found = new Map();

  add(where, check, wrong) {
    for (const one of wrong) {
      const what = `${check}: ${one}`;
      this.found.set(what, [...this.found.get(what) ?? [], where]);
    }
  }

  list() {
    return [...this.found].map(([what, wheres]) => `${what} [${wheres.join(', ')}]`);
  }
}

/** What is there depends on the width, and colours on the look; each is looked at where it can differ. */
async function look(page, looks, width, findings) {
  const where = `${looks} ${width}`;
  if (looks === 'light' || width === 360) findings.add(where, 'axe', await axe(page));
  if (width !== 768) findings.add(where, 'contrast', await textContrast(page));
  findings.add(where, 'tab stops', await oneTabStop(page));
  findings.add(where, 'targets', await targets(page));
  findings.add(where, 'scroll', await noSidewaysScroll(page));
}

for (const name of Object.keys(PAGES)) {
  test(`R-UI: ${name}`, async () => {
    const findings = new Findings();
    await Promise.all(Object.entries(visitors).map(async ([looks, { page, wrong }]) => {
      wrong.length = 0;
      await PAGES[name](page, server.origin, made);
      if (looks === 'light') findings.add(looks, 'skip link', await skipLinkFirst(page));
      for (const width of WIDTHS) {
        await page.setViewportSize(size(width));
        await look(page, looks, width, findings);
        const pictured = looks !== 'contrast' && width !== 768;
        if (SCREENSHOTS && pictured) await page.screenshot({ path: join(SCREENSHOTS, `${name}-${looks}-${width}.png`), fullPage: true });
      }
      await page.setViewportSize(size(320));
      findings.add(`${looks} 320`, 'scroll', await noSidewaysScroll(page));
      findings.add(looks, 'quiet', wrong.filter((one) => !expected(name).test(one)));
    }));
    assert.deepEqual(findings.list(), []);
  });
}

for (const language of LANGUAGES) {
  test(`every language fits a narrow window: ${language}`, async () => {
    const { page, context, wrong } = visitors.light;
    wrong.length = 0;
    const findings = new Findings();
    await context.addCookies([{ name: 'damier', value: `page=light&lang=${language}`, url: server.origin }]);
    for (const name of ['home', 'game-forced', 'game-over', 'game-waiting', 'game-invited', 'game-talk', 'lobby', 'watch', 'variants', 'compose', 'editor', 'settings']) {
      await page.setViewportSize(size(320));
      await PAGES[name](page, server.origin, made);
      assert.equal(await page.evaluate(() => document.documentElement.lang), language);
      findings.add(name, 'scroll', await noSidewaysScroll(page));
      findings.add(name, 'targets', await targets(page));
    }
    findings.add(language, 'quiet', wrong);
    assert.deepEqual(findings.list(), []);
  });
}
