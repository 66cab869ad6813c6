// Scores as they are written, from White's side.
import { say } from './words.js';

/** @typedef {import('./types.js').ScoreView} ScoreView */

/** Moves of the winner to the end. @param {number} plies */
export const movesOf = plies => Math.ceil(plies / 2);

/** A score as it is written: +0.35, or #7 where White wins in seven moves. @param {ScoreView} score @param {number} [digits] */
export function written({ men, wins_in, loses_in }, digits = 2) {
  if (wins_in !== undefined) return `#${movesOf(wins_in)}`;
  if (loses_in !== undefined) return `−#${movesOf(loses_in)}`;
  const amount = Math.abs(men ?? 0).toFixed(digits);
  return Number(amount) === 0 ? amount : `${(men ?? 0) < 0 ? '−' : '+'}${amount}`;
}

/** The same where there is little room: +0.4. @param {ScoreView} score */
export const short = score => written(score, 1);

/** A score in words where the end is known. @param {ScoreView} score */
export function said(score) {
  const { wins_in, loses_in } = score;
  if (wins_in !== undefined) return say('endgame.white-wins-in', { moves: movesOf(wins_in) });
  if (loses_in !== undefined) return say('endgame.black-wins-in', { moves: movesOf(loses_in) });
  return written(score);
}
