// Dragging pieces, by mouse or touch. A drag is reported as squares: where it starts, passes and ends.

/** @typedef {import('./board.js').Board} Board */
/** @typedef {{start: (square: number) => boolean, end: (passed: number[], square: number|null) => void}} Drags */

/** The distance at which a drag starts, in pixels. */
const SLACK = 6;

/** @param {Board} board @param {Drags} tells `start` says whether the piece there can be dragged */
export function draggable(board, tells) {
  /** @type {{id: number, square: number, x: number, y: number, piece: HTMLElement|SVGElement|null, passed: number[]}|null} */
  let held = null;

  const stop = () => {
    if (held?.piece) {
      held.piece.style.translate = '';
      held.piece.closest('.cell')?.classList.remove('held');
    }
    held = null;
  };

  board.root.addEventListener('pointerdown', event => {
    const square = at(board, event.clientX, event.clientY);
    if (event.button !== 0 || !event.isPrimary || square === null) return;
    held = {
      id: event.pointerId,
      square,
      x: event.clientX,
      y: event.clientY,
      piece: null,
      passed: [],
    };
  });

  board.root.addEventListener('pointermove', event => {
    if (!held || held.id !== event.pointerId) return;
    // It was released outside the window.
    if (!event.buttons) {
      stop();
      return;
    }
    const [right, down] = [event.clientX - held.x, event.clientY - held.y];
    if (!held.piece) {
      if (Math.hypot(right, down) < SLACK) return;
      if (!tells.start(held.square)) {
        held = null;
        return;
      }
      held.piece = board.cells.get(held.square)?.querySelector('.piece') ?? null;
      if (!held.piece) {
        held = null;
        return;
      }
      board.root.setPointerCapture(event.pointerId);
      held.piece.closest('.cell')?.classList.add('held');
    }
    const { across, along } = seen(held.piece);
    held.piece.style.translate = `${right / across}px ${down / along}px`;
    const square = at(board, event.clientX, event.clientY, 0.25);
    if (square !== null && square !== (held.passed.at(-1) ?? held.square)) held.passed.push(square);
  });

  board.root.addEventListener('pointerup', event => {
    if (!held || held.id !== event.pointerId) return;
    const { piece, passed, square: start } = held;
    stop();
    if (!piece) return;
    const square = at(board, event.clientX, event.clientY);
    // The click that follows belongs to the drag.
    addEventListener('click', swallow, { capture: true, once: true });
    setTimeout(() => removeEventListener('click', swallow, { capture: true }), 0);
    if (passed.at(-1) === square) passed.pop();
    tells.end(passed, square === start && passed.length === 0 ? null : square);
  });
  board.root.addEventListener('pointercancel', stop);
}

/**
 * The displayed size of a piece relative to its layout size: a foreshortened board makes it less high.
 * @param {HTMLElement|SVGElement} piece
 */
function seen(piece) {
  const cell = /** @type {HTMLElement} */ (piece.closest('.cell'));
  const { width, height } = cell.getBoundingClientRect();
  return { across: width / cell.offsetWidth, along: height / cell.offsetHeight };
}

/** @param {Event} event */
function swallow(event) {
  event.stopPropagation();
  event.preventDefault();
}

/**
 * The square at a point; with a margin, only its middle counts.
 * @param {Board} board @param {number} x @param {number} y
 */
function at(board, x, y, margin = 0) {
  for (const [number, cell] of board.cells) {
    const { left, top, width, height } = cell.getBoundingClientRect();
    const [across, down] = [(x - left) / width, (y - top) / height];
    if (Math.min(across, down, 1 - across, 1 - down) > margin) return number;
  }
  return null;
}
