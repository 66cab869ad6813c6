// A board with every possible mark at once.

/** All marks of a square, as classes; a mark with a number has it after a slash. */
const MARKS = [
  '',
  'last',
  'picked',
  'planned',
  'can forced',
  'goal',
  'goal/2',
  'goal/1–3',
  'goal/1,3',
  'ghost',
  'last can forced',
  'last planned',
  'picked last',
];
/** All kinds of lines drawn over squares. */
const LINES = ['hint', 'way', 'no', 'last-way'];

/** Removes all marks. @param {import('playwright-core').Page} page */
export const unmark = page =>
  page.locator('#board').evaluate(
    (board, all) => {
      for (const cell of board.querySelectorAll('.cell[data-square]')) {
        cell.classList.remove(...all);
        cell.setAttribute('data-mark', '');
      }
      /** @type {HTMLElement} */ (document.activeElement)?.blur();
      for (const line of board.querySelectorAll('.marks > .drawn')) line.remove();
    },
    MARKS.flatMap(mark => mark.split('/')[0].split(' ')).filter(Boolean),
  );

/**
 * Marks each square in one of the ways, draws every kind of line through all of them, and focuses one.
 * @param {import('playwright-core').Page} page @param {number} turn the first way
 */
export async function markAll(page, turn) {
  await page.locator('#board').evaluate(
    (board, { marks, lines, turn: first }) => {
      const cells = [...board.querySelectorAll('.cell[data-square]')];
      for (const [at, cell] of cells.entries()) {
        const [classes, number = ''] = marks[(at + first) % marks.length].split('/');
        cell.classList.add(...classes.split(' ').filter(Boolean));
        cell.setAttribute('data-mark', number);
      }
      const svg = /** @type {SVGSVGElement} */ (board.querySelector('.marks'));
      const { width, height } = svg.viewBox.baseVal;
      const draw = (/** @type {string} */ kind, /** @type {string} */ points) => {
        const group = document.createElementNS(svg.namespaceURI, 'g');
        group.setAttribute('class', `drawn ${kind}`);
        const line = document.createElementNS(svg.namespaceURI, 'polyline');
        line.setAttribute('points', points);
        group.append(line);
        svg.append(group);
      };
      for (let at = -height; at < width; at += 1)
        draw(lines[(at + height + first) % lines.length], `${at},0 ${at + height},${height}`);
      /** @type {HTMLElement} */ (cells[(first * 7) % cells.length]).focus();
    },
    { marks: MARKS, lines: LINES, turn },
  );
}
