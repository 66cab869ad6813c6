// Moves that are seen: a piece flies along its way, and what it takes fades.
import { isOn } from './chosen.js';
import { piece } from './pieces.js';
import { during, sideOf } from './position.js';
import { sound } from './sound.js';

/** @typedef {import('./board.js').Board} Board */
/** @typedef {import('./types.js').PathView} Path */

const LONGEST = 1200;
const HOP = 200;
const still = matchMedia('(prefers-reduced-motion: reduce)');
/** @type {Animation[]} */
let flying = [];

/** Ends what is flying at once. */
export function land() {
  for (const animation of flying) animation.finish();
  flying = [];
}
for (const input of ['pointerdown', 'keydown']) addEventListener(input, land, { capture: true });

/**
 * Lets a piece fly to where it already stands.
 * @param {Board} board @param {Path} path @param {string} before the position in which it started
 */
export function fly(board, path, before) {
  land();
  const end = path.squares.at(-1);
  const cell = end && board.cells.get(end);
  if (!cell || !isOn('animation') || still.matches || document.hidden || path.squares.length < 2)
    return;
  const hops = path.squares.length - 1;
  const time = Math.min(LONGEST, hops * HOP);
  const layer = document.createElement('div');
  layer.className = 'flight';
  layer.setAttribute('aria-hidden', 'true');
  path.takes.forEach((square, jump) => {
    const taken = standing(board, layer, square, before[square]);
    const from = board.layout.removes_at_once ? (jump + 0.5) / hops : 0.85;
    flying.push(
      taken.animate(
        [{ opacity: 1 }, { opacity: 1, offset: Math.min(from, 0.95) }, { opacity: 0 }],
        { duration: time, fill: 'forwards' },
      ),
    );
  });
  const mover = standing(board, layer, path.squares[0], before[path.squares[0]]);
  const flight = mover.animate(
    path.squares.map(square => ({ transform: shift(board, square) })),
    { duration: time, easing: hops === 1 ? 'ease-out' : 'linear', fill: 'forwards' },
  );
  flying.push(flight);
  cell.classList.add('arriving');
  flight.onfinish = flight.oncancel = () => {
    layer.remove();
    cell.classList.remove('arriving');
  };
  board.root.append(layer);
}

/** @param {Board} board @param {number} square */
const shift = (board, square) =>
  board
    .place(square)
    .map(at => `${at * 100}%`)
    .join(',')
    .replace(/.*/, 'translate($&)');

/** @param {Board} board @param {HTMLElement} layer @param {number} square @param {string} letter */
function standing(board, layer, square, letter) {
  const holder = document.createElement('div');
  holder.className = 'flying';
  holder.style.width = `${100 / board.layout.width}%`;
  holder.style.height = `${100 / board.layout.height}%`;
  holder.style.transform = shift(board, square);
  const side = sideOf(letter);
  if (side) holder.append(piece(side, letter !== letter.toLowerCase()));
  layer.append(holder);
  return holder;
}

/** Lets a move be heard. @param {Path} path @param {string} before @param {string} after */
export function hearMove(path, before, after) {
  const end = /** @type {number} */ (path.squares.at(-1));
  sound(before[path.squares[0]] !== after[end] ? 'king' : path.takes.length ? 'capture' : 'move');
}

/** Lets a move be seen and heard. @param {Path} path @param {string} before @param {string} after @param {Board} board @param {number} [from] how far it was seen already */
export function showMove(path, before, after, board, from = 0) {
  hearMove(path, before, after);
  const rest = { squares: path.squares.slice(from), takes: path.takes.slice(from) };
  fly(board, rest, during(before, path.squares.slice(0, from + 1), []));
}
