// What a screen reader is told of fixed positions, on boards of 8, 10 and 12 squares, from both sides.
// DAMIER_UPDATE=1 writes what is said now to browser/expected: read it before it is kept.
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { closeBrowser, seat, visitor } from '../harness/browser.js';
import { open } from '../harness/play.js';
import { Server } from '../harness/server.js';

const POSITIONS = {
  8: { rules: 'american', fen: 'W:W14,18,K22,29:B1,10,K11,28' },
  10: { rules: 'international', fen: 'W:W27,32,K46:B18,22,K5,45' },
  12: { rules: 'canadian', fen: 'W:W40,55,K67:B1,17,33,K72' },
};

let server;
before(async () => { server = await Server.start(); });
after(async () => { await closeBrowser(); await server.stop(); });

for (const [width, order] of Object.entries(POSITIONS)) {
  test(`the board of ${width}×${width} in words, from both sides`, async () => {
    const made = await server.create(order);
    const who = await visitor(server.origin);
    await seat(who.context, made);
    await open(who.page, server.origin, made.id);
    for (const below of ['white', 'black']) {
      if (below === 'black') await who.page.locator('#actions [data-do="flip"]').click();
      const said = `${await who.page.locator('#board').ariaSnapshot()}\n`;
      const file = new URL(`../expected/board-${width}-${below}.txt`, import.meta.url);
      if (process.env.DAMIER_UPDATE) await writeFile(file, said);
      assert.equal(said, await readFile(file, 'utf8'));
    }
    const squares = (below) => readFile(new URL(`../expected/board-${width}-${below}.txt`, import.meta.url), 'utf8')
      .then((text) => [...text.matchAll(/gridcell "(\d+),/g)].map(([, number]) => Number(number)));
    const [white, black] = [await squares('white'), await squares('black')];
    assert.deepEqual(white, [...white].sort((one, other) => one - other), 'from White’s side in the order of the numbers');
    assert.deepEqual(black, [...white].reverse(), 'from Black’s side turned by half');
    assert.deepEqual(who.wrong, []);
    await who.close();
  });
}
