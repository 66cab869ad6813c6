// Learning from the mistakes of a game: each is a board, right answers are confirmed, wrong ones refuted; and practice,
// where they are repeated. Issue 19.3.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { axe } from '../checks/axe.js';
import { noSidewaysScroll, targets } from '../checks/sizes.js';
import { lightWeight } from '../checks/weight.js';
import { closeBrowser, seat, visitor } from '../harness/browser.js';
import { Server } from '../harness/server.js';

let server;
before(async () => {
  server = await Server.start();
});
after(async () => {
  await closeBrowser();
  await server.stop();
});

/** A game in which the side that moves first gives away a man, with its report. */
async function reported() {
  const made = await server.create({ rules: 'american' });
  for (const move of ['11-15', '23-19', '15-18']) await server.move(made, move);
  await server.ask(`/api/games/${made.id}/events`, { side: 'black', what: 'resign' }, made.key);
  await server.ask(`/api/games/${made.id}/report`, {});
  for (;;) {
    const view = await server.ask(`/api/games/${made.id}/report`);
    if (view.state === 'done') return { id: made.id, report: view.report };
  }
}

const said = mistake => mistake.locator('.said');

/** Plays a move on the board of a mistake. @param {import('playwright-core').Locator} mistake @param {string} text */
async function play(mistake, text) {
  for (const name of text.split(/[-x]/)) {
    const square = mistake.getByRole('gridcell', { name: new RegExp(`^${name},`) });
    await square.click();
  }
}

test('mistakes are solved on their boards', async () => {
  const { id, report } = await reported();
  const who = await visitor(server.origin);
  await who.page.goto(`${server.origin}/game/${id}/report`);
  await who.page.getByRole('link', { name: 'Learn from your mistakes' }).click();
  await who.page.locator('.mistake [role=grid]').first().waitFor();
  const mistakes = await who.page.locator('.mistake').all();
  assert.ok(mistakes.length >= 1, 'whoever made more mistakes is asked first');
  assert.deepEqual(await axe(who.page), []);
  let solved = 0;
  for (const mistake of mistakes) {
    await mistake.scrollIntoViewIfNeeded();
    await mistake.locator('[role=grid]').waitFor();
    const { ply, move } = await mistake.evaluate(({ dataset }) => ({ ...dataset }));
    await play(mistake, move);
    await mistake.and(who.page.locator('.wrong')).waitFor();
    assert.match(await said(mistake).textContent(), /^Not this one\. .+ Then \d/);
    await mistake.getByRole('button', { name: 'Start over' }).click();
    await said(mistake)
      .and(who.page.getByText(/Find a better move\.$/))
      .waitFor();
    await play(mistake, report.moves[Number(ply) - 1].better[0]);
    await mistake.and(who.page.locator('.solved')).waitFor();
    assert.match(await said(mistake).textContent(), /^Right!/);
    solved += 1;
    assert.equal(
      await who.page.locator('#score').textContent(),
      `${solved} of ${mistakes.length} solved`,
    );
  }
  assert.deepEqual(await axe(who.page), []);
  assert.deepEqual(who.wrong, []);
  await who.close();
});

test('the page reads without JavaScript, fits a phone and is light', async () => {
  const { id } = await reported();
  const address = `${server.origin}/game/${id}/learn`;
  const plain = await visitor(server.origin, { javaScriptEnabled: false });
  await plain.page.goto(address);
  const first = plain.page.locator('.mistake').first();
  await first.locator('summary').click();
  assert.match(await first.locator('details p').textContent(), /\d+[-x]\d+/);
  await plain.close();
  const phone = await visitor(server.origin, { width: 360 });
  await phone.page.goto(address);
  await phone.page.locator('.mistake [role=grid]').first().waitFor();
  assert.deepEqual(await noSidewaysScroll(phone.page), []);
  assert.deepEqual(await targets(phone.page), []);
  await phone.close();
  const fresh = await visitor(server.origin);
  assert.deepEqual(await lightWeight(fresh.page, address), []);
  await fresh.close();
});

/** Two time zones between which it is always midnight somewhere. */
const TODAY = 'Pacific/Niue';
const TOMORROW = 'Pacific/Kiritimati';

/** A game between two people in which Black gives away a man, and a better move; with Black's key. */
async function lost() {
  const { id, key, invitation } = await server.create({
    rules: 'american',
    opponent: 'friend',
    color: 'black',
  });
  const guest = '0123456789abcdef0123456789abcdef';
  await server.ask(`/api/games/${id}/join`, { invitation, key: guest });
  await server.move({ id, key }, '11-15');
  await server.move({ id, key: guest }, '23-19');
  await server.move({ id, key }, '15-18');
  await server.ask(`/api/games/${id}/events`, { side: 'black', what: 'resign' }, key);
  await server.ask(`/api/games/${id}/report`, {});
  for (;;) {
    const view = await server.ask(`/api/games/${id}/report`);
    if (view.state === 'done') return { id, key, better: view.report.moves[2].better[0] };
  }
}

/** The same browser on the next day. @param {Awaited<ReturnType<typeof visitor>>} who */
async function nextDay(who) {
  const storageState = await who.context.storageState();
  await who.close();
  return visitor(server.origin, { storageState, timezoneId: TOMORROW });
}

test('a mistake comes back tomorrow until it is solved, and moves into an account', async () => {
  const game = await lost();
  let who = await visitor(server.origin, { timezoneId: TODAY });
  await seat(who.context, game);
  await who.page.goto(`${server.origin}/game/${game.id}/report`);
  await who.page.getByText('1 position was added to your practice.').waitFor();
  await who.page.locator('#practised a').click();
  await who.page.getByText('1 position comes tomorrow.').waitFor();
  assert.equal(await who.page.locator('.mistake').count(), 0);
  assert.deepEqual(await axe(who.page), []);
  assert.deepEqual(who.wrong, []);

  who = await nextDay(who);
  await who.page.goto(server.origin);
  await who.page.getByRole('link', { name: '1 position to practise today' }).click();
  const mistake = who.page.locator('.mistake');
  await mistake.locator('[role=grid]').waitFor();
  assert.equal(await who.page.locator('#score').textContent(), '0 of 1 solved');
  await play(mistake, '15-18');
  await mistake.and(who.page.locator('.wrong')).waitFor();
  assert.match(await said(mistake).textContent(), /^Not this one\. .+ comes back tomorrow\.$/);
  assert.deepEqual(await axe(who.page), []);
  await who.page.reload();
  await mistake.locator('[role=grid]').waitFor();
  assert.match(await mistake.textContent(), /missed today/);
  await play(mistake, game.better);
  await mistake.and(who.page.locator('.solved')).waitFor();
  assert.match(await said(mistake).textContent(), /^Right! .+ comes back tomorrow\.$/);
  assert.equal(await who.page.locator('#score').textContent(), '1 of 1 solved');
  await who.page.reload();
  await who.page.getByText('Done for today.').waitFor();
  assert.equal(await mistake.count(), 0);

  await who.page.goto(`${server.origin}/account`);
  const form = who.page.locator('form[action="/account/new"]');
  await form.locator('[name=name]').fill('Practitioner');
  await form.locator('[name=password]').fill('correct horse battery');
  await form.locator('button').click();
  await who.page.getByText('Signed in as Practitioner.').waitFor();
  await who.page.waitForFunction(() => localStorage.getItem('cards') === null);
  await who.page.goto(`${server.origin}/practice`);
  await who.page.getByText('Done for today.').waitFor();
  await who.page.getByText('You have 1 of at most 5000 positions.').waitFor();
  assert.deepEqual(who.wrong, []);
  await who.close();
});

test('an answer can be shown and a position removed for good; the page fits a phone', async () => {
  const game = await reported();
  let who = await visitor(server.origin, { timezoneId: TODAY });
  await who.page.goto(`${server.origin}/game/${game.id}/learn`);
  await who.page.getByRole('button', { name: 'Practise these positions' }).click();
  await who.page.getByText('1 position was added to your practice.').waitFor();
  who = await nextDay(who);
  await who.page.setViewportSize({ width: 360, height: 740 });
  await who.page.goto(`${server.origin}/practice`);
  const mistake = who.page.locator('.mistake');
  await mistake.locator('[role=grid]').waitFor();
  assert.deepEqual(await noSidewaysScroll(who.page), []);
  assert.deepEqual(await targets(who.page), []);
  assert.deepEqual(await axe(who.page), []);
  await mistake.getByRole('button', { name: 'Show the answer' }).click();
  await said(mistake)
    .and(who.page.getByText(/^Better: \d.+ comes back tomorrow\.$/))
    .waitFor();
  await mistake.getByRole('button', { name: 'Remove' }).click();
  await who.page.getByText('Removed for good.').waitFor();
  await who.page.goto(`${server.origin}/game/${game.id}/learn`);
  await who.page.getByRole('button', { name: 'Practise these positions' }).click();
  await who.page.getByText('The mistakes have already been added to your practice.').waitFor();
  await who.page.goto(`${server.origin}/practice`);
  await who.page.getByText('There is nothing to practise yet.').waitFor();
  assert.deepEqual(who.wrong, []);
  await who.close();
});

test('the last games are looked through on request', async () => {
  const games = [await lost(), await lost()];
  const going = await server.create({ rules: 'american', opponent: 'friend', color: 'black' });
  const who = await visitor(server.origin);
  for (const game of [...games, going]) await seat(who.context, game);
  await who.page.goto(`${server.origin}/practice`);
  await who.page.getByText('There is nothing to practise yet.').waitFor();
  await who.page.getByRole('button', { name: 'Look through my last games' }).click();
  await who.page.getByText('2 positions were added to your practice.').waitFor();
  await who.page.getByText('2 positions come tomorrow.').waitFor();
  await who.page.getByRole('button', { name: 'Look through my last games' }).click();
  await who.page.getByText('No new mistakes of yours were found.').waitFor();
  assert.deepEqual(who.wrong, []);
  await who.close();
});

test('the last games are looked through although the page is closed', async () => {
  const games = [await lost(), await lost()];
  let who = await visitor(server.origin);
  for (const game of games) await seat(who.context, game);
  // The page never hears how far the server is.
  await who.page.route('**/api/reports', route =>
    route.request().method() === 'GET' ? undefined : route.continue(),
  );
  await who.page.goto(`${server.origin}/practice`);
  await who.page.getByRole('button', { name: 'Look through my last games' }).click();
  await who.page.waitForFunction(() => localStorage.getItem('looking') !== null);
  const storageState = await who.context.storageState();
  await who.close();
  for (const { id } of games)
    while ((await server.ask(`/api/games/${id}/report`)).state !== 'done');
  who = await visitor(server.origin, { storageState });
  await who.page.goto(`${server.origin}/practice`);
  await who.page.getByText('2 positions were added to your practice.').waitFor();
  await who.page.waitForFunction(() => localStorage.getItem('looking') === null);
  await who.page.goto(`${server.origin}/games`);
  await who.page.getByRole('button', { name: 'Analyse my last games' }).click();
  await who.page.waitForFunction(() => document.getElementById('own-list')?.querySelector('a'));
  await who.page.getByText('still to be made').waitFor({ state: 'detached' });
  assert.deepEqual(await axe(who.page), []);
  assert.deepEqual(who.wrong, []);
  await who.close();
});
