// The ladder of levels: after two wins or two losses in a row the next level up or down is offered. The count is stored
// on this device, so guests have it too.
import { forget, get, set } from './keep.js';

/** @typedef {import('./types.js').GameView} GameView */
/**
 * Consecutive games with one result, with the same rules and level, latest last.
 * @typedef {{terms: string, won: boolean, games: string[]}} Streak
 */

const NAME = 'streak';
const ENOUGH = 2;
const [LOWEST, HIGHEST] = [1, 10];

/** The level of the reader's opponent; null between people and for spectators. @param {GameView} game */
const levelOf = ({ computer, yours }) =>
  yours.length === 1 ? (computer.find(level => level !== null) ?? null) : null;

/** Stores the level of a game in progress. @param {GameView} game */
export function rememberLevel(game) {
  const level = levelOf(game);
  if (level !== null && game.table.phase === 'playing') set('level', String(level));
}

/** The level last played on this device; null if there is none. */
export const lastLevel = () => get('level') ?? '';

/** What games must share to count together. @param {GameView} game */
const termsOf = game => `${levelOf(game)} ${game.table.rules}`;

/** @returns {Streak|null} */
function kept() {
  try {
    const streak = JSON.parse(get(NAME) ?? 'null');
    return Array.isArray(streak?.games) ? streak : null;
  } catch {
    return null;
  }
}

/** Counts a game that has just ended; a draw ends every streak. @param {GameView} game */
export function countGame(game) {
  const { ending } = game.table;
  if (levelOf(game) === null || !ending || ending.reason === 'aborted') return;
  const before = kept();
  if (before?.games.includes(game.id)) return;
  if (ending.winner === null) return forget(NAME);
  const terms = termsOf(game);
  const won = ending.winner === game.yours[0];
  const goesOn = before?.terms === terms && before.won === won;
  const games = [...(goesOn ? before.games : []), game.id].slice(-ENOUGH);
  set(NAME, JSON.stringify({ terms, won, games }));
}

/**
 * The level to suggest after this game, if another fits better.
 * @param {GameView} game @returns {{level: number, won: boolean}|null}
 */
export function nextLevel(game) {
  const level = levelOf(game);
  const streak = kept();
  if (level === null || game.table.phase !== 'finished' || !streak) return null;
  const { terms, won, games } = streak;
  if (terms !== termsOf(game) || games.length < ENOUGH || games.at(-1) !== game.id) return null;
  const next = level + (won ? 1 : -1);
  return next < LOWEST || next > HIGHEST ? null : { level: next, won };
}
