// Learning from the mistakes of a game: each is a board, right answers are told, wrong ones refuted. Issue 19.3.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { axe } from '../checks/axe.js';
import { noSidewaysScroll, targets } from '../checks/sizes.js';
import { lightWeight } from '../checks/weight.js';
import { closeBrowser, visitor } from '../harness/browser.js';
import { Server } from '../harness/server.js';

let server;
before(async () => {
  server = await Server.start();
});
after(async () => {
  await closeBrowser();
  await server.stop();
});

/** A game in which whoever begins gives a man away, and its report. */
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
