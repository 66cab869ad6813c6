// The pace of a game: a move is shown before the reply, moves have animation and sound, and players in a hurry or with
// reduced motion do not have to wait. R-UI-5, R-UI-6, R-GM-1.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { closeBrowser, seat, visitor } from '../harness/browser.js';
import { WAYS, cell, open, waitForPlies } from '../harness/play.js';
import { Server } from '../harness/server.js';

/** How long a landed move is shown before the reply starts. */
const SEEN = 400;
/** The longest animation of a move. */
const LONGEST = 1200;

let server;
before(async () => {
  server = await Server.start();
});
after(async () => {
  await closeBrowser();
  await server.stop();
});

/** Opens a game; the test gets a page on which every frame and every sound is recorded. */
async function at(order, check, wishes = {}) {
  const made = await server.create(order);
  const who = await visitor(server.origin, { still: false, ...wishes });
  await who.context.addInitScript(listenIn);
  await seat(who.context, made);
  await open(who.page, server.origin, made.id);
  await who.page.evaluate(watchFrames);
  await check(who.page, made);
  assert.deepEqual(who.wrong, []);
  await who.close();
}

/** Records the pitch of every tone, and every shake. */
function listenIn() {
  window.tones = [];
  window.shakes = 0;
  const { animate } = Element.prototype;
  Element.prototype.animate = function note(...how) {
    if (how[0].transform?.includes('translateX(-6px)')) window.shakes += 1;
    return animate.apply(this, how);
  };
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function begin(...when) {
    window.tones.push(this.frequency.value);
    return start.apply(this, when);
  };
}

/** Records in each frame the animated pieces, the number of moves shown, and the board. */
function watchFrames() {
  window.frames = [];
  const look = now => {
    const layer = document.querySelector('#board .flight');
    const pieces = [...document.querySelectorAll('#board [data-square]')]
      .map(one => [Number(one.dataset.square), one.querySelector('.piece')])
      .sort(([one], [other]) => one - other)
      .map(([, one]) => (one ? one.getAttribute('class') : '-'))
      .join();
    window.frames.push({
      now,
      way: layer?.dataset.way ?? '',
      plies: document.querySelectorAll('#moves button').length,
      coming: document.querySelectorAll('.tray .coming').length,
      // The duration, by its own clock.
      takes: Math.max(
        0,
        ...(layer?.getAnimations({ subtree: true }) ?? []).map(
          one => one.effect.getComputedTiming().endTime,
        ),
      ),
      rings: document.querySelectorAll('.crown-ring').length,
      over: document.getElementById('now').classList.contains('over'),
      pieces,
    });
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

const frames = page => page.evaluate(() => window.frames);
const isAnswered = page => page.locator('#board .can').first().waitFor();
/** Waits until nothing is animated. */
const isStill = page => page.waitForFunction(() => !document.querySelector('#board .flight'));

/** Checks the frames of a move and its reply; returns when the reply started after the move had landed. */
function inOrder(all, way) {
  const own = all.findIndex(frame => frame.way === way);
  assert.ok(own >= 0, `${way} is seen to fly`);
  const landed = all.findLastIndex(frame => frame.way === way);
  const reply = all.findIndex(frame => frame.plies === 2 || (frame.way && frame.way !== way));
  assert.ok(reply > 0, 'it is answered');
  const early = all.filter(
    (frame, index) => index <= landed && (frame.plies > 1 || (frame.way && frame.way !== way)),
  );
  assert.deepEqual(early, [], 'in no frame has the reply begun and the move not ended');
  assert.ok(landed < reply);
  // The board as of the landing stays until the reply starts.
  const rest = new Set(all.slice(landed + 1, reply).map(frame => frame.pieces));
  assert.equal(rest.size, 1, 'nothing else changes meanwhile');
  return all[reply].now - all[landed].now;
}

test('a move lands before its answer begins, and is seen for a while', () =>
  at({ rules: 'american', color: 'black', level: 1 }, async page => {
    await WAYS.clicks(page, { picks: [11, 15] });
    await waitForPlies(page, 2);
    await isStill(page);
    const all = await frames(page);
    assert.ok(inOrder(all, '11-15') >= SEEN);
    const replied = all.filter(frame => frame.plies === 2 && frame.way);
    assert.ok(replied.length > 0, 'the answer is seen to move');
  }));

test('so does a capture with all that it takes, in at most 1.2 s', () =>
  at(
    { rules: 'international', color: 'white', level: 1, fen: 'W:W32,50:B28,18,8,1,2,3,10' },
    async page => {
      const { position } = await server.game(new URL(page.url()).pathname.split('/').pop());
      const [{ paths }] = position.legal;
      const { squares, takes } = paths[0];
      assert.ok(takes.length >= 2, 'the capture takes several');
      await WAYS.clicks(page, { picks: [squares[0], squares.at(-1)] });
      await waitForPlies(page, 2);
      const all = await frames(page);
      const way = squares.join('-');
      assert.ok(inOrder(all, way) >= SEEN);
      const flight = all.filter(frame => frame.way === way);
      assert.ok(flight[0].takes > 0 && flight[0].takes <= LONGEST, `${flight[0].takes} ms`);
      assert.equal(flight[0].coming, takes.length, 'the tray waits for what was taken');
      const landed = all.findLastIndex(frame => frame.way === way);
      assert.equal(all[landed + 1].coming, 0, 'and has it when the move has landed');
    },
  ));

test('who is in a hurry takes a piece that can move, and need not wait', () =>
  at({ rules: 'american', color: 'black', level: 1 }, async page => {
    // A reply that is found at once is delayed; a click on a piece that can move next ends that.
    await page.evaluate(() => {
      const heard = new WebSocket(
        location.href.replace('http', 'ws').replace('/game/', '/ws/games/'),
      );
      heard.onopen = () => heard.send(JSON.stringify({ say: 'hello', v: 1 }));
      heard.onmessage = ({ data }) => {
        const { event } = JSON.parse(data);
        if (event?.plies !== 1) return;
        const square = event.position.legal[0].paths[0].squares[0];
        const cell = document.querySelector(`#board [data-square="${square}"]`);
        // As soon as our page has received it, too.
        setTimeout(() => {
          cell.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, isPrimary: true }));
          setTimeout(() => cell.click(), 20);
        }, 60);
      };
    });
    await WAYS.clicks(page, { picks: [11, 15] });
    // A click that came too early would be on the opponent's turn.
    await page.locator('#board .picked').waitFor();
    const all = await frames(page);
    const reply = all.find(frame => frame.plies === 2);
    const landed = all.findLast(frame => frame.way === '11-15');
    assert.ok(reply.now > landed.now, 'even so, the move has landed before');
  }));

test('against people nothing waits', async () => {
  const made = await server.create({ rules: 'american', color: 'black', opponent: 'friend' });
  const { key } = await server.ask(`/api/games/${made.id}/join`, { invitation: made.invitation });
  const who = await visitor(server.origin, { still: false });
  await seat(who.context, { id: made.id, key: made.key });
  await open(who.page, server.origin, made.id);
  // The animation never ends, so what waits for it waits for ever.
  await who.page.evaluate(() => {
    const { animate } = Element.prototype;
    Element.prototype.animate = function hold(...how) {
      const motion = animate.apply(this, how);
      motion.pause();
      return motion;
    };
  });
  await WAYS.clicks(who.page, { picks: [11, 15] });
  await who.page.locator('#board .flight[data-way="11-15"]').waitFor({ state: 'attached' });
  await waitForPlies(who.page, 1);
  await server.ask(
    `/api/games/${made.id}/events`,
    { side: 'white', what: 'move', value: '22-18' },
    key,
  );
  await waitForPlies(who.page, 2);
  await who.page.locator('#board .flight[data-way="22-18"]').waitFor({ state: 'attached' });
  assert.deepEqual(who.wrong, []);
  await who.close();
});

test('reduced motion, or none chosen: positions change at once, and the answer still follows the move', async () => {
  for (const wishes of [{ still: true }, { choices: 'animation=off' }])
    await at(
      { rules: 'american', color: 'black', level: 1 },
      async page => {
        await WAYS.clicks(page, { picks: [11, 15] });
        await waitForPlies(page, 2);
        const all = await frames(page);
        assert.deepEqual(
          all.filter(frame => frame.way),
          [],
          'nothing flies',
        );
        const own = all.find(frame => frame.pieces !== all[0].pieces);
        const reply = all.find(frame => frame.plies === 2);
        assert.ok(reply.now - own.now >= SEEN - 50, 'a move is seen before it is answered');
      },
      wishes,
    );
});

test('a man that becomes a king has its moment', () =>
  at({ rules: 'american', fen: 'B:W5,13:B28,1' }, async page => {
    await WAYS.clicks(page, { picks: [28, 32] });
    await waitForPlies(page, 1);
    await isStill(page);
    const all = await frames(page);
    const crowned = all.filter(frame => frame.rings > 0);
    assert.ok(crowned.at(-1).now - crowned[0].now > 300, 'a ring of gold');
    assert.ok((await page.evaluate(() => window.tones)).includes(784), 'and a chord');
    assert.equal(await cell(page, 32).locator('.king').count(), 1);
  }));

test('the end is told when the last move has landed, with a motion and a sound of its own', async () => {
  await at({ rules: 'american', color: 'black', level: 1, fen: 'B:W18:B14,1' }, async page => {
    await WAYS.clicks(page, { picks: [14, 23] });
    await page.locator('#now.over.fresh[data-mood="won"]').waitFor();
    const all = await frames(page);
    const flight = all.filter(frame => frame.way);
    assert.ok(flight.length > 0);
    assert.deepEqual(
      flight.filter(frame => frame.over),
      [],
      'nothing is told while the piece is in the air',
    );
    assert.ok((await page.evaluate(() => window.tones)).includes(1047), 'a win sounds like one');
    assert.equal(
      await page.locator('.triumph .piece').evaluate(one => getComputedStyle(one).animationName),
      'crown-drop',
    );
  });
  await at(
    { rules: 'american', color: 'black', level: 1, fen: 'B:W18:B14,1' },
    async page => {
      await WAYS.clicks(page, { picks: [14, 23] });
      await page.locator('#now.over').waitFor();
      assert.equal(
        await page.locator('.triumph .piece').evaluate(one => getComputedStyle(one).animationName),
        'none',
        'without motion it is just there',
      );
    },
    { still: true },
  );
});

test('every hop is heard, and what may not be done shakes', () =>
  at({ rules: 'american', fen: 'B:W18,26,10:B14,5' }, async page => {
    await cell(page, 5).click();
    await page.waitForFunction(() => window.shakes === 1);
    await page.evaluate(() => {
      window.tones = [];
    });
    const { position } = await server.game(new URL(page.url()).pathname.split('/').pop());
    const { squares } = position.legal.find(({ paths }) => paths[0].takes.length > 1).paths[0];
    await WAYS.clicks(page, { picks: [squares[0], squares.at(-1)] });
    await waitForPlies(page, 1);
    await isStill(page);
    const knocks = (await page.evaluate(() => window.tones)).filter(pitch => pitch === 180);
    assert.ok(knocks.length >= squares.length - 2, `one for each hop: ${knocks.length}`);
  }));
