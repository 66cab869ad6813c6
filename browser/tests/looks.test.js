// The board themes in light and dark mode and in every font, and the focus handling of dialogs. R-UI-1.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { axe } from '../checks/axe.js';
import { pieceContrast, textContrast } from '../checks/contrast.js';
import { dialogKeepsFocus } from '../checks/keyboard.js';
import { nameContrast } from '../checks/names.js';
import { noSidewaysScroll, targets } from '../checks/sizes.js';
import { LOOKS, WIDTHS, closeBrowser, seat, size, visitor } from '../harness/browser.js';
import { others } from '../harness/fonts.js';
import { cell, open } from '../harness/play.js';
import { Server } from '../harness/server.js';

const PIECES = { 'white man': 37, 'white king': 28, 'black man': 13, 'black king': 23 };

/** The positions of the pieces. */
const cells = () =>
  Object.fromEntries(
    Object.entries(PIECES).map(([name, square]) => [name, `#board [data-square="${square}"]`]),
  );

/** The fonts in which looks are checked again, as far as they depend on it. */
const FONTS = others();

let server;
before(async () => {
  server = await Server.start();
});
after(async () => {
  await closeBrowser();
  await server.stop();
});

for (const board of ['wood', 'classic', 'tournament', 'blue', 'contrast']) {
  test(`pieces and words stand out on the board “${board}”`, async () => {
    const { id } = await server.create({ rules: 'international', fen: 'W:W37,K28:B13,K23' });
    for (const wishes of [{ look: 'light' }, { look: 'dark' }, ...FONTS.map(font => ({ font }))]) {
      const who = await visitor(server.origin, { ...wishes, choices: `board=${board}` });
      await open(who.page, server.origin, id);
      assert.deepEqual(await pieceContrast(who.page, cells()), [], JSON.stringify(wishes));
      assert.deepEqual(await textContrast(who.page), [], JSON.stringify(wishes));
      assert.deepEqual(who.wrong, []);
      await who.close();
    }
  });
}

test('R-UI-1: American checkers has the palette that was asked for, other games are on wood', async () => {
  const { id } = await server.create({ rules: 'american' });
  const who = await visitor(server.origin);
  await open(who.page, server.origin, id);
  const colours = await who.page.evaluate(() => {
    const style = selector => getComputedStyle(document.querySelector(selector));
    return {
      light: style('#board .cell[aria-hidden]').backgroundColor,
      dark: style('#board [data-square="16"]').backgroundColor,
      white: style('html').getPropertyValue('--white-body').toUpperCase(),
      black: style('html').getPropertyValue('--black-body').toUpperCase(),
    };
  });
  assert.deepEqual(colours, {
    light: 'rgb(255, 206, 158)',
    dark: 'rgb(209, 139, 71)',
    // Black moves first, and is red.
    white: '#1C1C1C',
    black: '#C41E3A',
  });
  const other = await server.create({ rules: 'international' });
  await open(who.page, server.origin, other.id);
  assert.equal(await who.page.evaluate(() => document.documentElement.dataset.board), 'wood');
  await who.close();
});

test('forced colours leave pieces and marks to be seen', async () => {
  const { id } = await server.create({ rules: 'international', fen: 'W:W37,K28:B13,K23' });
  const who = await visitor(server.origin, { forcedColors: 'active' });
  await open(who.page, server.origin, id);
  assert.deepEqual(await axe(who.page), []);
  assert.deepEqual(await pieceContrast(who.page, cells()), []);
  await who.close();
});

test('issue 15: what a real game marks leaves the names of squares to be read', async () => {
  const made = await server.create({ rules: 'italian', fen: 'W:W18,23:B5,12,14,20' });
  const who = await visitor(server.origin, { width: 360 });
  await seat(who.context, made);
  await open(who.page, server.origin, made.id);
  await cell(who.page, 23).and(who.page.locator('.forced')).waitFor();
  const marks = {
    async crossed() {
      await who.page.locator('#why [data-do="why"]').click();
      await who.page.locator('#because button').first().click();
      await who.page.locator('#board .marks .no').waitFor({ state: 'attached' });
    },
    async picked() {
      await cell(who.page, 23).click();
      await who.page.locator('#board .goal').first().waitFor();
    },
    async walked() {
      await who.page.keyboard.press('ArrowLeft');
      await who.page.locator('#board :focus-visible').waitFor();
    },
    async last() {
      await server.move(made, '23x7');
      await cell(who.page, 7).and(who.page.locator('.last')).waitFor();
    },
  };
  for (const [name, mark] of Object.entries(marks))
    assert.deepEqual(await nameContrast(who.page, mark), [], name);
  assert.deepEqual(who.wrong, []);
  await who.close();
});

/** The dialogs of the game page: where each opens, and its shortcut. */
const DIALOGS = {
  resign: ['#actions [data-do="resign"]', 'Enter'],
  'R-UI-7: new game': ['#actions [data-do="new"]', 'Enter'],
  help: ['#actions [data-do="help"]', 'Enter'],
  'help by ?': ['#board [tabindex="0"]', '?'],
  'R-GM-2: export': ['[data-do="export"]', 'Enter'],
};

for (const [name, [selector, key]] of Object.entries(DIALOGS)) {
  test(`dialog: ${name}`, async () => {
    const made = await server.create({ rules: 'italian' });
    await server.move(made, '22-18');
    const wrong = [];
    for (const wishes of [
      ...Object.keys(LOOKS).map(look => ({ look })),
      ...FONTS.map(font => ({ font })),
    ]) {
      const who = await visitor(server.origin, wishes);
      await seat(who.context, made);
      await open(who.page, server.origin, made.id);
      await cell(who.page, 1).waitFor();
      if (!wishes.font)
        wrong.push(
          ...(await dialogKeepsFocus(who.page, who.page.locator(selector), () =>
            who.page.keyboard.press(key),
          )),
        );
      await who.page.locator(selector).press(key);
      await who.page.locator('dialog[open]').waitFor();
      for (const width of WIDTHS) {
        await who.page.setViewportSize(size(width));
        const found = [
          ...(await targets(who.page, 'dialog button')),
          ...(await noSidewaysScroll(who.page)),
          ...(wishes.font ? [] : await axe(who.page)),
        ];
        wrong.push(...found.map(one => `${JSON.stringify(wishes)} ${width}: ${one}`));
      }
      wrong.push(...who.wrong);
      await who.close();
    }
    assert.deepEqual(wrong, []);
    assert.equal((await server.game(made.id)).table.phase, 'playing', 'Escape is no yes');
  });
}
