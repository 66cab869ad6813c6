// Restricted browsers, failing connections, and views that arrive out of order.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { closeBrowser, seat, visitor } from '../harness/browser.js';
import { WAYS, cell, open, waitForPlies } from '../harness/play.js';
import { Server } from '../harness/server.js';

let server;
before(async () => {
  server = await Server.start();
});
after(async () => {
  await closeBrowser();
  await server.stop();
});

/** A visitor whose browser is modified before any page is loaded. */
async function as(change, check, wishes, allowed = /^$/) {
  const who = await visitor(server.origin, wishes);
  await who.context.addInitScript(change);
  await check(who.page, who.context);
  assert.deepEqual(
    who.wrong.filter(one => !allowed.test(one)),
    [],
  );
  await who.close();
}

const first = page => page.locator('#board [data-square]').first().getAttribute('data-square');
const heard = (page, id, pattern) =>
  page.waitForFunction(
    ([name, source]) => new RegExp(source).test(document.getElementById(name)?.textContent ?? ''),
    [id, pattern.source],
  );

/** Features that browsers have on secure connections only. */
function plainHttp() {
  delete Crypto.prototype.randomUUID;
  Object.defineProperty(Navigator.prototype, 'clipboard', { value: undefined });
}

/** A browser that denies storage to sites. */
function keepNothing() {
  Object.defineProperty(window, 'localStorage', {
    get() {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    },
  });
}

test('a game is played and its link shared over plain http', () =>
  as(plainHttp, async (page, context) => {
    const made = await server.create({ rules: 'american' });
    await seat(context, made);
    await open(page, server.origin, made.id);
    await WAYS.clicks(page, { picks: [11, 15] });
    await waitForPlies(page, 1);
    assert.equal((await server.game(made.id)).history.length, 1);
    await page.locator('[data-do="export"]').click();
    await page.locator('#export [data-copy="link"]').click();
    assert.equal(
      await page.locator('#export-text').inputValue(),
      `${server.origin}/game/${made.id}`,
    );
    assert.equal(
      await page.evaluate(() => getSelection().toString()),
      `${server.origin}/game/${made.id}`,
      'it is ready to be copied',
    );
  }));

test('a game is played where the browser stores nothing', () =>
  as(keepNothing, async page => {
    await page.goto(server.origin);
    await page.locator('button[value="here"]').click();
    await page.locator('#board [data-square="1"][aria-label]').waitFor();
    assert.ok(!page.url().includes('key='), 'the key leaves the address');
    await heard(page, 'said', /stores nothing/);
    await WAYS.clicks(page, { picks: [11, 15] });
    await waitForPlies(page, 1);
    await page.locator('#actions [data-do="new"]').click();
    const before = page.url();
    await page.locator('dialog[open] [data-do="yes"]').click();
    await page.waitForURL(url => url.href !== before && !url.href.includes('key='));
    await page.locator('#board [data-square="1"][aria-label]').waitFor();
    await WAYS.clicks(page, { picks: [11, 15] });
    await waitForPlies(page, 1);
    await page.goto(`${server.origin}/compose?rules=american`);
    await page.locator('[data-do="save"]').click();
    await heard(page, 'said', /stores nothing/);
  }));

test('Black is below for who plays Black, whichever view comes first', async () => {
  for (let round = 0; round < 10; round += 1) {
    const made = await server.create({ rules: 'international', color: 'black', level: 1 });
    await as(
      () => {},
      async (page, context) => {
        await seat(context, made);
        // A view that was sent before the key.
        if (round % 2)
          await page.routeWebSocket(/\/ws\//, async socket => {
            socket.send(JSON.stringify({ game: await server.game(made.id) }));
            const theirs = socket.connectToServer();
            socket.onMessage(text => setTimeout(() => theirs.send(text), 100));
          });
        await open(page, server.origin, made.id);
        await page.locator('#board .can').first().waitFor();
        assert.equal(await first(page), '50');
        assert.equal(await page.locator('#bar-bottom').getAttribute('data-side'), 'black');
        await page.locator('#actions [data-do="flip"]').click();
        assert.equal(await first(page), '1', 'who turns the board has it their way');
      },
    );
  }
});

/** Opens a game with its seats for a visitor. */
async function at(order, check, wishes, allowed) {
  const made = await server.create(order);
  await as(
    () => {},
    async (page, context) => {
      await seat(context, made);
      await open(page, server.origin, made.id);
      await check(page, made);
    },
    wishes,
    allowed,
  );
}
const act = ({ id, key }, side, what, value) =>
  server.ask(`/api/games/${id}/events`, { side, what, value }, key);

test('moves are taken back while the page shows the past', () =>
  at({ rules: 'american' }, async (page, made) => {
    for (const move of ['11-15', '22-18', '15x22']) await server.move(made, move);
    await waitForPlies(page, 3);
    await page.locator('#steps [data-do="previous"]').click();
    for (const side of ['black', 'white']) {
      await act(made, side, 'offer', 'take-back');
      await act(made, side === 'black' ? 'white' : 'black', 'accept', 'take-back');
    }
    await waitForPlies(page, 1);
    await heard(page, 'turn', /Black to move/);
    await WAYS.clicks(page, { picks: [22, 17] });
    await waitForPlies(page, 2);
  }));

test('a hint for a position that is gone is not given', () =>
  at({ rules: 'american' }, async (page, made) => {
    let answer;
    await page.route('**/hint', async route => {
      await new Promise(done => {
        answer = done;
      });
      await route.continue();
    });
    await page.locator('#actions [data-do="hint"]').click();
    await server.move(made, '11-15');
    await waitForPlies(page, 1);
    for (let looks = 0; !answer && looks < 500; looks += 1) await page.waitForTimeout(20);
    const answered = page.waitForResponse('**/hint');
    answer();
    await (await answered).finished();
    await page.waitForTimeout(200);
    assert.doesNotMatch(await page.locator('#note').textContent(), /Try/);
    assert.equal(await page.locator('#board .marks .hint').count(), 0);
  }));

test('what cannot reach the server says so', () =>
  as(
    () => {},
    async (page, context) => {
      const made = await server.create({ rules: 'american' });
      await seat(context, made);
      for (const path of ['**/explain', '**/hint', '**/continue', '**/compose?*capture=off*'])
        await page.route(path, route => route.abort());
      await open(page, server.origin, made.id);
      await WAYS.clicks(page, { picks: [11, 20] });
      await heard(page, 'toast', /Cannot reach the server/);
      await page.goto(server.origin);
      await heard(page, 'trouble', /Cannot reach the server/);
      await page.goto(`${server.origin}/compose?rules=american`);
      await page.locator('select[name="capture"]').selectOption('off');
      await heard(page, 'trouble', /Cannot reach the server/);
    },
    {},
    /ERR_FAILED/,
  ));

test('who listens is told when they must capture', async () => {
  await at({ rules: 'american' }, async page => {
    await WAYS.clicks(page, { picks: [11, 15] });
    await waitForPlies(page, 1);
    await WAYS.clicks(page, { picks: [22, 18] });
    await heard(page, 'alert', /^Your turn\. You must capture \(1 way\)\./);
  });
  await at({ rules: 'american', color: 'black', level: 1, fen: 'B:W23:B1,14,16' }, async page => {
    await WAYS.clicks(page, { picks: [1, 5] });
    await heard(page, 'alert', /^Your turn\. You must capture \(1 way\)\./);
  });
});

test('the focus stays where it is while the game goes on', () =>
  at({ rules: 'american' }, async (page, made) => {
    await server.move(made, '11-15');
    await waitForPlies(page, 1);
    await page.locator('#moves button').first().focus();
    await server.move(made, '22-18');
    await waitForPlies(page, 2);
    assert.equal(await page.evaluate(() => document.activeElement.textContent), '11-15');
    await page.locator('[data-do="why"]').click();
    await page.locator('#because button').first().focus();
    const rejected = await page.evaluate(() => document.activeElement.textContent);
    await act(made, 'black', 'offer', 'draw');
    await page.locator('#actions [data-do="accept-draw"]').waitFor();
    assert.equal(await page.evaluate(() => document.activeElement.textContent), rejected);
  }));

test('a piece that was let go outside the window does not stick to the pointer', () =>
  at({ rules: 'american' }, async page => {
    const { x, y } = await cell(page, 11).boundingBox();
    await page.mouse.move(x + 20, y + 20);
    await page.mouse.down();
    await page.mouse.move(x + 60, y + 60, { steps: 3 });
    assert.equal(await page.locator('#board .held').count(), 1);
    await page.evaluate(() =>
      document
        .getElementById('board')
        .dispatchEvent(
          new PointerEvent('pointermove', { pointerId: 1, buttons: 0, bubbles: true }),
        ),
    );
    assert.equal(await page.locator('#board .held').count(), 0);
    await page.mouse.up();
  }));

test('who watches is told so, and is offered nothing to do', async () => {
  const made = await server.create({ rules: 'american' });
  await as(
    () => {},
    async page => {
      await open(page, server.origin, made.id);
      await heard(page, 'note', /^You are watching\.$/);
      assert.equal(await page.locator('#move-form').isVisible(), false);
      await cell(page, 11).click();
      assert.equal(await page.locator('#board .planned, #board .picked').count(), 0);
      assert.equal(await page.locator('[data-do="share"]:visible').count(), 1);
    },
    { choices: 'premove=on' },
  );
});

test('a game that is over leaves nothing begun', () =>
  at({ rules: 'american' }, async (page, made) => {
    await cell(page, 11).click();
    await act(made, 'white', 'resign');
    await page.locator('#actions [data-do="again"]').waitFor();
    assert.equal(await page.locator('#board .picked, #board .goal').count(), 0);
    assert.equal(await page.locator('#move-form').isVisible(), false);
    assert.equal(await page.locator('[data-do="share-result"]:visible').count(), 1);
  }));

for (const [width, height, least] of [
  [844, 390, 300],
  [568, 320, 260],
]) {
  test(`a phone held sideways, ${width} × ${height}: the board takes the height`, () =>
    at(
      { rules: 'international', clock: '20m+5s' },
      async page => {
        const board = await page.locator('#board').boundingBox();
        assert.ok(board.height >= least && board.y + board.height <= height, JSON.stringify(board));
        assert.equal(Math.round(board.width), Math.round(board.height));
        for (const bar of ['#bar-top', '#bar-bottom']) {
          const { x, y, width: wide, height: high } = await page.locator(bar).boundingBox();
          assert.ok(
            x >= board.x + board.width && y + high <= height && x + wide <= width,
            `${bar} stands beside it`,
          );
        }
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
      },
      { viewport: { width, height } },
    ));
}

test('a drawn opening cannot be taken back', () =>
  at({ rules: 'american', opening: 'three-move' }, async (page, made) => {
    const { history, position } = await server.game(made.id);
    assert.equal(history.length, 3);
    const back = page.locator('#actions [data-do="take-back"]');
    assert.equal(await back.getAttribute('aria-disabled'), 'true');
    await server.move(made, position.legal[0].text);
    await waitForPlies(page, 4);
    assert.equal(await back.getAttribute('aria-disabled'), 'false');
  }));

test('two presses at once take one move back', () =>
  at({ rules: 'american' }, async (page, made) => {
    for (const move of ['11-15', '22-18', '15x22']) await server.move(made, move);
    await waitForPlies(page, 3);
    await page.evaluate(() => {
      for (let press = 0; press < 2; press += 1)
        document.querySelector('#actions [data-do="take-back"]').click();
    });
    await waitForPlies(page, 2);
    await page.waitForTimeout(300);
    assert.equal((await server.game(made.id)).history.length, 2);
    assert.equal(await page.locator('#toast').textContent(), '', 'and nothing is wrong');
  }));

test('who wants to be asked is asked for typed and only moves too', async () => {
  await at(
    { rules: 'american' },
    async (page, made) => {
      for (const text of ['11-15', '11 15']) {
        await WAYS.box(page, { text });
        await page.locator('#settle [data-do="confirm"]').waitFor();
        await page.locator('#settle [data-do="cancel"]').click();
      }
      assert.equal((await server.game(made.id)).history.length, 0);
    },
    { choices: 'confirm=on' },
  );
  await at(
    { rules: 'american', fen: 'B:W15,18,29:B11' },
    async (page, made) => {
      await page.locator('#settle [data-do="confirm"]').waitFor();
      assert.equal((await server.game(made.id)).history.length, 0);
      await page.locator('#settle [data-do="confirm"]').click();
      await waitForPlies(page, 1);
    },
    { choices: 'confirm=on&only=on' },
  );
});

test('the box shows how a move of this position is written', () =>
  at({ rules: 'italian' }, async (page, made) => {
    const { position } = await server.game(made.id);
    assert.equal(
      await page.locator('#movebox').getAttribute('placeholder'),
      position.legal[0].text,
    );
  }));

test('a draw that the computer declines is called that', () =>
  at({ rules: 'american', level: 1, fen: 'B:W30,31,32:B1,2,3' }, async (page, made) => {
    await page.locator('#board .can').first().waitFor();
    await page.locator('#actions [data-do="draw"]').click();
    await heard(page, 'toast', /^The computer declined\.$/);
    assert.equal((await server.game(made.id)).table.phase, 'playing');
  }));
