// Two people playing from two browsers: the invitation, the game, and interruptions. R-UI-9.
import assert from 'node:assert/strict';
import { networkInterfaces } from 'node:os';
import { after, before, test } from 'node:test';
import jsqr from 'jsqr';
import { axe } from '../checks/axe.js';
import { noSidewaysScroll, targets } from '../checks/sizes.js';
import { closeBrowser, seat, size, visitor } from '../harness/browser.js';
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

const says = (page, id, pattern, timeout) =>
  page.waitForFunction(
    ([name, source]) => new RegExp(source).test(document.getElementById(name)?.textContent ?? ''),
    [id, pattern.source],
    { timeout },
  );
const button = (page, what) => page.locator(`#actions [data-do="${what}"]:visible`);

/** A game that waits for its second player, with its host's browser. */
async function host(order, wishes) {
  const made = await server.ask('/api/games', {
    rules: 'american',
    color: 'white',
    opponent: 'friend',
    name: 'Ann',
    ...order,
  });
  const ann = await visitor(server.origin, wishes);
  await seat(ann.context, made);
  await open(ann.page, server.origin, made.id);
  return { ...made, ann, link: `${server.origin}/game/${made.id}#join=${made.invitation}` };
}

/** The seat is the reader's: the page knows a moment after the game has started. */
const isSeated = page => page.locator('#bar-bottom .player', { hasText: 'You' }).waitFor();

/** A visitor who follows a link and joins. */
async function guest(link, wishes, name = 'Bo') {
  const bo = await visitor(server.origin, wishes);
  await bo.page.goto(link);
  await bo.page.locator('#guest').fill(name);
  await bo.page.locator('#joining button').click();
  await isSeated(bo.page);
  return bo;
}

/** Two people in a game, Ann with White. */
async function pair(order, wishes) {
  const { ann, link, ...made } = await host(order, wishes);
  const bo = await guest(link, wishes);
  await ann.page.locator('#now').waitFor();
  return {
    ...made,
    ann,
    bo,
    async part() {
      assert.deepEqual([...ann.wrong, ...bo.wrong], []);
      await ann.close();
      await bo.close();
    },
  };
}

/** Plays moves by turns and waits until both have seen each. */
async function play([first, second], moves, from = 0) {
  for (const [at, picks] of moves.entries()) {
    await WAYS.clicks((at % 2 ? second : first).page, { picks });
    for (const { page } of [first, second]) await waitForPlies(page, from + at + 1);
  }
}

/** What a QR code reader decodes from a page. */
async function scanned(page) {
  const { data, width, height } = await page.locator('#code svg').evaluate(async svg => {
    const picture = new Image();
    picture.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(svg))}`;
    await picture.decode();
    const canvas = new OffscreenCanvas(400, 400);
    const brush = canvas.getContext('2d');
    brush.drawImage(picture, 0, 0, 400, 400);
    const { data: bytes, width: wide, height: high } = brush.getImageData(0, 0, 400, 400);
    return { data: [...bytes], width: wide, height: high };
  });
  return jsqr(Uint8ClampedArray.from(data), width, height)?.data;
}

test('two people meet by a link from the first page and play, without a reload', async () => {
  const asked = [];
  const [ann, bo] = [await visitor(server.origin), await visitor(server.origin, { width: 390 })];
  for (const { page } of [ann, bo]) page.on('request', request => asked.push(request.url()));
  await ann.page.goto(server.origin);
  await ann.page.locator('#name').fill('Ann');
  await ann.page.locator('.more summary').click();
  await ann.page.locator('input[name="color"][value="white"]').check();
  await ann.page.locator('button[value="friend"]').click();
  await ann.page.locator('#waiting').waitFor();
  const link = await ann.page.locator('#invitation').inputValue();
  const [address, invitation] = link.split('#join=');
  assert.equal(ann.page.url(), address, 'the address shows no key');
  assert.equal(await scanned(ann.page), link, 'the code says what the link says');
  await ann.page.evaluate(() => {
    window.notReloaded = true;
  });

  await bo.page.goto(link);
  await bo.page.locator('#joining').waitFor();
  assert.equal(bo.page.url(), address, 'the invitation leaves the address');
  assert.match(
    await bo.page.locator('#joining').innerText(),
    /Ann invites you[\s\S]*American checkers[\s\S]*no clock[\s\S]*Red/i,
  );
  await bo.page.locator('#guest').fill('Bo');
  await bo.page.locator('#joining button').click();
  await says(ann.page, 'toast', /Bo is here/);
  await ann.page.locator('#now').waitFor();
  await isSeated(bo.page);
  assert.equal(await ann.page.locator('#bar-top .player').textContent(), 'Bo');
  assert.equal(await bo.page.locator('#bar-top .player').textContent(), 'Ann');
  assert.equal(await bo.page.locator('#bar-bottom').getAttribute('data-side'), 'black');
  for (const { page } of [ann, bo])
    await page.locator('#bar-top .there', { hasText: 'connected' }).waitFor();
  await play(
    [bo, ann],
    [
      [11, 15],
      [22, 18],
      [15, 22],
      [25, 18],
    ],
  );
  assert.equal(await shown(ann.page), await shown(bo.page));
  assert.equal(await ann.page.evaluate(() => window.notReloaded), true);
  const secrets = asked.filter(url => url.includes(invitation) || url.includes('key='));
  assert.deepEqual(secrets, [], 'no address that is sent has a secret');
  await bo.page.goto(server.origin);
  assert.equal(await bo.page.locator('#name').inputValue(), 'Bo', 'the name is kept');
  assert.deepEqual([...ann.wrong, ...bo.wrong], []);
  await ann.close();
  await bo.close();
});

test('who comes too late watches, and is told', async () => {
  const { ann, link } = await host();
  const late = await visitor(server.origin);
  await late.page.goto(link);
  await late.page.locator('#joining').waitFor();
  const bo = await guest(link);
  await says(late.page, 'toast', /seat is taken/);
  assert.equal(await late.page.locator('#joining').isVisible(), false);
  await says(late.page, 'note', /You are watching/);
  await says(ann.page, 'watching', /^1 watching$/);
  const later = await visitor(server.origin);
  await later.page.goto(link);
  await says(later.page, 'toast', /seat is taken/);
  await says(ann.page, 'watching', /^2 watching$/);
  for (const who of [ann, bo, late, later]) {
    assert.deepEqual(who.wrong, []);
    await who.close();
  }
});

test('a request for the seat that is lost on its way, or its answer, does no harm', async () => {
  const { ann, link } = await host();
  const bo = await visitor(server.origin);
  const lose = [
    route => route.abort(),
    async route => {
      await route.fetch();
      await route.abort();
    },
  ];
  await bo.page.route('**/join', route => lose.shift()(route));
  await bo.page.goto(link);
  await bo.page.locator('#joining button').click();
  await says(bo.page, 'joining-trouble', /Cannot reach the server/);
  await bo.page.locator('#joining button').click();
  await isSeated(bo.page);
  await play(
    [bo, ann],
    [
      [11, 15],
      [22, 18],
    ],
  );
  await bo.page.reload();
  await isSeated(bo.page);
  await play([bo, ann], [[15, 22]], 2);
  assert.equal(lose.length, 0);
  assert.deepEqual(
    bo.wrong.filter(one => !/ERR_FAILED/.test(one)),
    [],
  );
  await ann.close();
  await bo.close();
});

const ours = Object.values(networkInterfaces())
  .flat()
  .filter(({ internal, family }) => !internal && family === 'IPv4')
  .map(({ address }) => address);

test(
  'at the machine itself, the invitation has an address that others can reach',
  { skip: !ours.length && 'no network' },
  async () => {
    const everywhere = await Server.start('0.0.0.0');
    const made = await everywhere.create({ rules: 'american', opponent: 'friend' });
    const ann = await visitor(everywhere.origin);
    await seat(ann.context, made);
    await open(ann.page, everywhere.origin, made.id);
    const link = new URL(await ann.page.locator('#invitation').inputValue());
    assert.ok(ours.includes(link.hostname), link.host);
    assert.equal(link.port, String(everywhere.port));
    assert.equal(await scanned(ann.page), link.href);
    const came = says(ann.page, 'toast', /Bo is here/);
    const bo = await guest(link.href, {});
    await came;
    await play(
      [bo, ann],
      [
        [11, 15],
        [22, 18],
      ],
    );
    for (const who of [ann, bo]) await who.close();
    await everywhere.stop();
  },
);

test('offers between two browsers: a draw declined, a move taken back, a rematch', async () => {
  const { ann, bo, id, part } = await pair();
  const viewer = await visitor(server.origin);
  await open(viewer.page, server.origin, id);
  assert.equal(
    await button(bo.page, 'abort').count(),
    1,
    'before both have moved the game can be called off',
  );
  assert.equal(await button(bo.page, 'hint').count(), 0, 'nobody helps against a person');
  await play(
    [bo, ann],
    [
      [11, 15],
      [22, 18],
      [15, 22],
    ],
  );
  await button(ann.page, 'draw').click();
  await says(bo.page, 'alert', /Ann offers a draw\. Accept or decline\?/);
  // Offers, with the player's name, replace the turn; the player who made one sees that it is open.
  await says(bo.page, 'turn', /^Ann offers a draw\.$/);
  await says(bo.page, 'note', /^Accept or decline\? /);
  await bo.page.locator('#now.asked').waitFor();
  assert.deepEqual(await axe(bo.page), []);
  await says(ann.page, 'note', /^You offered a draw\.$/);
  await ann.page.setViewportSize(size(360));
  assert.equal(
    await button(ann.page, 'withdraw-draw').evaluate(one => {
      const range = document.createRange();
      const text = /** @type {Text} */ (one.querySelector('span').firstChild);
      range.setStart(text, 0);
      range.setEnd(text, text.data.indexOf(' '));
      return range.getClientRects().length;
    }),
    1,
    'no word is broken',
  );
  await ann.page.setViewportSize(size(1280));
  await says(viewer.page, 'note', /^Ann offers a draw\.$/);
  assert.equal(await ann.page.locator('#now.asked').count(), 0);
  await button(bo.page, 'decline-draw').click();
  await says(ann.page, 'toast', /was declined/);
  await bo.page.locator('#now:not(.asked)').waitFor();
  await button(bo.page, 'take-back').click();
  await says(ann.page, 'turn', /^Bo asks for a take-back\.$/);
  await says(bo.page, 'note', /^You asked for a take-back\.$/);
  await button(ann.page, 'accept-take-back').click();
  for (const { page } of [ann, bo, viewer]) await waitForPlies(page, 2);
  await play([bo, ann], [[15, 22]], 2);
  await button(bo.page, 'resign').click();
  await bo.page.locator('dialog[open] [data-do="yes"]').click();
  // Each reads the result from their own side, with names.
  await says(ann.page, 'turn', /^You won$/);
  await says(ann.page, 'note', /^Bo resigned\.$/);
  await says(bo.page, 'turn', /^Ann won$/);
  await says(bo.page, 'note', /^You resigned\.$/);
  await says(viewer.page, 'turn', /^Ann won$/);
  await says(viewer.page, 'note', /^Bo resigned\.$/);
  assert.equal(await bo.page.locator('#toast').textContent(), '', 'who declined knows it');
  assert.equal(
    await viewer.page.locator('#toast').textContent(),
    '',
    'the game goes on for others',
  );
  await button(ann.page, 'rematch').click();
  await says(bo.page, 'alert', /Ann offers a rematch/);
  await says(bo.page, 'note', /Ann offers a rematch\. Accept or decline\?/);
  assert.equal(await ann.page.locator('#match').isVisible(), false, 'there was one game');
  await button(bo.page, 'decline-rematch').click();
  await says(ann.page, 'toast', /was declined/);
  await button(bo.page, 'rematch').click();
  await button(ann.page, 'accept-rematch').click();
  for (const { page } of [ann, bo]) await page.waitForURL(url => !url.pathname.endsWith(id));
  await says(viewer.page, 'next', /Next game/);
  await viewer.page.locator('#next').click();
  for (const { page } of [ann, bo, viewer])
    await page.locator('#board [data-square="1"][aria-label]').waitFor();
  assert.equal(new URL(ann.page.url()).pathname, new URL(bo.page.url()).pathname);
  assert.equal(new URL(viewer.page.url()).pathname, new URL(bo.page.url()).pathname);
  assert.equal(
    await ann.page.locator('#bar-bottom').getAttribute('data-side'),
    'black',
    'colours are swapped',
  );
  await play(
    [ann, bo],
    [
      [11, 15],
      [22, 18],
    ],
  );
  await waitForPlies(viewer.page, 2);
  // The score after both games, without a reload and after one.
  await button(ann.page, 'resign').click();
  await ann.page.locator('dialog[open] [data-do="yes"]').click();
  await says(ann.page, 'match', /^Match so far: You 1 – 1 Bo$/);
  await says(viewer.page, 'match', /^Match so far: Bo 1 – 1 Ann$/);
  await bo.page.reload();
  await says(bo.page, 'match', /^Match so far: You 1 – 1 Ann$/);
  assert.deepEqual(viewer.wrong, []);
  await viewer.close();
  await part();
});

test('a game is called off while it waits, and before both have moved', async () => {
  const { ann } = await host();
  await ann.page.locator('#waiting [data-do="abort"]').click();
  await says(ann.page, 'turn', /no result|aborted/i);
  assert.equal(await button(ann.page, 'rematch').count(), 0, 'there is nobody to play again with');
  await ann.close();
  const two = await pair();
  await play([two.bo, two.ann], [[11, 15]]);
  await button(two.ann.page, 'abort').click();
  await two.ann.page.locator('dialog[open] [data-do="yes"]').click();
  await says(two.bo.page, 'turn', /no result|aborted/i);
  await two.part();
});

test('a whole capture is chosen in advance', async () => {
  const { ann, bo, id, part } = await pair({ fen: 'W:W14,19,32:B6,1' }, { choices: 'premove=on' });
  for (const square of [6, 15, 24]) await cell(bo.page, square).click();
  assert.equal(await bo.page.locator('#board .planned').count(), 3);
  await WAYS.clicks(ann.page, { picks: [14, 10] });
  for (const { page } of [ann, bo]) await waitForPlies(page, 2);
  assert.deepEqual(
    (await server.game(id)).history.map(({ text }) => text),
    ['14-10', '6x24'],
  );
  await part();
});

test('who is away is missed: a countdown, and then the win', async () => {
  const { ann, bo, id } = await pair({ clock: '4m' });
  await bo.page.goto('about:blank');
  await says(ann.page, 'absence', /is away/);
  assert.equal(await ann.page.locator('#bar-top .there').innerText(), 'away');
  assert.match(
    await ann.page.locator('#absence').textContent(),
    /away\. You can claim the win in 0:[12]\d\.$/,
  );
  assert.equal(await ann.page.locator('[data-do="claim-win"]').isVisible(), false);
  await bo.page.goto(`${server.origin}/game/${id}`);
  await says(ann.page, 'said', /is back/);
  await says(ann.page, 'absence', /^$/);
  await bo.close();
  await ann.page.locator('[data-do="claim-win"]').waitFor({ timeout: 120_000 });
  assert.match(await ann.page.locator('#alert').textContent(), /You can claim the win now/);
  await ann.page.locator('[data-do="claim-win"]').click();
  await says(ann.page, 'turn', /^You won$/);
  assert.equal((await server.game(id)).table.ending.reason, 'abandoned');
  assert.deepEqual(ann.wrong, []);
  await ann.close();
});

test('both see that the server was restarted, and go on', async () => {
  const { ann, bo, id } = await pair({ clock: '5m' });
  await play(
    [bo, ann],
    [
      [11, 15],
      [22, 18],
    ],
  );
  await server.kill();
  await WAYS.clicks(bo.page, { picks: [15, 22] });
  const told = Promise.all(
    [ann, bo].map(({ page }) => says(page, 'toast', /restarted. Nothing is lost/)),
  );
  await server.run();
  await told;
  for (const { page } of [ann, bo]) await waitForPlies(page, 3);
  await play([ann, bo], [[25, 18]], 3);
  assert.deepEqual(
    (await server.game(id)).history.map(({ text }) => text),
    ['11-15', '22-18', '15x22', '25x18'],
  );
  const unexpected = [...ann.wrong, ...bo.wrong].filter(
    one => !/ERR_CONNECTION_REFUSED|WebSocket connection/.test(one),
  );
  assert.deepEqual(unexpected, []);
  await ann.close();
  await bo.close();
});

test('a line that is dead and does not know it is left for another, and nothing is lost', async () => {
  const { ann, bo, id, part } = await pair();
  await play([bo, ann], [[11, 15]]);
  let lines = 0;
  let isDead = false;
  let unheard = 0;
  await ann.page.routeWebSocket(/\/ws\//, socket => {
    const theirs = socket.connectToServer();
    const number = ++lines;
    const passes = () => number > 1 || !isDead;
    socket.onMessage(text => {
      if (passes()) theirs.send(text);
      else unheard += 1;
    });
    theirs.onMessage(text => {
      if (passes()) socket.send(text);
    });
  });
  await ann.page.reload();
  await isSeated(ann.page);
  isDead = true;
  await WAYS.clicks(ann.page, { picks: [22, 18] });
  while (!unheard) await ann.page.waitForTimeout(20);
  assert.equal((await server.game(id)).history.length, 1, 'nobody has heard it');
  // Returning to a suspended page updates it.
  await ann.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  for (const { page } of [ann, bo]) await waitForPlies(page, 2);
  assert.equal(lines, 2);
  assert.deepEqual(
    (await server.game(id)).history.map(({ text }) => text),
    ['11-15', '22-18'],
  );
  await part();
});

test('a page of an older build stays until its game is over', async () => {
  const made = await server.create({ rules: 'american' });
  const who = await visitor(server.origin);
  await seat(who.context, made);
  let lines = 0;
  let cut;
  await who.page.routeWebSocket(/\/ws\//, socket => {
    const theirs = socket.connectToServer();
    lines += 1;
    const isNewer = lines > 1;
    cut = () => {
      socket.close();
      theirs.close();
    };
    theirs.onMessage(text =>
      socket.send(isNewer ? String(text).replace(/"build":"[^"]*"/, '"build":"later"') : text),
    );
  });
  await open(who.page, server.origin, made.id);
  await who.page.evaluate(() => {
    window.notReloaded = true;
  });
  cut();
  await says(who.page, 'newer', /new version/);
  await WAYS.clicks(who.page, { picks: [11, 15] });
  await waitForPlies(who.page, 1);
  assert.equal(await who.page.evaluate(() => window.notReloaded), true);
  await button(who.page, 'resign').click();
  await who.page.locator('dialog[open] [data-do="yes"]').click();
  await who.page.waitForFunction(() => !window.notReloaded);
  await says(who.page, 'turn', /wins/i);
  await who.close();
});

test('the page of games in progress shows what is played, as it is played', async () => {
  const quiet = await Server.start();
  const who = await visitor(quiet.origin, { width: 390 });
  await who.page.goto(`${quiet.origin}/watch`);
  assert.match(await who.page.locator('main').innerText(), /Nobody is playing/);
  const order = {
    rules: 'russian',
    clock: '5m+3s',
    opponent: 'friend',
    color: 'white',
    name: 'Ann',
  };
  const made = await quiet.ask('/api/games', order);
  const hidden = await quiet.ask('/api/games', { ...order, public: false });
  for (const { id, invitation } of [made, hidden])
    await quiet.ask(`/api/games/${id}/join`, { invitation, name: 'Bo' });
  const game = who.page.locator('#games li');
  await game.waitFor();
  assert.equal(await game.count(), 1, 'a game that is not listed is not there');
  assert.match(
    await game.innerText(),
    /Bo[\s\S]*Ann[\s\S]*Russian[\s\S]*5 min \+ 3 s[\s\S]*0 moves/,
  );
  await who.page.evaluate(() => {
    window.notReloaded = true;
  });
  await quiet.ask(`/api/games/${made.id}/move`, { move: 'c3-d4' }, made.key);
  await who.page.waitForFunction(() => /1 move/.test(document.getElementById('games').textContent));
  assert.equal(await who.page.evaluate(() => window.notReloaded), true);
  for (const width of [360, 1280]) {
    await who.page.setViewportSize(size(width));
    assert.deepEqual(
      [
        ...(await axe(who.page)),
        ...(await targets(who.page)),
        ...(await noSidewaysScroll(who.page)),
      ],
      [],
    );
  }
  await game.locator('a').click();
  await waitForPlies(who.page, 1);
  assert.deepEqual(who.wrong, []);
  await who.close();
  await quiet.stop();
});

test('who plays is no name: a guest may be called like the computer (issue 16.4)', async () => {
  const text = '[White "Computer, level 10"]\n[Black "Guest"]\n\n1. 11-15 *';
  const { id } = await server.ask('/api/import/game', { text });
  const who = await visitor(server.origin);
  await open(who.page, server.origin, id);
  const players = await who.page.locator('#bar-top .player, #bar-bottom .player').allTextContents();
  assert.deepEqual(players.sort(), ['Computer, level 10', 'Guest']);
  assert.equal(
    await who.page.locator('#bar-top, #bar-bottom').locator('[href="#i-computer"]').count(),
    0,
  );
  assert.deepEqual(who.wrong, []);
  await who.close();
});
