// Going on from whatever position is shown: against the computer, or on the analysis board.
import { isApart } from './actions.js';
import { lastLevel, rememberLevel } from './ladder.js';
import { part } from './part.js';

/** @typedef {import('./types.js').GameView} GameView */

/** How a game ends when there is nothing left to play. */
const DECIDED = ['no-pieces', 'no-moves', 'first-king'];

/** Offers to go on from the position after so many plies: to play, where that is another game than this one, and to analyse a game that is over. @param {GameView} game @param {number} ply */
export function showFromHere(game, ply) {
  rememberLevel(game);
  const { table, yours, history } = game;
  const isNow = ply === history.length;
  const isOver = table.phase === 'finished';
  const isMine = yours.length === 2 || (yours.length === 1 && !isApart(game) && !isNow);
  const decided = isNow && DECIDED.includes(table.ending?.reason ?? '');
  const form = /** @type {HTMLFormElement} */ (part('from-here'));
  form.hidden = decided || !(isOver || isMine);
  const board = /** @type {HTMLAnchorElement} */ (part('board-link'));
  board.hidden = !isOver;
  board.href = `/analysis?game=${game.id}&ply=${ply}`;
  /** @type {HTMLInputElement} */ (form.elements.namedItem('ply')).value = String(ply);
  /** @type {HTMLInputElement} */ (form.elements.namedItem('level')).value = lastLevel();
}
