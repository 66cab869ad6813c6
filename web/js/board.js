// The board: a grid of cells that shows a position and reports selected squares.
import { Marks } from './marks.js';
import { piece } from './pieces.js';
import { sideOf } from './position.js';
import { walk } from './walk.js';
import { say } from './words.js';

/** @typedef {import('./types.js').BoardView} BoardView */
/**
 * The marks on a board, by square number.
 * @typedef {object} Shown
 * @property {Set<number>} [can] pieces that can move
 * @property {boolean} [forced] whether these must capture
 * @property {number[]} [picked]
 * @property {Map<number, {takes?: number[]}>} [goals] where the picked piece can go
 * @property {Map<number, number[]>} [numbers] where captures part, and which
 * @property {number[]} [last] the way of the last move
 * @property {number[]} [ghosts] pieces that are taken and still stand
 * @property {number[]} [planned] a move chosen in advance
 */

/** @type {Record<string, string>} */
const WORDS = { w: 'white-man', W: 'white-king', b: 'black-man', B: 'black-king', e: 'empty' };
const either = new Intl.ListFormat(document.documentElement.lang, { type: 'disjunction' });

/** Numbers as written on a mark: 2, or 1–3, or 1,3. @param {number[]} numbers in order */
function written(numbers) {
  const [first, last] = [numbers[0], numbers.at(-1)];
  const isRun = numbers.length > 1 && last === first + numbers.length - 1;
  return isRun ? `${first}–${last}` : numbers.join(',');
}

export class Board {
  /** @param {HTMLElement} root @param {(square: number) => void} onPick */
  constructor(root, onPick) {
    this.root = root;
    this.onPick = onPick;
    /** @type {Map<number, HTMLButtonElement>} */
    this.cells = new Map();
    /** @type {Map<number, string>} what stands where */
    this.letters = new Map();
    /** The square in the tab order. */
    this.focus = 0;
    this.flipped = false;
    /**
     * Whether the left and right arrow keys step through a game after a click on the board; by keyboard they move the
     * focus.
     */
    this.steps = false;
    this.isClicked = false;
    /** @type {BoardView} */
    this.layout = {
      width: 0,
      height: 0,
      every: false,
      letters: false,
      removes_at_once: false,
      squares: [],
    };
    this.marks = new Marks(this);
    root.addEventListener('keydown', event => walk(this, event));
    root.addEventListener('pointerdown', () => {
      this.isClicked = true;
    });
    root.addEventListener('focusout', ({ relatedTarget }) => {
      if (!root.contains(/** @type {Node|null} */ (relatedTarget))) this.isClicked = false;
    });
  }

  /** Lays out the squares. @param {BoardView} board @param {boolean} flipped */
  build(board, flipped) {
    const focused = this.root.contains(document.activeElement);
    this.layout = board;
    this.flipped = flipped;
    this.cells.clear();
    this.letters.clear();
    this.root.style.setProperty('--columns', String(board.width));
    this.root.style.gridTemplate = `repeat(${board.height}, minmax(0, 1fr)) / repeat(${board.width}, minmax(0, 1fr))`;
    const numbers = new Map(
      board.squares.map(([row, column], index) => [`${row},${column}`, index + 1]),
    );
    const order = (/** @type {number} */ count) =>
      [...Array(count).keys()].map(at => (flipped ? count - 1 - at : at));
    const lines = order(board.height).map(row => {
      const line = document.createElement('div');
      line.className = 'line';
      line.setAttribute('role', 'row');
      line.append(...order(board.width).map(column => this.cell(numbers.get(`${row},${column}`))));
      return line;
    });
    this.root.replaceChildren(...lines, this.marks.element(), ...this.rim());
    if (!this.cells.has(this.focus)) this.focus = [...this.cells.keys()][0];
    this.focusOn(this.focus, focused);
  }

  /** @param {number|undefined} number */
  cell(number) {
    if (!number) {
      const cell = document.createElement('div');
      cell.className = 'cell';
      cell.setAttribute('aria-hidden', 'true');
      return cell;
    }
    const cell = document.createElement('button');
    cell.type = 'button';
    // Each square of wood has its own grain.
    cell.style.setProperty('--grain', `${number * -73}px ${number * -131}px`);
    cell.className = this.layout.every ? 'cell plain' : 'cell dark';
    cell.setAttribute('role', 'gridcell');
    cell.tabIndex = -1;
    cell.dataset.square = String(number);
    cell.addEventListener('click', () => {
      this.focusOn(number, false);
      this.onPick(number);
    });
    const name = document.createElement('span');
    name.className = this.lettered() ? 'name letters' : 'name';
    name.textContent =
      document.documentElement.dataset.coordinates === 'none' ? '' : this.name(number);
    cell.append(name);
    this.cells.set(number, cell);
    return cell;
  }

  /** Labels on the frame, for boards whose squares are too small for them: the style sheet shows one or the other. */
  rim() {
    const { width, height, squares } = this.layout;
    if (document.documentElement.dataset.coordinates === 'none') return [];
    /** @type {Map<string, string>} by side and place; letters and ranks stand at the left and below only */
    const names = new Map();
    for (let number = 1; number <= squares.length; number++) {
      const [x, y] = this.place(number);
      const name = this.name(number);
      const [file, rank] = [name.slice(0, 1), name.slice(1)];
      if (this.lettered()) {
        names.set(`on-bottom ${x}`, file);
        names.set(`on-left ${y}`, rank);
      } else if (y === 0) names.set(`on-top ${x}`, name);
      else if (y === height - 1) names.set(`on-bottom ${x}`, name);
      else if (x === 0) names.set(`on-left ${y}`, name);
      else if (x === width - 1) names.set(`on-right ${y}`, name);
    }
    return [...names].map(([key, name]) => {
      const [side, at] = key.split(' ');
      const label = document.createElement('span');
      label.className = `rim ${side}`;
      label.textContent = name;
      label.setAttribute('aria-hidden', 'true');
      const count = side === 'on-top' || side === 'on-bottom' ? width : height;
      label.style.setProperty('--at', `${((Number(at) + 0.5) / count) * 100}%`);
      return label;
    });
  }

  /** Whether squares are named by letters. */
  lettered() {
    const { coordinates } = document.documentElement.dataset;
    return coordinates === 'letters' || (coordinates !== 'numbers' && this.layout.letters);
  }

  /** The name of a square. @param {number} number */
  name(number) {
    return this.lettered() ? this.layout.squares[number - 1][2] : String(number);
  }

  /**
   * The displayed position of a square: column and row from the top left.
   * @param {number} number @returns {[number, number]}
   */
  place(number) {
    const { width, height, squares } = this.layout;
    const [row, column] = squares[number - 1];
    return this.flipped ? [width - 1 - column, height - 1 - row] : [column, row];
  }

  /** Shows a position. @param {string} hub @param {Shown} [shown] */
  show(hub, shown = {}) {
    const {
      can = new Set(),
      forced = false,
      picked = [],
      goals = new Map(),
      numbers = new Map(),
      last = [],
      ghosts = [],
      planned = [],
    } = shown;
    for (const [number, cell] of this.cells) {
      const letter = hub[number];
      this.put(number, cell, letter);
      const marks = {
        can: can.has(number) && !picked.length,
        forced: forced && can.has(number) && !picked.length,
        picked: picked.includes(number),
        goal: goals.has(number),
        last: last.includes(number),
        ghost: ghosts.includes(number),
        planned: planned.includes(number),
      };
      for (const [mark, on] of Object.entries(marks)) cell.classList.toggle(mark, on);
      cell.dataset.mark = written(numbers.get(number) ?? []);
      const said = [this.name(number), say(`square.${WORDS[letter]}`)];
      if (marks.can) said.push(say('square.can'));
      if (marks.picked) said.push(say('square.picked'));
      if (marks.ghost) said.push(say('square.ghost'));
      if (marks.planned) said.push(say('square.planned'));
      if (marks.goal)
        said.push(...this.landing(goals.get(number)?.takes ?? [], numbers.get(number)));
      cell.setAttribute('aria-label', said.join(', '));
    }
    this.marks.last(last);
  }

  /** @param {number[]} takes @param {number[]} [ways] */
  landing(takes, ways) {
    const said = [say('square.landing')];
    const counts = takes.filter(count => count > 0).sort((one, other) => one - other);
    if (counts.length)
      said.push(say('square.takes', { pieces: either.format(counts.map(String)) }));
    if (ways) said.push(say('square.way', { ways: either.format(ways.map(String)) }));
    return said;
  }

  /** @param {number} number @param {HTMLButtonElement} cell @param {string} letter */
  put(number, cell, letter) {
    if (this.letters.get(number) === letter) return;
    this.letters.set(number, letter);
    cell.querySelector('.piece')?.remove();
    const side = sideOf(letter);
    if (side) cell.append(piece(side, letter !== letter.toLowerCase()));
  }

  /** Moves the tab stop to a square. @param {number} number */
  focusOn(number, now = true) {
    const cell = this.cells.get(number);
    if (!cell) return;
    const before = this.cells.get(this.focus);
    if (before) before.tabIndex = -1;
    this.focus = number;
    cell.tabIndex = 0;
    if (now) cell.focus();
  }
}
