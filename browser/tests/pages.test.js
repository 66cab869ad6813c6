// Every page × {light, dark, high contrast} × {360, 768, 1280 px wide}.
import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { axe } from '../checks/axe.js';
import { textContrast } from '../checks/contrast.js';
import { oneTabStop, skipLinkFirst } from '../checks/keyboard.js';
import { noSidewaysScroll, targets } from '../checks/sizes.js';
import { LOOKS, WIDTHS, closeBrowser, seat, size, visitor } from '../harness/browser.js';
import { PAGES, expected, games } from '../harness/pages.js';
import { Server } from '../harness/server.js';

const SCREENSHOTS = process.env.DAMIER_SCREENSHOTS;
let server;
let made;

before(async () => {
  server = await Server.start();
  made = await games(server);
  if (SCREENSHOTS) await mkdir(SCREENSHOTS, { recursive: true });
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

async function look(page, where, findings) {
  findings.add(where, 'axe', await axe(page));
  findings.add(where, 'tab stops', await oneTabStop(page));
  findings.add(where, 'targets', await targets(page));
  findings.add(where, 'scroll', await noSidewaysScroll(page));
  findings.add(where, 'contrast', await textContrast(page));
}

for (const name of Object.keys(PAGES)) {
  test(`R-UI: ${name}`, async () => {
    const findings = new Findings();
    for (const looks of Object.keys(LOOKS)) {
      const who = await visitor(server.origin, { look: looks });
      for (const one of Object.values(made)) await seat(who.context, one);
      await PAGES[name](who.page, server.origin, made);
      for (const width of WIDTHS) {
        await who.page.setViewportSize(size(width));
        await look(who.page, `${looks} ${width}`, findings);
        const pictured = looks !== 'contrast' && width !== 768;
        if (SCREENSHOTS && pictured) await who.page.screenshot({ path: join(SCREENSHOTS, `${name}-${looks}-${width}.png`), fullPage: true });
      }
      await who.page.setViewportSize(size(320));
      findings.add(`${looks} 320`, 'scroll', await noSidewaysScroll(who.page));
      if (looks === 'light') {
        await PAGES[name](who.page, server.origin, made);
        findings.add(looks, 'skip link', await skipLinkFirst(who.page));
      }
      findings.add(looks, 'quiet', who.wrong.filter((one) => !expected(name).test(one)));
      await who.close();
    }
    assert.deepEqual(findings.list(), []);
  });
}
