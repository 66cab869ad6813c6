// Playing on the board of a game page, in every way available to people.

/** What stands on a square, with the page's names for the sides. @param {string} sides White's first */
const names = sides => {
  const [white, black] = sides.split('-');
  return {
    [`${white} man`]: 'w',
    [`${white} king`]: 'W',
    [`${black} man`]: 'b',
    [`${black} king`]: 'B',
    empty: 'e',
  };
};

/** The cell of a square. @param {import('playwright-core').Page} page @param {number} square */
export const cell = (page, square, board = '#board') =>
  page.locator(`${board} [data-square="${square}"]`);

/** Opens a game and waits until it is loaded. */
export async function open(page, origin, id) {
  const answer = await page.goto(`${origin}/game/${id}`);
  if (!answer?.ok()) throw new Error(`the page of game ${id} answers ${answer?.status()}`);
  await boardOf(page, id);
}

/** Waits until the page of a game is loaded after a navigation. */
export async function boardOf(page, id) {
  await page.waitForURL(url => url.pathname === `/game/${id}`);
  await page.locator('#board [data-square="1"][aria-label]').waitFor();
}

/**
 * The pieces by their accessible names: a letter for each square, as in Hub.
 * @param {import('playwright-core').Page} page
 */
export async function shown(page) {
  const labels = await page
    .locator('#board [data-square]')
    .evaluateAll(cells =>
      cells.map(one => [Number(one.getAttribute('data-square')), one.getAttribute('aria-label')]),
    );
  const letter = names(await page.locator('html').getAttribute('data-sides'));
  const letters = labels
    .sort(([one], [other]) => one - other)
    .map(([, label]) => {
      const [, name] = label.split(', ');
      return letter[name] ?? `(${label})`;
    });
  return letters.join('');
}

/** Waits until the page shows this many moves. @param {import('playwright-core').Page} page @param {number} plies */
export const waitForPlies = (page, plies) =>
  page.waitForFunction(count => document.querySelectorAll('#moves button').length === count, plies);

async function middle(page, square, board) {
  const box = await cell(page, square, board).boundingBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/** Moves the focus to a square by arrow keys, or by typing its number if that is shorter. */
async function walk(page, square) {
  const place = selector =>
    page.evaluate(which => {
      const one = which ? document.querySelector(which) : document.activeElement;
      const box = one.getBoundingClientRect();
      return {
        number: Number(one.getAttribute('data-square')),
        x: box.x,
        y: box.y,
        width: box.width,
      };
    }, selector);
  const goal = await place(`#board [data-square="${square}"]`);
  for (let steps = 0; steps < 40; steps += 1) {
    const now = await place();
    if (now.number === square) return;
    const [across, down] = [goal.x - now.x, goal.y - now.y];
    const near = now.width / 2;
    const key =
      Math.abs(down) > near
        ? down > 0
          ? 'ArrowDown'
          : 'ArrowUp'
        : across > 0
          ? 'ArrowRight'
          : 'ArrowLeft';
    await page.keyboard.press(key);
  }
  throw new Error(`arrows do not lead to ${square}`);
}

/** Moves the focus to an element by the Tab key alone. */
export async function tabTo(page, selector) {
  for (let press = 0; press < 80; press += 1) {
    if (await page.evaluate(which => document.activeElement?.closest(which) != null, selector))
      return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`the Tab key does not lead to ${selector}`);
}

/** How to select squares. */
export const WAYS = {
  async clicks(page, { picks }) {
    for (const square of picks) await cell(page, square).click();
  },
  async touch(page, { picks }, board = '#board') {
    for (const square of picks) await cell(page, square, board).tap();
  },
  async drag(page, { picks }, board = '#board') {
    await page.mouse.move(...(await middle(page, picks[0], board)));
    await page.mouse.down();
    for (const square of picks.slice(1))
      await page.mouse.move(...(await middle(page, square, board)), { steps: 4 });
    await page.mouse.up();
  },
  async keyboard(page, { picks }) {
    await tabTo(page, '#board');
    for (const [at, square] of picks.entries()) {
      await walk(page, square);
      await page.keyboard.press(at % 2 ? 'Space' : 'Enter');
    }
  },
  async box(page, { text }) {
    await page.locator('#movebox').fill(text);
    await page.locator('#movebox').press('Enter');
  },
};

/** How to press buttons, in the same ways. */
export const PRESSES = {
  clicks: (page, selector) => page.locator(selector).click(),
  drag: (page, selector) => page.locator(selector).click(),
  box: (page, selector) => page.locator(selector).click(),
  touch: (page, selector) => page.locator(selector).tap(),
  async keyboard(page, selector) {
    await tabTo(page, selector);
    await page.keyboard.press('Enter');
  },
};
