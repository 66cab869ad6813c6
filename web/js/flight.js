// Animated moves with sound: a piece slides, or hops over what it captures; captured pieces drop to the tray; a man
// becomes a king. Every animation can be ended at once.
import { isOn } from './chosen.js';
import { crown, dropped, hopped, shaken } from './motion.js';
import { piece } from './pieces.js';
import { during, sideOf } from './position.js';
import { sound } from './sound.js';

/** @typedef {import('./board.js').Board} Board */
/** @typedef {import('./types.js').PathView} Path */
/** @typedef {import('./sound.js').Sound} Sound */
/**
 * The animation of a move.
 * @typedef {object} Flight
 * @property {number[]} squares the path of the piece
 * @property {number[]} takes what drops to the tray
 * @property {string} before the position before it
 * @property {boolean} [hops] whether it hops, without capturing yet
 * @property {boolean} [crowns] whether it promotes
 * @property {number} [seen] how many of its hops were already shown
 */

/** The maximum duration of an animation, and of one hop, in milliseconds. */
const LONGEST = 1200;
const HOP = 220;
const DROP = 280;
const still = matchMedia('(prefers-reduced-motion: reduce)');

/** The running animation. @type {{end: () => void, landed: Promise<void>}|null} */
let flying = null;
let last = -Infinity;

/** Ends the running animation at once. */
export function land() {
  flying?.end();
}
for (const input of ['pointerdown', 'keydown']) addEventListener(input, land, { capture: true });

export const isFlying = () => flying !== null;

/** Resolves when the running animation has ended. */
export const landed = () => flying?.landed ?? Promise.resolve();

/** When the last animation ended, by the page's clock. */
export const lastLanding = () => last;

/** Whether animations are enabled. */
const mayMove = () => isOn('animation') && !still.matches && !document.hidden;

/** Animates a piece to where it already is; returns whether it does. @param {Board} board @param {Flight} flight */
export function fly(
  board,
  { squares, takes, before, hops = takes.length > 0, crowns = false, seen = 0 },
) {
  land();
  last = performance.now();
  const [start, end] = [squares[0], /** @type {number} */ (squares.at(-1))];
  const cell = board.cells.get(end);
  if (!cell || !mayMove() || (squares.length < 2 && !takes.length)) return false;
  const layer = document.createElement('div');
  layer.className = 'flight';
  layer.dataset.way = squares.join('-');
  layer.setAttribute('aria-hidden', 'true');
  const count = squares.length - 1;
  const hop = Math.min(HOP, (LONGEST - (takes.length ? DROP : 0)) / Math.max(1, count));
  const time = count * hop;
  const side = sideOf(before[start]);
  const chips = side ? trayOf(side, takes.length) : [];
  const motions = takes.map((square, at) => {
    const hit = Math.max(0, at - (board.layout.removes_at_once ? 0 : seen) + 0.5) * hop;
    const taken = standing(board, layer, square, before[square]);
    return dropped(taken, cellOf(board, square), chips[at], {
      hit: Math.min(hit, time),
      start: board.layout.removes_at_once ? Math.min(hit, time) : time,
      time: DROP,
    });
  });
  const mover = standing(board, layer, start, before[start]);
  motions.push(
    ...hopped(
      mover,
      squares.map(square => shift(board, square)),
      hop,
      hops,
    ),
  );
  if (crowns && side) {
    const king = standing(board, layer, end, side === 'white' ? 'W' : 'B');
    motions.push(...crown(king, time));
  }
  cell.classList.add('arriving');
  board.root.append(layer);
  flying = begin(motions, sounds(count, hop, hops, crowns), () => {
    layer.remove();
    cell.classList.remove('arriving');
    for (const chip of chips) chip.classList.remove('coming');
  });
  return true;
}

/**
 * The times of the sounds.
 * @param {number} count @param {number} hop @param {boolean} hops @param {boolean} crowns @returns {[number, Sound][]}
 */
function sounds(count, hop, hops, crowns) {
  /** @type {[number, Sound][]} */
  const heard = [];
  for (let at = 1; at <= count; at++)
    heard.push([at * hop, crowns && at === count ? 'king' : hops ? 'capture' : 'move']);
  return heard;
}

/**
 * Runs animations and sounds until they end or are ended.
 * @param {Animation[]} motions @param {[number, Sound][]} heard @param {() => void} clear
 */
function begin(motions, heard, clear) {
  let left = heard.length;
  const timers = heard.map(([time, name]) =>
    setTimeout(() => {
      left--;
      sound(name);
    }, time),
  );
  /** @type {() => void} */
  let done = () => {};
  const landing = new Promise(resolve => {
    done = () => resolve(undefined);
  });
  const flight = {
    landed: /** @type {Promise<void>} */ (landing),
    end() {
      if (flying !== flight) return;
      flying = null;
      last = performance.now();
      for (const timer of timers) clearTimeout(timer);
      // If it was cut short, the final sound is played.
      if (left > 0) sound(heard[heard.length - 1][1]);
      clear();
      done();
    },
  };
  Promise.allSettled(motions.map(motion => motion.finished)).then(flight.end);
  return flight;
}

/** The places on a tray that wait for pieces. @param {'white'|'black'} side the capturing side @param {number} count */
function trayOf(side, count) {
  const tray = document.querySelector(`.bar[data-side="${side}"] .tray`);
  const chips = count ? [...(tray?.children ?? [])].slice(-count) : [];
  for (const chip of chips) chip.classList.add('coming');
  return chips;
}

/** @param {Board} board @param {number} square */
const cellOf = (board, square) => /** @type {HTMLElement} */ (board.cells.get(square));

/** @param {Board} board @param {number} square */
const shift = (board, square) =>
  `translate(${board
    .place(square)
    .map(at => `${at * 100}%`)
    .join(',')})`;

/** @param {Board} board @param {HTMLElement} layer @param {number} square @param {string} letter */
function standing(board, layer, square, letter) {
  const holder = document.createElement('div');
  holder.className = 'flying';
  holder.style.width = `${100 / board.layout.width}%`;
  holder.style.height = `${100 / board.layout.height}%`;
  holder.style.transform = shift(board, square);
  const side = sideOf(letter);
  if (side) holder.append(piece(side, letter !== letter.toLowerCase()));
  layer.append(holder);
  return holder;
}

/** Whether a move promotes. @param {Path} path @param {string} before @param {string} after */
const isCrowning = (path, before, after) =>
  before[path.squares[0]] !== after[/** @type {number} */ (path.squares.at(-1))];

/** Plays the sound of a move. @param {Path} path @param {string} before @param {string} after */
export function hearMove(path, before, after) {
  sound(isCrowning(path, before, after) ? 'king' : path.takes.length ? 'capture' : 'move');
}

/**
 * Shows a move with animation and sound.
 * @param {Path} path @param {string} before @param {string} after @param {Board} board
 * @param {{from?: number, gone?: number}} [made] how much of it was already shown, and how many of its pieces have
 * dropped
 */
export function showMove(path, before, after, board, { from = 0, gone = from } = {}) {
  const rest = {
    squares: path.squares.slice(from),
    // If pieces stay until the end of the move, all of them drop there.
    takes: board.layout.removes_at_once || gone === Infinity ? path.takes.slice(gone) : path.takes,
    before: during(before, path.squares.slice(0, from + 1), []),
    hops: path.takes.length > 0,
    crowns: isCrowning(path, before, after),
    seen: from,
  };
  const isSeen = fly(board, rest);
  if (!isSeen || rest.squares.length < 2) hearMove(path, before, after);
}

/** Shakes a piece that may not do this. @param {Board} board @param {number} square */
export function shake(board, square) {
  const looks = board.cells.get(square)?.querySelector('.piece');
  if (looks && mayMove()) shaken(looks);
}
