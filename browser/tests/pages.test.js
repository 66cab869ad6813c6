// Every page × {light, dark, high contrast} × {360, 768, 1280 px wide}; and in every font what depends on it.
import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { axe } from '../checks/axe.js';
import { textContrast } from '../checks/contrast.js';
import { drawnWith, noBoxes } from '../checks/fonts.js';
import { oneTabStop, skipLinkFirst } from '../checks/keyboard.js';
import { noSidewaysScroll, targets } from '../checks/sizes.js';
import {
  LANGUAGES,
  LOOKS,
  WIDTHS,
  closeBrowser,
  isPainted,
  seat,
  size,
  visitor,
} from '../harness/browser.js';
import { FAMILIES, others, skipped } from '../harness/fonts.js';
import { PAGES, expected, games } from '../harness/pages.js';
import { Server } from '../harness/server.js';

const SCREENSHOTS = process.env.DAMIER_SCREENSHOTS;
/** The part of the pages and languages to look at, as `1/2`: parts run beside each other. */
const [PART, PARTS] = (process.env.DAMIER_PART ?? '1/1').split('/').map(Number);
const isOurs = at => at % PARTS === PART - 1;
let server;
let made;
/** One visitor for each look, and one for each other font, who visit all pages. */
const visitors = {};
/** Their preferences: other fonts in the look with the strongest lines and letters, so that overlaps are visible. */
const WISHES = [
  ...Object.keys(LOOKS).map(look => [look, { look }]),
  ...others().map(font => [font, { look: 'contrast', font }]),
];

before(async () => {
  server = await Server.start();
  made = await games(server);
  if (SCREENSHOTS) await mkdir(SCREENSHOTS, { recursive: true });
  for (const [name, wishes] of WISHES) {
    visitors[name] = await visitor(server.origin, wishes);
    for (const one of Object.values(made)) await seat(visitors[name].context, one);
  }
});
after(async () => {
  await closeBrowser();
  await server.stop();
});

/** Problems, with where each was found. */
class Findings {
  found = new Map();

  add(where, check, wrong) {
    for (const one of wrong) {
      const what = `${check}: ${one}`;
      this.found.set(what, [...(this.found.get(what) ?? []), where]);
    }
  }

  list() {
    return [...this.found].map(([what, wheres]) => `${what} [${wheres.join(', ')}]`);
  }
}

/** Contents depend on the width, colours on the look, and space on the font; each is checked where it can differ. */
async function look(page, who, width, findings) {
  const where = `${who} ${width}`;
  if (width === 360 || (width === 1280 && !(who in FAMILIES)))
    findings.add(where, 'contrast', await textContrast(page));
  findings.add(where, 'targets', await targets(page));
  findings.add(where, 'scroll', await noSidewaysScroll(page));
  if (who in FAMILIES) return;
  if (width === 360 || (who === 'light' && width === 1280))
    findings.add(where, 'axe', await axe(page));
  findings.add(where, 'tab stops', await oneTabStop(page));
}

/** Checks a page at every width. */
async function lookAt(name, who, { page, wrong }, findings) {
  wrong.length = 0;
  await PAGES[name](page, server.origin, made);
  if (who === 'light') findings.add(who, 'skip link', await skipLinkFirst(page));
  for (const width of WIDTHS) {
    await page.setViewportSize(size(width));
    await look(page, who, width, findings);
    const pictured = who !== 'contrast' && width !== 768;
    if (SCREENSHOTS && pictured)
      await page.screenshot({
        path: join(SCREENSHOTS, `${name}-${who}-${width}.png`),
        fullPage: true,
      });
  }
  await page.setViewportSize(size(320));
  findings.add(`${who} 320`, 'scroll', await noSidewaysScroll(page));
  if (who === 'light' || who in FAMILIES) findings.add(who, 'letters', await noBoxes(page));
  findings.add(
    who,
    'quiet',
    wrong.filter(one => !expected(name).test(one)),
  );
}

/** Does something with a visitor's page, and repeats it with a new one if the browser has stopped painting it. */
async function painted(visitor, act) {
  try {
    await act();
  } catch (error) {
    if (await isPainted(visitor.page)) throw error;
    await visitor.renew();
    await act();
  }
}

/** The pages with much text in little space. */
const TIGHT = [
  'home',
  'game-forced',
  'game-over',
  'game-waiting',
  'game-invited',
  'game-talk',
  'lobby',
  'watch',
  'variants',
  'compose',
  'editor',
  'endgame-spoiled',
  'settings',
];

/** The other fonts in which a page is checked: all of them if space is tight, otherwise one by turns. */
function fonts(name, at) {
  return TIGHT.includes(name)
    ? others()
    : others()
        .slice(at % others().length)
        .slice(0, 1);
}

for (const [at, name] of Object.keys(PAGES).entries()) {
  if (!isOurs(at)) continue;
  test(`R-UI: ${name}`, async () => {
    const findings = new Findings();
    // The longest page is text in one column: problems of fonts and contrast show on the others.
    const wanted = name === 'api' ? ['light', 'dark'] : [...Object.keys(LOOKS), ...fonts(name, at)];
    const all = Object.entries(visitors).filter(([who]) => wanted.includes(who));
    await Promise.all(
      all.map(([who, visitor]) => painted(visitor, () => lookAt(name, who, visitor, findings))),
    );
    assert.deepEqual(findings.list(), []);
  });
}

for (const [font, { sans, serif, mono }] of Object.entries(FAMILIES)) {
  test(
    `issue 15: pages are drawn with the font that was asked for: ${font}`,
    { skip: skipped(font) },
    async () => {
      const { page } = visitors[font] ?? visitors.light;
      for (const name of ['home', 'game-under-way', 'about']) {
        await PAGES[name](page, server.origin, made);
        assert.deepEqual(await drawnWith(page, [sans, serif, mono]), [], name);
      }
    },
  );
}

/** The languages with the longest words are checked in every font. */
const LONGEST = ['ru', 'de'];

/** Checks pages of a language in a narrow window. */
async function fit(language, who, { page, context, wrong }, findings) {
  wrong.length = 0;
  await context.addCookies([
    { name: 'damier', value: `page=light&lang=${language}`, url: server.origin },
  ]);
  for (const name of TIGHT) {
    await page.setViewportSize(size(320));
    await PAGES[name](page, server.origin, made);
    assert.equal(await page.evaluate(() => document.documentElement.lang), language);
    findings.add(`${name} ${who}`, 'scroll', await noSidewaysScroll(page));
    findings.add(`${name} ${who}`, 'targets', await targets(page));
    findings.add(`${name} ${who}`, 'letters', await noBoxes(page));
  }
  findings.add(`${language} ${who}`, 'quiet', wrong);
}

for (const [at, language] of LANGUAGES.entries()) {
  if (!isOurs(at)) continue;
  test(`every language fits a narrow window: ${language}`, async () => {
    const findings = new Findings();
    const all = Object.entries(visitors).filter(
      ([who]) => who === 'light' || (who in FAMILIES && LONGEST.includes(language)),
    );
    await Promise.all(
      all.map(([who, visitor]) => painted(visitor, () => fit(language, who, visitor, findings))),
    );
    assert.deepEqual(findings.list(), []);
  });
}
