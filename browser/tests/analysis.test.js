// Issue 19.1: the analysis board with JavaScript; crates/server/tests/all/analysis.rs tests it without.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { axe } from '../checks/axe.js';
import { targets } from '../checks/sizes.js';
import { closeBrowser, visitor } from '../harness/browser.js';
import { WAYS, cell, shown, tabTo } from '../harness/play.js';
import { Server } from '../harness/server.js';

let server;
before(async () => {
  server = await Server.start();
});
after(async () => {
  await closeBrowser();
  await server.stop();
});

/** Opens the page for a new visitor; at the end it must be free of problems. */
async function at(query, check, how = {}) {
  const who = await visitor(server.origin, how);
  await who.page.goto(`${server.origin}/analysis?${query}`);
  await who.page.locator('#board [data-square="1"][aria-label]').waitFor();
  await check(who.page, who);
  assert.deepEqual(who.wrong, []);
  await who.close();
}

/** Waits until a move, or none, is selected. */
const looksAt = (page, text) =>
  page.waitForFunction(
    wanted =>
      (document.querySelector('#moves [aria-current] .text')?.firstChild.textContent ?? '') ===
      wanted,
    text,
  );

/** The tree in the address. */
const tree = page =>
  page.evaluate(() => decodeURIComponent(location.hash.match(/t=([^&]*)/)[1].replace(/_/g, ' ')));

/** The moves of the main line, then those of variations, as in the list. */
const listed = page =>
  page.evaluate(() => ({
    main: [...document.querySelectorAll('#moves .pair .text')].map(one => one.textContent),
    asides: [...document.querySelectorAll('#moves .aside')].map(one => {
      const moves = /** @type {Element} */ (one.cloneNode(true));
      // The engine may or may not have judged them by now.
      for (const score of moves.querySelectorAll('small')) score.remove();
      return moves.textContent.replace(/\s+/g, ' ').trim();
    }),
  }));

const play = async (page, way, picks, text) => {
  await WAYS[way](page, { picks, text });
  await looksAt(page, text);
};

test('moves are played in every way, and another move is a variation', () =>
  at('rules=international', async page => {
    await play(page, 'clicks', [32, 28], '32-28');
    await play(page, 'drag', [19, 23], '19-23');
    await play(page, 'box', [28, 19], '28x19');
    await page.keyboard.press('Escape');
    // Back by keyboard, and another move by keyboard alone.
    await page.locator('#moves [aria-current]').focus();
    await page.keyboard.press('ArrowLeft');
    await looksAt(page, '19-23');
    await page.keyboard.press('ArrowLeft');
    await looksAt(page, '32-28');
    await tabTo(page, '#board');
    await play(page, 'keyboard', [18, 23], '18-23');
    assert.equal(await tree(page), '32-28 19-23 (18-23) 28x19');
    assert.deepEqual(await listed(page), {
      main: ['32-28', '19-23', '28x19'],
      asides: ['1… 18-23'],
    });
    const before = await shown(page);
    await page.locator('[data-do="promote"]').click();
    assert.equal(await tree(page), '32-28 18-23 (19-23 28x19)');
    assert.equal(await shown(page), before, 'the position stays');
    // Existing moves are not added again.
    await page.locator('#steps [data-do="previous"]').click();
    await looksAt(page, '32-28');
    await play(page, 'clicks', [18, 23], '18-23');
    assert.equal(await tree(page), '32-28 18-23 (19-23 28x19)');
  }));

test('comments and marks are kept over a reload, and deleted moves are gone', () =>
  at('rules=russian', async page => {
    await play(page, 'box', [], 'c3-d4');
    await page.locator('[data-mark="!?"]').click();
    await page.locator('#comment').fill('The {usual} way');
    await play(page, 'box', [], 'd6-c5');
    await page.locator('#steps [data-do="previous"]').click();
    await looksAt(page, 'c3-d4');
    await play(page, 'box', [], 'f6-g5');
    await page.locator('[data-mark="?"]').click();
    await page.locator('[data-mark="??"]').click();
    const written = 'c3-d4!? {The |usual| way} d6-c5 (f6-g5??)';
    assert.equal(await tree(page), written);
    const position = await shown(page);
    await page.reload();
    await looksAt(page, 'f6-g5');
    await page.waitForFunction(() => document.querySelectorAll('#board .can').length > 0);
    assert.equal(await tree(page), written);
    assert.equal(await shown(page), position, 'the same position is looked at');
    assert.equal(await page.locator('#moves .aside em').first().textContent(), 'The |usual| way');
    await page.locator('[data-do="delete"]').click();
    await looksAt(page, 'c3-d4');
    assert.equal(await tree(page), 'c3-d4!? {The |usual| way} d6-c5');
    await page.locator('#steps [data-do="first"]').click();
    await looksAt(page, '');
    await page.locator('#board').hover();
    await page.mouse.wheel(0, 100);
    await looksAt(page, 'c3-d4');
    await page.keyboard.press('ArrowRight');
    await looksAt(page, 'd6-c5');
    await page.keyboard.press('ArrowRight');
    await looksAt(page, 'd6-c5');
  }));

test('what is not legal is explained, and not kept', () =>
  at('rules=international&fen=W:W28,40:B23,8', async (page, who) => {
    await cell(page, 40).click();
    await page.waitForFunction(() => document.getElementById('toast').textContent !== '');
    await page.locator('#movebox').fill('40-35');
    await page.locator('#movebox').press('Enter');
    await page.waitForFunction(() =>
      /must capture/i.test(document.getElementById('toast').textContent),
    );
    assert.equal(await tree(page), '');
    await page.goto(`${server.origin}/analysis?rules=international#t=32-28_19-23_50-1&at=3`);
    await page.reload();
    await looksAt(page, '19-23');
    await page.waitForFunction(() => document.querySelectorAll('#board .can').length > 0);
    assert.equal(await tree(page), '32-28 19-23');
    // The server's errors are on the console; nothing else is.
    const refusals = who.wrong.splice(0);
    assert.ok(
      refusals.every(line => line.includes('status of 422')),
      refusals.join(),
    );
  }));

test('engine lines arrive, follow the position, and stop where it is switched off', () =>
  at('rules=american&fen=W:W18,27,31:B1,10,12', async page => {
    const lines = page.locator('#lines .pv[data-move]:not([data-move=""])');
    await page.waitForFunction(() => document.getElementById('judge').style.length > 0);
    await lines.nth(2).waitFor();
    assert.match(await page.locator('#engine-told').textContent(), /depth \d+ · .* nodes/);
    assert.match(
      await page.locator('#evaluation').textContent(),
      /^((Red|Black) \+\d+\.\d\d|0\.00|(Red|Black) wins in \d+)$/,
    );
    // Whichever move is the best when it is clicked.
    await lines.first().click();
    const now = page.locator('#moves [aria-current] .text');
    await now.waitFor();
    const first = await now.textContent();
    // The lines are those of the new position, which has other legal moves.
    await page.waitForFunction(before => {
      const move = document.querySelector('#lines .pv').dataset.move;
      return move && move !== before && document.querySelectorAll('#moves small').length > 0;
    }, first);
    await page.locator('#line-count').selectOption('1');
    await page.waitForFunction(() => document.querySelectorAll('#lines li').length === 1);
    await lines.first().waitFor();
    await page.locator('#threat').click();
    await page.waitForFunction(() =>
      document.getElementById('judge').className.includes('unknown'),
    );
    await lines.first().waitFor();
    await page.locator('#engine-on').click();
    assert.equal(await page.locator('#lines li').count(), 0);
    await page.reload();
    await looksAt(page, first);
    assert.equal(await page.locator('#engine-on').getAttribute('aria-checked'), 'false');
  }));

test('the PDN has everything, and leads back into a tree', () =>
  at('rules=international', async page => {
    await page.goto(
      `${server.origin}/analysis?rules=international#t=32-28!_%7Busual%7D_19-23_(18-23_%7Bsharper%7D)_28x19&at=1`,
    );
    await page.reload();
    await looksAt(page, '32-28');
    await page.locator('#share').click();
    await page.waitForFunction(() => document.getElementById('export-text').value !== '');
    const pdn = await page.locator('#export-text').inputValue();
    assert.match(pdn, /\[GameType "20[",]/);
    assert.match(pdn, /1\. 32-28! \{usual\} 19-23 \(1\.\.\. 18-23 \{sharper\}\) 2\. 28x19/);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.locator('#export [data-do="download"]').click(),
    ]);
    assert.equal(await readFile(await download.path(), 'utf8'), pdn);
    await page.locator('#open-text').fill(pdn.replace('28x19', '28x19 14x23 (13x24 33-28)'));
    await Promise.all([page.waitForNavigation(), page.locator('.open-form button').click()]);
    await page.locator('#moves .move').first().waitFor();
    await page.waitForFunction(() => location.hash.includes('t='));
    assert.equal(
      await tree(page),
      '32-28! {usual} 19-23 (18-23 {sharper}) 28x19 14x23 (13x24 33-28)',
    );
    assert.match(page.url(), /\/analysis\?rules=international#/);
  }));

test('a long analysis is kept by the browser', () =>
  at('rules=american', async page => {
    const long = `11-15_%7B${'a'.repeat(9_000)}%7D_23-19`;
    await page.goto(`${server.origin}/analysis?rules=american#t=${long}&at=2`);
    await page.reload();
    await page.waitForFunction(() => location.hash.startsWith('#kept='));
    assert.ok(await page.locator('#kept').isVisible());
    await page.reload();
    await looksAt(page, '23-19');
    assert.ok((await page.locator('#moves em').textContent()).length === 9_000);
  }));

test('a finished game leads to it, one that goes on does not', async () => {
  const made = await server.create({ rules: 'american' });
  for (const move of ['11-15', '23-19', '15-18']) await server.move(made, move);
  const who = await visitor(server.origin);
  const open = await who.page.goto(`${server.origin}/analysis?game=${made.id}`);
  assert.equal(open?.status(), 422);
  await server.ask(`/api/games/${made.id}/events`, { side: 'black', what: 'resign' }, made.key);
  who.wrong.length = 0;
  await who.page.goto(`${server.origin}/game/${made.id}`);
  await who.page.locator('#board-link').click();
  await who.page.waitForURL(/\/analysis\?game=/);
  await who.page.locator('#board [data-square="1"][aria-label]').waitFor();
  assert.deepEqual((await listed(who.page)).main, ['11-15', '23-19', '15-18']);
  assert.equal(await who.page.locator(`a[href="/game/${made.id}/report"]`).count(), 1);
  await server.ask(`/api/games/${made.id}/report`, {});
  while ((await server.ask(`/api/games/${made.id}/report`)).state !== 'done');
  await who.page.reload();
  const accuracy = who.page.locator('.bar .accuracy', { hasText: /^\d+ % accurate$/ });
  await accuracy.nth(1).waitFor();
  assert.equal(await accuracy.count(), 2);
  assert.deepEqual(who.wrong, []);
  await who.close();
});

for (const width of [360, 1280])
  test(`nothing shifts the board, and everything can be hit, at ${width} px`, () =>
    at(
      'rules=international',
      async page => {
        const box = () =>
          page.evaluate(() => {
            const { x, y, width, height } = document
              .getElementById('board')
              .getBoundingClientRect();
            return [x + scrollX, y + scrollY, width, height];
          });
        const before = await box();
        await play(page, 'box', [], '32-28');
        await page.locator('#comment').fill('A comment');
        await page.locator('#lines .pv[data-move]:not([data-move=""])').nth(2).waitFor();
        await page.locator('#lines .more').first().click();
        assert.deepEqual(await box(), before);
        assert.deepEqual(await targets(page), []);
        assert.deepEqual(await axe(page), []);
      },
      { width },
    ));

test('endgame tables say what they know, and their moves can be played', () =>
  at('rules=american&fen=W:WK15,K18:BK1', async page => {
    await page.waitForFunction(() =>
      /endgame table/.test(document.getElementById('engine-told').textContent),
    );
    assert.match(await page.locator('#evaluation').textContent(), /^Black wins in \d+$/);
    assert.equal(await page.locator('#verdicts li').count(), 6);
    const best = page.locator('#verdicts .win button').first();
    const move = await best.locator('b').textContent();
    await best.click();
    await looksAt(page, move);
    await page.waitForFunction(() => document.querySelectorAll('#verdicts .loss').length > 0);
    assert.deepEqual(await axe(page), []);
  }));

/** The drawn shapes: the colour of each, and whether it is an arrow. */
const drawn = page =>
  page
    .locator('#board .drawn g')
    .evaluateAll(all =>
      all.map(
        one => `${one.getAttribute('class')} ${one.querySelector('path') ? 'arrow' : 'circle'}`,
      ),
    );
const isDrawn = async (page, shapes) => {
  await page.waitForFunction(
    count => document.querySelectorAll('#board .drawn g').length === count,
    shapes.length,
  );
  assert.deepEqual(await drawn(page), shapes);
};

test('arrows and circles are drawn with the right button, and kept in link and PDN', () =>
  at('rules=international', async page => {
    const middle = async square => {
      const { x, y, width, height } = await cell(page, square).boundingBox();
      return /** @type {[number, number]} */ ([x + width / 2, y + height / 2]);
    };
    const right = async (from, to) => {
      await page.mouse.move(...(await middle(from)));
      await page.mouse.down({ button: 'right' });
      await page.mouse.move(...(await middle(to)), { steps: 3 });
      await page.mouse.up({ button: 'right' });
    };
    await play(page, 'box', [], '32-28');
    await page.locator('#comment').fill('usual');
    await right(19, 23);
    await page.keyboard.down('Shift');
    await right(28, 5);
    await page.keyboard.up('Shift');
    await right(28, 28);
    await isDrawn(page, ['in-g arrow', 'in-r arrow', 'in-g circle']);
    const written = '32-28 {[%cal G1923,R2805] [%csl G28] usual}';
    assert.equal(await tree(page), written);
    assert.equal(await page.locator('#moves em').textContent(), 'usual');
    await page.reload();
    await looksAt(page, '32-28');
    await isDrawn(page, ['in-g arrow', 'in-r arrow', 'in-g circle']);
    // They belong to this position only.
    await page.locator('#steps [data-do="first"]').click();
    await isDrawn(page, []);
    await page.locator('#steps [data-do="last"]').click();
    await page.locator('#tools [data-do="flip"]').click();
    await isDrawn(page, ['in-g arrow', 'in-r arrow', 'in-g circle']);
    await right(28, 28);
    await isDrawn(page, ['in-g arrow', 'in-r arrow']);
    await page.locator('#share').click();
    await page.waitForFunction(() => document.getElementById('export-text').value !== '');
    assert.match(
      (await page.locator('#export-text').inputValue()).replaceAll('\n', ' '),
      /1\. 32-28 \{\[%cal G1923,R2805\] usual\}/,
    );
    await page.locator('#export [data-do="close"]').click();
    // Squares that do not exist are ignored.
    await page.goto(
      `${server.origin}/analysis?rules=russian#t=${encodeURIComponent('c3-d4 {[%cal Gc3d4,Gz9d4,X1111] [%csl R99,Bd4]}')}&at=1`,
    );
    await page.reload();
    await looksAt(page, 'c3-d4');
    await isDrawn(page, ['in-g arrow', 'in-b circle']);
  }));

test('arrows and circles are drawn by keyboard, and by fingers', async () => {
  await at('rules=russian', async page => {
    await tabTo(page, '#board');
    await page.keyboard.press('d');
    await page.locator('#palette').waitFor();
    await WAYS.keyboard(page, { picks: [21, 17] });
    await page.waitForFunction(() =>
      /Green: arrow from \w\d to \w\d/.test(document.getElementById('said').textContent),
    );
    await isDrawn(page, ['in-g arrow']);
    assert.equal(await page.locator('#board .picked').count(), 0, 'no piece is picked up');
    assert.deepEqual(await axe(page), []);
    await page.keyboard.press('Escape');
    assert.ok(await page.locator('#palette').isHidden());
    await play(page, 'box', [], 'c3-d4');
    await page.locator('#steps [data-do="first"]').click();
    await page.waitForFunction(() =>
      document.getElementById('said').textContent.includes('Green: arrow'),
    );
  });
  await at(
    'rules=international',
    async page => {
      await page.locator('#draw').tap();
      await page.locator('[data-color="B"]').tap();
      assert.deepEqual(await targets(page), []);
      await WAYS.touch(page, { picks: [32, 28] });
      await isDrawn(page, ['in-b arrow']);
      await WAYS.touch(page, { picks: [28, 28] });
      await isDrawn(page, ['in-b arrow', 'in-b circle']);
      assert.equal(await tree(page), '{[%cal B3228] [%csl B28]}');
      await page.locator('#palette [data-do="erase"]').tap();
      await isDrawn(page, []);
      await page.locator('#palette [data-do="drawn"]').tap();
      await play(page, 'touch', [32, 28], '32-28');
    },
    { width: 390, touch: true },
  );
});
