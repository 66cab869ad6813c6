// Positions as text: the side to move, then a letter for each square by number.

/** @typedef {import('./types.js').Side} Side */
/** @typedef {import('./types.js').PathView} Path */
/** @typedef {import('./types.js').MoveView} Move */

/** @param {string} hub @param {Record<number, string>} changes */
function changed(hub, changes) {
  const letters = [...hub];
  for (const [square, letter] of Object.entries(changes)) letters[Number(square)] = letter;
  return letters.join('');
}

/** @param {number[]} squares */
const emptied = squares => Object.fromEntries(squares.map(square => [square, 'e']));

/**
 * The position after a move, until the server sends it.
 * @param {string} hub @param {Path} path @param {boolean} crowns
 */
export function after(hub, path, crowns) {
  const letter = hub[path.squares[0]];
  const end = /** @type {number} */ (path.squares.at(-1));
  const empty = emptied([path.squares[0], ...path.takes]);
  const turned = (hub[0] === 'W' ? 'B' : 'W') + hub.slice(1);
  return changed(changed(turned, empty), { [end]: crowns ? letter.toUpperCase() : letter });
}

/** The position in mid-move. @param {string} hub @param {number[]} picked @param {number[]} gone */
export function during(hub, picked, gone) {
  if (picked.length < 2) return hub;
  const [start, end] = [picked[0], /** @type {number} */ (picked.at(-1))];
  return changed(changed(hub, emptied([start, ...gone])), { [end]: hub[start] });
}

/** The side of a letter; null for an empty square. @param {string} letter @returns {Side|null} */
export function sideOf(letter) {
  if (letter === 'e' || letter === undefined) return null;
  return letter.toLowerCase() === 'w' ? 'white' : 'black';
}

/** The number of a side's pieces. @param {string} hub @param {Side} side */
export const count = (hub, side) =>
  [...hub.slice(1)].filter(letter => sideOf(letter) === side).length;
