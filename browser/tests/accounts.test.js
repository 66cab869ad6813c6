// Accounts: signing in, a rated game between two players who meet in the lobby, another device of the same player, and
// what is stored of it. R-UI-9.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { axe } from '../checks/axe.js';
import { noSidewaysScroll, targets } from '../checks/sizes.js';
import { LANGUAGES, closeBrowser, size, visitor } from '../harness/browser.js';
import { PAGES, expected } from '../harness/pages.js';
import { WAYS, boardOf, waitForPlies } from '../harness/play.js';
import { Server } from '../harness/server.js';

let server;
before(async () => {
  server = await Server.start();
});
after(async () => {
  await closeBrowser();
  await server.stop();
});

const PASSWORD = 'correct horse battery';

/** Someone who creates an account on the page. */
async function member(name, wishes) {
  const who = await visitor(server.origin, wishes);
  await who.page.goto(`${server.origin}/account`);
  await who.page.locator('#new-account-name').fill(name);
  await who.page.locator('#new-account-password').fill(PASSWORD);
  await who.page.locator('form[action="/account/new"] button').click();
  await who.page.getByText(`Signed in as ${name}.`).waitFor();
  return who;
}

async function part(...people) {
  for (const who of people) {
    assert.deepEqual(who.wrong, []);
    await who.close();
  }
}

test('two with accounts meet in the lobby, play on any device, and the result counts', async () => {
  const [ann, bo] = [await member('Ann'), await member('Bo', { width: 360, touch: true })];
  for (const { page } of [ann, bo])
    await page.goto(`${server.origin}/lobby`, { waitUntil: 'networkidle' });
  await ann.page.locator('#rules').selectOption('american');
  await ann.page.locator('input[name="color"][value="black"]').check();
  await ann.page.locator('input[name="rated"]').check();
  await ann.page.locator('.pace[value="5m+3s"]').click();
  await ann.page.locator('#waiting').waitFor();
  const id = new URL(ann.page.url()).pathname.split('/').pop();
  const offer = bo.page.locator(`#offers [data-game="${id}"]`);
  await offer.waitFor();
  assert.match(await offer.innerText(), /Ann[\s\S]*rated/);
  await offer.locator('button').tap();
  // The host sees at once who joined, their rating, and a link to their profile.
  await ann.page.locator('#toast', { hasText: '@Bo (1500?) is here.' }).waitFor();
  assert.equal(await ann.page.locator('#bar-top .rating').getAttribute('href'), '/people/Bo');
  for (const { page } of [ann, bo]) assert.match(await page.locator('.meta').innerText(), /rated/);
  await bo.page.locator('#bar-top .rating').waitFor();
  assert.equal(await bo.page.locator('#bar-top .rating').textContent(), '1500?');
  assert.equal(await bo.page.locator('#bar-top .player').textContent(), '@Ann');

  // Another browser of Ann's, which has no key of the game but is signed in.
  const phone = await visitor(server.origin, { width: 360, touch: true });
  await phone.context.addCookies(
    (await ann.context.cookies()).filter(({ name }) => name === 'damier-session'),
  );
  await phone.page.goto(server.origin, { waitUntil: 'networkidle' });
  // On phones the bar stands in for the only game to continue.
  await phone.page.locator('.back').tap();
  await boardOf(phone.page, id);
  assert.equal(await phone.page.locator('#bar-bottom .player').textContent(), 'You');
  await WAYS.touch(phone.page, { picks: [11, 15] });
  for (const { page } of [ann, bo, phone]) await waitForPlies(page, 1);

  const resigned = await bo.page.request.post(`${server.origin}/api/games/${id}/events`, {
    data: { side: 'white', what: 'resign' },
  });
  assert.equal(resigned.status(), 200);
  // Without a reload, and after one.
  for (const again of [false, true]) {
    if (again) await ann.page.reload();
    await ann.page.locator('#scores small').last().waitFor();
    assert.deepEqual(await ann.page.locator('#scores small').allInnerTexts(), [
      '1500 → 1662 +162',
      '1500 → 1338 −162',
    ]);
  }
  assert.deepEqual(await axe(ann.page), []);
  // It is counted a moment after the game is over.
  while (!(await server.ask('/api/people/Bo')).profile.ratings.length) await sleep(50);
  await ann.page.goto(`${server.origin}/people/Bo`);
  await ann.page.getByText('1338?').waitFor();
  await ann.page.goto(`${server.origin}/people/Ann`);
  assert.match(
    await ann.page.locator('main').innerText(),
    /1662\?[\s\S]*Won 1, drawn 0, lost 0[\s\S]*@Bo\s[\s\S]*rated · Won$/m,
  );
  for (const language of LANGUAGES) {
    await phone.context.addCookies([
      { name: 'damier', value: `page=light&lang=${language}`, url: server.origin },
    ]);
    await phone.page.setViewportSize(size(320));
    await phone.page.goto(`${server.origin}/people/Bo`);
    assert.deepEqual(await noSidewaysScroll(phone.page), [], language);
  }
  await part(ann, bo, phone);
});

test('pages of accounts can be read and used by everybody', async () => {
  const cleo = await member('Cleo-with-long-name', { bypassCSP: true, width: 360 });
  await cleo.page
    .locator('#token-label')
    .fill('a program that plays all night long on every board it finds');
  await cleo.page.locator('form[action="/account/tokens"] button').click();
  assert.match(await cleo.page.locator('.token').textContent(), /^damier_[0-9a-f]{32}$/);
  await cleo.page.waitForLoadState();
  const profile = (page, origin) => page.goto(`${origin}/people/Cleo-with-long-name`);
  for (const [name, go] of Object.entries({
    account: () => {},
    profile,
    operator: PAGES.operator,
  })) {
    await go(cleo.page, server.origin);
    assert.deepEqual(await axe(cleo.page), [], name);
    assert.deepEqual(await noSidewaysScroll(cleo.page), [], name);
    assert.deepEqual(await targets(cleo.page), [], name);
    assert.deepEqual(
      cleo.wrong.splice(0).filter(one => !expected(name).test(one)),
      [],
      name,
    );
  }
  await cleo.page.goto(`${server.origin}/account`);
  await cleo.page.getByRole('button', { name: 'Sign out' }).click();
  await cleo.page.locator('#sign-in-name').waitFor();
  await part(cleo);
});
