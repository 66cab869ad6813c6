// Lighthouse on a phone: accessibility, best practices and SEO are perfect, and the first load is light; performance is
// reported. `DAMIER_SLOW=1` reports the median of five visits.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { judged, steered } from '../checks/lighthouse.js';
import { fixtures } from '../harness/fixtures.js';
import { Server } from '../harness/server.js';

const VISITS = process.env.DAMIER_SLOW === '1' ? 5 : 1;
let server;
let browser;
before(async () => {
  server = await Server.start();
  browser = await steered();
});
after(async () => {
  await browser.close();
  await server.stop();
});

for (const [name, path] of Object.entries({
  home: '/',
  game: '/game/',
  rules: '/variants/italian',
  lobby: '/lobby',
})) {
  test(`R-UI: Lighthouse on ${name}`, async t => {
    const { id } = await server.create({ rules: 'international' });
    const address = server.origin + (name === 'game' ? path + id : path);
    const { wrong, performance } = await judged(browser.port, address, VISITS);
    t.diagnostic(`measured: ${name}, performance ${performance}`);
    assert.deepEqual(wrong, []);
  });
}

test('it finds what is wrong with a page', async () => {
  const served = await fixtures();
  const { wrong } = await judged(browser.port, `${served.origin}/inaccessible`);
  served.close();
  assert.match(wrong.join('\n'), /accessibility: .*\(image-alt\)/);
  assert.match(wrong.join('\n'), /seo: .*\(meta-description\)/);
});
