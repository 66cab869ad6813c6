// Budgets: a first visit is at most 150 KB on the wire, whatever page it is to.
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

for (const path of [
  '/',
  '/game/',
  '/variants',
  '/variants/italian',
  '/compose',
  '/editor',
  '/endgame',
  '/import',
  '/lobby',
  '/watch',
  '/settings',
  '/about',
]) {
  test(`first load: ${path}`, async () => {
    const { id } = await server.create({ rules: 'international' });
    const who = await visitor(server.origin);
    assert.deepEqual(
      await lightWeight(who.page, server.origin + (path === '/game/' ? path + id : path)),
      [],
    );
    await who.close();
  });
}
