// The story of a game, in pieces: the curve on the result card, and a description of it.
import { part } from './part.js';
import { shape } from './pieces.js';
import { count } from './position.js';
import { say } from './words.js';

/** @typedef {import('./types.js').GameView} GameView */
/** @typedef {import('./types.js').Side} Side */
/** @typedef {{sign: number, from: number, length: number}} Run who leads, and after which plies */

/** A lead that is gone after this many plies was an exchange. */
const BRIEF = 4;
/** How many turning points are described: the last ones. */
const TOLD = 2;

/** Which side leads when, ignoring exchanges. @param {number[]} leads after each ply @returns {Run[]} */
export function runs(leads) {
  const join = (/** @type {Run[]} */ found, /** @type {Run} */ run) => {
    const last = found.at(-1);
    if (last?.sign === run.sign) last.length += run.length;
    else found.push({ ...run });
    return found;
  };
  const all = leads
    .map((lead, from) => ({ sign: Math.sign(lead), from, length: 1 }))
    .reduce(join, /** @type {Run[]} */ ([]));
  return all
    .filter((run, at) => at === 0 || at === all.length - 1 || run.length > BRIEF)
    .reduce(join, /** @type {Run[]} */ ([]));
}

/** Describes a turning point. @param {Run} run @param {GameView} game @param {(side: Side) => string} called */
function turnSaid({ sign, from }, { yours }, called) {
  const move = Math.max(1, Math.ceil(from / 2));
  if (sign === 0) return say('over.even', { move });
  if (yours.length === 1) return say(sign > 0 ? 'over.ahead' : 'over.behind', { move });
  return say('over.leads', { name: called(sign > 0 ? 'white' : 'black'), move });
}

/**
 * The lead in pieces after each move: above the middle for the reader, or for White.
 * @param {GameView} game @param {(side: Side) => string} called the names of the players
 */
export function showStory(game, called) {
  const { start, history, yours } = game;
  const me = yours.length === 1 ? yours[0] : 'white';
  const other = me === 'white' ? 'black' : 'white';
  const leads = [start, ...history.map(ply => ply.hub)].map(
    hub => count(hub, me) - count(hub, other),
  );
  const most = Math.max(2, ...leads.map(Math.abs));
  const step = 100 / Math.max(1, leads.length - 1);
  const height = (/** @type {number} */ at) => 20 - (leads[at] / most) * 18;
  const points = leads.map((_, at) => `${(at * step).toFixed(2)},${height(at)}`);
  const curve = part('curve');
  curve.setAttribute('aria-label', say('over.curve', { lead: leads.at(-1) ?? 0 }));
  const area = (/** @type {Side} */ side, /** @type {(y: number) => number} */ half) => {
    const edge = leads.map((_, at) => `${(at * step).toFixed(2)},${half(height(at))}`);
    return shape('polygon', { class: `area ${side}`, points: `0,20 ${edge.join(' ')} 100,20` });
  };
  curve.replaceChildren(
    area(me, y => Math.min(20, y)),
    area(other, y => Math.max(20, y)),
    shape('path', { class: 'zero', d: 'M0 20H100' }),
    shape('polyline', { class: 'way', points: points.join(' ') }),
  );
  const turns = runs(leads)
    .filter(({ sign, from }) => sign !== 0 || from > 0)
    .slice(-TOLD);
  part('pins').replaceChildren(
    ...turns
      .filter(({ sign }) => sign !== 0)
      .map(({ sign, from }) => pin(sign > 0, from * step, height(from) * 2.5)),
  );
  part('turns').textContent = turns.length
    ? turns.map(run => turnSaid(run, game, called)).join(' · ')
    : say('over.level');
  part('last-move').textContent = String(Math.ceil(history.length / 2));
}

/** @param {boolean} isGood @param {number} x in hundredths of the width @param {number} y in hundredths of the height */
function pin(isGood, x, y) {
  const dot = document.createElement('i');
  dot.className = isGood ? 'good' : 'bad';
  dot.style.setProperty('--x', `${x}%`);
  dot.style.setProperty('--y', `${y}%`);
  return dot;
}
