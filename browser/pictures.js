// Screenshots. `node pictures.js` regenerates those of the README; `node pictures.js FOLDER [NAME…]` takes every page,
// or those named, on desktop and phone, in light and dark mode, for review. Needs `DAMIER_BIN`, like the tests.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { closeBrowser, seat, size, visitor } from './harness/browser.js';
import { PAGES, games } from './harness/pages.js';
import { cell, open, waitForPlies } from './harness/play.js';
import { Server } from './harness/server.js';

const DOCS = fileURLToPath(new URL('../docs/pictures', import.meta.url));
/** Italian: after these moves White must capture, on the longer of two paths. */
const ITALIAN = ['23-20', '11-14', '28-23', '10-13', '21-18', '14x21'];
const PDN = `[Event "Club evening"]
[White "Ann"]
[Black "Bo"]
[Date "2026.11.17"]
[GameType "20"]
1. 32-28 {A main road.} 19-23 2. 28x19 14x23 3. 37-32 (3. 33-28) 10-14 *

[White "Carla"]
[Black "Dirk"]
[GameType "20"]
1. 32-28 19-23 2. 1-50 *
`;

const server = await Server.start();

/** A game with a forced capture, with the reasons open. */
async function why(page, _origin, { italian }) {
  await open(page, server.origin, italian.id);
  await waitForPlies(page, ITALIAN.length);
  await page.locator('#why [data-do="why"]').click();
  await page.locator('#because').waitFor();
}
/** The end of a game against the computer. @param {string} fen @param {number[][]} clicks */
const ended = (fen, clicks) => async page => {
  const { id, key } = await server.create({ rules: 'american', fen, level: 1 });
  await page.goto(`${server.origin}/game/${id}#key=${key}`);
  for (const [at, squares] of clicks.entries()) {
    for (const square of squares) await cell(page, square).click();
    await page.waitForFunction(
      plies => document.querySelectorAll('#moves button').length >= plies,
      2 * at + 1,
    );
  }
  await page.locator('#now.over').waitFor();
};
async function resigned(page) {
  const { id, key } = await server.create({ rules: 'american', level: 1 });
  await page.goto(`${server.origin}/game/${id}#key=${key}`);
  await page.locator('#actions [data-do="resign"]').click();
  await page.locator('#ask [value="yes"]').click();
  await page.locator('#now.over').waitFor();
}
async function brought(page) {
  await page.goto(`${server.origin}/import`);
  await page.fill('#text', PDN);
  await page.click('#bring button.primary');
  await page.locator('.found').waitFor();
}
async function stopped(page) {
  await brought(page);
  await page.locator('.found li:last-child button').first().click();
  await page.locator('.told-by-record').waitFor();
  await page.locator('#board [data-square="1"][aria-label]').waitFor();
}

/** Pages that tests check elsewhere, and special states. */
const MORE = {
  async more(page) {
    await page.goto(`${server.origin}/new`);
    await page.locator('.more summary').click();
  },
  why,
  won: ended('W:W10:B7', [[10, 3]]),
  lost: resigned,
  brought,
  stopped,
};

async function take(page, folder, name, whole) {
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: whole });
}

/** The pictures of the README. @param {any} made */
async function forReadme(made) {
  const wide = await visitor(server.origin);
  const phone = await visitor(server.origin, { width: 390, touch: true, deviceScaleFactor: 1.5 });
  for (const who of [wide, phone]) await seat(who.context, made.italian);
  await wide.page.setViewportSize({ width: 1280, height: 800 });
  await why(wide.page, '', made);
  await take(wide.page, DOCS, 'game', false);
  await wide.page.goto(`${server.origin}/variants/italian`, { waitUntil: 'networkidle' });
  await take(wide.page, DOCS, 'rules', false);
  await phone.page.setViewportSize({ width: 390, height: 800 });
  await why(phone.page, '', made);
  await take(phone.page, DOCS, 'phone', false);
}

/** The pictures of a folder. @param {any} made @param {string} folder @param {string[]} wanted */
async function ofAll(made, folder, wanted) {
  await mkdir(folder, { recursive: true });
  for (const look of /** @type {const} */ (['light', 'dark'])) {
    for (const width of [1280, 360]) {
      const who = await visitor(server.origin, { look, width });
      for (const one of Object.values(made)) await seat(who.context, one);
      for (const [name, show] of Object.entries({ ...PAGES, ...MORE })) {
        if (wanted.length && !wanted.includes(name)) continue;
        await who.page.setViewportSize(size(width));
        await show(who.page, server.origin, made);
        await take(who.page, folder, `${name}-${look}-${width}`, true);
      }
      await who.close();
    }
  }
}

try {
  const made = await games(server);
  made.italian = await server.create({ rules: 'italian', names: ['Ann', 'Bo'] });
  for (const move of ITALIAN) await server.move(made.italian, move);
  const [folder, ...wanted] = process.argv.slice(2);
  if (folder) await ofAll(made, folder, wanted);
  else await forReadme(made);
} finally {
  await closeBrowser();
  await server.stop();
}
