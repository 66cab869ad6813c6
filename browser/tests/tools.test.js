// The home page, the board editor and the import, from the user's side.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { closeBrowser, visitor } from '../harness/browser.js';
import { cell } from '../harness/play.js';
import { Server } from '../harness/server.js';

let server;
before(async () => {
  server = await Server.start();
});
after(async () => {
  await closeBrowser();
  await server.stop();
});

/** Opens a page for a new visitor; at the end it must be free of problems. */
async function at(path, check, allowed = []) {
  const who = await visitor(server.origin);
  await who.page.goto(server.origin + path, { waitUntil: 'networkidle' });
  await check(who.page);
  assert.deepEqual(
    who.wrong.filter(one => !allowed.some(pattern => pattern.test(one))),
    [],
  );
  await who.close();
}

const gameOf = page => server.game(new URL(page.url()).pathname.split('/').pop());
const middle = async locator => {
  const { x, y, width, height } = await locator.boundingBox();
  return [x + width / 2, y + height / 2];
};
async function drag(page, from, [x, y]) {
  await page.mouse.move(...(await middle(from)));
  await page.mouse.down();
  await page.mouse.move(x, y, { steps: 6 });
  await page.mouse.up();
}
const fen = (page, text) =>
  page.waitForFunction(wanted => document.getElementById('fen')?.value === wanted, text);
const verdict = (page, source) =>
  page.waitForFunction(
    wanted => new RegExp(wanted).test(document.getElementById('verdict')?.textContent ?? ''),
    source,
  );
const trouble = (page, source) =>
  page.waitForFunction(
    wanted => new RegExp(wanted).test(document.getElementById('trouble')?.textContent ?? ''),
    source,
  );

test('a visitor plays after one click, and finds the game again', () =>
  at('/', async page => {
    assert.equal(await page.inputValue('#rules'), 'american');
    await page.click('button[value=here]');
    await page.waitForSelector('#board [data-square="32"]');
    assert.ok(!page.url().includes('key='), 'the key is kept out of sight');
    await cell(page, 11).click();
    await cell(page, 15).click();
    await page.waitForFunction(() => document.querySelectorAll('#moves button').length === 1);
    assert.deepEqual(
      (await gameOf(page)).history.map(({ text }) => text),
      ['11-15'],
    );
    const game = new URL(page.url()).pathname;
    await page.goto(server.origin, { waitUntil: 'networkidle' });
    await page.click(`#continue a[href="${game}"]`);
    await page.waitForSelector('#board [data-square="32"]');
    await cell(page, 22).click();
    await cell(page, 18).click();
    await page.waitForFunction(() => document.querySelectorAll('#moves button').length === 2);
  }));

test('the form offers what fits, and is remembered; R-DT-1, R-IT-8', () =>
  at('/', async page => {
    await page.click('.more summary');
    const offered = () =>
      page.locator('#opening option:not([hidden])').evaluateAll(all => all.map(one => one.value));
    assert.deepEqual(await offered(), ['standard', 'three-move', 'random', 'position']);
    await page.selectOption('#rules', 'russian');
    assert.deepEqual(await offered(), ['standard', 'table', 'random', 'position']);
    await page.selectOption('#rules', 'italian');
    await page.check('#level [value="2"]');
    await page.check('[name=color][value=black]');
    await page.selectOption('#clock', 'own');
    await page.fill('#own_clock', '7m+2s');
    await page.check('[name=touch_move]');
    await page.fill('#seed', '42');
    await page.click('button[value=computer]');
    await page.waitForSelector('#board [data-square="32"]');
    const { table, computer } = await gameOf(page);
    assert.deepEqual(
      [table.rules, table.clock.control, table.touch_move, table.names.black],
      ['italian', '7m+2s', true, 'Guest'],
    );
    assert.deepEqual(computer, [2, null]);
    await page.goto(server.origin, { waitUntil: 'networkidle' });
    assert.deepEqual(
      await Promise.all(
        ['#rules', '#level :checked', '#clock', '#own_clock', '#seed'].map(field =>
          page.inputValue(field),
        ),
      ),
      ['italian', '2', 'own', '7m+2s', ''],
    );
  }));

test('R-DT-1: a seed is taken to its last digit, and the same game can be played again', () =>
  at('/', async page => {
    await page.click('.more summary');
    await page.selectOption('#rules', 'american');
    await page.selectOption('#opening', 'three-move');
    await page.fill('#seed', '6492001106719095');
    await page.click('button[value=here]');
    await page.waitForSelector('#board [data-square="32"]');
    const first = await gameOf(page);
    assert.equal(first.table.seed, '6492001106719095');
    assert.equal(await page.textContent('#seed'), '6492001106719095');
    await page.click('.seed button');
    await page.waitForURL(url => !url.pathname.endsWith(first.id));
    await page.waitForSelector('#board [data-square="32"]');
    const again = await gameOf(page);
    assert.deepEqual(
      [again.table.seed, again.table.start, again.history, again.yours],
      [first.table.seed, first.table.start, first.history, first.yours],
    );
  }));

test('what is wrong with the form is said, and nothing of it is lost', () =>
  at(
    '/',
    async page => {
      await page.click('.more summary');
      await page.selectOption('#clock', 'own');
      await page.fill('#own_clock', 'soon');
      await page.click('button[value=here]');
      await trouble(page, 'soon.* is not a time');
      assert.equal(await page.inputValue('#own_clock'), 'soon');
    },
    [/422/],
  ));

test('R-HR-4: rules of the composer are offered', () =>
  at('/', async page => {
    await page.evaluate(() =>
      localStorage.setItem(
        'rulesets',
        JSON.stringify([{ name: 'Kitchen', rules: 'american,capture=off,name=Kitchen' }]),
      ),
    );
    await page.reload({ waitUntil: 'networkidle' });
    await page.selectOption('#rules', { label: 'Kitchen' });
    await page.click('button[value=here]');
    await page.waitForSelector('#board [data-square="32"]');
    assert.equal((await gameOf(page)).table.title, 'Kitchen');
  }));

test('a position is set up by clicks, and played', () =>
  at('/editor?rules=international', async page => {
    await page.click('#clear');
    await cell(page, 28).click();
    await page.locator('.palette label').nth(3).click();
    await cell(page, 12).click();
    await page.locator('[name=turn][value=B]').check();
    await fen(page, 'B:W28:BK12');
    await verdict(page, 'Black to move, with');
    await cell(page, 12).click();
    await fen(page, 'B:W28:B');
    await verdict(page, '^White wins');
    assert.equal(
      await page.getAttribute('#play', 'href'),
      null,
      'a game that is over cannot be played',
    );
    await cell(page, 12).click();
    await verdict(page, 'Black to move, with');
    await page.click('#play');
    await page.waitForURL(/fen=/);
    await page.click('button[value=here]');
    await page.waitForSelector('#board [data-square="50"]');
    assert.equal((await gameOf(page)).position.fen, 'B:W28:BK12');
  }));

test('a position is set up by keyboard', () =>
  at('/editor?rules=international', async page => {
    await page.click('#clear');
    await cell(page, 28).focus();
    for (const key of ['w', '1', '8', 'B']) await page.keyboard.press(key);
    await fen(page, 'W:W28:BK18');
    await page.keyboard.press('Delete');
    await fen(page, 'W:W28:B');
    await page.locator('.palette input').first().focus();
    await page.keyboard.press('ArrowRight');
    assert.equal(
      await page.locator('.palette input:checked').inputValue(),
      'W',
      'arrows walk over the palette',
    );
    await page.keyboard.press('3');
    assert.equal(
      await page.locator('.palette input:checked').inputValue(),
      'b',
      'numbers choose from it',
    );
    await cell(page, 20).focus();
    await page.keyboard.press('Enter');
    await fen(page, 'W:W28:B20');
  }));

test('a position is set up by dragging', () =>
  at('/editor?rules=international', async page => {
    await page.click('#clear');
    await drag(page, page.locator('.palette label').nth(0), await middle(cell(page, 33)));
    await fen(page, 'W:W33:B');
    await drag(page, page.locator('.palette label').nth(2), await middle(cell(page, 7)));
    await fen(page, 'W:W33:B7');
    await drag(page, cell(page, 33), await middle(cell(page, 40)));
    await fen(page, 'W:W40:B7');
    await drag(page, cell(page, 40), [10, 10]);
    await fen(page, 'W:W:B7');
  }));

test('a text and the board say the same, or why not', () =>
  at('/editor?rules=american', async page => {
    await page.fill('#fen', 'W:W30:B1,K5');
    await page.click('#setup button');
    await verdict(page, 'Black to move, with 2 legal moves');
    assert.equal(await cell(page, 5).getAttribute('aria-label'), '5, red king');
    await page.fill('#fen', 'W:W30,99:B1');
    await page.click('#setup button');
    await trouble(page, 'no such square');
    assert.equal(await page.getAttribute('#fen', 'aria-invalid'), 'true');
    assert.equal(await cell(page, 5).getAttribute('aria-label'), '5, red king', 'the board stays');
    await page.click('#start');
    await verdict(page, 'Red to move, with 7 legal moves');
    await page.selectOption('#rules', 'italian');
    await verdict(page, 'White to move');
    await cell(page, 1).click();
    await trouble(page, 'Make it a king');
    await page.click('#flip');
    assert.equal(
      await page.locator('#board [data-square]').first().getAttribute('data-square'),
      '32',
    );
    assert.match(page.url(), /rules=italian&fen=/, 'the address is the link');
  }));

test('R-GM-2: a file is brought, its games are listed, and one is replayed', () =>
  at('/import', async page => {
    const text =
      '[White "Anna"]\n[Black "Bo"]\n[GameType "20"]\n[Result "2-0"]\n1. 32-28 19-23 2. 28x19 14x23 2-0\n\n[White "Cy"]\n[GameType "20"]\n1. 32-28 19-24 2. 28-21 *\n';
    await page.setInputFiles('#file', {
      name: 'club.pdn',
      mimeType: 'text/plain',
      buffer: Buffer.from(text),
    });
    await page.click('.bring button');
    await page.waitForSelector('.found');
    assert.match(
      await page.locator('.found').innerText(),
      /Anna – Bo[^]*White won[^]*Line 9, column 19: 2\. 28-21 is not legal/,
    );
    await page.click('.found button');
    await page.waitForSelector('#board [data-square="50"]');
    assert.deepEqual(
      (await gameOf(page)).history.map(ply => ply.text),
      ['32-28', '19-23', '28x19', '14x23'],
    );
  }));

test('a file that is too large is told apart before it is sent', () =>
  at('/import', async page => {
    await page.setInputFiles('#file', {
      name: 'huge.pdn',
      mimeType: 'text/plain',
      buffer: Buffer.alloc(33 * 1024 * 1024, ' '),
    });
    await trouble(page, 'up to 32 megabytes');
    await page.click('.bring button');
    assert.ok(page.url().endsWith('/import'));
  }));

test('what is chosen in the settings shows at once, and stays', () =>
  at('/settings', async page => {
    const looks = () =>
      page.evaluate(() => [
        document.documentElement.dataset.board,
        document.documentElement.dataset.page,
      ]);
    // Both at once: each preserves the other's choice.
    const kept = page.waitForResponse(
      answer => answer.request().postData()?.includes('page=dark') ?? false,
    );
    await page.check('[name=board][value=blue]');
    await page.check('#settings [name=page][value=dark]');
    assert.deepEqual(await looks(), ['blue', 'dark']);
    await kept;
    await page.goto(`${server.origin}/about`);
    assert.deepEqual(await looks(), ['blue', 'dark']);
  }));

test('a time that was refused is not remembered; choices that matter are in sight', () =>
  at(
    '/',
    async page => {
      assert.equal(await page.locator('.more').getAttribute('open'), null);
      await page.click('.more summary');
      await page.selectOption('#clock', 'own');
      await page.fill('#own_clock', 'soon');
      await page.click('button[value=here]');
      await trouble(page, 'soon.* is not a time');
      await page.goto(server.origin, { waitUntil: 'networkidle' });
      assert.equal(await page.inputValue('#clock'), 'none');
      assert.equal(await page.locator('.more').getAttribute('open'), null);
      await page.click('.more summary');
      await page.check('[name=touch_move]');
      await page.click('button[value=here]');
      await page.waitForSelector('#board [data-square="32"]');
      await page.goto(server.origin, { waitUntil: 'networkidle' });
      assert.equal(await page.isChecked('[name=touch_move]'), true);
      assert.notEqual(await page.locator('.more').getAttribute('open'), null);
    },
    [/422/],
  ));

test('pieces stay when the game changes, where the board has the same squares', () =>
  at('/editor?rules=american', async page => {
    await page.click('#clear');
    await cell(page, 22).click();
    await page.locator('.palette label').nth(2).click();
    await cell(page, 10).click();
    await fen(page, 'B:W22:B10');
    await page.selectOption('#rules', 'russian');
    await page.waitForFunction(
      () =>
        /rules=russian/.test(location.search) &&
        document.querySelectorAll('#board .piece').length === 2,
    );
    await verdict(page, 'Black to move');
    assert.deepEqual(
      await Promise.all(
        [22, 10].map(square => page.locator(`#board [data-square="${square}"] .piece`).count()),
      ),
      [1, 1],
    );
    assert.equal(await page.textContent('#trouble'), '');
    await page.selectOption('#rules', 'international');
    await trouble(page, 'does not fit these rules');
    assert.equal(await page.locator('#board .piece').count(), 40);
  }));

test('on a small phone the summary of house rules does not cover them', async () => {
  const who = await visitor(server.origin, { width: 320 });
  await who.page.goto(`${server.origin}/compose`, { waitUntil: 'networkidle' });
  const [draft, made] = await Promise.all(
    ['#draft', '.made'].map(part => who.page.locator(part).boundingBox()),
  );
  assert.ok(
    made.y >= draft.y + draft.height || made.y + made.height <= draft.y,
    JSON.stringify({ draft, made }),
  );
  assert.deepEqual(who.wrong, []);
  await who.close();
});
