// Strangers meet in the lobby: a seek that waits and one that matches it, an open game joined by a click or by a link,
// and what happens when two want the same seat. R-UI-9.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { axe } from '../checks/axe.js';
import { lostFocus, watchFocus } from '../checks/keyboard.js';
import { noSidewaysScroll, targets } from '../checks/sizes.js';
import { browser, closeBrowser, seat, size, visitor } from '../harness/browser.js';
import { WAYS, open, tabTo, waitForPlies } from '../harness/play.js';
import { Server } from '../harness/server.js';

let server;
before(async () => {
  server = await Server.start();
});
after(async () => {
  await closeBrowser();
  await server.stop();
});

const idOf = page => new URL(page.url()).pathname.split('/').pop();
/** The game is loaded, and the seat is the reader's. */
const seated = page =>
  page
    .locator('#board [data-square="1"][aria-label]')
    .and(page.locator('main:has(#joining[hidden]) *'))
    .waitFor();
const offer = (page, id) => page.locator(`#offers [data-game="${id}"]`);
const says = (page, id, pattern) =>
  page.waitForFunction(
    ([name, source]) => new RegExp(source).test(document.getElementById(name)?.textContent ?? ''),
    [id, pattern.source],
  );

/** A visitor in the lobby. */
async function enter(wishes, path = '/lobby') {
  const who = await visitor(server.origin, wishes);
  await who.page.goto(server.origin + path, { waitUntil: 'networkidle' });
  return who;
}

/** A visitor with an open game. */
async function host(order, wishes) {
  const made = await server.ask('/api/games', {
    rules: 'american',
    clock: '5m+3s',
    color: 'white',
    opponent: 'anybody',
    name: 'Ann',
    ...order,
  });
  const ann = await visitor(server.origin, wishes);
  await seat(ann.context, made);
  await open(ann.page, server.origin, made.id);
  return { ...made, ann };
}

async function part(...people) {
  for (const who of people) {
    assert.deepEqual(who.wrong, []);
    await who.close();
  }
}

test('two who look for the same game find each other and play', async () => {
  const [ann, bo] = [await enter(), await enter({ width: 390, touch: true })];
  await ann.page.locator('#rules').selectOption('american');
  await ann.page.locator('#name').fill('Ann');
  await ann.page.locator('input[name="color"][value="white"]').check();
  await ann.page.locator('.pace[value="5m+3s"]').click();
  await ann.page.locator('#waiting').waitFor();
  assert.match(
    await ann.page.locator('#waiting').innerText(),
    /Waiting for an opponent[\s\S]*Waiting for 0:\d\d[\s\S]*Stop waiting/,
  );
  assert.doesNotMatch(ann.page.url(), /#/, 'no key is to be seen');
  await bo.page.locator('#rules').selectOption('american');
  await bo.page.locator('#name').fill('Bo');
  const came = says(ann.page, 'toast', /Bo is here/);
  await bo.page.locator('.pace[value="5m+3s"]').tap();
  await seated(bo.page);
  assert.equal(idOf(bo.page), idOf(ann.page));
  await came;
  assert.equal(await ann.page.locator('#bar-top .player').textContent(), 'Bo');
  assert.equal(await bo.page.locator('#bar-bottom').getAttribute('data-side'), 'black');
  await WAYS.touch(bo.page, { picks: [11, 15] });
  for (const { page } of [ann, bo]) await waitForPlies(page, 1);
  await part(ann, bo);
});

test('an open game appears without a reload, and is taken by one click', async () => {
  const bo = await enter();
  await bo.page.evaluate(() => {
    window.notReloaded = true;
  });
  const { id, ann } = await host({ rules: 'american,capture=off,name=Lazy Sunday checkers' });
  await offer(bo.page, id).waitFor();
  assert.equal(await bo.page.evaluate(() => window.notReloaded), true);
  assert.match(
    await offer(bo.page, id).innerText(),
    /Lazy Sunday checkers[\s\S]*Ann[\s\S]*5 min \+ 3 s[\s\S]*you play Red[\s\S]*just opened/,
  );
  assert.match(await bo.page.locator('#count').textContent(), /^\d+ games? (is|are) waiting\.$/);
  assert.match(await offer(bo.page, id).ariaSnapshot(), /button "Play Lazy Sunday checkers"/);
  await bo.page.locator('#name').fill('Bo');
  const came = says(ann.page, 'toast', /Bo is here/);
  await offer(bo.page, id).locator('button').click();
  await seated(bo.page);
  assert.equal(idOf(bo.page), id);
  await came;
  assert.equal(await ann.page.locator('#bar-top .player').textContent(), 'Bo');
  const list = await (await fetch(`${server.origin}/lobby/games`)).text();
  assert.ok(!list.includes(id), 'it waits no longer');
  await part(ann, bo);
});

test('a game is taken by keyboard alone, and the focus stays while the list is renewed', async () => {
  const { id, ann } = await host({ rules: 'italian' });
  const bo = await enter();
  await tabTo(bo.page, `[data-game="${id}"] button`);
  await watchFocus(bo.page);
  const more = await host({ rules: 'thai' });
  await offer(bo.page, more.id).waitFor();
  assert.equal(
    await bo.page.evaluate(() => document.activeElement.closest('li')?.dataset.game),
    id,
  );
  assert.deepEqual(await lostFocus(bo.page), []);
  await bo.page.keyboard.press('Enter');
  await seated(bo.page);
  assert.equal(idOf(bo.page), id);
  await part(ann, more.ann, bo);
});

test('of two who want the same seat one gets it, and the other is told in a sentence', async () => {
  const { id, ann } = await host();
  const late = await enter();
  await offer(late.page, id).waitFor();
  // The list is frozen until the seat is requested, so that it can be taken meanwhile.
  let pressed = false;
  late.page.on('request', request => {
    pressed ||= request.url().endsWith('/join');
  });
  await late.page.route('**/lobby/games', route => (pressed ? route.continue() : route.abort()));
  const bo = await enter();
  await offer(bo.page, id).locator('button').click();
  await seated(bo.page);
  await offer(late.page, id).locator('button').focus();
  await watchFocus(late.page);
  await late.page.keyboard.press('Enter');
  await says(late.page, 'trouble', /no longer open/);
  assert.equal(new URL(late.page.url()).pathname, '/lobby');
  await offer(late.page, id).waitFor({ state: 'detached' });
  assert.deepEqual(await lostFocus(late.page), []);
  assert.equal(
    await late.page.evaluate(name => localStorage.getItem(name), `key:${id}`),
    null,
    'a key that opens nothing is not kept',
  );
  const other = await host({ rules: 'russian' });
  await offer(late.page, other.id).locator('button').click();
  await seated(late.page);
  assert.deepEqual(
    late.wrong.filter(one => !/403|ERR_FAILED/.test(one)),
    [],
  );
  await late.close();
  await part(ann, bo, other.ann);
});

test('who stands on a game that is called off does not lose the keyboard', async () => {
  const { id, ann } = await host({ rules: 'italian' });
  const late = await enter();
  await offer(late.page, id).locator('button').focus();
  await watchFocus(late.page);
  await ann.page.locator('#waiting [data-do="abort"]').click();
  await offer(late.page, id).waitFor({ state: 'detached' });
  assert.deepEqual(await lostFocus(late.page), []);
  await part(ann, late);
});

test('two who take a seat at the same moment: one plays, one reads why not', async () => {
  const { id, ann } = await host({ rules: 'spanish' });
  const two = [await enter(), await enter()];
  for (const { page } of two) {
    await offer(page, id).waitFor();
    // Neither learns before the click that the other was faster.
    await page.route('**/lobby/games', route => route.abort());
  }
  await Promise.all(two.map(({ page }) => offer(page, id).locator('button').click()));
  const ends = await Promise.all(
    two.map(({ page }) =>
      Promise.race([
        page.waitForURL(/\/game\//).then(() => 'plays'),
        page
          .locator('#trouble', { hasText: 'no longer open' })
          .waitFor()
          .then(() => 'reads why not'),
      ]),
    ),
  );
  assert.deepEqual(ends.sort(), ['plays', 'reads why not']);
  assert.equal((await server.game(id)).table.phase, 'playing');
  for (const who of two) {
    assert.deepEqual(
      who.wrong.filter(one => !/403|ERR_FAILED/.test(one)),
      [],
    );
    await who.close();
  }
  await part(ann);
});

test('who seeks twice is led back to the game that waits, and not paired with themselves', async () => {
  const ann = await enter();
  const seek = async page => {
    await page.goto(`${server.origin}/lobby`, { waitUntil: 'networkidle' });
    await page.locator('#rules').selectOption('czech');
    await page.locator('.pace').nth(1).click();
    await page.locator('#waiting').waitFor();
  };
  await seek(ann.page);
  const again = await ann.context.newPage();
  await seek(again);
  assert.equal(idOf(again), idOf(ann.page));
  assert.equal((await server.game(idOf(again))).table.phase, 'waiting');
  await part(ann);
});

test('whoever gets the link of an open game may take the seat', async () => {
  const { id, ann } = await host();
  const link = await ann.page.locator('#invitation').inputValue();
  assert.equal(link, `${server.origin}/game/${id}`);
  const [bo, late] = [await enter({ width: 360 }, `/game/${id}`), await enter({}, `/game/${id}`)];
  for (const { page } of [bo, late]) {
    await page.locator('#joining').waitFor();
    assert.match(
      await page.locator('#joining').innerText(),
      /Ann is looking for an opponent[\s\S]*Red/,
    );
  }
  await bo.page.locator('#joining button').click();
  await seated(bo.page);
  await says(late.page, 'toast', /seat is taken/);
  await says(late.page, 'note', /You are watching/);
  await part(ann, bo, late);
});

test('who waits no longer is back in the lobby, and the game is gone', async () => {
  const ann = await enter();
  await ann.page.locator('#rules').selectOption('turkish');
  await ann.page.locator('.pace').first().click();
  await ann.page.locator('#waiting').waitFor();
  const id = idOf(ann.page);
  const bo = await enter();
  await offer(bo.page, id).waitFor();
  await ann.page.locator('#waiting [data-do="abort"]').click();
  await ann.page.waitForURL(/\/lobby$/);
  await offer(bo.page, id).waitFor({ state: 'detached' });
  assert.equal((await server.game(id)).table.ending.reason, 'aborted');
  await part(ann, bo);
});

test('a game by correspondence stays open without its host, and the first page tells whose move it is', async () => {
  const ann = await enter();
  await ann.page.locator('#rules').selectOption('american');
  await ann.page.locator('input[name="color"][value="black"]').check();
  await ann.page.locator('#seek summary').click();
  await ann.page.locator('#kind').selectOption('days');
  await ann.page.locator('#days').fill('4');
  await ann.page.locator('#seek .more .primary').click();
  await ann.page.locator('#waiting').waitFor();
  assert.match(await ann.page.locator('#waiting').innerText(), /You may leave this page/);
  const id = idOf(ann.page);
  const first = async ({ page }) => {
    await page.goto(server.origin, { waitUntil: 'networkidle' });
    return page.locator(`#unfinished a[href="/game/${id}"]`).innerText();
  };
  assert.match(await first(ann), /waiting for an opponent/);
  await ann.page.goto(`${server.origin}/lobby`, { waitUntil: 'networkidle' });
  await offer(ann.page, id).getByText('Your game').waitFor();
  assert.equal(
    await offer(ann.page, id).locator('button').isVisible(),
    false,
    'nobody takes their own game',
  );
  const bo = await enter();
  assert.match(await offer(bo.page, id).innerText(), /4 days per move[\s\S]*you play Black/);
  await bo.page.locator('#rules').selectOption('american');
  await bo.page.locator('#seek summary').click();
  await bo.page.locator('#kind').selectOption('days');
  await bo.page.locator('#days').fill('4');
  await bo.page.locator('#seek .more .primary').click();
  await seated(bo.page);
  assert.equal(idOf(bo.page), id, 'a seek on the same terms takes it, too');
  assert.match(await first(ann), /your move · 4 days left/);
  assert.match(await first(bo), /your opponent's move · 4 days left/);
  await ann.page.locator(`#unfinished a[href="/game/${id}"]`).click();
  await ann.page.locator('#board .can').first().waitFor();
  await WAYS.clicks(ann.page, { picks: [11, 15] });
  await waitForPlies(ann.page, 1);
  assert.match(await ann.page.locator('#bar-top .clock').textContent(), /^(3d 23:5|4d 0:0)\d$/);
  assert.match(await first(ann), /your opponent's move/);
  assert.match(await first(bo), /your move/);
  await part(ann, bo);
});

test('a clock that is none is told, and nothing is lost of the form', async () => {
  const who = await enter();
  await who.page.locator('#seek summary').click();
  await who.page.locator('#kind').selectOption('own');
  await who.page.locator('#own_clock').fill('five apples');
  await who.page.locator('#seek .more .primary').click();
  await says(who.page, 'trouble', /five apples/);
  assert.equal(await who.page.locator('#own_clock').inputValue(), 'five apples');
  assert.deepEqual(
    who.wrong.filter(one => !/422/.test(one)),
    [],
  );
  await who.close();
});

test('a page that nobody sees asks for nothing', async () => {
  const who = await enter();
  const asked = [];
  who.page.on('request', request => asked.push(request.url()));
  await who.page.waitForRequest(/lobby\/games/);
  await who.page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { get: () => window.away ?? true });
  });
  asked.length = 0;
  await who.page.waitForTimeout(9000);
  assert.deepEqual(asked, []);
  const asks = who.page.waitForRequest(/lobby\/games/);
  await who.page.evaluate(() => {
    window.away = false;
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await asks;
  await who.page.waitForTimeout(500);
  assert.equal(asked.length, 1, 'and asks at once when it is seen');
  await part(who);
});

test('the empty lobby says what to do; without JavaScript it is a list to read', async () => {
  const quiet = await Server.start();
  const who = await visitor(quiet.origin, { width: 360 });
  await who.page.goto(`${quiet.origin}/lobby`, { waitUntil: 'networkidle' });
  assert.match(
    await who.page.locator('#none').innerText(),
    /Nobody is waiting yet[\s\S]*share the link/,
  );
  for (const width of [320, 1280]) {
    await who.page.setViewportSize(size(width));
    assert.deepEqual(
      [
        ...(await axe(who.page)),
        ...(await targets(who.page, '.pace, .offer button')),
        ...(await noSidewaysScroll(who.page)),
      ],
      [],
    );
  }
  await quiet.ask('/api/games', {
    rules: 'frisian',
    clock: '2d/move',
    opponent: 'anybody',
    name: 'Douwe',
  });
  const plain = await (await browser()).newContext({ javaScriptEnabled: false, locale: 'en-GB' });
  const page = await plain.newPage();
  await page.goto(`${quiet.origin}/lobby`);
  assert.match(
    await page.locator('main').innerText(),
    /You need JavaScript to play[\s\S]*Frisian draughts[\s\S]*Douwe[\s\S]*2 days per move/,
  );
  await page.locator('#offers a').first().click();
  await page.waitForURL(/\/game\//);
  await plain.close();
  await part(who);
  await quiet.stop();
});
