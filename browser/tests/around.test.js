// What surrounds a game: exports, stepping through it, the connection, the chat next to the moves, settings. R-GM-2,
// R-UI-8, R-UI-9.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { axe } from '../checks/axe.js';
import { shiftedBeyond, shifts, sumShifts, watchShifts } from '../checks/motion.js';
import { noSidewaysScroll, targets } from '../checks/sizes.js';
import { closeBrowser, ready, seat, visitor } from '../harness/browser.js';
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

/** Opens a game after some moves; at the end its page must be free of problems. */
async function at(order, moves, check, wishes = {}, allowed = /^$/) {
  const made = await server.create(order);
  for (const move of moves) await server.move(made, move);
  const who = await visitor(server.origin, wishes);
  await seat(who.context, made);
  await open(who.page, server.origin, made.id);
  await waitForPlies(who.page, moves.length);
  await check(who.page, made, who.context);
  assert.deepEqual(
    who.wrong.filter(one => !allowed.test(one)),
    [],
  );
  await who.close();
}
const MOVES = ['11-15', '22-18', '15x22', '25x18'];

test('R-GM-2: exports open in a dialog, and the game stays', () =>
  at({ rules: 'american' }, MOVES, async (page, { id }, context) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const button = page.locator('[data-do="export"]');
    await button.click();
    const dialog = page.locator('#export');
    await dialog.waitFor();
    assert.deepEqual(await axe(page), []);
    assert.deepEqual(await targets(page), []);
    await page.waitForFunction(() => document.getElementById('export-picture').naturalWidth > 0);
    const copied = async what => {
      await page.evaluate(() => {
        document.getElementById('export-said').textContent = '';
      });
      await dialog.locator(`[data-copy="${what}"]`).click();
      await page.waitForFunction(() => document.getElementById('export-said').textContent !== '');
      return page.evaluate(() => navigator.clipboard.readText());
    };
    assert.match(await copied('game.pdn'), /11-15 22-18/);
    assert.equal(await copied('position.fen'), (await server.game(id)).position.fen);
    assert.equal(await copied('link'), `${server.origin}/game/${id}`);
    for (const kind of ['pdn', 'fen', 'svg', 'png', 'log']) {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        dialog.locator(`#save-${kind}`).click(),
      ]);
      assert.equal(download.suggestedFilename(), `damier-${id}.${kind}`);
      assert.ok((await readFile(await download.path())).length > 0, kind);
    }
    assert.ok(page.url().endsWith(id), 'nothing led away');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    assert.ok(await button.evaluate(one => one === document.activeElement), 'the focus is back');
    await WAYS.clicks(page, { picks: [8, 11] });
    await waitForPlies(page, MOVES.length + 1);
  }));

test('printed, a game is a score sheet: players, the board with its squares, the moves', () =>
  at({ rules: 'american' }, MOVES, async page => {
    await page.emulateMedia({ media: 'print' });
    for (const seen of ['#board', '#bar-top .player', '#moves button', '.about h2'])
      assert.ok(await page.locator(seen).first().isVisible(), seen);
    for (const gone of [
      '.top',
      '.foot',
      '#actions',
      '.files-bar',
      '.turn-word',
      '#watching',
      '#now',
    ])
      assert.equal(await page.locator(gone).first().isVisible(), false, gone);
    const styles = (selector, ...names) =>
      page
        .locator(selector)
        .first()
        .evaluate(
          (one, all) => all.map(name => getComputedStyle(one).getPropertyValue(name)),
          names,
        );
    assert.deepEqual(await styles('#board .cell', 'print-color-adjust'), ['exact']);
    const [ground, ink] = await styles('#moves [aria-current]', 'background-color', 'color');
    assert.deepEqual(
      [ground, ink],
      ['rgba(0, 0, 0, 0)', await styles('#moves', 'color').then(one => one[0])],
    );
  }));

test('the seed is a quiet line', () =>
  at({ rules: 'american', seed: '6492001106719095', level: 1, color: 'black' }, [], async page => {
    const line = page.locator('.seed');
    assert.match(await line.innerText(), /^Seed 6492001106719095$/);
    const [{ y }, { y: other }] = await Promise.all(
      [line, page.locator('.files-bar [data-do="export"]')].map(one => one.boundingBox()),
    );
    assert.ok(Math.abs(y - other) < 12, 'it has no line of its own');
    assert.equal(await line.locator('button').getAttribute('aria-label'), 'Play the same again');
  }));

test('R-GM-2: arrows step through the game from anywhere, and so does the wheel', () =>
  at({ rules: 'american' }, MOVES, async (page, { id }) => {
    const { history, start } = await server.game(id);
    const sees = async ply =>
      assert.equal(await shown(page), (ply ? history[ply - 1].hub : start).slice(1), `${ply}`);
    await page.keyboard.press('ArrowLeft');
    await sees(3);
    await page.locator('#actions [data-do="flip"]').focus();
    await page.keyboard.press('ArrowLeft');
    await sees(2);
    await page.keyboard.press('ArrowRight');
    await sees(3);
    // After a click on the board, too; that returns to the game first.
    await cell(page, 1).click();
    await sees(4);
    await page.keyboard.press('ArrowLeft');
    await sees(3);
    // Keyboard users move over the squares.
    await page.locator('#movebox').focus();
    await page.keyboard.press('ArrowLeft');
    await sees(3);
    await page.locator('#board [tabindex="0"]').focus();
    const before = await page.evaluate(() => document.activeElement.dataset.square);
    await page.keyboard.press('ArrowLeft');
    await sees(3);
    assert.notEqual(await page.evaluate(() => document.activeElement.dataset.square), before);
    await cell(page, 14).hover();
    await page.mouse.wheel(0, -100);
    await page.waitForFunction(
      () => document.querySelector('#moves [aria-current]').textContent === '22-18',
    );
    await sees(2);
    await page.mouse.wheel(0, 100);
    await page.waitForFunction(
      () => document.querySelector('#moves [aria-current]').textContent === '15x22',
    );
    await sees(3);
    await page.locator('#settle [data-do="present"]').click();
    await sees(4);
  }));

test('on a phone the buttons to step stand below the board, and there are no shortcuts', () =>
  at(
    { rules: 'american' },
    MOVES,
    async (page, { id }) => {
      const { history } = await server.game(id);
      const back = page.locator('[data-step="previous"]');
      const { y, height } = await back.boundingBox();
      assert.ok(y + height <= 740 && y > 0, 'in the window without scrolling');
      await back.tap();
      assert.equal(await shown(page), history[2].hub.slice(1));
      await page.locator('[data-step="next"]').tap();
      assert.equal(await shown(page), history[3].hub.slice(1));
      assert.equal(await page.locator('#actions [data-do="help"]').isVisible(), false);
      assert.deepEqual(
        [...(await targets(page, '.acts button')), ...(await noSidewaysScroll(page))],
        [],
      );
    },
    { width: 360, touch: true },
  ));

test('whether the server can be reached is said beside the turn, also offline', () =>
  at(
    { rules: 'american' },
    [],
    async (page, _, context) => {
      await watchShifts(page);
      assert.equal(await page.locator('#link').isVisible(), false, 'nothing to say');
      await context.setOffline(true);
      await page.locator('#link[data-state="offline"]').waitFor();
      assert.match(await page.locator('#link').innerText(), /offline/i);
      const [chip, turn] = await Promise.all(
        ['#link', '#now'].map(one => page.locator(one).boundingBox()),
      );
      assert.ok(Math.abs(chip.y - turn.y) < 40, 'at the line that says whose turn it is');
      assert.ok(chip.y > 0 && chip.y < 740);
      await context.setOffline(false);
      await page.locator('#link[data-state="connected"]').waitFor({ state: 'attached' });
      assert.equal(await page.locator('#link').isVisible(), false);
      assert.deepEqual(await shifts(page), [], 'and nothing moves');
    },
    { width: 360 },
    /ERR_INTERNET_DISCONNECTED|WebSocket/,
  ));

test('chat and moves share the height', async () => {
  const made = await server.create({ rules: 'american', opponent: 'friend', name: 'Ann' });
  await server.ask(`/api/games/${made.id}/join`, { invitation: made.invitation, name: 'Bo' });
  const who = await visitor(server.origin);
  await seat(who.context, { id: made.id, key: made.key });
  await open(who.page, server.origin, made.id);
  if (await who.page.locator('#chat-body').isHidden()) await who.page.locator('#chat-open').click();
  const heights = async () =>
    Promise.all(
      ['.record', '#chat'].map(async one => (await who.page.locator(one).boundingBox()).height),
    );
  const first = await heights();
  assert.ok(Math.min(...first) >= 150, `${first}`);
  for (let count = 0; count < 3; count += 1) {
    await who.page
      .locator('#chat-text')
      .fill(`${count} ${'a long story '.repeat(20)}`.slice(0, 200));
    await who.page.locator('#chat-form button').click();
    await who.page.locator('#chat-log p').nth(count).waitFor();
  }
  assert.deepEqual(await heights(), first, 'words push nothing away');
  assert.deepEqual(who.wrong, []);
  await who.close();
});

test('what was said of an attempt leaves when it is no longer true', () =>
  at({ rules: 'american', fen: 'B:W14,15,29:B1,10,11' }, [], async page => {
    const toast = page.locator('#toast');
    await cell(page, 1).click();
    await page.waitForFunction(() =>
      /must capture/.test(document.getElementById('toast').textContent),
    );
    await cell(page, 10).click();
    assert.equal(await toast.textContent(), '', 'another piece was picked');
    await page.keyboard.press('Escape');
    await cell(page, 1).click();
    await page.waitForFunction(() => document.getElementById('toast').textContent !== '');
    await WAYS.box(page, { text: '10x17' });
    await waitForPlies(page, 1);
    assert.equal(await toast.textContent(), '', 'the move was made');
  }));

test('what does not fit under Why? says that it goes on', () =>
  at(
    {
      rules: 'international',
      fen: 'W:W24,25,27,31,32,33,34,35,36,37,38,39,40,41,42,43,44,45:B20,22,1,2',
    },
    [],
    async page => {
      await page.locator('#why [data-do="why"]').click();
      const told = page.locator('.told');
      const { high, whole, sign } = await told.evaluate(one => ({
        high: one.clientHeight,
        whole: one.scrollHeight,
        sign: getComputedStyle(one).backgroundAttachment,
      }));
      assert.ok(whole > high, 'there is more than fits');
      assert.match(sign, /local.*scroll/, 'a shadow shows it');
      const box = await told.boundingBox();
      const bar = await page.locator('.acts').boundingBox();
      assert.ok(box.y + box.height <= bar.y + 1, 'its end is not behind the buttons');
      await page.locator('#because button').last().scrollIntoViewIfNeeded();
      await page.locator('#because button').last().click();
    },
    { width: 360 },
  ));

test('settings are kept at once, with a word', async () => {
  const who = await visitor(server.origin);
  await who.page.goto(`${server.origin}/settings`);
  assert.equal(await who.page.locator('#save').isVisible(), false, 'there is nothing to send');
  await who.page.locator('[name="confirm"][value="on"]').check();
  await who.page.waitForFunction(() => /Saved/.test(document.getElementById('said').textContent));
  await who.page.goto(`${server.origin}/settings`);
  assert.ok(await who.page.locator('[name="confirm"][value="on"]').isChecked());
  await who.page.locator('#lang').selectOption('nl');
  await who.page.locator('html[lang="nl"]').waitFor();
  await ready(who.page);
  assert.deepEqual(who.wrong, []);
  await who.close();
});

test('on a phone the lobby begins with the games that are open', async () => {
  await server.create({ rules: 'italian', clock: '3d/move', opponent: 'anybody', name: 'Ann' });
  const who = await visitor(server.origin, { width: 360 });
  await who.page.goto(`${server.origin}/lobby`);
  const [offer, form] = await Promise.all(
    ['#offers', '#seek'].map(one => who.page.locator(one).boundingBox()),
  );
  assert.ok(offer.y < form.y);
  assert.deepEqual(who.wrong, []);
  await who.close();
});

test('one finds the games of this device again, by opponent, game and result', async () => {
  const who = await visitor(server.origin, { width: 360 });
  for (const [rules, first] of [
    ['american', '11-15'],
    ['international', '32-28'],
  ]) {
    const made = await server.create({
      rules,
      opponent: 'computer',
      level: 1,
      color: rules === 'american' ? 'black' : 'white',
    });
    await server.move(made, first);
    await seat(who.context, made);
    if (rules === 'international')
      await server.ask(`/api/games/${made.id}/events`, { side: 'white', what: 'resign' }, made.key);
  }
  const { page } = who;
  await page.goto(`${server.origin}/games`);
  const list = page.locator('#own-list');
  const finds = text => list.locator('[role="status"]', { hasText: text }).waitFor();
  await finds('2 games');
  assert.match(await list.innerText(), /\d{4}-\d\d-\d\d/);
  await page.locator('#own-result').selectOption('lost');
  await finds('1 game');
  assert.match(await list.locator('li').innerText(), /You lost/);
  assert.match(await list.locator('li').innerText(), /International/);
  await page.locator('#own-rules').selectOption('american');
  await finds('No games match.');
  await page.locator('#own-result').selectOption('going');
  await finds('1 game');
  await page.locator('#own-rules').selectOption('');
  await page.locator('#own-result').selectOption('');
  await page.locator('#own-player').fill('nobody of that name');
  await page.keyboard.press('Enter');
  await finds('No games match.');
  await page.locator('#own-player').fill('LEVEL 1');
  await page.keyboard.press('Enter');
  await finds('2 games');
  const [today] = (await list.innerText()).match(/\d{4}-\d\d-\d\d/);
  await page.locator('#own-from').fill(today);
  await page.locator('#own-to').fill(today);
  await finds('2 games');
  await page.locator('#own-to').fill('2020-12-31');
  await finds('No games match.');
  await page.locator('#own-from').fill('');
  await page.locator('#own-to').fill('');
  await finds('2 games');
  assert.deepEqual(await axe(page), []);
  assert.deepEqual(await noSidewaysScroll(page), []);
  assert.deepEqual(who.wrong, []);
  await who.close();
});

/** Two guests in a game, with both keys. */
async function between(order) {
  const made = await server.create({ opponent: 'friend', name: 'Ann', color: 'white', ...order });
  const { id, invitation } = made;
  const { key } = await server.ask(`/api/games/${id}/join`, { invitation, name: 'Bo' });
  return { id, white: made.key, black: key };
}
const bar = page => page.locator('.back');
const isBelow = (one, other) => one.y >= other.y + other.height - 0.5;

for (const [width, look] of [
  [1280, 'light'],
  [390, 'dark'],
  [320, 'contrast'],
]) {
  test(`a game that is being played is one click away on every page, at ${width} px`, async () => {
    const { id, white } = await between({ rules: 'italian', clock: '5m+3s' });
    const who = await visitor(server.origin, { width, look: /** @type {'light'} */ (look) });
    const { page } = who;
    await sumShifts(who.context);
    await page.goto(`${server.origin}/game/${id}#key=${white}`);
    await page.locator('#board .can').first().waitFor();
    assert.equal(await bar(page).count(), 0, 'not on its own page');
    for (const path of ['/about', '/settings', '/variants']) {
      await page.goto(server.origin + path);
      await bar(page).waitFor();
      await page.waitForFunction(() =>
        /\d:\d\d/.test(document.querySelector('.back .time').textContent),
      );
      assert.deepEqual(await shiftedBeyond(page, 0), [], path);
      assert.deepEqual([...(await noSidewaysScroll(page)), ...(await targets(page, '.back'))], []);
    }
    await page.goto(`${server.origin}/about`);
    await bar(page).waitFor();
    assert.match(await bar(page).innerText(), /Bo\s+your move · Italian/);
    assert.deepEqual(await axe(page), []);
    assert.equal(await page.locator('[aria-live] .back, [role=status] .back').count(), 0);
    // The end of the page is visible above it, and it is above the tabs.
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    const box = await bar(page).boundingBox();
    assert.ok(isBelow(box, await page.locator('.foot p').boundingBox()));
    if (width < 821) assert.ok(isBelow(await page.locator('.tabs').boundingBox(), box));
    // It counts down without the server.
    const before = await bar(page).locator('.time').textContent();
    await page.waitForFunction(
      text => document.querySelector('.back .time').textContent !== text,
      before,
    );
    await bar(page).click();
    await page.waitForURL(url => url.pathname === `/game/${id}`);
    await page.locator('#board .can').first().waitFor();
    assert.equal(await bar(page).count(), 0);
    await server.ask(`/api/games/${id}/events`, { side: 'white', what: 'resign' }, white);
    await page.locator('#now.over').waitFor();
    const answered = page.waitForResponse(`${server.origin}/back`);
    await page.goto(`${server.origin}/about`);
    await answered;
    await page.locator('html:not([data-back])').waitFor();
    assert.equal(await bar(page).count(), 0, 'it is over');
    assert.deepEqual(who.wrong, []);
    await who.close();
  });
}

test('on a phone the result is seen whole above two rows of buttons, by players and by others', async () => {
  const made = await server.create({ rules: 'american', fen: 'W:W22,32,31:B18,1,2' });
  for (const move of ['22x15', '1-6', '32-28', '6-10']) await server.move(made, move);
  await server.ask(`/api/games/${made.id}/events`, { side: 'white', what: 'resign' }, made.key);
  for (const plays of [true, false]) {
    const who = await visitor(server.origin, { width: 390, touch: true });
    if (plays) await seat(who.context, made);
    await open(who.page, server.origin, made.id);
    await who.page.locator('#now.over').waitFor();
    const acts = await who.page.locator('.acts').boundingBox();
    assert.ok(acts.height < 120, `${acts.height} px of buttons`);
    assert.ok(isBelow(acts, await who.page.locator('#story figcaption').boundingBox()), 'caption');
    assert.deepEqual(await targets(who.page), []);
    assert.deepEqual(who.wrong, []);
    await who.close();
  }
});

test('on a phone the first page shows it above the board, where it covers nothing', async () => {
  const { id, white } = await between({ rules: 'italian', clock: '5m+3s' });
  const who = await visitor(server.origin, { width: 390, touch: true });
  const { page } = who;
  await sumShifts(who.context);
  await page.goto(`${server.origin}/game/${id}#key=${white}`);
  await page.locator('#board .can').first().waitFor();
  for (const round of ['first', 'second']) {
    const answered = page.waitForResponse(`${server.origin}/continue`);
    await page.goto(server.origin);
    await answered;
    await bar(page).waitFor();
    await page.locator('#stage .can').first().waitFor();
    assert.deepEqual(await shiftedBeyond(page, 0), [], round);
    const box = await bar(page).boundingBox();
    assert.ok(isBelow(box, await page.locator('.top').boundingBox()));
    assert.ok(isBelow(await page.locator('#stage').boundingBox(), box));
    assert.ok(await page.locator('#continue').isHidden(), 'that game stands there once');
    const play = await page.locator('.versus').boundingBox();
    assert.ok(isBelow(await page.locator('.tabs').boundingBox(), play), 'all of it is seen');
  }
  await server.ask(`/api/games/${id}/events`, { side: 'white', what: 'resign' }, white);
  assert.deepEqual(who.wrong, []);
  await who.close();
});

test('on a wide window the first page shows it in the bar above, where it covers nothing', async () => {
  const { id, white } = await between({ rules: 'italian', clock: '5m+3s' });
  const who = await visitor(server.origin);
  const { page } = who;
  await sumShifts(who.context);
  await page.goto(`${server.origin}/game/${id}#key=${white}`);
  await page.locator('#board .can').first().waitFor();
  for (const [width, height] of [
    [1280, 800],
    [1280, 720],
    [1000, 768],
    [860, 600],
  ]) {
    await page.setViewportSize({ width, height });
    const answered = page.waitForResponse(`${server.origin}/continue`);
    await page.goto(server.origin);
    await answered;
    await bar(page).waitFor();
    await page.locator('#stage .can').first().waitFor();
    assert.deepEqual(await shiftedBeyond(page, 0), [], `${width}`);
    const box = await bar(page).boundingBox();
    const top = await page.locator('.top').boundingBox();
    assert.ok(box.y >= top.y && box.y + box.height <= top.y + top.height, `${width}`);
    const [nav, end] = ['.top nav', '.top .end'].map(part => page.locator(part).boundingBox());
    const { x, width: long } = await nav;
    assert.ok(x + long <= box.x && box.x + box.width <= (await end).x + 0.5, `${width}`);
    assert.deepEqual([...(await noSidewaysScroll(page)), ...(await targets(page, '.back'))], []);
  }
  assert.deepEqual(await axe(page), []);
  await server.ask(`/api/games/${id}/events`, { side: 'white', what: 'resign' }, white);
  assert.deepEqual(who.wrong, []);
  await who.close();
});

test('the page of another game shows it in the bar above, where it covers nothing', async () => {
  const { id, white } = await between({ rules: 'international', clock: '5m+3s' });
  for (const width of [1280, 860, 390, 320]) {
    const other = await server.create({ rules: 'american' });
    const who = await visitor(server.origin, { width });
    const { page } = who;
    await page.goto(`${server.origin}/game/${id}#key=${white}`);
    await page.locator('#board .can').first().waitFor();
    await open(page, server.origin, other.id);
    await bar(page).waitFor();
    const box = await bar(page).boundingBox();
    const top = await page.locator('.top').boundingBox();
    assert.ok(box.y >= top.y && box.y + box.height <= top.y + top.height, `${width}`);
    const end = await page.locator('.top .end').boundingBox();
    assert.ok(box.x + box.width <= end.x + 0.5 && box.width >= 100, `${width}: ${box.width}`);
    assert.deepEqual([...(await noSidewaysScroll(page)), ...(await targets(page, '.back'))], []);
    assert.deepEqual(await axe(page), []);
    await bar(page).click();
    await page.waitForURL(url => url.pathname === `/game/${id}`);
    assert.deepEqual(who.wrong, []);
    await who.close();
  }
});

test('who plays nothing is not asked for', async () => {
  const who = await visitor(server.origin);
  const asked = [];
  who.page.on('request', request => {
    if (request.url().endsWith('/back')) asked.push(request.url());
  });
  for (const path of ['/', '/about'])
    await who.page.goto(server.origin + path, { waitUntil: 'networkidle' });
  assert.deepEqual(asked, []);
  assert.equal(await bar(who.page).count(), 0);
  await who.close();
});

test('an account finds the way back on a device that has no key', async () => {
  const who = await visitor(server.origin);
  const { page } = who;
  await page.goto(`${server.origin}/account`);
  const post = (path, data) => page.request.post(server.origin + path, { data });
  await post('/api/account', { name: 'Wayfarer', password: 'a long sentence is good' });
  const { id } = await (
    await post('/api/games', { rules: 'russian', level: 1, color: 'white' })
  ).json();
  await page.goto(`${server.origin}/about`);
  await bar(page).waitFor();
  assert.match(await bar(page).innerText(), /Computer, level 1\s+your move · Russian/);
  assert.equal(await bar(page).locator('.time').count(), 0, 'there is no clock');
  await bar(page).click();
  await page.waitForURL(url => url.pathname === `/game/${id}`);
  await who.close();
});
