// Issue 19.6: a study from the board to its page, with network failures and in two windows.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { axe } from '../checks/axe.js';
import { MOST_TO_ANALYSE, lightWeight } from '../checks/weight.js';
import { closeBrowser, visitor } from '../harness/browser.js';
import { WAYS, shown, tabTo } from '../harness/play.js';
import { Server } from '../harness/server.js';

let server;
before(async () => {
  server = await Server.start();
});
after(async () => {
  await closeBrowser();
  await server.stop();
});

/** Waits until a move is selected, and its position is known. */
const looksAt = (page, text) =>
  page.waitForFunction(
    wanted =>
      (document.querySelector('#moves [aria-current] .text')?.firstChild.textContent ?? '') ===
        wanted && document.querySelectorAll('#board .can').length > 0,
    text,
  );

const saved = page => page.locator('#saved[data-state="saved"]').waitFor();

/** The tree of a chapter on the server. */
async function stored({ context }, id, number) {
  const { value } = (await context.cookies()).find(({ name }) => name === 'damier-guest');
  return (await server.ask(`/api/studies/${id}/chapters/${number}`, undefined, value)).tree;
}

/** Creates a study with one chapter for a new visitor, and opens it. */
async function withStudy(tree, how) {
  const chapter = { rules: 'international', tree };
  const order = { title: 'Study', visibility: 'link', chapter };
  const { study, key } = await server.ask('/api/studies', order);
  const who = await visitor(server.origin, how);
  await who.context.addCookies([{ name: 'damier-guest', value: key, url: server.origin }]);
  const address = `${server.origin}/study/${study.id}/1`;
  await who.page.goto(address);
  await looksAt(who.page, '');
  return { who, page: who.page, id: study.id, address };
}

test('a study from the board, by keyboard, over a reload, to a stranger without JavaScript', async () => {
  const who = await visitor(server.origin);
  const { page } = who;
  await page.goto(`${server.origin}/analysis?rules=international`);
  await looksAt(page, '');
  await WAYS.box(page, { picks: [], text: '32-28' });
  await looksAt(page, '32-28');
  await page.locator('#save').click();
  assert.deepEqual(await axe(page), []);
  await page.locator('#save-title').fill('From the board');
  await page.locator('#save-visibility').selectOption('link');
  await page.locator('#save-chapter').fill('First steps');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/study\/[a-z0-9]{10}\/1/);
  const id = page.url().match(/study\/([a-z0-9]{10})/)[1];
  assert.equal(await page.locator('#chapter-title').inputValue(), 'First steps');

  // A move, a comment and a variation by keyboard alone.
  await looksAt(page, '');
  await page.locator('#moves .move').first().focus();
  await page.keyboard.press('End');
  await looksAt(page, '32-28');
  await tabTo(page, '#board');
  await WAYS.keyboard(page, { picks: [19, 23], text: '19-23' });
  await looksAt(page, '19-23');
  await tabTo(page, '#comment');
  await page.keyboard.type('Too early');
  await page.locator('#moves [aria-current]').focus();
  await page.keyboard.press('ArrowLeft');
  await looksAt(page, '32-28');
  await tabTo(page, '#board');
  await WAYS.keyboard(page, { picks: [18, 23], text: '18-23' });
  await looksAt(page, '18-23');
  await page.locator('#chapter-text').fill('What to do in the centre.');
  await saved(page);
  const tree = '32-28 19-23 {Too early} (18-23)';
  assert.equal(await stored(who, id, 1), tree);
  const position = await shown(page);
  await page.reload();
  await looksAt(page, '18-23');
  assert.equal(await shown(page), position, 'the same position is looked at');
  assert.deepEqual(await axe(page), []);

  // The second chapter comes from a file.
  await page.locator('#contents').click();
  await page.locator('#study summary').first().click();
  assert.deepEqual(await axe(page), []);
  await page.locator('#study textarea[name="pdn"]').fill('1. 33-28 {quiet} 18-22 (19-23 28x19) *');
  await page.locator('#study form[action$="/add"] button').click();
  await page.waitForURL(/\/2$/);
  await looksAt(page, '');
  assert.equal(await stored(who, id, 2), '33-28 {quiet} 18-22 (19-23 28x19)');
  // The export makes the same trees.
  const file = await (
    await page.request.get(`${server.origin}/api/studies/${id}/study.pdn`)
  ).text();
  const again = await server.ask('/api/studies', { title: 'Again', pdn: file });
  for (const number of [1, 2]) {
    const path = `/api/studies/${again.study.id}/chapters/${number}`;
    const { tree: read, text } = await server.ask(path, undefined, again.key);
    assert.equal(read, await stored(who, id, number));
    assert.equal(text, number === 1 ? 'What to do in the centre.' : '');
  }
  assert.deepEqual(who.wrong, []);
  await who.close();

  const stranger = await visitor(server.origin, { javaScriptEnabled: false });
  const opened = await stranger.page.goto(`${server.origin}/study/${id}`);
  assert.equal(opened.status(), 200);
  const plain = (await stranger.page.locator('article').innerText()).replace(/\s+/g, ' ');
  for (const said of ['What to do in the centre.', '32-28 19-23', 'Too early', '1… 18-23'])
    assert.ok(plain.includes(said), `${said}: ${plain}`);
  await stranger.page.locator('article a[rel="next"]').click();
  assert.match(await stranger.page.locator('article').innerText(), /quiet/);
  await stranger.close();
});

test('nothing is lost when the network fails, nor over a reload', async () => {
  const { who, page, id } = await withStudy('32-28');
  await page.route('**/api/studies/**', route => route.abort());
  await page.locator('#chapter-text').fill('Written without a network');
  await page.locator('#saved[data-state="not-saved"]').waitFor();
  await page.reload();
  await looksAt(page, '');
  assert.equal(await page.locator('#chapter-text').inputValue(), 'Written without a network');
  await page.unroute('**/api/studies/**');
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await saved(page);
  await page.reload();
  assert.equal(await page.locator('#chapter-text').inputValue(), 'Written without a network');
  // A lost response is not a conflict.
  let isLost = false;
  await page.route('**/chapters/1', async route => {
    if (isLost || route.request().method() !== 'POST') return route.continue();
    isLost = true;
    await route.fetch();
    return route.abort();
  });
  await page.locator('#chapter-title').fill('Named');
  await page.waitForFunction(() => document.getElementById('saved').dataset.state !== 'saved');
  await saved(page);
  assert.ok(isLost && (await page.locator('#changed').isHidden()));
  assert.equal(await stored(who, id, 1), '32-28');
  await who.close();
});

test('two windows do not overwrite each other', async () => {
  const { who, page, id, address } = await withStudy('32-28');
  const other = await who.context.newPage();
  await other.goto(address);
  await looksAt(other, '');
  await other.locator('#comment').waitFor();
  await WAYS.box(other, { picks: [], text: '33-28' });
  await looksAt(other, '33-28');
  await saved(other);
  assert.equal(await stored(who, id, 1), '32-28 (33-28)');
  await WAYS.box(page, { picks: [], text: '34-30' });
  await page.locator('#changed').waitFor();
  assert.equal(await stored(who, id, 1), '32-28 (33-28)', 'nothing was overwritten');
  await page.locator('#changed [data-do="mine"]').click();
  await saved(page);
  assert.equal(await stored(who, id, 1), '32-28 (34-30)');
  await WAYS.box(other, { picks: [], text: '20-24' });
  await other.locator('#changed').waitFor();
  await Promise.all([
    other.waitForNavigation(),
    other.locator('#changed [data-do="theirs"]').click(),
  ]);
  await saved(other);
  await other.locator('#moves .move').nth(1).waitFor();
  assert.deepEqual(await other.locator('#moves .text').allTextContents(), ['32-28', '34-30']);
  await who.close();
});

test('others try moves without saving them, and copy them to their own board', async () => {
  const { who, address, id } = await withStudy('32-28 {usual} 19-23');
  const reader = await visitor(server.origin);
  await reader.page.goto(address);
  await looksAt(reader.page, '');
  assert.ok(await reader.page.locator('#node-tools').isHidden());
  assert.equal(await reader.page.locator('#saved').count(), 0);
  await WAYS.box(reader.page, { picks: [], text: '33-28' });
  await looksAt(reader.page, '33-28');
  assert.deepEqual(await axe(reader.page), []);
  await reader.page.locator('#to-board').click();
  await reader.page.waitForURL(/\/analysis\?rules=international#t=/);
  await looksAt(reader.page, '33-28');
  assert.equal(await stored(who, id, 1), '32-28 {usual} 19-23');
  assert.deepEqual(await lightWeight(reader.page, address, MOST_TO_ANALYSE), []);
  assert.deepEqual(reader.wrong, []);
  await reader.close();
  await who.close();
});

test('an analysis that is too long for a link is linked as a study', async () => {
  const who = await visitor(server.origin);
  await who.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { page } = who;
  const long = `11-15_%7B${'a'.repeat(9_000)}%7D_23-19`;
  await page.goto(`${server.origin}/analysis?rules=american#t=${long}&at=2`);
  await looksAt(page, '23-19');
  await page.locator('#share').click();
  await page.locator('#export [data-do="copy-link"]').click();
  await page.waitForFunction(() => document.getElementById('export-said').textContent !== '');
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(link, /\/study\/[a-z0-9]{10}\/1$/);
  const reader = await visitor(server.origin);
  await reader.page.goto(link);
  await looksAt(reader.page, '');
  assert.equal((await reader.page.locator('#moves em').textContent()).length, 9_000);
  await reader.close();
  await who.close();
});
