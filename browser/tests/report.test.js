// The report of a finished game: one click from its end, with progress, and readable without JavaScript. Issues 17.5,
// 19.2.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { axe } from '../checks/axe.js';
import { noSidewaysScroll, targets } from '../checks/sizes.js';
import { lightWeight } from '../checks/weight.js';
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

/** A game in which the side that moves first gives away a man, and resigns. */
async function lost() {
  const made = await server.create({ rules: 'american' });
  for (const move of ['11-15', '23-19', '15-18']) await server.move(made, move);
  await server.ask(`/api/games/${made.id}/events`, { side: 'black', what: 'resign' }, made.key);
  return made;
}

/** The ply whose position is shown. */
const shownPly = page =>
  page.locator('#position').evaluate(({ src }) => Number(new URL(src).searchParams.get('ply')));

test('from the end of a game one click leads to its report', async () => {
  const made = await lost();
  const who = await visitor(server.origin);
  await seat(who.context, made);
  await open(who.page, server.origin, made.id);
  await who.page.locator('#analyse button').click();
  await who.page.locator('[data-state="done"]').waitFor();
  await who.page.locator('#curve circle.blunder').waitFor();
  const blunder = who.page.locator('article.blunder');
  assert.match(await blunder.locator('h3').textContent(), /15-18\?\?/);
  assert.equal(await blunder.locator('.arrow').count(), 2, 'the move played and a better one');
  assert.match(await blunder.locator('p.line').textContent(), /\d/);
  assert.equal(await shownPly(who.page), 3, 'it begins with the first turning point');
  await who.page.locator('.judged [data-ply="1"]').click();
  assert.equal(await shownPly(who.page), 1);
  assert.match(await who.page.locator('.judged [aria-current]').textContent(), /^11-15/);
  await who.page.keyboard.press('ArrowRight');
  assert.equal(await shownPly(who.page), 2);
  const { width } = await who.page.locator('#curve').boundingBox();
  await who.page.locator('#curve').click({ position: { x: width - 2, y: 10 } });
  assert.equal(await shownPly(who.page), 3);
  await who.page.reload();
  assert.equal(await shownPly(who.page), 3, 'the address keeps the move');
  assert.deepEqual(await axe(who.page), []);
  assert.deepEqual(await targets(who.page), []);
  assert.deepEqual(who.wrong, []);
  await who.close();
});

test('a report that was under way when the server was killed begins again', async () => {
  const made = await lost();
  const who = await visitor(server.origin);
  await who.page.goto(`${server.origin}/game/${made.id}/report`);
  await Promise.all([who.page.waitForURL(/report/), who.page.locator('main form button').click()]);
  await server.kill();
  await server.run();
  await who.page.goto(`${server.origin}/game/${made.id}/report`);
  const again = who.page.locator('main form button');
  if (await again.count()) await again.click();
  await who.page.locator('[data-state="done"]').waitFor();
  await who.close();
});

test('it reads without JavaScript, fits a phone and is light', async () => {
  const { id } = await lost();
  const address = `${server.origin}/game/${id}/report`;
  const plain = await visitor(server.origin, { javaScriptEnabled: false });
  await plain.page.goto(address);
  await plain.page.locator('main form button').click();
  await plain.page.locator('[data-state="done"]').waitFor();
  await plain.page.locator('.judged [data-ply="2"]').click();
  assert.equal(await shownPly(plain.page), 2);
  await plain.close();
  const phone = await visitor(server.origin, { width: 360 });
  await phone.page.goto(address);
  assert.deepEqual(await noSidewaysScroll(phone.page), []);
  assert.deepEqual(await targets(phone.page), []);
  await phone.close();
  const first = await visitor(server.origin);
  assert.deepEqual(await lightWeight(first.page, address), []);
  await first.close();
});
