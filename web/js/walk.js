// Moving the focus over the board by keyboard.

/** @typedef {import('./board.js').Board} Board */

/** @type {Record<string, [number, number]>} columns and rows as displayed */
const STEPS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
/** The maximum pause between the digits of a number, in milliseconds. */
const PAUSE = 1500;

const typed = { digits: '', at: 0 };

/**
 * Moves the focus: arrows to the nearest square, Home and End along the row, digits to a number.
 * @param {Board} board @param {KeyboardEvent} event
 */
export function walk(board, event) {
  if (event.altKey || event.metaKey) return;
  if (board.steps && board.isClicked && STEPS[event.key]?.[0]) return;
  const number = STEPS[event.key]
    ? nearest(board, STEPS[event.key])
    : event.key === 'Home' || event.key === 'End'
      ? edge(board, event.key === 'End', event.ctrlKey)
      : /^\d$/.test(event.key) && !event.ctrlKey
        ? digit(board, event.key)
        : null;
  if (number === null) return;
  event.preventDefault();
  board.isClicked = false;
  board.focusOn(number);
}

/** The next square of the row, or the nearest of the next row. @param {Board} board @param {[number, number]} step */
function nearest(board, [right, down]) {
  const [column, row] = board.place(board.focus);
  let best = { number: board.focus, cost: Infinity };
  for (const number of board.cells.keys()) {
    const [toColumn, toRow] = board.place(number);
    const ahead = (toColumn - column) * right + (toRow - row) * down;
    if (ahead <= 0 || (right && toRow !== row)) continue;
    // Of two equally near squares, the one that stays in a pair of columns instead of crossing the board.
    const aside = Math.abs(toColumn - column) + (toColumn >> 1 === column >> 1 ? 0 : 0.5);
    const cost = ahead * board.layout.width + (down ? aside : 0);
    if (cost < best.cost) best = { number, cost };
  }
  return best.number;
}

/** The first or last square of the row or of the board. @param {Board} board @param {boolean} last @param {boolean} whole */
function edge(board, last, whole) {
  const [, row] = board.place(board.focus);
  const order = (/** @type {number} */ number) =>
    board.place(number)[1] * board.layout.width + board.place(number)[0];
  const numbers = [...board.cells.keys()].filter(number => whole || board.place(number)[1] === row);
  numbers.sort((one, other) => order(one) - order(other));
  return /** @type {number} */ (numbers.at(last ? -1 : 0));
}

/** @param {Board} board @param {string} key */
function digit(board, key) {
  const now = performance.now();
  typed.digits = now - typed.at < PAUSE ? typed.digits + key : key;
  typed.at = now;
  if (!board.cells.has(Number(typed.digits))) typed.digits = key;
  return board.cells.has(Number(typed.digits)) ? Number(typed.digits) : board.focus;
}
