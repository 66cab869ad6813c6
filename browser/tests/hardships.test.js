// Browsers that refuse things, connections that fail, and views that come in an odd order.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { closeBrowser, seat, visitor } from '../harness/browser.js';
import { WAYS, cell, open, waitForPlies } from '../harness/play.js';
import { Server } from '../harness/server.js';

let server;
before(async () => { server = await Server.start(); });
after(async () => { await closeBrowser(); await server.stop(); });

/** A visitor whose browser is changed before any page is there. */
async function as(change, check, wishes, allowed = /^$/) {
  const who = await visitor(server.origin, wishes);
  await who.context.addInitScript(change);
  await check(who.page, who.context);
  assert.deepEqual(who.wrong.filter((one) => !allowed.test(one)), []);
  await who.close();
}

const first = (page) => page.locator('#board [data-square]').first().getAttribute('data-square');
const heard = (page, id, pattern) => page.waitForFunction(([name, source]) => new RegExp(source).test(document.getElementById(name).textContent), [id, pattern.source]);

/** What a browser has only on safe connections. */
function plainHttp() {
  delete Crypto.prototype.randomUUID;
  Object.defineProperty(Navigator.prototype, 'clipboard', { value: undefined });
}

/** A browser that keeps nothing for sites. */
function keepNothing() {
  Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('The operation is insecure.', 'SecurityError'); } });
}

test('a game is played and its link shared over plain http', () => as(plainHttp, async (page, context) => {
  const made = await server.create({ rules: 'american' });
  await seat(context, made);
  await open(page, server.origin, made.id);
  await WAYS.clicks(page, { picks: [11, 15] });
  await waitForPlies(page, 1);
  assert.equal((await server.game(made.id)).history.length, 1);
  await page.locator('#files [data-do="share"]').click();
  assert.equal(await page.locator('#address').inputValue(), `${server.origin}/game/${made.id}`);
  assert.equal(await page.evaluate(() => getSelection().toString()), `${server.origin}/game/${made.id}`, 'it is ready to be copied');
}));

test('a game is played where the browser keeps nothing', () => as(keepNothing, async (page) => {
  await page.goto(server.origin);
  await page.locator('button[value="here"]').click();
  await page.locator('#board [data-square="1"][aria-label]').waitFor();
  assert.ok(!page.url().includes('key='), 'the key leaves the address');
  await heard(page, 'toast', /keeps nothing/);
  await WAYS.clicks(page, { picks: [11, 15] });
  await waitForPlies(page, 1);
  await page.locator('#actions [data-do="new"]').click();
  const before = page.url();
  await page.locator('dialog[open] [data-do="yes"]').click();
  await page.waitForURL((url) => url.href !== before && !url.href.includes('key='));
  await page.locator('#board [data-square="1"][aria-label]').waitFor();
  await WAYS.clicks(page, { picks: [11, 15] });
  await waitForPlies(page, 1);
  await page.goto(`${server.origin}/compose?rules=american`);
  await page.locator('[data-do="save"]').click();
  await heard(page, 'said', /keeps nothing/);
}));

test('Black is below for who plays Black, whichever view comes first', async () => {
  for (let round = 0; round < 10; round += 1) {
    const made = await server.create({ rules: 'international', color: 'black', level: 1 });
    await as(() => {}, async (page, context) => {
      await seat(context, made);
      // A view that was sent before the key was said.
      if (round % 2) await page.routeWebSocket(/\/ws\//, async (socket) => {
        socket.send(JSON.stringify({ game: await server.game(made.id) }));
        const theirs = socket.connectToServer();
        socket.onMessage((text) => setTimeout(() => theirs.send(text), 100));
      });
      await open(page, server.origin, made.id);
      await page.locator('#board .can').first().waitFor();
      assert.equal(await first(page), '50');
      assert.equal(await page.locator('#bar-bottom').getAttribute('data-side'), 'black');
      await page.locator('#actions [data-do="flip"]').click();
      assert.equal(await first(page), '1', 'who turns the board has it their way');
    });
  }
});
