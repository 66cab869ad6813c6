// The page of endgames with JavaScript; crates/server/tests/all/endgame.rs tests it without. In American checkers the
// side that FEN calls White is drawn black and called Black (R-UI-1).
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

/** Opens the page for a new visitor; at the end it must be free of problems. */
async function at(query, check) {
  const who = await visitor(server.origin);
  await who.page.goto(`${server.origin}/endgame?${query}`, { waitUntil: 'networkidle' });
  await who.page.locator('#board [data-square="1"]').waitFor();
  await check(who.page);
  assert.deepEqual(who.wrong, []);
  await who.close();
}

const headline = (page, text) =>
  page.waitForFunction(
    wanted => document.getElementById('headline')?.textContent.startsWith(wanted),
    text,
  );
const stands = (page, square, name) =>
  page.waitForFunction(
    ([number, wanted]) =>
      document
        .querySelector(`#board [data-square="${number}"]`)
        ?.getAttribute('aria-label')
        .includes(wanted),
    [square, name],
  );
const played = (page, plies) =>
  page.waitForFunction(
    wanted =>
      (document.getElementById('answer').dataset.moves.match(/\S+/g) ?? []).length === wanted,
    plies,
  );
const choose = (page, name) =>
  page.getByRole('radio', { name, exact: true }).check({ force: true });

test('a position is set up by clicks, and the verdict follows', () =>
  at('rules=american', async page => {
    await page.click('#clear');
    await page.waitForFunction(() => document.getElementById('trouble').textContent !== '');
    await choose(page, 'Black king');
    await cell(page, 15).click();
    await cell(page, 18).click();
    await choose(page, 'Red king');
    await cell(page, 1).click();
    await page.getByRole('radio', { name: 'Black', exact: true }).check();
    await headline(page, 'Black wins in ');
    assert.equal(await page.inputValue('#fen'), 'W:WK15,K18:BK1');
    assert.ok(page.url().includes('fen=W%3AWK15%2CK18%3ABK1'), page.url());
    assert.equal(await page.locator('.verdicts li').count(), 6);
    // The same by keyboard: the red king is removed, and put back.
    await cell(page, 1).focus();
    await page.keyboard.press('Delete');
    await headline(page, 'Black wins.');
    await page.keyboard.press('B');
    await headline(page, 'Black wins in ');
  }));

test('moves are played on the board and in the list, and taken back', () =>
  at('rules=american&fen=W:WK15,K18:BK1', async page => {
    await cell(page, 18).click();
    await cell(page, 14).click();
    await played(page, 1);
    await stands(page, 14, 'black king');
    const first = page.locator('.verdicts a').first();
    await first.focus();
    await page.keyboard.press('Enter');
    await played(page, 2);
    assert.equal(await page.evaluate(() => document.activeElement.id), 'headline');
    await page.goBack();
    await played(page, 1);
    await page.getByRole('link', { name: 'Back', exact: true }).click();
    await played(page, 0);
    await stands(page, 18, 'black king');
  }));

test('the table answers whoever plays against it', () =>
  at('rules=american&fen=W:WK15,K18:BK1', async page => {
    await page.getByRole('link', { name: 'Play Black against the table' }).click();
    await page.locator('.playing').waitFor();
    assert.equal(await page.locator('#board .hint').count(), 0, 'nothing is given away');
    await cell(page, 18).click();
    await cell(page, 14).click();
    await played(page, 2);
    await page.locator('.choices a').first().click();
    await played(page, 4);
  }));

test('the longest wins are a click away, and other rules another page', () =>
  at('rules=american', async page => {
    await page.locator('#longest summary').first().click();
    await page.getByRole('link', { name: '2 kings against 1 king', exact: true }).click();
    await headline(page, 'Black wins in 17');
    await page.selectOption('#rules', 'international');
    await page.waitForURL(/rules=international/);
    await page.locator('#board [data-square="50"]').waitFor();
    await page.locator('.verdicts li').first().waitFor();
  }));
