// A whole game in American, Italian and International with each kind of input; at the end the page agrees with the
// server. R-UI-1..6, R-GM-1, R-AM-5..7, R-IT-4..6, R-FR-3..5 from the player's side.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { lostFocus, watchFocus } from '../checks/keyboard.js';
import { shifts, watchShifts } from '../checks/motion.js';
import { closeBrowser, seat, visitor } from '../harness/browser.js';
import { PRESSES, WAYS, cell, open, shown, waitForPlies } from '../harness/play.js';
import { SCRIPTS } from '../harness/scripts.js';
import { Server } from '../harness/server.js';

let server;
before(async () => {
  server = await Server.start();
});
after(async () => {
  await closeBrowser();
  await server.stop();
});

/** The page agrees with the server. */
async function inStep(page, id) {
  const game = await server.game(id);
  await waitForPlies(page, game.history.length);
  assert.equal(await shown(page), game.position.hub.slice(1));
  assert.deepEqual(
    await page.locator('#moves button').allTextContents(),
    game.history.map(({ text }) => text),
  );
  return game;
}

/** Plays one move with a kind of input, until the server has it. */
async function play(page, id, way, ply) {
  const { history } = await server.game(id);
  await WAYS[way](page, ply);
  await waitForPlies(page, history.length + 1);
  const game = await inStep(page, id);
  assert.equal(game.history.at(-1).text, ply.text);
  return game;
}

/** Where captures diverge, the page numbers and names them. */
async function choose(page, id, way, { text, picks, other, parts }) {
  const known = picks.indexOf(parts[0]);
  if (way === 'clicks' || way === 'touch' || way === 'keyboard') {
    await WAYS[way](page, { picks: picks.slice(0, known) });
    await page.locator('#choices li').nth(1).waitFor();
    const choices = await page.locator('#choices li').allTextContents();
    assert.equal(choices.length, 2, 'both captures of four are named');
    for (const name of [text, other]) {
      const end = name.split('x')[1];
      assert.ok(
        choices.some(one => one.includes(end) && one.includes('4')),
        `${name} is among ${choices}`,
      );
    }
    for (const square of parts)
      assert.match(await cell(page, square).getAttribute('data-mark'), /^[12]$/);
    return play(page, id, way, { text, picks: picks.slice(known) });
  }
  return play(page, id, way, { text, picks });
}

/** A draw is offered, and the other side declines. */
async function declined(page, id, way) {
  await PRESSES[way](page, '#actions [data-do="draw"]');
  await page.locator('#actions [data-do="decline-draw"]').waitFor();
  const { table } = await server.game(id);
  assert.deepEqual(
    table.offers.map(({ proposal }) => proposal),
    ['draw'],
  );
  await PRESSES[way](page, '#actions [data-do="decline-draw"]');
  await page.locator('#actions [data-do="draw"]').waitFor();
  assert.deepEqual((await server.game(id)).table.offers, []);
}

async function resigned(page, id, way) {
  await PRESSES[way](page, '#actions [data-do="resign"]');
  await page.locator('dialog[open]').waitFor();
  await PRESSES[way](page, 'dialog[open] [data-do="yes"]');
  await page.locator('#actions [data-do="again"]').waitFor();
  const { table } = await inStep(page, id);
  assert.equal(table.phase, 'finished');
  assert.equal(table.ending.reason, 'resignation');
  const sides = await page.locator('html').getAttribute('data-sides');
  const winner = sides.split('-')[table.ending.winner === 'white' ? 0 : 1];
  assert.match(await page.locator('#turn').innerText(), new RegExp(winner, 'i'), 'R-UI-2: who won');
  assert.match(await page.locator('#now').innerText(), /resign/i, 'R-UI-2: and why');
}

async function whole(rules, way) {
  const { fen, capture, plies } = SCRIPTS[rules];
  const made = await server.create({ rules, fen });
  const who = await visitor(server.origin, {
    width: way === 'touch' ? 390 : 1280,
    touch: way === 'touch',
  });
  await seat(who.context, made);
  await open(who.page, server.origin, made.id);
  await watchShifts(who.page);
  if (way === 'keyboard') await watchFocus(who.page);
  await choose(who.page, made.id, way, capture);
  const wrong = [];
  for (const [at, ply] of plies.entries()) {
    const game = await play(who.page, made.id, way, ply);
    if (ply.crowns)
      assert.equal(game.position.hub[ply.crowns[0]], ply.crowns[1], `${ply.text} makes a king`);
    if (at === 1) await declined(who.page, made.id, way);
  }
  wrong.push(...(await shifts(who.page)));
  await resigned(who.page, made.id, way);
  if (way === 'keyboard') wrong.push(...(await lostFocus(who.page)));
  assert.deepEqual([...wrong, ...who.wrong], []);
  await who.close();
}

for (const rules of Object.keys(SCRIPTS)) {
  for (const way of ['clicks', 'keyboard', 'touch', 'drag']) {
    test(`${rules} by ${way}`, () => whole(rules, way));
  }
}
test('international by the move box', () => whole('international', 'box'));

test('nothing moves while clocks run and the computer answers', async () => {
  const made = await server.create({
    rules: 'american',
    color: 'black',
    clock: '20m+5s',
    level: 1,
  });
  const who = await visitor(server.origin, { width: 360, still: false });
  await seat(who.context, made);
  await open(who.page, server.origin, made.id);
  await watchShifts(who.page);
  for (let turn = 0; turn < 4; turn += 1) {
    await who.page.locator('#board .can').first().waitFor();
    const { history, position } = await server.game(made.id);
    const [{ squares }] = position.legal[0].paths;
    await WAYS.clicks(who.page, { picks: [squares[0], squares.at(-1)] });
    await waitForPlies(who.page, history.length + 2);
  }
  assert.deepEqual([...(await shifts(who.page)), ...who.wrong], []);
  await who.close();
});
