// The accessible text of fixed positions, on boards of 8, 10 and 12 squares, from both sides. DAMIER_UPDATE=1 writes
// the current text to browser/expected: read it before committing. And whether square names are legible whatever is
// marked, in every font.
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { nameContrast } from '../checks/names.js';
import { closeBrowser, seat, size, visitor } from '../harness/browser.js';
import { FAMILIES, skipped } from '../harness/fonts.js';
import { markAll, unmark } from '../harness/marks.js';
import { open } from '../harness/play.js';
import { Server } from '../harness/server.js';

const POSITIONS = {
  8: { rules: 'american', fen: 'W:W14,18,K22,29:B1,10,K11,28' },
  10: { rules: 'international', fen: 'W:W27,32,K46:B18,22,K5,45' },
  12: { rules: 'canadian', fen: 'W:W40,55,K67:B1,17,33,K72' },
};

const SCREENSHOTS = process.env.DAMIER_SCREENSHOTS;
let server;
before(async () => {
  server = await Server.start();
});
after(async () => {
  await closeBrowser();
  await server.stop();
});

for (const [width, order] of Object.entries(POSITIONS)) {
  test(`the board of ${width}×${width} in words, from both sides`, async () => {
    const made = await server.create(order);
    const who = await visitor(server.origin);
    await seat(who.context, made);
    await open(who.page, server.origin, made.id);
    for (const below of ['white', 'black']) {
      if ((await who.page.locator('#bar-bottom').getAttribute('data-side')) !== below)
        await who.page.locator('#actions [data-do="flip"]').click();
      const said = `${await who.page.locator('#board').ariaSnapshot()}\n`;
      const file = new URL(`../expected/board-${width}-${below}.txt`, import.meta.url);
      if (process.env.DAMIER_UPDATE) await writeFile(file, said);
      assert.equal(said, await readFile(file, 'utf8'));
    }
    const squares = below =>
      readFile(new URL(`../expected/board-${width}-${below}.txt`, import.meta.url), 'utf8').then(
        text => [...text.matchAll(/gridcell "(\d+),/g)].map(([, number]) => Number(number)),
      );
    const [white, black] = [await squares('white'), await squares('black')];
    assert.deepEqual(
      white,
      [...white].sort((one, other) => one - other),
      'from White’s side in the order of the numbers',
    );
    assert.deepEqual(black, [...white].reverse(), 'from Black’s side turned by half');
    assert.deepEqual(who.wrong, []);
    await who.close();
  });
}

const THEMES = ['wood', 'classic', 'tournament', 'blue', 'contrast'];
/** Boards of every size, with letters, and without unused squares. */
const BOARDS = ['american', 'russian', 'international', 'canadian', 'turkish'];

/** Each board narrow and wide, in one theme after the other; the narrow ones that differ most in all of them. */
const SCENES = BOARDS.flatMap((rules, at) =>
  [360, 1280].flatMap((width, wide) => {
    const all = width === 360 && ['american', 'turkish'].includes(rules);
    return (all ? THEMES : [THEMES[(at + 2 * wide) % THEMES.length]]).map(theme => ({
      rules,
      width,
      theme,
    }));
  }),
);

for (const font of Object.keys(FAMILIES)) {
  test(
    `issue 15: the name of a square can be read whatever is marked: ${font}`,
    { skip: skipped(font) },
    async () => {
      const wrong = [];
      const who = await visitor(server.origin, { font });
      const games = new Map();
      for (const [turn, { rules, width, theme }] of SCENES.entries()) {
        if (!games.has(rules)) {
          games.set(rules, (await server.create({ rules })).id);
          await open(who.page, server.origin, games.get(rules));
        }
        await who.page.setViewportSize(size(width));
        await who.page.evaluate(name => {
          document.documentElement.dataset.board = name;
        }, theme);
        const found = await nameContrast(who.page, () => markAll(who.page, turn));
        wrong.push(...found.map(one => `${rules} ${theme} ${width}: ${one}`));
        if (SCREENSHOTS)
          await who.page.locator('#board').screenshot({
            path: join(SCREENSHOTS, `marks-${font}-${rules}-${theme}-${width}.png`),
          });
        await unmark(who.page);
      }
      assert.deepEqual([...wrong, ...who.wrong], []);
      await who.close();
    },
  );
}
