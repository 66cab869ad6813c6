// Games that are watched from several places, and survive the server's restarts. R-UI-9.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { closeBrowser, seat, visitor } from '../harness/browser.js';
import { WAYS, cell, open, shown, waitForPlies } from '../harness/play.js';
import { Server } from '../harness/server.js';

let server;
before(async () => {
  server = await Server.start();
});
after(async () => {
  await closeBrowser();
  await server.stop();
});

async function sees(page, id) {
  const { history, position } = await server.game(id);
  await waitForPlies(page, history.length);
  assert.equal(await shown(page), position.hub.slice(1));
}

test('R-UI-9: two tabs and a viewer stay in step', async () => {
  const made = await server.create({ rules: 'international' });
  const player = await visitor(server.origin);
  await seat(player.context, made);
  const other = await player.context.newPage();
  const viewer = await visitor(server.origin, { width: 360 });
  const pages = [player.page, other, viewer.page];
  for (const page of pages) await open(page, server.origin, made.id);
  for (const [at, picks] of [
    [32, 28],
    [19, 23],
    [28, 19],
    [14, 23],
  ].entries()) {
    await WAYS.clicks(pages[at % 2], { picks });
    for (const page of pages) await waitForPlies(page, at + 1);
    for (const page of pages) await sees(page, made.id);
  }
  await cell(viewer.page, 31).click();
  await cell(viewer.page, 26).click();
  assert.equal((await server.game(made.id)).history.length, 4, 'a viewer has no seat');
  assert.equal(
    await viewer.page.locator('#board .can, #board .goal, #board .picked').count(),
    0,
    'and is shown nothing to do',
  );
  assert.equal(await viewer.page.locator('#actions [data-do="resign"]:visible').count(), 0);
  assert.deepEqual([...player.wrong, ...viewer.wrong], []);
  await player.close();
  await viewer.close();
});

test('an open page goes on after the server was killed, without a reload', async () => {
  const made = await server.create({ rules: 'american' });
  const who = await visitor(server.origin);
  await seat(who.context, made);
  await open(who.page, server.origin, made.id);
  await who.page.evaluate(() => {
    window.notReloaded = true;
  });
  await WAYS.clicks(who.page, { picks: [11, 15] });
  await waitForPlies(who.page, 1);
  const connected = await who.page.locator('#link').innerText();
  await server.kill();
  await who.page.waitForFunction(
    text => document.getElementById('link').innerText !== text,
    connected,
  );
  // What is done meanwhile takes effect when the server is back.
  await WAYS.clicks(who.page, { picks: [22, 18] });
  await server.run();
  await who.page.waitForFunction(
    text => document.getElementById('link').innerText === text,
    connected,
  );
  await waitForPlies(who.page, 2);
  await WAYS.clicks(who.page, { picks: [15, 22] });
  await waitForPlies(who.page, 3);
  await sees(who.page, made.id);
  assert.deepEqual(
    (await server.game(made.id)).history.map(({ text }) => text),
    ['11-15', '22-18', '15x22'],
  );
  assert.equal(await who.page.evaluate(() => window.notReloaded), true);
  const unexpected = who.wrong.filter(
    one => !/ERR_CONNECTION_REFUSED|WebSocket connection/.test(one),
  );
  assert.deepEqual(unexpected, []);
  await who.close();
});
