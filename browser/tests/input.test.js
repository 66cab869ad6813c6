// Selecting squares, step by step. R-UI-2..8, R-HR-1..3, R-GM-1, R-GM-2.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { closeBrowser, seat, visitor } from '../harness/browser.js';
import { WAYS, cell, open, shown, waitForPlies } from '../harness/play.js';
import { SCRIPTS } from '../harness/scripts.js';
import { Server } from '../harness/server.js';

let server;
before(async () => {
  server = await Server.start();
});
after(async () => {
  await closeBrowser();
  await server.stop();
});

/** Opens a game with its seats; the test gets the page, which must be free of problems. */
async function at(order, check, wishes) {
  const made = await server.create(order);
  const who = await visitor(server.origin, wishes);
  await seat(who.context, made);
  await open(who.page, server.origin, made.id);
  await check(who.page, made);
  assert.deepEqual(who.wrong, []);
  await who.close();
}

const marked = (page, mark) =>
  page
    .locator(`#board .${mark}`)
    .evaluateAll(cells =>
      cells.map(one => Number(one.getAttribute('data-square'))).sort((one, other) => one - other),
    );
const said = async (page, what) => {
  await page.waitForFunction(
    source => new RegExp(source, 'i').test(document.getElementById('alert').textContent),
    what.source,
  );
  assert.match(await page.locator('#toast').innerText(), what, 'it is also shown');
};
/** Plays moves one by one by clicks. */
async function played(page, moves) {
  for (const [at, picks] of moves.entries()) {
    await WAYS.clicks(page, { picks });
    await waitForPlies(page, at + 1);
  }
}
const plies = async id => (await server.game(id)).history.map(({ text }) => text);

test('R-UI-2: turn, captured counts and move number are shown', () =>
  at({ rules: 'american' }, async (page, { id }) => {
    assert.match(await page.locator('#turn').innerText(), /red to move/i, 'R-AM-2');
    assert.match(await page.locator('#bar-bottom').innerText(), /to move/i);
    await played(page, [
      [11, 15],
      [22, 18],
      [15, 22],
    ]);
    assert.match(await page.locator('#bar-top').innerText(), /to move/i);
    assert.match(await page.locator('#number').innerText(), /2/);
    assert.match(await page.locator('#bar-bottom').innerText(), /1/, 'Red has taken one');
    assert.match(await page.locator('#bar-top').innerText(), /0/, 'Black none');
    assert.deepEqual(await plies(id), ['11-15', '22-18', '15x22']);
  }));

test('R-UI-3: only a piece that can move is picked, one at a time, and let go again', () =>
  at({ rules: 'international' }, async page => {
    assert.deepEqual(await marked(page, 'can'), [31, 32, 33, 34, 35]);
    await cell(page, 40).click();
    assert.deepEqual(await marked(page, 'picked'), [], 'a piece that cannot move');
    await said(page, /cannot move/i);
    await cell(page, 20).click();
    assert.deepEqual(await marked(page, 'picked'), [], 'a piece of the opponent');
    await cell(page, 32).click();
    assert.deepEqual(await marked(page, 'picked'), [32]);
    assert.deepEqual(await marked(page, 'goal'), [27, 28], 'R-UI-4');
    await cell(page, 33).click();
    assert.deepEqual(await marked(page, 'picked'), [33], 'another instead');
    await cell(page, 24).click();
    assert.deepEqual(await marked(page, 'picked'), [], 'an empty square that is no destination');
    await cell(page, 33).click();
    await page.keyboard.press('Escape');
    assert.deepEqual(await marked(page, 'picked'), [], 'Escape');
    await WAYS.clicks(page, { picks: [33, 28] });
    await waitForPlies(page, 1);
    assert.deepEqual(await marked(page, 'picked'), [], 'the turn changed');
  }));

test('R-UI-4, R-UI-5: a capture hop by hop', () =>
  at({ rules: 'international', fen: SCRIPTS.international.fen }, async (page, { id }) => {
    assert.deepEqual(await marked(page, 'can'), [8], 'only the piece that must capture');
    await cell(page, 8).click();
    assert.ok((await marked(page, 'goal')).includes(21));
    await cell(page, 21).click();
    await cell(page, 43).click();
    assert.deepEqual(
      await marked(page, 'ghost'),
      [12, 38],
      'R-FR-4: taken pieces stand until the end',
    );
    assert.match(
      await cell(page, 43).getAttribute('aria-label'),
      /^43, white king/,
      'the piece stands where it has hopped to',
    );
    const faint = await page
      .locator('#board .ghost .piece')
      .first()
      .evaluate(one => getComputedStyle(one).opacity);
    assert.ok(Number(faint) <= 0.4, `ghosts are faint: ${faint}`);
    const next = await marked(page, 'goal');
    await cell(page, 43).click();
    assert.deepEqual(
      await marked(page, 'goal'),
      next,
      'the jumping piece picked again shows its remaining hops',
    );
    await page.keyboard.press('Backspace');
    assert.deepEqual(await marked(page, 'ghost'), [12], 'Backspace takes back one hop');
    assert.deepEqual(await plies(id), []);
    await cell(page, 3).click();
    await waitForPlies(page, 1);
    assert.deepEqual(await plies(id), ['8x3'], 'the last square plays the rest');
  }));

test('R-UI-5: a whole capture by its last square', () =>
  at({ rules: 'american', fen: SCRIPTS.american.fen }, async (page, { id }) => {
    await WAYS.clicks(page, { picks: [8, 24] });
    await waitForPlies(page, 1);
    assert.deepEqual(await plies(id), ['8x24']);
  }));

test('R-AM-6, R-UI-5: a hop made is a hop, until it is taken back', async () => {
  const order = { rules: 'american', fen: 'B:W18,25,26,19:B15,16,1' };
  const back = page => page.locator('#settle [data-do="hop-back"]');
  await at(order, async (page, { id }) => {
    await WAYS.clicks(page, { picks: [15, 16] });
    assert.deepEqual(await marked(page, 'picked'), [16], 'before the first hop another is picked');
    assert.ok(await back(page).isHidden());
    await page.keyboard.press('Escape');
    await WAYS.clicks(page, { picks: [15, 22] });
    for (const square of [16, 1, 23, 25]) {
      await page.evaluate(() => {
        document.getElementById('alert').textContent = '';
      });
      await cell(page, square).click();
      await said(page, /started a capture.*same piece.*continue from 22/);
      assert.deepEqual(await marked(page, 'picked'), [15, 22], `${square} is not picked instead`);
      assert.deepEqual(await marked(page, 'goal'), [29, 31], 'the hops that remain are shown');
    }
    await WAYS.drag(page, { picks: [16, 23] });
    assert.deepEqual(await marked(page, 'picked'), [15, 22], 'nor by dragging it');
    await WAYS.box(page, { text: '16x30' });
    assert.deepEqual(await marked(page, 'picked'), [15, 22], 'nor by writing its move');
    assert.deepEqual(await plies(id), []);
    await page.locator('#movebox').fill('');
    await cell(page, 22).focus();
    await page.keyboard.press('Backspace');
    assert.deepEqual(await marked(page, 'picked'), [15], 'Backspace takes the hop back');
    await WAYS.clicks(page, { picks: [22, 16] });
    await page.keyboard.press('Escape');
    assert.deepEqual(await marked(page, 'picked'), [], 'Escape takes everything back');
    await WAYS.clicks(page, { picks: [16, 23] });
    assert.deepEqual(await marked(page, 'picked'), []);
    await waitForPlies(page, 1);
    assert.deepEqual(await plies(id), ['16x30']);
  });
  await at(
    { rules: 'american', fen: 'B:W18,25,26:B1,15' },
    async (page, { id }) => {
      await WAYS.touch(page, { picks: [15, 22, 1] });
      await said(page, /started a capture/);
      await back(page).tap();
      assert.deepEqual(await marked(page, 'picked'), [15], 'by touch a button takes the hop back');
      assert.ok(await back(page).isHidden());
      await WAYS.touch(page, { picks: [22, 29] });
      await waitForPlies(page, 1);
      assert.deepEqual(await plies(id), ['15x29']);
    },
    { width: 360, touch: true },
  );
  await at({ rules: 'international', fen: SCRIPTS.international.fen }, async page => {
    await WAYS.clicks(page, { picks: [8, 43] });
    assert.deepEqual(await marked(page, 'picked'), [8, 21, 43], 'squares on the way are hops, too');
    await page.keyboard.press('Backspace');
    assert.deepEqual(await marked(page, 'picked'), [8, 21], 'and taken back one by one');
  });
  await at({ rules: 'casual', fen: 'B:W14,22,29:B9,1' }, async (page, { id }) => {
    await WAYS.clicks(page, { picks: [9, 18, 1] });
    await said(page, /started a capture/);
    assert.ok(await back(page).isVisible());
    await page.locator('#settle [data-do="stop"]').click();
    await waitForPlies(page, 1);
    assert.deepEqual(await plies(id), ['9x18'], 'R-HR-2: the turn may still end there');
  });
});

test('a choice from the list, and a capture that ends where it began', () =>
  at({ rules: 'italian', fen: 'W:WK20,6,13:B7,9,14,15,17,22,23,28' }, async (page, { id }) => {
    await cell(page, 20).click();
    const choices = page.locator('#choices button');
    assert.equal(await choices.count(), 2);
    await choices.filter({ hasText: /20\S*20/ }).click();
    await waitForPlies(page, 1);
    assert.deepEqual(await plies(id), ['20x20']);
  }));

test('R-UI-7: a new game at any time, after a question', () =>
  at({ rules: 'italian' }, async (page, { id }) => {
    await WAYS.clicks(page, { picks: [22, 18] });
    await waitForPlies(page, 1);
    await page.locator('#actions [data-do="new"]').click();
    await page.locator('dialog[open] [data-do="no"]').click();
    assert.ok(page.url().endsWith(id));
    await page.locator('#actions [data-do="new"]').click();
    await page.locator('dialog[open] [data-do="yes"]').click();
    await page.waitForURL(url => !url.pathname.endsWith(id));
    await page.locator('#board .can').first().waitFor();
    assert.equal((await server.game(page.url().split('/').pop())).table.rules, 'italian');
  }));

test('R-UI-8: illegal attempts change nothing and say why', async () => {
  await at({ rules: 'american', fen: 'B:W14,15,29:B1,10,11' }, async (page, { id }) => {
    await cell(page, 1).click();
    await said(page, /must capture: 2 pieces can/i);
    await cell(page, 29).click();
    await said(page, /your opponent's piece/i);
    assert.deepEqual(await plies(id), []);
  });
  await at({ rules: 'italian', fen: 'W:W18,23:B5,12,14,20' }, async (page, { id }) => {
    await cell(page, 18).click();
    await said(page, /2|two/);
    assert.deepEqual(await plies(id), []);
  });
  await at({ rules: 'international', fen: 'W:W32,38:B1' }, async (page, { id }) => {
    await WAYS.clicks(page, { picks: [32, 37] });
    await said(page, /backwards/i);
    assert.deepEqual(await plies(id), []);
  });
  await at({ rules: 'international' }, async (page, { id }) => {
    await WAYS.box(page, { text: '32-23' });
    await page.waitForFunction(() => document.getElementById('alert').textContent.trim() !== '');
    assert.deepEqual(await plies(id), []);
  });
});

test('R-HR-1, R-HR-2: casual checkers lets a jump be left, or be ended early', () =>
  at({ rules: 'casual', fen: 'B:W14,22,29:B9,1' }, async (page, { id }) => {
    assert.deepEqual(
      await marked(page, 'can'),
      [1, 9],
      'R-HR-1: simple moves are legal although a jump exists',
    );
    await WAYS.clicks(page, { picks: [9, 18] });
    await page.locator('#settle [data-do="stop"]').click();
    await waitForPlies(page, 1);
    const { position } = await server.game(id);
    assert.equal(position.hub[18], 'b', 'R-HR-2: it stopped after the first jump');
    assert.equal(position.hub[22], 'w');
    assert.equal(await shown(page), position.hub.slice(1));
  }));

test('R-HR-3: in casual checkers a side that has pieces but no move draws', () =>
  at({ rules: 'casual', fen: 'B:W13:B2,9' }, async (page, { id }) => {
    await WAYS.clicks(page, { picks: [2, 6] });
    await page.locator('#actions [data-do="again"]').waitFor();
    const { ending } = (await server.game(id)).table;
    assert.equal(ending.winner, null);
    assert.match(await page.locator('#now').innerText(), /draw|tie/i);
  }));

test('R-GM-1: take back, agree a draw, and play again with colours swapped', () =>
  at({ rules: 'american' }, async (page, { id }) => {
    await played(page, [
      [11, 15],
      [22, 18],
    ]);
    await page.locator('#actions [data-do="take-back"]').click();
    await waitForPlies(page, 1);
    assert.deepEqual(await plies(id), ['11-15']);
    await page.locator('#actions [data-do="draw"]').click();
    await page.locator('#actions [data-do="accept-draw"]').click();
    await page.locator('#actions [data-do="again"]').waitFor();
    const { table } = await server.game(id);
    assert.equal(table.ending.winner, null);
    assert.match(await page.locator('#now').innerText(), /draw/i);
    await page.locator('#actions [data-do="again"]').click();
    await page.waitForURL(url => !url.pathname.endsWith(id));
    await page.locator('#board .can').first().waitFor();
    assert.notEqual((await server.game(page.url().split('/').pop())).table.host, table.host);
  }));

test('R-GM-2: step through the history, and take the game away as a file', () =>
  at({ rules: 'american' }, async (page, { id }) => {
    await played(page, [
      [11, 15],
      [22, 18],
      [15, 22],
    ]);
    const { history, start } = await server.game(id);
    const step = name => page.locator(`#steps [data-do="${name}"]`).click();
    await step('first');
    assert.equal(await shown(page), start.slice(1));
    await step('next');
    assert.equal(await shown(page), history[0].hub.slice(1));
    await step('last');
    assert.equal(await shown(page), history[2].hub.slice(1));
    await step('previous');
    assert.equal(await shown(page), history[1].hub.slice(1));
    await page.locator('#moves button').first().click();
    assert.equal(await shown(page), history[0].hub.slice(1));
    for (const link of await page.locator('#files a').all()) {
      const answer = await page.request.get(
        new URL(await link.getAttribute('href'), page.url()).href,
      );
      assert.equal(answer.status(), 200, await link.getAttribute('href'));
    }
    const pdn = await page.request.get(`${server.origin}/api/games/${id}/game.pdn`);
    assert.match(await pdn.text(), /11-15 22-18/);
  }));

test('keys on the board: squares by number, row ends, lists, flip', () =>
  at({ rules: 'international' }, async page => {
    const here = () =>
      page.evaluate(() => Number(document.activeElement.getAttribute('data-square')));
    await page.locator('#board [tabindex="0"]').focus();
    await page.keyboard.type('32');
    assert.equal(await here(), 32);
    await page.keyboard.press('Home');
    assert.equal(await here(), 31);
    await page.keyboard.press('End');
    assert.equal(await here(), 35);
    await page.keyboard.press('Control+Home');
    assert.equal(await here(), 1);
    await page.keyboard.press('Control+End');
    assert.equal(await here(), 50);
    const heard = async key => {
      await page.evaluate(() => {
        document.getElementById('said').textContent = '';
      });
      await page.keyboard.press(key);
      await page.waitForFunction(() => document.getElementById('said').textContent.trim() !== '');
      return page.locator('#said').textContent();
    };
    assert.match(await heard('m'), /32-28/, 'm lists the legal moves');
    await heard('l');
    await heard('t');
    const top = () => page.locator('#board [data-square]').first().getAttribute('data-square');
    assert.equal(await top(), '1');
    await page.keyboard.press('f');
    assert.equal(await top(), '50');
    assert.equal(await here(), 50, 'the focus stays on its square');
  }));

test('options: ask before a move, play the only one, letters off', async () => {
  await at(
    { rules: 'american' },
    async (page, { id }) => {
      await WAYS.clicks(page, { picks: [11, 15] });
      assert.deepEqual(await plies(id), []);
      await page.locator('#settle [data-do="confirm"]').click();
      await waitForPlies(page, 1);
    },
    { choices: 'confirm=on' },
  );
  await at(
    { rules: 'american', fen: 'B:W15,18,29:B11' },
    async page => {
      await waitForPlies(page, 1);
    },
    { choices: 'only=on' },
  );
  await at(
    { rules: 'american' },
    async page => {
      await page.locator('#board [tabindex="0"]').focus();
      await page.keyboard.press('f');
      assert.equal(
        await page.locator('#board [data-square]').first().getAttribute('data-square'),
        '32',
      );
    },
    { choices: 'keys=off' },
  );
});
