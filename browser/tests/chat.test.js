// The players' chat, muting, and its privacy. R-UI-9.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { axe } from '../checks/axe.js';
import { textContrast } from '../checks/contrast.js';
import { shifts, watchShifts } from '../checks/motion.js';
import { noSidewaysScroll, targets } from '../checks/sizes.js';
import { LOOKS, closeBrowser, seat, size, visitor } from '../harness/browser.js';
import { open } from '../harness/play.js';
import { Server } from '../harness/server.js';

let server;
before(async () => {
  server = await Server.start();
});
after(async () => {
  await closeBrowser();
  await server.stop();
});

const messages = page => page.locator('#chat-log p');
const nth = async (page, count) => {
  await page.waitForFunction(
    many => document.querySelectorAll('#chat-log p').length === many,
    count,
  );
  return messages(page).last().innerText();
};

/** Two people in a game, Ann with White. */
async function pair(wishes = {}, theirs = wishes) {
  const made = await server.ask('/api/games', {
    rules: 'american',
    color: 'white',
    opponent: 'friend',
    name: 'Ann',
  });
  const { key } = await server.ask(`/api/games/${made.id}/join`, {
    invitation: made.invitation,
    name: 'Bo',
  });
  const [ann, bo] = [await visitor(server.origin, wishes), await visitor(server.origin, theirs)];
  await seat(ann.context, { id: made.id, key: made.key });
  await seat(bo.context, { id: made.id, key });
  for (const { page } of [ann, bo]) {
    await open(page, server.origin, made.id);
    await page.locator('#chat').waitFor();
  }
  return {
    id: made.id,
    ann,
    bo,
    async part(expected = /^$/) {
      assert.deepEqual(
        [...ann.wrong, ...bo.wrong].filter(one => !expected.test(one)),
        [],
      );
      await ann.close();
      await bo.close();
    },
  };
}

async function say(page, text) {
  await page.locator('#chat-text').fill(text);
  await page.locator('#chat-text').press('Enter');
}

test("a set phrase is said in the language of each reader; words of one's own are text, whatever they look like", async () => {
  const { id, ann, bo, part } = await pair({}, { choices: 'lang=de' });
  const viewer = await visitor(server.origin);
  await open(viewer.page, server.origin, id);
  assert.equal(
    await viewer.page.locator('#chat').isVisible(),
    false,
    'who watches has no part in it',
  );
  await ann.page.locator('[data-say="well-played"]').click();
  assert.match(await nth(ann.page, 1), /^You \d\d:\d\d Well played!$/);
  assert.match(await nth(bo.page, 1), /^Ann \d\d:\d\d Gut gespielt!$/);
  const wild =
    '<script>window.caught = 1</script><img src=x onerror="window.caught = 1"> & &lt; “ok”';
  await say(bo.page, wild);
  assert.ok((await nth(ann.page, 2)).endsWith(wild));
  // Sending a message clears the box.
  await bo.page.waitForFunction(() => document.getElementById('chat-text').value === '');
  assert.equal(await ann.page.locator('#chat-log').locator('script, img').count(), 0);
  assert.equal(await ann.page.evaluate(() => window.caught), undefined);
  assert.match(await ann.page.locator('#chat').ariaSnapshot(), /log "Messages"[\s\S]*Well played/);
  assert.equal(await viewer.page.locator('#chat-log p').count(), 0);
  await ann.page.reload();
  assert.ok(
    (await nth(ann.page, 2)).endsWith(wild),
    'what was said lately is there after a reload, once',
  );
  assert.equal(await ann.page.locator('#chat-unread').textContent(), '', 'and was read');
  await viewer.close();
  await part();
});

test('what is too long cannot be typed, and who talks too fast is told and loses no words', async () => {
  const { ann, bo, part } = await pair();
  assert.match(await ann.page.locator('#chat-form label').textContent(), /up to 200 characters/);
  await ann.page.locator('#chat-text').focus();
  await ann.page.keyboard.insertText('x'.repeat(300));
  await ann.page.keyboard.press('Enter');
  assert.ok((await nth(bo.page, 1)).endsWith('x'.repeat(200)));
  // A slow machine can take so long over a burst that the rate limit recovers in between; then there is another.
  let answer;
  do {
    await bo.page.locator('#chat-text').fill('again and again');
    const answered = bo.page.waitForResponse(one =>
      one.request().postData()?.includes('again and again'),
    );
    await bo.page.evaluate(() => {
      for (let times = 0; times < 8; times += 1)
        document.querySelector('[data-say="hello"]').click();
      document.getElementById('chat-form').requestSubmit();
    });
    answer = await answered;
    if (answer.ok())
      await bo.page.waitForFunction(() => document.getElementById('chat-text').value === '');
  } while (answer.ok());
  assert.equal(answer.status(), 429);
  await bo.page.waitForFunction(() =>
    /Too fast/.test(document.getElementById('toast').textContent),
  );
  assert.equal(await bo.page.locator('#chat-text').inputValue(), 'again and again');
  await part(/429/);
});

test('one click mutes the other, in this game, after a reload, and in a rematch', async () => {
  const { id, ann, bo, part } = await pair();
  await say(bo.page, 'you play like a tree');
  await nth(ann.page, 1);
  await ann.page.locator('#chat-mute').click();
  assert.equal(await messages(ann.page).count(), 0);
  await say(bo.page, 'like two trees');
  await nth(bo.page, 2);
  await ann.page.locator('[data-say="good-bye"]').click();
  assert.match(await nth(ann.page, 1), /Good-bye/, 'one may still speak');
  await ann.page.reload();
  await ann.page.locator('#chat-muted').waitFor();
  assert.doesNotMatch(await ann.page.locator('#chat').innerText(), /tree/);
  assert.equal(await ann.page.locator('#chat-unread').textContent(), '');
  await bo.page.locator('#actions [data-do="abort"]').click();
  await bo.page.locator('dialog[open] [data-do="yes"]').click();
  await bo.page.locator('#actions [data-do="rematch"]').click();
  await ann.page.locator('#actions [data-do="accept-rematch"]').click();
  for (const { page } of [ann, bo]) await page.waitForURL(url => !url.pathname.endsWith(id));
  await ann.page.locator('#chat-muted').waitFor();
  await bo.page.locator('#chat').waitFor();
  await say(bo.page, 'a forest');
  await nth(bo.page, 1);
  assert.equal(await messages(ann.page).count(), 0);
  await ann.page.locator('#chat-mute').click();
  assert.match(await nth(ann.page, 1), /a forest/);
  await part();
});

test('on a telephone it is closed, counts what was not read, and never moves or covers the board', async () => {
  const { ann, bo, part } = await pair({ width: 390, touch: true });
  const { page } = ann;
  assert.equal(await page.locator('#chat-body').isVisible(), false);
  await watchShifts(page);
  await bo.page.locator('#chat-open').tap();
  for (const [at, phrase] of ['hello', 'good-luck'].entries()) {
    await bo.page.locator(`[data-say="${phrase}"]`).tap();
    await nth(bo.page, at + 1);
  }
  await page.waitForFunction(() => document.getElementById('chat-unread').textContent === '2 new');
  assert.match(
    await page.locator('#said').textContent(),
    /^Bo: Good luck!/,
    'who listens hears it',
  );
  await page.locator('#chat-open').tap();
  await page.locator('#chat-body').waitFor();
  assert.equal(await page.locator('#chat-unread').textContent(), '');
  const [board, panel] = [
    await page.locator('#board').boundingBox(),
    await page.locator('#chat').boundingBox(),
  ];
  assert.ok(panel.y >= board.y + board.height, 'it is below the board');
  const moved = (await shifts(page)).filter(one => /the board went/.test(one));
  assert.deepEqual(moved, []);
  await part();
});

test('open, closed and muted it is sound in every look and width', async () => {
  for (const look of Object.keys(LOOKS)) {
    const { ann, bo, part } = await pair({ look });
    await say(bo.page, `A long word: ${'Donaudampfschifffahrt'.repeat(6)}`);
    await nth(ann.page, 1);
    const { page } = ann;
    for (const width of [320, 768, 1280]) {
      await page.setViewportSize(size(width));
      const wrong = [
        ...(await axe(page)),
        ...(await targets(page)),
        ...(await noSidewaysScroll(page)),
        ...(await textContrast(page)),
      ];
      assert.deepEqual(wrong, [], `${look} ${width}`);
    }
    await page.locator('#chat-mute').click();
    assert.deepEqual([...(await axe(page)), ...(await textContrast(page))], [], `${look}, muted`);
    await page.locator('#chat-open').click();
    assert.equal(await page.locator('#chat-body').isVisible(), false);
    assert.deepEqual([...(await axe(page)), ...(await textContrast(page))], [], `${look}, closed`);
    await part();
  }
});
