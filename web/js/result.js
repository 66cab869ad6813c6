// The result of a game from the reader's side: who won, why, and how.
import { isNamed, nameOf } from './bars.js';
import { set, get } from './keep.js';
import { part } from './part.js';
import { piece } from './pieces.js';
import { say, told } from './words.js';

/** @typedef {import('./types.js').GameView} GameView */
/** @typedef {import('./types.js').Phrase} Phrase */
/** @typedef {import('./types.js').Side} Side */

/** Shorter games have no story. */
const FEW = 4;

/** The sides in display order: the reader's first. @param {GameView} game */
const sides = game =>
  /** @type {Side[]} */ (
    game.yours.length === 1 && game.yours[0] === 'black' ? ['black', 'white'] : ['white', 'black']
  );

/** Whether only this side is the reader's. @param {GameView} game @param {Side} side */
const isMe = ({ yours }, side) => yours.length === 1 && yours[0] === side;

/** Whether a side's player has another name than the colour. @param {GameView} game @param {Side} side */
const isSomebody = (game, side) =>
  game.computer[side === 'white' ? 0 : 1] !== null || isNamed(game, side);

/** A player's name in a result. @param {GameView} game @param {Side} side */
function called(game, side) {
  if (isMe(game, side)) return say('game.you');
  if (game.computer[side === 'white' ? 0 : 1] !== null) return say('home.versus');
  return nameOf(game, side);
}

/** The result from the reader's side: who won, and why. Empty while the game is in progress. @param {GameView} game */
export function endingSaid(game) {
  const [result, ...reasons] = game.said.ending;
  return result ? [resultSaid(game, result), ...reasons.map(one => reasonSaid(game, one))] : [];
}

/** Who won, from the reader's side. @param {GameView} game @param {Phrase} plain with the sides' colours */
function resultSaid(game, plain) {
  const winner = game.table.ending?.winner;
  if (winner && isMe(game, winner)) return say('over.you-won');
  return winner && (game.yours.length === 1 || isSomebody(game, winner))
    ? say('over.won', { name: called(game, winner) })
    : told(plain);
}

/** The reason, addressed to the player concerned or with their name. @param {GameView} game @param {Phrase} reason */
function reasonSaid(game, reason) {
  const [, what, side] = /^end\.([a-z-]+)-(white|black)$/.exec(reason.key) ?? [];
  if (!what) return told(reason);
  if (isMe(game, /** @type {Side} */ (side))) return say(`ended-you.${what}`);
  return isSomebody(game, /** @type {Side} */ (side))
    ? say(`ended.${what}`, { name: called(game, /** @type {Side} */ (side)) })
    : told(reason);
}

/** The style of the result: `won`, `lost`, or neither. @param {GameView} game */
export function mood({ table, yours }) {
  const winner = table.ending?.winner;
  if (!winner || yours.length !== 1) return 'calm';
  return winner === yours[0] ? 'won' : 'lost';
}

/** Shows or hides the result card. @param {GameView} game @param {boolean} isOver */
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
  const [first, second] = sides(game);
  part('scores').replaceChildren(player(game, first), score(winner, first), player(game, second));
  showMatch(game);
  part('story').hidden = game.history.length < FEW;
  // Only finished games have a story, so it is loaded on demand.
  import('./story.js').then(
    ({ showStory }) => showStory(game, side => called(game, side)),
    () => {
      part('story').hidden = true;
    },
  );
}

/** Marks a level beaten on this device on the ladder. @param {GameView} game */
function remember({ computer }) {
  const level = Math.max(...computer.map(one => one ?? 0));
  if (level > Number(get('beaten') ?? 0)) set('beaten', String(level));
}

/** @param {GameView} game @param {Side} side */
function player(game, side) {
  const box = document.createElement('div');
  box.className = 'player';
  const disc = piece(side, false);
  disc.classList.add('disc');
  const words = document.createElement('span');
  const name = document.createElement('b');
  name.textContent = called(game, side);
  words.append(name, ...change(game.ratings[side === 'white' ? 0 : 1]));
  box.append(disc, words);
  return box;
}

/** Formats a rating change: 1482 → 1496 +14. @param {import('./types.js').RatingChange|null} rating */
function change(rating) {
  if (!rating) return [];
  const { before, after } = rating;
  const gain = after - before;
  const sign = gain > 0 ? '+' : gain < 0 ? '−' : '±';
  const line = document.createElement('small');
  line.className = 'num';
  const now = document.createElement('b');
  now.textContent = String(after);
  const by = document.createElement('b');
  by.className = gain > 0 ? 'up' : gain < 0 ? 'down' : '';
  by.textContent = `${sign}${Math.abs(gain)}`;
  const both = document.createElement('span');
  both.append(`${before} → `, now);
  line.append(both, ' ', by);
  return [line];
}

/** Formats points: 1½. @param {number} wins @param {number} draws */
function points(wins, draws) {
  const whole = wins + Math.floor(draws / 2);
  return `${whole || draws % 2 === 0 ? whole : ''}${draws % 2 ? '½' : ''}`;
}

/** Shows the score of a series of rematches. @param {GameView} game */
function showMatch(game) {
  const line = part('match');
  const { score } = game;
  line.hidden = !score;
  if (!score) return;
  const [first, second] = sides(game);
  const pointsOf = (/** @type {Side} */ side) => points(score[side], score.drawn);
  line.textContent = say('over.match', {
    first: called(game, first),
    second: called(game, second),
    score: `${pointsOf(first)} – ${pointsOf(second)}`,
  });
}

/** @param {Side|null} winner @param {Side} first whose points come first */
function score(winner, first) {
  const text = document.createElement('p');
  text.className = 'serif num';
  text.textContent = winner === null ? '½ – ½' : winner === first ? '1 – 0' : '0 – 1';
  return text;
}
