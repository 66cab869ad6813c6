// The bars above and below the board: players, turn, captured pieces, clocks.
import { chip, icon, piece } from './pieces.js';
import { count } from './position.js';
import { say } from './words.js';

/** @typedef {import('./types.js').GameView} GameView */
/** @typedef {import('./types.js').Side} Side */

/** @param {string} tag @param {string} name @param {string} [text] */
function make(tag, name, text = '') {
  const element = document.createElement(tag);
  element.className = name;
  element.textContent = text;
  return element;
}

/** Whether a player has a name rather than just a colour. @param {GameView} game @param {Side} side */
export function isNamed({ players }, side) {
  const { kind, name } = players[side === 'white' ? 0 : 1];
  return kind === 'account' || (kind === 'guest' && Boolean(name));
}

/**
 * A player's name: account names start with @, as no other does. Players without a name are called by their colour.
 * @param {GameView} game @param {Side} side
 */
export function nameOf(game, side) {
  const player = game.players[side === 'white' ? 0 : 1];
  if (player.kind === 'account') return `@${player.name}`;
  const name = player.kind === 'guest' ? player.name : null;
  if (!name) return say(`side.${side}`);
  return player.like_account ? say('player.known-guest', { name }) : name;
}

/** The display name of a side's player. @param {GameView} game @param {Side} side */
export function playerOf(game, side) {
  const { kind, level } = game.players[side === 'white' ? 0 : 1];
  if (kind === 'computer') return say('game.computer', { level, name: say(`level.${level}`) });
  if (game.yours.length === 1 && game.yours[0] === side) return say('game.you');
  if (kind === 'nobody' && game.table.phase === 'waiting') return say('player.nobody');
  return nameOf(game, side);
}

/**
 * Fills a bar.
 * @param {HTMLElement} bar @param {GameView} game @param {Side} side @param {string} hub the position shown
 * @param {Side|null} turn @param {boolean|null} there whether the player is connected, if relevant
 */
export function fill(bar, game, side, hub, turn, there) {
  if (bar.dataset.side !== side) build(bar, side, game);
  const other = side === 'white' ? 'black' : 'white';
  const set = (/** @type {string} */ name, /** @type {string} */ text) => {
    const element = /** @type {HTMLElement} */ (bar.querySelector(name));
    if (element.textContent !== text) element.textContent = text;
  };
  const thinking = turn === side && game.computer[side === 'white' ? 0 : 1] !== null;
  set('.player', playerOf(game, side));
  rate(/** @type {HTMLAnchorElement} */ (bar.querySelector('.rating')), game, side);
  const dot = /** @type {HTMLElement} */ (bar.querySelector('.there'));
  dot.hidden = there === null;
  dot.dataset.state = there ? 'here' : 'away';
  set('.there', there === null ? '' : there ? say('people.here') : say('people.away'));
  set('.turn-word', turn !== side ? '' : thinking ? say('game.thinking') : say('game.to-move'));
  const taken = (/** @type {Side} */ from) =>
    Math.max(0, count(game.start, from) - count(hub, from));
  set('.taken', say('game.captured', { count: taken(other) }));
  // While it is empty, the tray says whose pieces these are.
  const called = say(`side.${side}`);
  set('.side', taken(other) || playerOf(game, side) === called ? '' : called);
  lay(/** @type {HTMLElement} */ (bar.querySelector('.tray')), other, taken(other));
  const lead = taken(other) - taken(side);
  set('.lead', lead > 0 ? `+${lead}` : '');
  bar.classList.toggle('turn', turn === side);
}

/**
 * Puts captured pieces on a tray.
 * @param {HTMLElement} tray @param {Side} side whose they were @param {number} count
 */
function lay(tray, side, count) {
  while (tray.childElementCount > count) tray.lastElementChild?.remove();
  while (tray.childElementCount < count) tray.append(chip(side));
}

/** The rating of a side's player when they joined; empty if unknown. @param {GameView} game @param {Side} side */
export function ratingOf({ people }, side) {
  const { rating = null, provisional } = people[side === 'white' ? 0 : 1] ?? {};
  return rating === null ? '' : `${rating}${provisional ? '?' : ''}`;
}

/**
 * Shows an account's rating when they joined, with a link to the profile.
 * @param {HTMLAnchorElement} link @param {GameView} game @param {Side} side
 */
function rate(link, game, side) {
  const sitter = game.people[side === 'white' ? 0 : 1];
  link.hidden = sitter === null;
  if (sitter === null) return;
  const rating = ratingOf(game, side);
  const text = rating || say('people.profile');
  if (link.textContent === text) return;
  link.textContent = text;
  link.href = `/people/${sitter.name}`;
  link.target = '_blank';
  const said = rating ? `${say('people.rating')} ${rating}` : text;
  link.setAttribute('aria-label', `${sitter.name}, ${said}`);
}

/** @param {HTMLElement} bar @param {Side} side @param {GameView} game */
function build(bar, side, game) {
  bar.dataset.side = side;
  const who = make('span', 'who');
  who.append(
    make('b', 'player'),
    make('a', 'rating'),
    make('span', 'there'),
    make('span', 'turn-word'),
  );
  if (game.computer[side === 'white' ? 0 : 1] !== null) who.prepend(icon('computer'));
  const captured = make('span', 'captured');
  captured.append(
    make('span', 'side'),
    make('span', 'tray'),
    make('span', 'taken hidden'),
    make('span', 'lead'),
  );
  const words = make('span', 'words');
  words.append(who, captured);
  const face = make('span', 'face');
  face.append(piece(side, false));
  bar.replaceChildren(face, words);
  if (game.table.clock[side].left === null) return;
  const clock = make('span', 'clock');
  clock.dataset.side = side;
  bar.append(clock);
}
