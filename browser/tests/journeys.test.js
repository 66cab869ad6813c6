// User journeys from page to page. R-HR-4, R-GM-2, R-UI-1, and the pages without JavaScript.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { LANGUAGES, browser, closeBrowser, ready, seat, visitor } from '../harness/browser.js';
import { targets } from '../checks/sizes.js';
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

async function from(path, check, wishes, expected = /^$/) {
  const who = await visitor(server.origin, wishes);
  await who.page.goto(server.origin + path);
  await check(who.page, who.context);
  assert.deepEqual(
    who.wrong.filter(one => !expected.test(one)),
    [],
  );
  await who.close();
}

/** The game that a page has led to. */
async function arrived(page) {
  await page.waitForURL(/\/game\//);
  await page.locator('#board [data-square="1"][aria-label]').waitFor();
  return server.game(new URL(page.url()).pathname.split('/').pop());
}

test('one click from the first page to a game against the computer, which answers', () =>
  from('/', async page => {
    await page.locator('#level [value="1"]').check();
    await page.locator('button[value="computer"]').click();
    const game = await arrived(page);
    assert.equal(game.computer.filter(level => level === 1).length, 1);
    const turn = page.locator('#board .can').first();
    await turn.waitFor();
    const { history, position } = await server.game(game.id);
    const [start, end] = [
      position.legal[0].paths[0].squares[0],
      position.legal[0].paths[0].squares.at(-1),
    ];
    await WAYS.clicks(page, { picks: [start, end] });
    await waitForPlies(page, history.length + 2);
  }));

test('a piece moved on the first page begins the game, which begins with that move', () =>
  from('/', async page => {
    await page.locator('.shelf [data-rules="international"]').click();
    const square = number => page.locator(`#stage [data-square="${number}"]`);
    await square(32).and(page.locator('.can')).click();
    await square(28).and(page.locator('.goal')).click();
    const { id } = await arrived(page);
    await waitForPlies(page, 2);
    const { history, table, computer } = await server.game(id);
    assert.equal(history[0].text, '32-28');
    assert.equal(table.rules, 'international');
    assert.deepEqual(computer, [null, 3]);
    await page.goto(server.origin);
    assert.ok(await page.locator('[name=color][value=drawn]').isChecked(), 'no choice was made');
  }));

for (const way of ['touch', 'drag'])
  test(`on a phone the board lies on the table, and a move by ${way} begins the game`, () =>
    from(
      '/?rules=international',
      async page => {
        await page.locator('#stage [data-square="32"].can').waitFor();
        const { width, height } = await page.locator('#stage').boundingBox();
        assert.ok(height < 0.75 * width, `${width}×${height}`);
        assert.deepEqual(await targets(page), []);
        await WAYS[way](page, { picks: [32, 28] }, '#stage');
        const { id } = await arrived(page);
        await waitForPlies(page, 2);
        assert.equal((await server.game(id)).history[0].text, '32-28');
      },
      { width: 390, touch: way === 'touch' },
    ));

test('the first page leads to every game there is', () =>
  from('/', async page => {
    await page.locator('.shelf .all').click();
    await page.waitForURL(`${server.origin}/variants`);
    const count = await page.locator('.games li').count();
    await page.goBack();
    assert.equal(await page.locator('.shelf .all .thumb').innerText(), String(count));
  }));

test('the result is told to the player, and then what comes next', () =>
  from('/', async page => {
    await page.locator('button[value="computer"]').click();
    await arrived(page);
    await page.locator('#actions [data-do="resign"]').click();
    await page.locator('dialog [data-do="yes"]').click();
    await page.locator('#now.over[data-mood="lost"]').waitFor();
    assert.match(await page.locator('#turn').innerText(), /^Computer won$/);
    assert.equal(await page.locator('#note').innerText(), 'You resigned.');
    assert.match(
      await page.locator('#scores').innerText(),
      /^You\s+0 – 1\s+Computer$/,
      'the reader stands first',
    );
    const buttons = page.locator('#actions .acts').locator('button:visible, a:visible');
    for (const [width, height] of [
      [1280, 800],
      [390, 844],
      [360, 740],
    ]) {
      await page.setViewportSize({ width, height });
      await page.evaluate(() => scrollTo(0, 0));
      const ways = (await buttons.allInnerTexts()).filter(Boolean);
      assert.deepEqual(ways, ['Play again', 'Analyse', 'New game', 'Share…']);
      for (const box of await Promise.all((await buttons.all()).map(one => one.boundingBox())))
        assert.ok(box.y >= 0 && box.y + box.height <= height, `${width}: ${JSON.stringify(box)}`);
    }
    await page.locator('[data-do="share-result"]').click();
    await page.locator('#export[open] [data-copy="link"]').waitFor();
    await page.keyboard.press('Escape');
    const { rules } = (await arrived(page)).table;
    await page.locator('[data-do="other"]').click();
    await page.waitForURL(url => url.pathname === '/' && url.searchParams.get('rules') === rules);
  }));

test('a result of many words stays on its ground', async () => {
  for (const language of LANGUAGES) {
    const made = await server.create({
      rules: 'american',
      color: 'black',
      level: 1,
      fen: 'B:W18:B14',
    });
    const { page, context, close } = await visitor(server.origin, {
      width: 360,
      choices: `lang=${language}`,
    });
    await seat(context, made);
    await open(page, server.origin, made.id);
    await WAYS.clicks(page, { picks: [14, 23] });
    await page.locator('#now.over').waitFor();
    const [ground, said] = await Promise.all(
      ['.triumph', '#note'].map(one => page.locator(one).boundingBox()),
    );
    assert.ok(said.y + said.height <= ground.y + ground.height, language);
    await close();
  }
});

test('after two wins or losses in a row the next level is the way to go on', () =>
  from('/', async (page, context) => {
    const next = page.locator('#actions [data-do="next-level"]');
    const again = page.locator('#actions [data-do="again"]');
    const lose = async () => {
      await page.locator('#actions [data-do="resign"]').click();
      await page.locator('dialog [data-do="yes"]').click();
      await page.locator('#now.over[data-mood="lost"]').waitFor();
      await again.waitFor();
    };
    const win = async (level, fen = 'B:W18:B14') => {
      const made = await server.create({ rules: 'american', color: 'black', level, fen });
      await seat(context, made);
      await open(page, server.origin, made.id);
      await WAYS.clicks(page, { picks: [14, 23] });
      await page.locator('#now.over[data-mood="won"]').waitFor();
      await again.waitFor();
    };
    const leave = async button => {
      const [before] = page.url().split('#');
      await button.click();
      await page.waitForURL(url => !url.href.startsWith(before));
      return arrived(page);
    };

    await page.locator('#level [value="3"]').check();
    await page.locator('button[value="computer"]').click();
    await arrived(page);
    await lose();
    assert.equal(await next.isVisible(), false, 'one loss is nothing');
    await leave(again);
    await lose();
    assert.equal(await next.innerText(), 'Two losses: try level 2');
    assert.equal(await page.locator('#actions .primary:visible').count(), 1);
    await page.reload();
    await next.waitFor();
    assert.deepEqual((await leave(next)).computer.filter(Boolean), [2]);

    await win(4);
    await win(5);
    assert.equal(await next.isVisible(), false, 'they were of two levels');
    await win(5);
    assert.equal(await next.innerText(), 'Two wins: try level 6');
    assert.deepEqual((await leave(next)).computer.filter(Boolean), [6]);
    await win(10);
    await win(10);
    assert.equal(await next.isVisible(), false, 'there is none above');
  }));

test('a game on this device is found again on the first page', () =>
  from('/', async page => {
    await page.locator('#rules').selectOption('italian');
    await page.locator('button[value="here"]').click();
    const { id, table } = await arrived(page);
    assert.equal(table.rules, 'italian');
    await WAYS.clicks(page, { picks: [22, 18] });
    await waitForPlies(page, 1);
    await page.goto(server.origin);
    await page.locator(`#unfinished a[href^="/game/${id}"]`).first().click();
    await arrived(page);
    await WAYS.clicks(page, { picks: [11, 15] });
    await waitForPlies(page, 2);
  }));

test('R-HR-4: rules are composed, named, saved, shared as a link, and played', () =>
  from('/compose?rules=american', async (page, context) => {
    await page.locator('[name="capture"]').first().waitFor();
    const field = page.locator('select[name="capture"]');
    await ((await field.count())
      ? field.selectOption('off')
      : page.locator('[name="capture"][value="off"]').check());
    await page.waitForFunction(() =>
      /capture=off/.test(document.getElementById('result').dataset.rules ?? ''),
    );
    await page.locator('#name').fill('Lazy checkers');
    await page.waitForFunction(() =>
      /Lazy checkers/.test(document.getElementById('result').dataset.title ?? ''),
    );
    await page.locator('[data-do="save"]').click();
    await page.locator('#kept a', { hasText: 'Lazy checkers' }).first().waitFor();
    const link = await page.locator('#result').getAttribute('data-address');
    for (const shared of [new URL(link, server.origin).href, page.url()]) {
      const other = await context.newPage();
      await other.goto(shared);
      assert.equal(await other.locator('h1').innerText(), 'Lazy checkers');
      assert.match(await other.locator('a.primary').innerText(), /play this game/i);
      assert.match(await other.locator('main').innerText(), /captur/i, 'with the rules in words');
      await other.getByRole('link', { name: 'Change these rules' }).click();
      await ready(other);
      assert.match(
        await other.locator('#result').getAttribute('data-rules'),
        /capture=off/,
        'and the composer is one click further',
      );
      await other.close();
    }
    await page.locator('#result a.primary').click();
    await page.waitForURL(url => url.pathname === '/');
    await ready(page);
    await page.locator('button[value="here"]').click();
    const { table } = await arrived(page);
    assert.match(table.rules, /capture=off/);
  }));

test('a position is set up in the editor by mouse and keyboard, and played from', () =>
  from('/editor?rules=international', async page => {
    await page.locator('#board [data-square="1"][aria-label]').waitFor();
    await page.locator('#clear').click();
    await page.locator('[name="piece"][value="W"]').check({ force: true });
    await cell(page, 46).click();
    await page.locator('[name="piece"][value="b"]').check({ force: true });
    await page.locator('#board [tabindex="0"]').focus();
    for (
      let steps = 0;
      steps < 12 &&
      (await page.evaluate(() => document.activeElement.getAttribute('data-square'))) !== '1';
      steps += 1
    ) {
      await page.keyboard.press('Control+Home');
    }
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => /W:WK46:B1/.test(document.getElementById('fen').value));
    await page.locator('[name="turn"][value="B"]').check();
    await page.waitForFunction(() => /B:WK46:B1/.test(document.getElementById('fen').value));
    await page.locator('#play[href*="B%3AWK46%3AB1"]').click();
    await page.waitForURL(url => url.pathname === '/');
    await ready(page);
    await page.locator('button[value="here"]').click();
    const { table } = await arrived(page);
    assert.equal(table.fen, 'B:WK46:B1');
  }));

test('R-GM-2: a game that was exported comes back by import', async () => {
  const made = await server.create({ rules: 'american' });
  for (const move of ['11-15', '22-18', '15x22', '25x18']) await server.move(made, move);
  const pdn = await (await fetch(`${server.origin}/api/games/${made.id}/game.pdn`)).text();
  await from('/import', async page => {
    await page.locator('#text').fill(pdn);
    await page.locator('#bring .primary').click();
    await page.locator('.found .primary').click();
    const { history, position } = await arrived(page);
    assert.deepEqual(
      history.map(({ text }) => text),
      ['11-15', '22-18', '15x22', '25x18'],
    );
    assert.equal(await shown(page), position.hub.slice(1));
  });
  await from(
    '/import',
    async page => {
      await page.locator('#text').fill('[Event "?"]\n1. 11-15 99-98 *');
      await page.locator('#bring .primary').click();
      await page.locator('.trouble:not(:empty)').first().waitFor();
    },
    {},
    /status of 4\d\d/,
  );
});

test('examples in the rules can be played, and say what is not allowed', () =>
  from('/variants/italian', async page => {
    const example = page.locator('figure.example').first();
    await example.scrollIntoViewIfNeeded();
    await example.locator('[data-square][aria-label*="can move"]').first().waitFor();
    const from = example.locator('[data-square][aria-label*="can move"]').first();
    const start = await from.getAttribute('data-square');
    await from.click();
    await example.locator('[data-square][aria-label*="landing"]').last().click();
    await page.waitForFunction(
      square =>
        /empty/.test(
          document
            .querySelector(`figure.example [data-square="${square}"]`)
            .getAttribute('aria-label'),
        ),
      start,
    );
  }));

test('settings are kept, and words change with the language but numbers of squares do not', () =>
  from('/settings', async page => {
    await page.locator('[name="board"][value="blue"]').check({ force: true });
    await page.locator('#settings [name="page"][value="dark"]').check({ force: true });
    await page.locator('#lang').selectOption('fr');
    await page.waitForFunction(() => document.documentElement?.lang === 'fr');
    assert.deepEqual(
      await page
        .evaluate(() => ({ ...document.documentElement.dataset }))
        .then(({ board, page: looks }) => [board, looks]),
      ['blue', 'dark'],
    );
    const { id } = await server.create({ rules: 'international' });
    await page.goto(`${server.origin}/game/${id}`);
    await page.locator('#board [data-square="32"][aria-label]').waitFor();
    assert.match(await cell(page, 32).getAttribute('aria-label'), /^32, pion blanc/);
  }));

test('without JavaScript the pages show the rules and the record of a game', async () => {
  const made = await server.create({ rules: 'american' });
  for (const move of ['11-15', '22-18']) await server.move(made, move);
  const context = await (await browser()).newContext({ javaScriptEnabled: false, locale: 'en-GB' });
  const page = await context.newPage();
  const reads = async (path, what) => {
    assert.equal((await page.goto(server.origin + path)).status(), 200, path);
    assert.match(await page.locator('main').innerText(), what, path);
  };
  await reads(`/game/${made.id}`, /11-15 22-18/);
  await reads('/variants', /Italian/);
  await reads('/variants/italian', /capture/i);
  await reads('/compose?rules=american', /Forced captures/);
  await reads('/', /Play/);
  await page.locator('button[value="here"]').click();
  await page.waitForURL(/\/game\//);
  await context.close();
});

/** The document of the API is made on a branch of its own. */

test('every link leads somewhere', async () => {
  const { id } = await server.create({ rules: 'italian' });
  const seen = new Set();
  const wrong = [];
  const waiting = ['/', `/game/${id}`].map(path => [path, 'the start']);
  while (waiting.length) {
    const [path, source] = waiting.pop();
    const url = new URL(path, server.origin);
    if (url.origin !== server.origin || seen.has(url.pathname) || seen.size > 150) continue;
    seen.add(url.pathname);
    const answer = await fetch(url);
    if (!answer.ok) wrong.push(`${path} on ${source}: ${answer.status}`);
    if (!answer.headers.get('content-type')?.startsWith('text/html')) continue;
    for (const [, link] of (await answer.text()).matchAll(/<a\b[^>]*href="([^"]+)/g)) {
      waiting.push([link.replaceAll('&#x2f;', '/').replaceAll('&amp;', '&'), url.pathname]);
    }
  }
  assert.deepEqual(wrong, []);
  assert.ok(seen.size > 25, `only ${seen.size} pages were found`);
});
