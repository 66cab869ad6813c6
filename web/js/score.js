// Formats scores: who is ahead, by the theme's name for the side, and by how much.
import { say } from './words.js';

/** @typedef {import('./types.js').ScoreView} ScoreView */
/** @typedef {import('./types.js').Side} Side */

/** The winner's number of moves to the end. @param {number} plies */
export const movesOf = plies => Math.ceil(plies / 2);

/** The lead in men. @param {ScoreView} score @param {number} digits */
const ahead = ({ men }, digits) => Math.abs(men ?? 0).toFixed(digits);

/**
 * The side that is ahead; null if it is level.
 * @param {ScoreView} score @param {number} [digits] @returns {Side|null}
 */
export function leaderOf(score, digits = 2) {
  const { men, wins_in, loses_in } = score;
  if (wins_in !== undefined) return 'white';
  if (loses_in !== undefined) return 'black';
  if (Number(ahead(score, digits)) === 0) return null;
  return (men ?? 0) < 0 ? 'black' : 'white';
}

/** The size of the lead: +0.35, or "wins in 7". @param {ScoreView} score @param {number} [digits] */
function lead(score, digits = 2) {
  const plies = score.wins_in ?? score.loses_in;
  if (plies !== undefined) return say('endgame.move-wins-in', { moves: movesOf(plies) });
  return `${leaderOf(score, digits) ? '+' : ''}${ahead(score, digits)}`;
}

/** The full text of a score: "Red +0.35", "Red wins in 7". @param {ScoreView} score */
export function said(score) {
  const leader = leaderOf(score);
  const plies = score.wins_in ?? score.loses_in;
  if (leader && plies !== undefined)
    return say(`endgame.${leader}-wins-in`, { moves: movesOf(plies) });
  return leader ? `${say(`side.${leader}`)} ${lead(score)}` : lead(score);
}

/**
 * Writes a score where space is limited: the leader is a disc of its colour, and named for screen readers.
 * @param {HTMLElement} place @param {ScoreView|null|undefined} score
 */
export function writeScore(place, score) {
  place.dataset.leader = (score && leaderOf(score)) ?? '';
  if (!score) {
    place.textContent = '';
    return;
  }
  const [seen, heard] = [document.createElement('span'), document.createElement('span')];
  seen.textContent = lead(score);
  seen.setAttribute('aria-hidden', 'true');
  heard.textContent = said(score);
  heard.className = 'hidden';
  place.replaceChildren(seen, heard);
}

/** A score next to the board: its place shows who leads, and a win needs no number. @param {ScoreView} score */
export const short = score =>
  (score.wins_in ?? score.loses_in) === undefined ? lead(score, 1) : '';
