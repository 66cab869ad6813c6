// Playing on against the computer from a finished game, a replay, a record that stops, and the editor.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { closeBrowser, ready, seat, visitor } from '../harness/browser.js';
import { cell, open, waitForPlies } from '../harness/play.js';
import { Server } from '../harness/server.js';

let server;
before(async () => {
  server = await Server.start();
});
after(async () => {
  await closeBrowser();
  await server.stop();
});

const gameOf = page => server.game(new URL(page.url()).pathname.split('/').pop());
const fenOf = async (id, ply) =>
  (await (await fetch(`${server.origin}/api/games/${id}/position.fen?ply=${ply}`)).text()).trim();
const button = page => page.locator('#from-here button');

/** Presses a button that starts a game against the computer; the reader is to move, and can. */
async function begins(page, pressed, { start, mine, level }) {
  const before = page.url();
  await pressed.click();
  await page.waitForURL(url => url.pathname.startsWith('/game/') && url.href !== before);
  await ready(page);
  await page.locator('#board .can').first().waitFor();
  const game = await gameOf(page);
  assert.equal(game.table.start, start);
  assert.deepEqual(game.computer, mine === 'white' ? [null, level] : [level, null]);
  assert.equal(game.history.length, 0);
  assert.match(await page.locator('#turn').textContent(), /Your turn|You must capture/);
}

/** A visitor of a game, with its key if they have one. */
async function at(made, check, wishes) {
  const who = await visitor(server.origin, wishes);
  if (made.key) await seat(who.context, made);
  await open(who.page, server.origin, made.id);
  await check(who.page);
  assert.deepEqual(who.wrong, []);
  await who.close();
}

async function played(order, moves) {
  const made = await server.create(order);
  for (const move of moves) await server.move(made, move);
  return made;
}
const resign = ({ id, key }) =>
  server.ask(`/api/games/${id}/events`, { side: 'white', what: 'resign' }, key);

test('R-GM-2: from any move of a finished game, for whoever looks at it', async () => {
  const made = await played({ rules: 'american' }, ['11-15', '22-18', '15x22', '25x18']);
  await resign(made);
  await at({ id: made.id }, async page => {
    await waitForPlies(page, 4);
    await button(page).waitFor();
    await page.keyboard.press('ArrowLeft');
    await page.locator('#from-here [name=ply][value="3"]').waitFor({ state: 'attached' });
    const start = await fenOf(made.id, 3);
    await begins(page, button(page), { start, mine: 'white', level: 3 });
  });
});

test('nothing is offered where nothing can be played, and in a game that goes on', async () => {
  const over = await played({ rules: 'american', fen: 'W:W10:B7' }, ['10x3']);
  await at(over, async page => {
    await page.locator('#now.over').waitFor();
    assert.ok(await button(page).isHidden());
    await page.keyboard.press('ArrowLeft');
    await button(page).waitFor();
  });
  const against = await server.create({ rules: 'italian', level: 1 });
  await at(against, async page => {
    await page.locator('#board .can').first().waitFor();
    assert.ok(await button(page).isHidden());
  });
});

test('from an earlier move of a game against the computer, at the level that was played last', async () => {
  const made = await server.create({ rules: 'american', fen: 'W:WK1,K2:BK32,K31', level: 2 });
  await at(made, async page => {
    await cell(page, 1).click();
    await cell(page, 6).click();
    await waitForPlies(page, 2);
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await button(page).waitFor();
    await begins(page, button(page), { start: 'W:WK1,K2:BK31,K32', mine: 'white', level: 2 });
    await page.goto(`${server.origin}/editor?rules=international&fen=B:W28:BK12`);
    const press = page.locator('#against button:enabled');
    await begins(page, press, { start: 'B:W28:BK12', mine: 'black', level: 2 });
  });
});

test('R-GM-2: from the illegal move at which an imported game stops, on a phone', async () => {
  const who = await visitor(server.origin, { width: 360, touch: true });
  await who.page.goto(`${server.origin}/import`);
  await who.page.fill('#text', '1. 32-28 19-23 2. 28x19 14x23 3. 1-50 *');
  await who.page.selectOption('#rules', 'international');
  await who.page.click('#bring button.primary');
  await who.page.locator('.found button').first().click();
  await waitForPlies(who.page, 4);
  const { id } = await gameOf(who.page);
  const start = await fenOf(id, 4);
  await begins(who.page, button(who.page), { start, mine: 'white', level: 3 });
  assert.deepEqual(who.wrong, []);
  await who.close();
});

test('the editor plays what is on the board, and nothing that is over or wrong', async () => {
  const who = await visitor(server.origin);
  const { page } = who;
  await page.goto(`${server.origin}/editor?rules=international&fen=W:W28:BK12`);
  await page.locator('#board:not([hidden])').waitFor();
  const press = page.locator('#against button');
  await page.locator('.palette label').nth(4).click();
  await cell(page, 12).click();
  await page.locator('#against button:disabled').waitFor();
  await page.locator('.palette label').nth(2).click();
  await cell(page, 7).click();
  await page.locator('[name=turn][value=B]').check();
  await page.locator('#against [name=fen][value="B:W28:B7"]').waitFor({ state: 'attached' });
  await begins(page, press, { start: 'B:W28:B7', mine: 'black', level: 3 });
  assert.deepEqual(who.wrong, []);
  await who.close();
});

test('without JavaScript', async () => {
  const made = await played({ rules: 'american' }, ['11-15', '22-18']);
  await resign(made);
  const who = await visitor(server.origin, { javaScriptEnabled: false });
  await who.page.goto(`${server.origin}/game/${made.id}`);
  await who.page.fill('#from-ply', '1');
  await who.page.click('form:has(#from-ply) button');
  await who.page.waitForURL(url => !url.pathname.includes(made.id));
  const { table, computer } = await gameOf(who.page);
  assert.equal(table.start, await fenOf(made.id, 1));
  assert.deepEqual(computer, [null, 3]);
  await who.close();
});
