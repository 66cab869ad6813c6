// Whether square names are legible, whatever is marked on the board.
import { develop, withoutLetters } from './contrast.js';

/** Screenshots of the board with and without its letters. @param {import('playwright-core').Page} page */
async function pictures(page) {
  const clip = /** @type {{x: number, y: number, width: number, height: number}} */ (
    await page.locator('#board').boundingBox()
  );
  const shot = async () => (await page.screenshot({ clip })).toString('base64');
  const inked = await shot();
  return { inked, bare: await withoutLetters(page, shot) };
}

/**
 * Where the names are, and the marks there: in every square, or on the frame of a small board.
 * @param {import('playwright-core').Page} page
 */
const places = page =>
  page.locator('#board').evaluate(board => {
    const origin = board.getBoundingClientRect();
    const rim = [...board.querySelectorAll('.rim')].filter(name => name.checkVisibility());
    const onFrame = rim.map(name => {
      const { x, y, width, height } = name.getBoundingClientRect();
      const colour = (getComputedStyle(name).color.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number);
      const at = { x: x - origin.x, y: y - origin.y, width, height };
      return { text: name.textContent, marks: name.className, colour, ...at };
    });
    const cells = [...board.querySelectorAll('.cell[data-square]')];
    const inside = cells.filter(cell => cell.querySelector('.name')?.checkVisibility());
    if (onFrame.length) return onFrame;
    return (inside.length ? inside : cells).map(cell => {
      const name = /** @type {Element} */ (cell.querySelector('.name'));
      // A letter may extend beyond its box.
      const [{ x, y }, { right, bottom }] = [
        cell.getBoundingClientRect(),
        name.getBoundingClientRect(),
      ];
      const colour = (getComputedStyle(name).color.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number);
      const marks = [
        ...cell.classList,
        cell.getAttribute('data-mark'),
        cell.matches(':focus-visible') ? 'focused' : '',
      ]
        .join(' ')
        .trim();
      return {
        text: name.textContent,
        marks,
        colour,
        x: x - origin.x,
        y: y - origin.y,
        width: right - x + 4,
        height: bottom - y + 4,
      };
    });
  });

/**
 * Every letter of a name is visible, with a contrast of 4.5:1 to each pixel under and next to it. The expected letters
 * come from a picture of the same board without marks.
 * @param {import('playwright-core').Page} page @param {() => Promise<void>} mark sets the marks
 * @returns {Promise<string[]>}
 */
export async function nameContrast(page, mark) {
  const plain = await pictures(page);
  await mark();
  const marked = await pictures(page);
  return develop(
    `
    const { names } = about;
    const [before, bareBefore, bare] = [await picture(about.plain.inked), await picture(about.plain.bare), await picture(about.marked.bare)];
    const wrong = [];
    const ink = (one, other, { x, y, width, height }) => {
      const found = new Set();
      for (let row = Math.floor(y); row < y + height; row++) for (let column = Math.floor(x); column < x + width; column++)
        if (one.number(column, row) !== other.number(column, row) && contrast(one.at(column, row), other.at(column, row)) > 1.5) found.add(column + ',' + row);
      return found;
    };
    for (const { text, marks, colour, ...box } of names) {
      const say = (what) => wrong.push(text + ' (' + marks + '): ' + what);
      const [all, left] = [ink(before, bareBefore, box), ink(seen, bare, box)];
      if (!all.size) { say('is not written at all'); continue; }
      const lost = [...all].filter((pixel) => !left.has(pixel)).length / all.size;
      if (lost > 0.1) say(Math.round(100 * lost) + ' % of it are hidden');
      let poorest = 21;
      for (const pixel of all) {
        const [x, y] = pixel.split(',').map(Number);
        for (const [right, down] of [[0, 0], [1, 0], [-1, 0], [0, 1], [0, -1]]) {
          poorest = Math.min(poorest, contrast(colour, bare.at(Math.max(0, x + right), Math.max(0, y + down))));
        }
      }
      if (poorest < 4.5) say(poorest.toFixed(2) + ':1, not 4.5:1');
    }
    return wrong;
  `,
    Buffer.from(marked.inked, 'base64'),
    { names: await places(page), plain, marked },
  );
}
