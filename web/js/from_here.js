// Playing on from the current position against the computer, or analysing it.
import { isApart } from './actions.js';
import { lastLevel, rememberLevel } from './ladder.js';
import { part } from './part.js';

/** @typedef {import('./types.js').GameView} GameView */

/** The reasons for endings with nothing left to play. */
const DECIDED = ['no-pieces', 'no-moves', 'first-king'];

/**
 * Offers to continue from the position after this many plies: to play, if that makes a different game, and to analyse a
 * finished game.
 * @param {GameView} game @param {number} ply
 */
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
