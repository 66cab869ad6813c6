// Done means: a game of Italian on a phone in which the page makes clear why two pieces had to be captured; and the
// same by keyboard and accessibility tree alone. R-IT-4, R-UI-4, R-UI-8.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { lostFocus, watchFocus } from '../checks/keyboard.js';
import { closeBrowser, seat, visitor } from '../harness/browser.js';
import { WAYS, cell, open, tabTo, waitForPlies } from '../harness/play.js';
import { Server } from '../harness/server.js';

// After these moves, 25 could capture one (25x18), but 26 captures two.
const OPENING = [
  [23, 20],
  [11, 14],
  [28, 23],
  [10, 13],
  [21, 18],
  [14, 21],
];

let server;
before(async () => {
  server = await Server.start();
});
after(async () => {
  await closeBrowser();
  await server.stop();
});

async function arrive(wishes, way) {
  const made = await server.create({ rules: 'italian' });
  const who = await visitor(server.origin, wishes);
  await seat(who.context, made);
  await open(who.page, server.origin, made.id);
  for (const [at, picks] of OPENING.entries()) {
    await WAYS[way](who.page, { picks });
    await waitForPlies(who.page, at + 1);
  }
  return { ...who, id: made.id };
}

test('on a telephone, the page says why two must be taken', async () => {
  const { page, wrong, id, close } = await arrive({ width: 390, touch: true }, 'touch');
  const why = page.locator('#now');
  assert.match(await why.innerText(), /must capture/i);
  assert.deepEqual(
    await page.locator('#board .can').evaluateAll(cells => cells.map(one => one.dataset.square)),
    ['26'],
    'only the piece that takes two is marked',
  );
  await cell(page, 25).tap();
  await page.waitForFunction(() =>
    /as many|most|2/.test(document.getElementById('alert').textContent),
  );
  assert.match(
    await page.locator('#toast').innerText(),
    /2/,
    'an attempt with the other piece is answered by the rule',
  );
  await page.locator('#why [data-do="why"]').tap();
  await page.locator('#because').waitFor();
  const because = await page.locator('#because').innerText();
  assert.match(because, /^\W*You must take as many pieces/, 'the rule that decides comes first');
  assert.match(because, /25x18/, 'with the capture that the rule rejects');
  assert.equal((await server.game(id)).history.length, 6, 'nothing was played meanwhile');
  await WAYS.touch(page, { picks: [26, 10] });
  await waitForPlies(page, 7);
  assert.equal((await server.game(id)).history.at(-1).text, '26x10');
  assert.deepEqual(wrong, []);
  await close();
});

test('by keyboard and accessibility tree alone, too', async () => {
  const { page, wrong, id, close } = await arrive({}, 'keyboard');
  await watchFocus(page);
  const tree = () => page.locator('main').ariaSnapshot();
  assert.match(await tree(), /must capture/i);
  assert.match(await tree(), /gridcell "26, white man, can move"/);
  assert.match(await tree(), /gridcell "25, white man"/);
  await WAYS.keyboard(page, { picks: [25] });
  await page.waitForFunction(() => document.getElementById('alert').textContent.trim() !== '');
  assert.match(await tree(), /alert: .*2/);
  await tabTo(page, '[data-do="why"]');
  await page.keyboard.press('Enter');
  assert.match(await tree(), /as many pieces[\s\S]*25x18/i);
  await page.keyboard.press('Shift+Tab');
  await tabTo(page, '#board');
  await WAYS.keyboard(page, { picks: [26] });
  assert.match(await tree(), /gridcell "10, empty, landing square, takes 2"/);
  await WAYS.keyboard(page, { picks: [10] });
  await waitForPlies(page, 7);
  assert.equal((await server.game(id)).history.at(-1).text, '26x10');
  assert.match(await page.locator('#said').textContent(), /26x10/, 'the move is said politely');
  assert.deepEqual([...wrong, ...(await lostFocus(page))], []);
  await close();
});
