// Budgets: a first visit transfers at most 150 KB on any page, or 200 KB on the analysis board; and the layout does not
// shift while it loads.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { shiftedBeyond, sumShifts } from '../checks/motion.js';
import { MOST, MOST_TO_ANALYSE, lightWeight } from '../checks/weight.js';
import { closeBrowser, seat, visitor } from '../harness/browser.js';
import { open } from '../harness/play.js';
import { Server } from '../harness/server.js';

let server;
before(async () => {
  server = await Server.start();
});
after(async () => {
  await closeBrowser();
  await server.stop();
});

for (const path of [
  '/',
  '/game/',
  '/variants',
  '/variants/italian',
  '/compose',
  '/editor',
  '/endgame',
  '/analysis',
  '/studies',
  '/practice',
  '/import',
  '/lobby',
  '/watch',
  '/settings',
  '/about',
]) {
  test(`first load: ${path}`, async () => {
    const { id } = await server.create({ rules: 'international' });
    const who = await visitor(server.origin);
    assert.deepEqual(
      await lightWeight(
        who.page,
        server.origin + (path === '/game/' ? path + id : path),
        path === '/analysis' ? MOST_TO_ANALYSE : MOST,
      ),
      [],
    );
    await who.close();
  });
}

// Non-ASCII letters take more bytes, and an overlay comes on top of its language.
for (const language of ['ru', 'pt-BR']) {
  test(`first load: a game in ${language}`, async () => {
    const { id } = await server.create({ rules: 'international' });
    const who = await visitor(server.origin, { choices: `lang=${language}` });
    assert.deepEqual(await lightWeight(who.page, `${server.origin}/game/${id}`), []);
    assert.equal(await who.page.locator('html').getAttribute('lang'), language);
    await who.close();
  });
}

/** A share of the window, as browsers measure it; 0.1 is considered good. */
const MOST_SHIFTED = 0.01;

/** Gives a browser a practice position. */
async function practises(page, { id, key }) {
  const { yours, position } = await server.ask(`/api/games/${id}`, undefined, key);
  const value = position.legal[0].text;
  await server.ask(`/api/games/${id}/events`, { side: yours[0], what: 'move', value }, key);
  await server.ask(`/api/games/${id}/events`, { side: yours[0], what: 'resign' }, key);
  const state = { due: 0, first: null, last: null, stability: 0, difficulty: 0, again: false };
  await page.goto(`${server.origin}/about`);
  await page.evaluate(
    cards => {
      localStorage.setItem('cards', cards);
      localStorage.setItem('practises', '0');
    },
    JSON.stringify([{ name: { game: id, ply: 1 }, state }]),
  );
}

for (const width of [360, 1280]) {
  for (const name of ['home', 'home with a game to continue', 'home with practice', 'game']) {
    test(`no layout shift: ${name} at ${width} px`, async () => {
      const made = await server.create({ rules: 'international', level: 1 });
      const who = await visitor(server.origin, { width, still: false });
      await sumShifts(who.context);
      if (name === 'game') await seat(who.context, made);
      if (name.includes('practice')) await practises(who.page, made);
      // The page of the game has stored that there is one.
      if (name.includes('continue')) {
        await who.page.goto(`${server.origin}/game/${made.id}#key=${made.key}`);
        await who.page.locator('#board .can').first().waitFor();
      }
      if (name === 'game') {
        await open(who.page, server.origin, made.id);
        await who.page.locator('#board .can').first().waitFor();
      } else {
        await who.page.goto(server.origin, { waitUntil: 'networkidle' });
        await who.page.locator('#stage .can').first().waitFor();
        // On phones the bar stands in for it, if it is the only one.
        if (name.includes('continue'))
          await who.page.locator('#unfinished li').first().waitFor({ state: 'attached' });
        if (name.includes('practice')) await who.page.locator('.practise a').waitFor();
      }
      assert.deepEqual(await shiftedBeyond(who.page, MOST_SHIFTED), []);
      await who.close();
    });
  }
}
