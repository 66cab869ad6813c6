// The board: a grid of cells that shows a position and tells which square was picked.
import { piece } from './pieces.js';

const NAMES = { w: 'white man', W: 'white king', b: 'black man', B: 'black king', e: 'empty' };

export class Board {
  /** @param {HTMLElement} root @param {(square: number) => void} onPick */
  constructor(root, onPick) {
    this.root = root;
    this.onPick = onPick;
    this.cells = new Map();
    this.focus = null;
    root.addEventListener('keydown', (event) => this.key(event));
  }

  /** Lays out the squares. @param {{width: number, height: number, every: boolean, letters: boolean, squares: [number, number, string][]}} board */
  build(board, flipped) {
    this.layout = board;
    this.flipped = flipped;
    this.cells.clear();
    this.root.replaceChildren();
    this.root.style.gridTemplate = `repeat(${board.height}, 1fr) / repeat(${board.width}, 1fr)`;
    const numbers = new Map(board.squares.map(([row, column], index) => [`${row},${column}`, index + 1]));
    const order = (count) => [...Array(count).keys()].map((at) => (flipped ? count - 1 - at : at));
    for (const row of order(board.height)) {
      const line = document.createElement('div');
      line.className = 'line';
      line.setAttribute('role', 'row');
      for (const column of order(board.width)) line.append(this.cell(row, column, numbers.get(`${row},${column}`)));
      this.root.append(line);
    }
  }

  cell(row, column, number) {
    const cell = document.createElement(number ? 'button' : 'div');
    cell.className = number ? (this.layout.every ? 'cell plain' : 'cell dark') : 'cell';
    if (!number) {
      cell.setAttribute('aria-hidden', 'true');
      return cell;
    }
    cell.type = 'button';
    cell.setAttribute('role', 'gridcell');
    cell.tabIndex = -1;
    cell.dataset.square = number;
    cell.dataset.row = row;
    cell.dataset.column = column;
    cell.addEventListener('click', () => { this.focusOn(number, false); this.onPick(number); });
    this.cells.set(number, cell);
    return cell;
  }

  name(number) {
    return this.layout.letters ? this.layout.squares[number - 1][2] : String(number);
  }

  /** Shows a position. @param {string} hub @param {object} marks */
  show(hub, { can = new Set(), picked = [], goals = new Map(), last = [], ghosts = [] }) {
    const numbered = goals.size > 1 && picked.length > 1;
    let mark = 0;
    for (const [number, cell] of this.cells) {
      const letter = hub[number];
      const name = document.createElement('span');
      name.className = 'name';
      name.textContent = this.name(number);
      const parts = [name];
      if (letter !== 'e') parts.push(piece(letter.toLowerCase() === 'w' ? 'white' : 'black', letter !== letter.toLowerCase()));
      cell.replaceChildren(...parts);
      const goal = goals.has(number);
      cell.classList.toggle('can', can.has(number) && !picked.length);
      cell.classList.toggle('picked', picked.includes(number));
      cell.classList.toggle('goal', goal);
      cell.classList.toggle('last', last.includes(number));
      cell.classList.toggle('ghost', ghosts.includes(number));
      cell.dataset.mark = goal && numbered ? String(++mark) : '';
      const said = [this.name(number), NAMES[letter]];
      if (can.has(number)) said.push('can move');
      if (picked.includes(number)) said.push('picked');
      if (goal) said.push('landing square');
      cell.setAttribute('aria-label', said.join(', '));
    }
    if (!this.cells.has(this.focus)) this.focus = [...this.cells.keys()][0];
    for (const [number, cell] of this.cells) cell.tabIndex = number === this.focus ? 0 : -1;
  }

  focusOn(number, now = true) {
    const cell = this.cells.get(number);
    if (!cell) return;
    this.cells.get(this.focus)?.setAttribute('tabindex', '-1');
    this.focus = number;
    cell.tabIndex = 0;
    if (now) cell.focus();
  }

  /** Arrows walk to the nearest square played on in that direction. */
  key(event) {
    const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
    if (!step) return;
    event.preventDefault();
    const turn = this.flipped ? -1 : 1;
    const [down, right] = step.map((part) => part * turn);
    const { row, column } = this.cells.get(this.focus).dataset;
    let best = null;
    for (const [number, cell] of this.cells) {
      const rows = cell.dataset.row - row;
      const columns = cell.dataset.column - column;
      const ahead = rows * down + columns * right;
      const aside = Math.abs(down ? columns : rows);
      if (ahead > 0 && (!best || ahead * 2 + aside < best.cost)) best = { number, cost: ahead * 2 + aside };
    }
    if (best) this.focusOn(best.number);
  }
}
