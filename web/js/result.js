// The end of a game as it is told to whoever looks: who won, why, and how it came.
import { nameOf } from './bars.js';
import { set, get } from './keep.js';
import { piece, shape } from './pieces.js';
import { count } from './position.js';
import { say, told } from './words.js';
import { part } from './part.js';

/** @typedef {import('./types.js').GameView} GameView */
/** @typedef {import('./types.js').Side} Side */

const SIDES = /** @type {Side[]} */ (['white', 'black']);

/** What a player is called in a result. @param {GameView} game @param {Side} side */
function called(game, side) {
  if (game.yours.length === 1 && game.yours[0] === side) return say('game.you');
  if (game.computer[side === 'white' ? 0 : 1] !== null) return say('home.versus');
  const name = nameOf(game, side);
  return !name || ['White', 'Black', 'Guest'].includes(name) ? say(`side.${side}`) : name;
}

/** The result in two words, for whoever looks. @param {GameView} game */
export function resultSaid(game) {
  const { ending } = game.table;
  const plain = told(game.said.ending[0]);
  if (!ending || game.yours.length !== 1) return plain;
  const [me] = game.yours;
  if (ending.winner === null) return plain;
  return ending.winner === me
    ? say('over.you-won')
    : say('over.won', { name: called(game, ending.winner) });
}

/** How the end looks to whoever looks: `won`, `lost`, or neither. @param {GameView} game */
export function mood({ table, yours }) {
  const winner = table.ending?.winner;
  if (!winner || yours.length !== 1) return 'calm';
  return winner === yours[0] ? 'won' : 'lost';
}

/** Shows the card of the result, or takes it away. @param {GameView} game @param {boolean} isOver */
export function showResult(game, isOver) {
  const now = part('now');
  now.classList.toggle('over', isOver);
  part('result').hidden = !isOver;
  if (!isOver) {
    now.classList.remove('fresh');
    delete now.dataset.mood;
    return;
  }
  now.dataset.mood = mood(game);
  if (now.dataset.mood === 'won') remember(game);
  const { winner = null, reason = '' } = game.table.ending ?? {};
  part('trophy').setAttribute('class', `piece ${winner ?? game.yours[0] ?? 'white'}`);
  part('scores').hidden = reason === 'aborted';
  part('scores').replaceChildren(...SIDES.map(side => player(game, side)), score(winner));
  draw(game);
}

/** Levels that were beaten on this device are marked on the ladder. @param {GameView} game */
function remember({ computer }) {
  const level = Math.max(...computer.map(one => one ?? 0));
  if (level > Number(get('beaten') ?? 0)) set('beaten', String(level));
}

/** @param {GameView} game @param {Side} side */
function player(game, side) {
  const box = document.createElement('div');
  box.className = `player ${side}-side`;
  const disc = piece(side, false);
  disc.classList.add('disc');
  const name = document.createElement('b');
  name.textContent = called(game, side);
  box.append(disc, name);
  return box;
}

/** @param {Side|null} winner */
function score(winner) {
  const text = document.createElement('p');
  text.className = 'serif num';
  text.textContent = winner === null ? '½ – ½' : winner === 'white' ? '1 – 0' : '0 – 1';
  return text;
}

/** The lead in pieces after each move: above the middle for the reader, or for White. @param {GameView} game */
function draw({ start, history, yours }) {
  const me = yours.length === 1 ? yours[0] : 'white';
  const other = me === 'white' ? 'black' : 'white';
  const leads = [start, ...history.map(ply => ply.hub)].map(
    hub => count(hub, me) - count(hub, other),
  );
  const most = Math.max(2, ...leads.map(Math.abs));
  const step = 100 / Math.max(1, leads.length - 1);
  const points = leads.map((lead, at) => `${(at * step).toFixed(2)},${20 - (lead / most) * 18}`);
  const curve = part('curve');
  curve.setAttribute('aria-label', say('over.curve', { lead: leads.at(-1) ?? 0 }));
  curve.replaceChildren(
    shape('polygon', { class: `area ${me}`, points: `0,20 ${points.join(' ')} 100,20` }),
    shape('path', { class: 'zero', d: 'M0 20H100' }),
    shape('polyline', { class: 'way', points: points.join(' ') }),
  );
  /** @type {HTMLElement} */ (curve.parentElement).hidden = leads.length < 5;
}
