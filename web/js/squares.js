// Learning square names: find a named square, or name the marked one, for half a minute.
import { ask } from './api.js';
import { Board } from './board.js';
import { part } from './part.js';
import { best, reach } from './progress.js';
import { say } from './words.js';

/** The duration of a round, in seconds. */
const LASTS = 30;

const { rules } = part('squares').dataset;
const board = new Board(part('board'), square => picked(square));
/** The square asked for; 0 between rounds. */
let wanted = 0;
let count = 0;
let left = 0;

const way = () =>
  /** @type {HTMLInputElement} */ (document.querySelector('[name=way]:checked')).value;

/** Lays out the board, without names while they are asked for. */
function lay() {
  board.build(board.layout, part('turned').checked);
  mark();
}

/** Shows an empty board with the square to name. */
function mark() {
  const isNamed = way() === 'name' && wanted;
  board.show(`W${'e'.repeat(board.layout.squares.length)}`, { picked: isNamed ? [wanted] : [] });
  part('squares').classList.toggle('runs', wanted > 0);
  if (wanted) for (const square of board.cells.keys()) placed(square);
}

/** Describes a square's location instead of giving away its name. @param {number} square */
function placed(square) {
  const [column, row] = board.place(square);
  const said = [say('squares.place', { row: row + 1, column: column + 1 })];
  if (square === wanted && way() === 'name') said.push(say('square.picked'));
  board.cells.get(square)?.setAttribute('aria-label', said.join(', '));
}

function next() {
  const before = wanted;
  while (wanted === before) wanted = 1 + Math.floor(Math.random() * board.layout.squares.length);
  part('ask').textContent =
    way() === 'find' ? say('squares.find', { square: board.name(wanted) }) : say('squares.which');
  mark();
}

/** Handles an answer. @param {string} name of the square selected or typed */
function answer(name) {
  const isRight = name === board.name(wanted);
  count += isRight ? 1 : 0;
  part('result').textContent = isRight
    ? say('squares.right', { count })
    : say('squares.wrong', { square: name, count });
  if (isRight) next();
}

/** @param {number} square */
function picked(square) {
  if (wanted && way() === 'find') answer(board.name(square));
}

function start() {
  [count, left] = [0, LASTS];
  part('result').textContent = '';
  part('start').disabled = true;
  part('answer').hidden = way() !== 'name';
  next();
  if (way() === 'name') part('name').focus();
  tick();
}

function tick() {
  part('start').textContent = left ? say('squares.left', { count: left }) : say('squares.start');
  if (left === 0) return end();
  left -= 1;
  return setTimeout(tick, 1000);
}

function end() {
  wanted = 0;
  const isBest = reach(rules, way(), count);
  part('ask').textContent = say(isBest ? 'squares.new-best' : 'squares.over', { count });
  part('start').disabled = false;
  part('answer').hidden = true;
  lay();
  told();
  part('start').focus();
}

/** Shows the best round. */
function told() {
  const most = best(rules, way());
  part('best').textContent = most ? say('squares.best', { count: most }) : '';
}

part('start').addEventListener('click', start);
part('turned').addEventListener('change', lay);
for (const one of document.querySelectorAll('[name=way]')) one.addEventListener('change', told);
part('answer').addEventListener('submit', (/** @type {SubmitEvent} */ event) => {
  event.preventDefault();
  const typed = part('name').value.trim().toLowerCase();
  part('name').value = '';
  if (wanted && typed) answer(typed);
});
board.layout = (await ask('/api/position', { rules, moves: [] })).board;
lay();
told();
