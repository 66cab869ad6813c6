// The report as one file: it opens without a network, without scripts and without errors. Issue 19.2.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { axe } from '../checks/axe.js';
import { noSidewaysScroll } from '../checks/sizes.js';
import { closeBrowser, visitor } from '../harness/browser.js';

const PROGRAM = process.env.DAMIER_BIN ?? 'damier';
const GAME = `[White "<b>Anna</b>"]
[Black "Bruno'); alert(1)//"]
[Result "1-0"]
[GameType "21"]
[FEN "W:W13,21,22,27,28,30-32:B1,2,4,6-8,14,16"]

1. 28-24 {[%clk 0:01:00]} 7-11 2. 24-20 {[%clk 0:00:40]} 1-0
`;

let folder;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'damier-report-'));
});
after(async () => {
  await closeBrowser();
  await rm(folder, { recursive: true });
});

test('the file opens alone, in light and dark, on a phone and wide', async () => {
  const [game, file] = ['game.pdn', 'report.html'].map(name => join(folder, name));
  await writeFile(game, GAME);
  await promisify(execFile)(PROGRAM, ['analyse', game, '--nodes', '20000', '--html', file]);
  const address = pathToFileURL(file).href;
  for (const look of ['light', 'dark'])
    for (const width of [360, 1280]) {
      const who = await visitor('http://127.0.0.1:1', { look, width });
      /** @type {string[]} */
      const asked = [];
      who.page.on('request', request => asked.push(request.url()));
      await who.page.goto(address);
      assert.equal(await who.page.locator('h1').textContent(), "<b>Anna</b> – Bruno'); alert(1)//");
      const mistakes = await who.page.locator('article').count();
      assert.ok(mistakes >= 2);
      assert.equal(await who.page.locator('article svg').count(), mistakes, 'each has a board');
      assert.match(await who.page.locator('table').textContent(), /0:20/);
      assert.deepEqual(await noSidewaysScroll(who.page), []);
      assert.deepEqual(await axe(who.page), []);
      assert.deepEqual(
        asked.filter(url => url !== address && !url.startsWith('data:')),
        [],
        'nothing is fetched',
      );
      assert.deepEqual(who.wrong, []);
      await who.close();
    }
});
