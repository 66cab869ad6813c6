// Budgets: a first visit is at most 150 KB on the wire, whatever page it is to.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { lightWeight } from '../checks/weight.js';
import { closeBrowser, visitor } from '../harness/browser.js';
import { Server } from '../harness/server.js';

let server;
before(async () => { server = await Server.start(); });
after(async () => { await closeBrowser(); await server.stop(); });

for (const name of ['home', 'game']) {
  test(`first load: ${name}`, async () => {
    const { id } = await server.create({ rules: 'international' });
    const who = await visitor(server.origin);
    const path = name === 'home' ? '/' : `/game/${id}`;
    assert.deepEqual(await lightWeight(who.page, server.origin + path), []);
    await who.close();
  });
}
