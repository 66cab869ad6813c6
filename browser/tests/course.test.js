// The course: exercises are solved on their boards, progress is remembered, and square names are learned. Issue 19.7.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
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

/** The board of an exercise, once it is playable. */
async function board(page, name) {
  const figure = page.locator(`[data-name="${name}"]`);
  await figure.scrollIntoViewIfNeeded();
  await figure.locator('[role=grid]').waitFor();
  return figure;
}

/** Plays moves one by one. */
async function play(figure, ...moves) {
  for (const square of moves.join('-').split(/[-x]/))
    await figure.getByRole('gridcell', { name: new RegExp(`^${square},`) }).click();
}

const says = (figure, text) => figure.locator('.said', { hasText: text }).waitFor();

test('exercises are solved, and stay solved', async () => {
  const who = await visitor(server.origin);
  await who.page.goto(`${server.origin}/variants/international`);
  await who.page.getByRole('link', { name: 'Learn to play' }).click();
  await who.page.getByRole('link', { name: 'Moving' }).click();
  const safe = await board(who.page, 'safe-move');
  const right = JSON.parse(await safe.getAttribute('data-right'));
  await play(safe, '22-18');
  await says(safe, 'Not this one.');
  assert.ok(!right.includes('22-18'));
  await safe.getByRole('button', { name: 'Start over' }).click();
  await says(safe, 'White to move');
  await play(safe, right[0]);
  await says(safe, /^Right! .+ take\.$/);
  await who.page.getByText('1 of 2 solved').waitFor();
  await who.page.reload();
  await who.page.getByText('1 of 2 solved').waitFor();
  await who.page.getByRole('link', { name: 'Learn to play: International draughts' }).click();
  await who.page.locator('[data-lesson="moving"]', { hasText: '1 of 2 solved' }).waitFor();
  assert.deepEqual(who.wrong, []);
  await who.close();
});

test('a shot is answered, and needs its second move', async () => {
  const who = await visitor(server.origin);
  const address = `${server.origin}/learn/american/shot`;
  assert.deepEqual(await lightWeight(who.page, address), []);
  await who.page.goto(address);
  const shot = await board(who.page, 'second-shot');
  const [offer] = JSON.parse(await shot.getAttribute('data-right'));
  await play(shot, offer);
  await says(shot, 'The other side had to take');
  // Whatever can capture now captures enough.
  const { rules, fen } = await shot.evaluate(({ dataset }) => ({ ...dataset }));
  const given = await server.ask('/api/position', { rules, fen, moves: [offer] });
  const taken = await server.ask('/api/position', {
    rules,
    fen,
    moves: [offer, given.position.legal[0].text],
  });
  const [{ paths }] = taken.position.legal;
  const { squares } = paths[0];
  await play(shot, squares.join('-'));
  await says(shot, /^Right!/);
  assert.deepEqual(who.wrong, []);
  await who.close();
});

test('squares are found and named against the clock', async () => {
  const who = await visitor(server.origin);
  await who.page.clock.install();
  await who.page.goto(`${server.origin}/learn/russian/squares`);
  const [ask, result] = [who.page.locator('#ask'), who.page.locator('#result')];
  await who.page.locator('[data-square]').first().waitFor();
  await who.page.getByRole('button', { name: 'Start' }).click();
  const wanted = async () => (await ask.textContent()).match(/Where is (..)\?/)[1];
  const named = name => who.page.locator('[data-square]', { hasText: new RegExp(`^${name}$`) });
  await named(await wanted()).click();
  await result.getByText('Right: 1').waitFor();
  const other = (await wanted()) === 'a1' ? 'h8' : 'a1';
  await named(other).click();
  await result.getByText(`That was ${other}. Right: 1`).waitFor();
  await who.page.clock.runFor(31_000);
  await ask.getByText('Time is up: 1, your best so far!').waitFor();

  await who.page.getByLabel('Type the name').check();
  await who.page.getByRole('button', { name: 'Start' }).click();
  const marked = who.page.locator('.cell.picked');
  await who.page.locator('#name').fill(await marked.textContent());
  await who.page.keyboard.press('Enter');
  await result.getByText('Right: 1').waitFor();
  assert.match(await marked.getAttribute('aria-label'), /^row \d, column \d, selected/);
  assert.deepEqual(who.wrong, []);
  await who.close();
});

test('a lesson is read without JavaScript', async () => {
  const page = await fetch(`${server.origin}/learn/italian/choice`).then(answer => answer.text());
  assert.match(page, /you must choose one that takes the most pieces/);
  assert.match(page, /<summary>Show the answer<\/summary><p><span class="num">\d+x\d+<\/span>/);
  assert.match(page, /alt="[^"]*men on \d/i);
});
