// Setting up a position on a board with a palette: by click, drag and keyboard. It knows no rules.
import { Board } from './board.js';
import { carry } from './carry.js';
import { draggable } from './drag.js';
import { piece } from './pieces.js';
import { sideOf } from './position.js';

export const EMPTY = 'e';
const PIECES = 'wWbB';

/** The square at a point. @param {number} x @param {number} y */
const squareAt = (x, y) =>
  Number(
    /** @type {HTMLElement|null} */ (document.elementFromPoint(x, y)?.closest('[data-square]'))
      ?.dataset.square ?? 0,
  );

/**
 * What handles moves while no piece of the palette is selected.
 * @typedef {{pick: (square: number) => void, start: (square: number) => boolean, end: (passed: number[], square: number|null) => void}} Hand
 */

export class SetupBoard {
  /**
   * @param {HTMLElement} root the board @param {HTMLElement} tools the palette and the side to move
   * @param {() => void} changed called when the user has changed the position @param {Hand} [hand]
   */
  constructor(root, tools, changed, hand) {
    this.tools = tools;
    this.changed = changed;
    this.hand = hand;
    /** The side to move, then a letter for each square by number. */
    this.hub = '';
    this.flipped = false;
    this.board = new Board(root, square => this.pick(square));
    for (const swatch of this.swatches()) {
      const letter = swatch.dataset.letter ?? '';
      const side = sideOf(letter);
      if (side) swatch.append(piece(side, letter !== letter.toLowerCase()));
    }
  }

  swatches() {
    return /** @type {NodeListOf<HTMLElement>} */ (
      this.tools.querySelectorAll('.swatch[data-letter]')
    );
  }

  /** The selected piece of the palette; empty while moves are played. @returns {string} */
  chosen() {
    return /** @type {HTMLInputElement} */ (this.tools.querySelector('[name=piece]:checked')).value;
  }

  /** @param {string} letter */
  choose(letter) {
    /** @type {HTMLInputElement} */ (
      this.tools.querySelector(`[name=piece][value=${letter}]`)
    ).checked = true;
  }

  /** Whether clicks and drags play moves. */
  plays() {
    return this.hand !== undefined && this.chosen() === '';
  }

  /** @param {number} square */
  pick(square) {
    if (this.plays()) this.hand?.pick(square);
    else this.put(square, this.hub[square] === this.chosen() ? EMPTY : this.chosen());
  }

  /** Puts a piece on a square, or removes it. @param {number} square @param {string} letter */
  put(square, letter) {
    this.hub = this.hub.slice(0, square) + letter + this.hub.slice(square + 1);
    this.changed();
  }

  clear() {
    this.hub = this.hub[0] + EMPTY.repeat(this.hub.length - 1);
    this.changed();
  }

  /** The position as a FEN, valid or not. */
  fen() {
    const { squares, letters: lettered } = this.board.layout;
    const side = (/** @type {string} */ man) =>
      squares
        .map(([, , letters], index) => [
          this.hub[index + 1],
          lettered ? letters : String(index + 1),
        ])
        .filter(([letter]) => letter.toLowerCase() === man)
        .map(([letter, name]) => (letter === man ? name : `K${name}`))
        .join(',');
    return `${this.hub[0]}:W${side('w')}:B${side('b')}`;
  }

  /** Lays out the squares of a game. @param {import('./types.js').BoardView} layout */
  build(layout) {
    this.board.build(layout, this.flipped);
  }

  flip() {
    this.flipped = !this.flipped;
    this.build(this.board.layout);
  }

  /** @param {import('./board.js').Shown} [shown] */
  show(shown) {
    this.board.show(this.hub, shown);
    for (const radio of /** @type {NodeListOf<HTMLInputElement>} */ (
      this.tools.querySelectorAll('[name=turn]')
    ))
      radio.checked = radio.value === this.hub[0];
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    const typing =
      event.target instanceof HTMLTextAreaElement || event.target instanceof HTMLSelectElement;
    if (typing || event.ctrlKey || event.altKey || event.metaKey) return;
    const square = Number(/** @type {HTMLElement} */ (event.target).dataset?.square ?? 0);
    const letters = document.documentElement.dataset.keys !== 'off';
    if (square && (event.key === 'Delete' || (event.key === 'Backspace' && !this.plays())))
      this.put(square, EMPTY);
    else if (square && letters && (PIECES + EMPTY).includes(event.key)) this.put(square, event.key);
    else if (!square && /^[1-5]$/.test(event.key))
      this.choose((PIECES + EMPTY)[Number(event.key) - 1]);
    else return;
    event.preventDefault();
  }

  listen() {
    this.tools.addEventListener('change', event => {
      const { name, value } = /** @type {HTMLInputElement} */ (event.target);
      if (name !== 'turn') return;
      this.hub = value + this.hub.slice(1);
      this.changed();
    });
    addEventListener('keydown', event => this.onKey(event));
    let released = { x: 0, y: 0 };
    addEventListener(
      'pointerup',
      ({ clientX: x, clientY: y }) => {
        released = { x, y };
      },
      { capture: true },
    );
    let from = 0;
    draggable(this.board, {
      start: square => {
        from = square;
        return this.plays() ? (this.hand?.start(square) ?? false) : this.hub[square] !== EMPTY;
      },
      end: (passed, square) => {
        if (this.plays()) {
          this.hand?.end(passed, square);
          return;
        }
        const letter = this.hub[from];
        if (square) this.hub = this.hub.slice(0, from) + EMPTY + this.hub.slice(from + 1);
        if (square) this.put(square, letter);
        else if (!squareAt(released.x, released.y)) this.put(from, EMPTY);
        else this.show();
      },
    });
    for (const swatch of this.swatches()) {
      carry(/** @type {HTMLElement} */ (swatch.parentElement), swatch, (x, y) => {
        const square = squareAt(x, y);
        if (square) this.put(square, swatch.dataset.letter ?? EMPTY);
      });
    }
  }
}
