// Stepping through a game: by arrow keys anywhere on the page, by the mouse wheel over the board, and by buttons in
// reach of the thumb.

/** @typedef {import('./board.js').Board} Board */
/**
 * The list to step through.
 * @typedef {{shown: number, target: (step: string) => number, step: (step: string) => void}} Moves
 */

/** The wheel distance of a step, in pixels, and the height of a line. */
const NOTCH = 50;
const LINE = 20;

/** Elements in which arrow keys have another meaning. */
const TAKEN = 'input, textarea, select, dialog, [role="log"], [popover]';

/** @param {Board} board @param {Moves} moves */
export function replay(board, moves) {
  board.steps = true;
  addEventListener('keydown', event => {
    const step = { ArrowLeft: 'previous', ArrowRight: 'next' }[event.key];
    if (!step || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.shiftKey || /** @type {Element} */ (event.target).closest?.(TAKEN)) return;
    event.preventDefault();
    moves.step(step);
  });
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (
    document.querySelectorAll('[data-step]')
  ))
    button.addEventListener('click', () => moves.step(button.dataset.step ?? ''));
  byWheel(board.root, moves);
}

/** @param {HTMLElement} root @param {Moves} moves */
function byWheel(root, moves) {
  let turned = 0;
  root.addEventListener(
    'wheel',
    event => {
      const step = event.deltaY > 0 ? 'next' : 'previous';
      // At the end the page scrolls; with Ctrl it zooms.
      if (event.ctrlKey || event.deltaY === 0 || moves.target(step) === moves.shown) return;
      event.preventDefault();
      if (turned * event.deltaY < 0) turned = 0;
      turned += event.deltaY * (event.deltaMode ? LINE : 1);
      if (Math.abs(turned) < NOTCH) return;
      turned = 0;
      moves.step(step);
    },
    { passive: false },
  );
}
