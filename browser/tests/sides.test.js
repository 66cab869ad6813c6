// The look and the names of the sides follow the theme, wherever people read. R-UI-1.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { closeBrowser, seat, visitor } from '../harness/browser.js';
import { cell, open, waitForPlies } from '../harness/play.js';
import { Server } from '../harness/server.js';

let server;
before(async () => {
  server = await Server.start();
});
after(async () => {
  await closeBrowser();
  await server.stop();
});

/** All that people read or hear on a page, without sentences about the standard's own names and about other games. */
const readOut = page =>
  page.evaluate(() => {
    const page = /** @type {HTMLElement} */ (document.body.cloneNode(true));
    for (const one of page.querySelectorAll(
      'script, style, noscript, textarea, #names, .live, .games',
    ))
      one.remove();
    const named = [...page.querySelectorAll('[aria-label], [title], [alt]')].flatMap(one =>
      ['aria-label', 'title', 'alt'].map(name => one.getAttribute(name) ?? ''),
    );
    return [document.title, page.textContent, ...named].join('\n');
  });

/** Checks that the text contains some names, and not another. */
async function names(page, named, never) {
  const said = await readOut(page);
  for (const name of named) assert.match(said, new RegExp(`\\b${name}\\b`, 'i'), name);
  const wrong = said.match(new RegExp(`.*\\b${never}\\b.*`, 'i'));
  assert.equal(wrong?.[0], undefined);
}

/** Opens a page for a new visitor; at the end it must be free of problems. */
async function at(path, choices, check) {
  const who = await visitor(server.origin, { choices });
  await who.page.goto(server.origin + path, { waitUntil: 'networkidle' });
  await check(who.page);
  assert.deepEqual(who.wrong, []);
  await who.close();
}

/** The colour of a piece. */
const colour = (page, square) =>
  cell(page, square)
    .locator('.piece')
    .evaluate(one => getComputedStyle(one).getPropertyValue('--p-body').trim().toUpperCase());

const RED = '#C41E3A';
const JET = '#1C1C1C';

test('R-UI-1: in American checkers Red plays Black, from the first move to the result', async () => {
  const made = await server.create({ rules: 'american' });
  const who = await visitor(server.origin);
  await seat(who.context, made);
  await open(who.page, server.origin, made.id);
  const { page } = who;
  const turn = text =>
    page.waitForFunction(wanted => document.getElementById('turn')?.textContent === wanted, text);
  await turn('Red to move');
  assert.equal(await cell(page, 1).getAttribute('aria-label'), '1, red man');
  assert.equal(await cell(page, 11).getAttribute('aria-label'), '11, red man, can move');
  assert.equal(await cell(page, 32).getAttribute('aria-label'), '32, black man');
  assert.deepEqual([await colour(page, 1), await colour(page, 32)], [RED, JET]);
  await names(page, ['red', 'black'], 'white');
  await cell(page, 11).click();
  await cell(page, 15).click();
  await waitForPlies(page, 1);
  await turn('Black to move');
  await page.waitForFunction(() => document.getElementById('said')?.textContent === 'Red: 11-15');
  await server.move(made, '22-18');
  await waitForPlies(page, 2);
  await page.waitForFunction(() => document.getElementById('said')?.textContent === 'Black: 22-18');
  await page.locator('#actions [data-do="resign"]').click();
  await page.locator('dialog[open] [data-do="yes"]').click();
  await turn('Black wins.');
  assert.match(await page.locator('#note').innerText(), /^Red resigned\./);
  await names(page, ['red', 'black'], 'white');
  assert.equal(
    await page.locator('#names').innerText(),
    'In files, as in the PDN standard, “White” stands for Black and “Black” for Red.',
  );
  const { table, said } = await server.game(made.id);
  assert.deepEqual([table.ending.winner, said.ending[0].key], ['white', 'end.white-wins']);
  assert.deepEqual(who.wrong, []);
  await who.close();
});

test('R-UI-1: Red sits below for the one who plays it', async () => {
  for (const [color, below, top] of [
    ['black', 'red', 32],
    ['white', 'black', 1],
  ]) {
    const made = await server.create({ rules: 'american', color, level: 1 });
    const who = await visitor(server.origin);
    await seat(who.context, made);
    await open(who.page, server.origin, made.id);
    const bar = who.page.locator('#bar-bottom');
    await bar.and(who.page.locator(`[data-side="${color}"]`)).waitFor();
    assert.match(await bar.innerText(), new RegExp(below, 'i'));
    const first = who.page.locator('#board [data-square]').first();
    assert.equal(await first.getAttribute('data-square'), String(top));
    await names(who.page, ['red', 'black'], 'white');
    await who.close();
  }
});

test('R-UI-1: who begins sits below where two share a device, and for who watches', async () => {
  for (const [rules, side, top] of [
    ['american', 'black', '32'],
    ['international', 'white', '1'],
  ]) {
    const made = await server.create({ rules });
    for (const plays of [true, false]) {
      const who = await visitor(server.origin);
      if (plays) await seat(who.context, made);
      await open(who.page, server.origin, made.id);
      await who.page.locator(`#bar-bottom[data-side="${side}"]`).waitFor();
      const first = who.page.locator('#board [data-square]').first();
      assert.equal(await first.getAttribute('data-square'), top);
      await who.page.goto(`${server.origin}/watch`);
      const shown = who.page.locator(`[data-game="${made.id}"] img`);
      assert.match(
        await shown.getAttribute('src'),
        side === 'black' ? /flip=true/ : /flip=false/,
        'as on the page of the game',
      );
      await who.close();
    }
  }
});

test('R-UI-1: International draughts has White and Black', async () => {
  const made = await server.create({ rules: 'international' });
  const who = await visitor(server.origin);
  await seat(who.context, made);
  await open(who.page, server.origin, made.id);
  assert.equal(await who.page.locator('#turn').innerText(), 'White to move');
  assert.match(await cell(who.page, 50).getAttribute('aria-label'), /^50, white man/);
  assert.equal(await who.page.locator('#names').isVisible(), false, 'files have the same names');
  await names(who.page, ['white', 'black'], 'red');
  await who.close();
});

for (const [rules, board, first, second, never] of [
  ['american', 'own', 'Red', 'Black', 'white'],
  ['american', 'tournament', 'Red', 'White', 'black'],
  ['american', 'wood', 'Black', 'White', 'red'],
  ['international', 'classic', 'Red', 'Black', 'white'],
]) {
  test(`R-UI-1: ${rules} on the board “${board}”: ${first} and ${second}`, async () => {
    const { id } = await server.create({ rules });
    const choices = `board=${board}`;
    await at(`/game/${id}`, choices, async page => {
      await cell(page, 1).and(page.locator('[aria-label]')).waitFor();
      assert.equal(await page.locator('#turn').innerText(), `${first} to move`);
      await names(page, [first, second], never);
    });
    await at(`/editor?rules=${rules}`, choices, async page => {
      const start = `${first} to move, with`;
      await page.waitForFunction(
        wanted => document.getElementById('verdict')?.textContent?.startsWith(wanted),
        start,
      );
      await names(page, [`${first} king`, `${second} man`], never);
      await page.click('#clear');
      await page.waitForFunction(() => document.getElementById('trouble')?.textContent !== '');
      await names(page, [first, second], never);
    });
    await at(`/variants/${rules}`, choices, async page => {
      assert.match(await readOut(page), new RegExp(`${first} moves first`));
      await page.locator('.example .board').first().waitFor();
      await names(page, [first, second], never);
    });
    await at(`/compose?rules=${rules}`, choices, page => names(page, [first, second], never));
    await at(`/?rules=${rules}`, choices, async page => {
      await page.locator('#stage [data-square="1"]').waitFor();
      await names(page, [first, second], never);
    });
    await at(`/lobby?rules=${rules}`, choices, page => names(page, [first, second], never));
  });
}

test('R-UI-1: whoever chooses another game reads other names', async () => {
  for (const [path, labels] of [
    ['/?rules=american', '[name=color] + span'],
    ['/lobby?rules=american', '[name=color] + span'],
    ['/editor?rules=american', '[name=turn] + span'],
  ])
    await at(path, '', async page => {
      const said = async () =>
        (await page.locator(labels).allInnerTexts()).filter(text => !/random/i.test(text));
      const more = page.locator('.more summary');
      if (path.startsWith('/?')) await more.click();
      assert.deepEqual(await said(), ['Black', 'Red'], path);
      await page.selectOption('#rules', 'international');
      assert.deepEqual(await said(), ['White', 'Black'], path);
      await page.selectOption('#rules', 'casual');
      assert.deepEqual(await said(), ['Black', 'Red'], path);
    });
});

test('R-UI-1: the editor names what it paints, and the pictures it offers follow the game', () =>
  at('/editor?rules=american', '', async page => {
    await page.locator('#board [data-square="1"]').waitFor();
    const swatch = page.locator('.palette label').nth(2);
    assert.equal(await swatch.getAttribute('title'), 'Red man');
    assert.equal(await cell(page, 1).getAttribute('aria-label'), '1, red man');
    assert.match(await page.getAttribute('#svg', 'href'), /theme=classic/);
    await page.selectOption('#rules', 'russian');
    await page.waitForFunction(() => /rules=russian/.test(location.search));
    assert.equal(await swatch.getAttribute('title'), 'Black man');
    await page.waitForFunction(
      () => document.querySelector('#board .cell[aria-label*="black man"]') !== null,
    );
    assert.match(await page.getAttribute('#svg', 'href'), /theme=wood/);
    assert.equal(await page.locator('#names').isVisible(), false);
  }));

test('R-UI-1: settings say what each theme calls the sides', () =>
  at('/settings', '', async page => {
    const sides = async theme =>
      (await page.locator(`label:has([name=board][value=${theme}]) small`).innerText()).trim();
    assert.equal(await sides('own'), 'Red · Black');
    assert.equal(await sides('classic'), 'Red · Black');
    assert.equal(await sides('tournament'), 'Red · White');
    assert.equal(await sides('wood'), 'Black · White');
  }));

test('R-UI-1: in other languages too', async () => {
  const { id } = await server.create({ rules: 'american' });
  for (const [language, turn, man, never] of [
    ['de', 'Rot am Zug', '1, roter Stein', 'weiß'],
    ['fr', 'Trait aux Rouges', '1, pion rouge', 'blancs?'],
    ['ru', 'Ход красных', '1, красная простая', 'белы[ех]'],
    ['pt-BR', 'Vermelhas jogam', '1, pedra vermelha', 'brancas'],
  ])
    await at(`/game/${id}`, `lang=${language}`, async page => {
      await cell(page, 1).and(page.locator('[aria-label]')).waitFor();
      assert.equal(await page.locator('#turn').innerText(), turn);
      assert.equal(await cell(page, 1).getAttribute('aria-label'), man);
      assert.doesNotMatch(await readOut(page), new RegExp(`(^|\\P{L})${never}(\\P{L}|$)`, 'iu'));
    });
});

test('issue 17.5: the curve of a result says who was ahead from when, and leaves exchanges out', async () => {
  const made = await server.create({ rules: 'american', fen: 'W:W22,32,31:B18,1,2' });
  for (const move of ['22x15', '1-6', '32-28', '6-10', '15x6', '2x9', '28-24', '9-14'])
    await server.move(made, move);
  const resigned = { side: 'black', what: 'resign' };
  await server.ask(`/api/games/${made.id}/events`, resigned, made.key);
  const who = await visitor(server.origin);
  await open(who.page, server.origin, made.id);
  const told = who.page.locator('#story figcaption');
  await told.waitFor();
  assert.equal((await told.innerText()).replace(/\s+/g, ' '), 'Start Black ahead from move 1 4');
  assert.equal(await who.page.locator('#pins .good').count(), 1);
  const runs = await who.page.evaluate(async () => {
    const { runs } = await import('/assets/js/story.js');
    const turns = leads => runs(leads).map(({ sign, from }) => [sign, from]);
    return {
      exchange: turns([0, 0, 1, 0, 0, -1, 0, 0]),
      turned: turns([0, -1, -1, -1, -1, -1, 0, 1, 1, 1, 1, 2]),
      last: turns([0, 0, 0, 0, 1]),
      never: turns([0]),
    };
  });
  assert.deepEqual(runs, {
    exchange: [[0, 0]],
    turned: [
      [0, 0],
      [-1, 1],
      [1, 7],
    ],
    last: [
      [0, 0],
      [1, 4],
    ],
    never: [[0, 0]],
  });
  assert.deepEqual(who.wrong, []);
  await who.close();
});
