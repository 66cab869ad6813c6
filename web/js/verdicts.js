// The endgame tables' verdict in words: the result, and that of each move.
import { part } from './part.js';
import { movesOf } from './score.js';
import { say } from './words.js';

/** @typedef {import('./types.js').ProbeView} ProbeView */
/** @typedef {import('./types.js').ProbedMove} ProbedMove */
/** @typedef {import('./types.js').Side} Side */

/** The winner; null for a draw. @param {ProbeView} table @param {Side} turn @returns {Side|null} */
export function winnerOf({ verdict, rule }, turn) {
  if (verdict === 'draw' || rule?.verdict === 'draw') return null;
  return (verdict === 'win') === (turn === 'white') ? 'white' : 'black';
}

/** The result in a few words. @param {ProbeView} table @param {Side} turn */
export function verdictSaid(table, turn) {
  const winner = winnerOf(table, turn);
  if (!winner) return say(table.verdict === 'draw' ? 'endgame.draw' : 'endgame.draw-by-rule');
  return table.dtw === null
    ? say(`endgame.${winner}-wins`)
    : say(`endgame.${winner}-wins-in`, { moves: movesOf(table.dtw) });
}

/** The result of a move, for the side that plays it. @param {ProbedMove} move */
function moveSaid({ verdict, dtw, rule }) {
  if (verdict === 'draw') return say('endgame.move-draws');
  const wins = verdict === 'win';
  if (rule?.verdict === 'draw') return say(wins ? 'endgame.move-spoiled' : 'endgame.move-saved');
  if (rule) return say(wins ? 'endgame.move-wins-perhaps' : 'endgame.move-loses-perhaps');
  if (dtw === null) return say(wins ? 'endgame.move-wins' : 'endgame.move-loses');
  const moves = { moves: movesOf(dtw) };
  return wins ? say('endgame.move-wins-in', moves) : say('endgame.move-loses-in', moves);
}

let shown = '';

/** Shows the result of each move. @param {ProbeView|null|undefined} table @param {(move: string) => void} play */
export function showVerdicts(table, play) {
  const list = /** @type {HTMLElement} */ (part('verdicts'));
  list.hidden = !table;
  const text = JSON.stringify(table ?? null);
  // What has not changed stays: it may be in use.
  if (text === shown) return;
  shown = text;
  list.replaceChildren(...(table?.moves ?? []).map(move => item(move, play)));
}

/** @param {ProbedMove} move @param {(move: string) => void} play */
function item(move, play) {
  const button = document.createElement('button');
  button.type = 'button';
  const text = document.createElement('b');
  text.className = 'num';
  text.textContent = move.text;
  const result = document.createElement('span');
  result.textContent = moveSaid(move);
  button.append(text, ' ', result);
  button.addEventListener('click', () => play(move.text));
  const row = document.createElement('li');
  row.className = move.rule?.verdict === 'draw' ? 'draw' : move.verdict;
  row.append(button);
  return row;
}
