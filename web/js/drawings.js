// Arrows and circles drawn by the user: with the right mouse button, or in a drawing mode by touch, mouse or keyboard.
// They are stored with the position.
import { politely } from './announce.js';
import { part } from './part.js';
import { shape } from './pieces.js';
import { COLORS, namesOf, toggled } from './shapes.js';
import { say } from './words.js';

/** @typedef {import('./board.js').Board} Board */
/** @typedef {import('./tree.js').Node} Node */
/** @typedef {(typeof COLORS)[number]} Color */

export class Drawings {
  /**
   * @param {Board} board @param {() => Node} at the current position @param {() => void} changed called after a change
   */
  constructor(board, at, changed) {
    this.board = board;
    this.at = at;
    this.changed = changed;
    this.isOn = false;
    /** @type {Color} */
    this.color = 'G';
    /** The square selected first. @type {number|null} */
    this.from = null;
    /** The current drag. @type {{from: number, color: Color, to: number}|null} */
    this.dragged = null;
    this.layer = shape('g', { class: 'drawn' });
    board.marks.svg.append(this.layer);
    this.listen();
  }

  listen() {
    const { root } = this.board;
    root.addEventListener('pointerdown', event => this.press(event));
    root.addEventListener('pointermove', event => this.move(event));
    root.addEventListener('pointerup', event => this.let(event));
    root.addEventListener('pointercancel', () => {
      this.dragged = null;
      this.show();
    });
    root.addEventListener('contextmenu', event => {
      if (event.button === 2) event.preventDefault();
    });
    root.addEventListener('keydown', event => {
      if (event.key === 'Escape' && this.isOn) this.cancel();
    });
    part('palette').addEventListener('click', (/** @type {Event} */ event) => {
      const button = /** @type {Element} */ (event.target).closest('button');
      const { color, do: what } = button?.dataset ?? {};
      if (color) this.choose(/** @type {Color} */ (color));
      if (what === 'erase') this.put([]);
      if (what === 'drawn') this.turn();
    });
  }

  /** Starts or ends the drawing mode. */
  turn() {
    this.isOn = !this.isOn;
    this.from = null;
    part('draw').setAttribute('aria-pressed', String(this.isOn));
    part('palette').hidden = !this.isOn;
    politely(this.isOn ? say('drawing.how') : say('drawing.ended'));
    if (!this.isOn) part('draw').focus();
    this.choose(this.color);
    this.show();
  }

  /** Deselects the first square, or ends the mode. */
  cancel() {
    if (this.from === null) this.turn();
    this.from = null;
    this.show();
  }

  /** @param {Color} color */
  choose(color) {
    this.color = color;
    for (const button of part('palette').querySelectorAll('[data-color]'))
      button.setAttribute('aria-pressed', String(button.dataset.color === color));
  }

  /** Handles a selected square; returns whether it was for drawing. @param {number} square */
  takes(square) {
    if (!this.isOn) return false;
    if (this.from === null) {
      this.from = square;
      politely(say('drawing.from', { square: this.board.name(square) }));
      this.show();
    } else this.draw(this.from, square, this.color);
    return true;
  }

  /**
   * Draws an arrow, or a circle if both squares are the same; removes it if it exists.
   * @param {number} from @param {number} to @param {Color} color
   */
  draw(from, to, color) {
    this.from = null;
    const squares = from === to ? [from] : [from, to];
    const one = color + squares.map(square => this.written(square)).join('');
    const before = this.at().shapes;
    const shapes = toggled(before, one);
    this.put(shapes);
    const what = this.said(one);
    politely(shapes.length < before.length ? say('drawing.erased', { what }) : what);
  }

  /** @param {string[]} shapes */
  put(shapes) {
    this.at().shapes = shapes;
    this.show();
    this.changed();
  }

  /** A square in PDN's notation for shapes: 03, or c3 if squares have letters. @param {number} square */
  written(square) {
    const { letters, squares } = this.board.layout;
    return letters ? squares[square - 1][2] : String(square).padStart(2, '0');
  }

  /** The squares of a shape; empty if the board does not have them. @param {string} one */
  squares(one) {
    const { letters, squares } = this.board.layout;
    const found = namesOf(one).map(name =>
      letters ? squares.findIndex(square => square[2] === name) + 1 : Number(name),
    );
    return found.every(square => square > 0 && square <= squares.length) ? found : [];
  }

  /** Describes a shape. @param {string} one */
  said(one) {
    const color = say(`drawing.color-${one[0].toLowerCase()}`);
    const [from, to] = this.squares(one).map(square => this.board.name(square));
    return to === undefined
      ? say('drawing.circle', { color, square: from })
      : say('drawing.arrow', { color, from, to });
  }

  /** Describes the shapes at the current position. */
  get words() {
    const shapes = this.at().shapes.filter(one => this.squares(one).length > 0);
    return shapes.map(one => this.said(one)).join(', ');
  }

  /** Shows the shapes at the position, and the one being drawn. */
  show() {
    if (!this.board.cells.size) return;
    const { from, dragged } = this;
    const begun = dragged ? [dragged.from, dragged.to] : from === null ? [] : [from, from];
    const drawn = this.at().shapes.map(one => this.element(one[0], this.squares(one)));
    if (begun.length) drawn.push(this.element(dragged?.color ?? this.color, [...new Set(begun)]));
    this.layer.replaceChildren(...drawn.flat());
  }

  /** @param {string} color @param {number[]} squares @returns {Element[]} */
  element(color, squares) {
    const { marks } = this.board;
    if (!squares.length) return [];
    const [x, y] = marks.middle(squares[0]);
    const inner =
      squares.length > 1
        ? [marks.line(squares), marks.head(squares)]
        : [shape('circle', { cx: x, cy: y, r: 0.43 })];
    return [shape('g', { class: `in-${color.toLowerCase()}` }, ...inner)];
  }

  /** The square at a pointer. @param {PointerEvent} event */
  under({ clientX, clientY }) {
    const cell = document.elementFromPoint(clientX, clientY)?.closest('#board [data-square]');
    return cell ? Number(/** @type {HTMLElement} */ (cell).dataset.square) : null;
  }

  /** The colour of a drag: the selected one, or by modifier keys. @param {PointerEvent} event @returns {Color} */
  colorOf({ button, shiftKey, ctrlKey, altKey, metaKey }) {
    if (button !== 2) return this.color;
    const other = altKey || metaKey;
    if (other && (shiftKey || ctrlKey)) return 'Y';
    if (other) return 'B';
    return shiftKey || ctrlKey ? 'R' : this.color;
  }

  /** @param {PointerEvent} event */
  press(event) {
    if (!event.isPrimary || (event.button !== 2 && !(this.isOn && event.button === 0))) return;
    const from = this.under(event);
    this.dragged = from === null ? null : { from, color: this.colorOf(event), to: from };
    if (event.button === 2) this.show();
  }

  /** @param {PointerEvent} event */
  move(event) {
    const to = this.dragged && this.under(event);
    if (!this.dragged || !to || to === this.dragged.to) return;
    this.dragged.to = to;
    this.show();
  }

  /** @param {PointerEvent} event */
  let(event) {
    const { dragged } = this;
    this.dragged = null;
    if (!dragged) return;
    const to = this.under(event);
    // In drawing mode, a click selects a square.
    if (to !== null && (to !== dragged.from || event.button === 2))
      this.draw(dragged.from, to, dragged.color);
    else if (event.button === 2) this.show();
  }
}
