// Issue 19.4 and 19.5: a file is added to the library, and the explorer shows its moves.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { axe } from '../checks/axe.js';
import { noSidewaysScroll, targets } from '../checks/sizes.js';
import { closeBrowser, visitor } from '../harness/browser.js';
import { cell, shown } from '../harness/play.js';
import { Server } from '../harness/server.js';

let server;
before(async () => {
  server = await Server.start();
});
after(async () => {
  await closeBrowser();
  await server.stop();
});

const game = (white, moves, result) =>
  `[White "${white}"]\n[Black "Bo"]\n[GameType "20"]\n[Result "${result}"]\n${moves} ${result}\n\n`;

const FILE =
  game('Anna', '1. 32-28 19-23 2. 28x19 14x23', '2-0') +
  game('Cleo', '1. 32-28 18-22 2. 37-32', '1-1') +
  game('Dora', '1. 31-27', '0-2');

/** The explorer's moves, each with its number of games. */
const rows = page =>
  page
    .locator('#explorer-table tbody tr:first-child')
    .evaluateAll(all =>
      all.map(row => [row.querySelector('th').innerText, row.cells[1].innerText].join(' ')),
    );

/** Waits for the explorer's response. */
const told = (page, text) =>
  page.waitForFunction(
    wanted =>
      document.querySelector('#explorer')?.getAttribute('aria-busy') === 'false' &&
      document.querySelector('#explorer-told')?.textContent.includes(wanted),
    text,
  );

const choose = (page, source) => page.locator('#explorer-source').selectOption(source);

test('one’s own file is explored: a move is chosen, and another collection', async () => {
  const who = await visitor(server.origin);
  const { page } = who;
  await page.goto(`${server.origin}/import`);
  await page.locator('#text').fill(FILE);
  await page.locator('button[name="all"]').click();
  await page.locator('#added [role="status"]', { hasText: '3 games were added' }).waitFor();

  const asked = [];
  page.on('request', request => {
    if (request.url().includes('/api/explorer')) asked.push(request.url());
  });
  await page.goto(`${server.origin}/analysis?rules=international`);
  await page.locator('#engine[data-state]').waitFor();
  await cell(page, 32).and(page.locator('[aria-label]')).waitFor();
  assert.deepEqual(asked, [], 'nothing is asked while the tab is closed');
  await page.getByRole('tab', { name: 'Explorer' }).click();
  await told(page, 'No game in this collection');
  assert.deepEqual(await rows(page), []);
  await choose(page, 'own');
  await told(page, '3 games');
  assert.deepEqual(await rows(page), ['32-28 2', '31-27 1']);
  const bar = page.locator('#explorer-table .split').first();
  assert.equal(await bar.getAttribute('aria-label'), 'White: 50 %, draws: 50 %, Black: 0 %');

  // Details of a move: its games, each a link.
  const more = page.getByRole('button', { name: 'More about 31-27' });
  await more.click();
  assert.equal(await more.getAttribute('aria-expanded'), 'true');
  const example = page.locator('#explorer-table .about:not([hidden]) a');
  assert.equal(await example.innerText(), 'Dora – Bo');
  assert.match(await example.getAttribute('href'), /^\/game\/[a-z2-9]{10}$/);
  for (const [width, look] of [
    [1280, 'light'],
    [360, 'dark'],
  ]) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme: look });
    assert.deepEqual(await axe(page), [], `${width} ${look}`);
    assert.deepEqual(await targets(page), [], `${width} ${look}`);
  }
  await page.setViewportSize({ width: 1280, height: 800 });

  // A click plays the move, and the explorer follows; likewise by keyboard.
  const before = await shown(page);
  await page.getByRole('button', { name: '32-28', exact: true }).click();
  await told(page, '2 games');
  assert.notDeepEqual(await shown(page), before);
  assert.deepEqual((await rows(page)).sort(), ['18-22 1', '19-23 1']);
  await page.getByRole('button', { name: '19-23', exact: true }).focus();
  await page.keyboard.press('Enter');
  await told(page, '1 game');
  await choose(page, 'own-black');
  await told(page, '1 game');
  await choose(page, 'server');
  await told(page, 'No game in this collection');

  // The selected tab is remembered, and arrow keys move between tabs.
  await page.reload();
  await told(page, 'No game in this collection');
  await page.getByRole('tab', { name: 'Explorer' }).focus();
  await page.keyboard.press('ArrowLeft');
  assert.equal(await page.locator('#tab-moves').getAttribute('aria-selected'), 'true');
  assert.ok(await page.locator('#moves').isVisible());
  assert.ok(await page.locator('#explorer').isHidden());
  await page.keyboard.press('ArrowRight');
  await told(page, 'No game in this collection');

  await page.locator('#explorer-mine').click();
  await page.locator('#own-list', { hasText: '1 game' }).waitFor();
  assert.deepEqual(await page.locator('#own-list .games strong').allInnerTexts(), ['Anna – Bo']);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export all (PDN)' }).click(),
  ]);
  assert.equal(download.suggestedFilename(), 'damier-games.pdn');
  assert.deepEqual(who.wrong, []);
  await who.close();
});

test('the explorer is a page of plain links without JavaScript', async () => {
  const made = await server.create({ rules: 'american' });
  for (const move of ['11-15', '24-20', '8-11']) await server.move(made, move);
  await server.ask(`/api/games/${made.id}/events`, { side: 'white', what: 'resign' }, made.key);
  while ((await server.ask('/api/explorer?rules=american')).games === 0);
  const who = await visitor(server.origin, { javaScriptEnabled: false });
  const { page } = who;
  await page.goto(`${server.origin}/analysis?rules=american`);
  await page.getByRole('link', { name: 'Explorer' }).click();
  await page.getByRole('link', { name: '11-15' }).click();
  await page.getByText('Old Faithful').waitFor();
  await page.getByRole('link', { name: '24-20' }).click();
  await page.getByText('Ayrshire Lassie').waitFor();
  await who.close();
  const seeing = await visitor(server.origin);
  await seeing.page.goto(page.url());
  for (const [width, look] of [
    [1280, 'light'],
    [360, 'dark'],
  ]) {
    await seeing.page.setViewportSize({ width, height: 800 });
    await seeing.page.emulateMedia({ colorScheme: look });
    assert.deepEqual(await axe(seeing.page), [], `${width} ${look}`);
    assert.deepEqual(await targets(seeing.page), [], `${width} ${look}`);
    assert.deepEqual(await noSidewaysScroll(seeing.page), [], `${width} ${look}`);
  }
  assert.deepEqual(seeing.wrong, []);
  await seeing.close();
});
