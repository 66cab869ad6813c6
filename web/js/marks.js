// Drawings over the board: the path of the last move, a hint, an illegal move.
import { shape } from './pieces.js';

/** @typedef {import('./board.js').Board} Board */

export class Marks {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    this.lastWay = shape('g', { class: 'last-way' });
    this.advice = shape('g', { class: 'advice' });
    this.shown = shape('g', { class: 'shown' });
    this.svg = shape(
      'svg',
      { class: 'marks', 'aria-hidden': 'true', preserveAspectRatio: 'none' },
      this.lastWay,
      this.advice,
      this.shown,
    );
  }

  /** The layer, as large as the board. */
  element() {
    const { width, height } = this.board.layout;
    this.svg.setAttribute('viewBox', `0 0 ${width} ${height}`);
    this.lastWay.replaceChildren();
    this.advise([]);
    this.clear();
    return this.svg;
  }

  /** @param {number} number */
  middle(number) {
    return this.board.place(number).map(at => at + 0.5);
  }

  /** @param {number[]} squares */
  line(squares) {
    return shape('polyline', {
      points: squares.map(number => this.middle(number).join(',')).join(' '),
    });
  }

  /** The path of the last move. @param {number[]} squares */
  last(squares) {
    if (squares.length < 2) {
      this.lastWay.replaceChildren();
      return;
    }
    const points = squares.map(number => this.middle(number));
    const [[fromX, fromY], [x, y]] = points.slice(-2);
    // It ends at the edge of the piece.
    const short = 1 - 0.45 / Math.hypot(x - fromX, y - fromY);
    points[points.length - 1] = [fromX + (x - fromX) * short, fromY + (y - fromY) * short];
    this.lastWay.replaceChildren(shape('polyline', { points: points.join(' ') }));
  }

  /** An arrow along squares. @param {number[]} squares @param {'hint'|'way'} kind */
  arrow(squares, kind) {
    this.shown.replaceChildren(shape('g', { class: kind }, this.line(squares), this.head(squares)));
  }

  /** Persistent arrows; the last one is on top. @param {{squares: number[], kind: 'best'|'other'|'threat'}[]} arrows */
  advise(arrows) {
    this.advice.replaceChildren(
      ...arrows.map(({ squares, kind }) =>
        shape('g', { class: kind }, this.line(squares), this.head(squares)),
      ),
    );
  }

  /** An illegal move, crossed out. @param {number[]} squares */
  crossed(squares) {
    const [x, y] = this.middle(/** @type {number} */ (squares.at(-1)));
    const cross = shape('path', {
      d: `M${x - 0.26} ${y - 0.26}l.52 .52M${x + 0.26} ${y - 0.26}l-.52 .52`,
    });
    this.shown.replaceChildren(shape('g', { class: 'no' }, this.line(squares), cross));
  }

  clear() {
    this.shown.replaceChildren();
  }

  /** @param {number[]} squares */
  head(squares) {
    const [[fromX, fromY], [x, y]] = squares.slice(-2).map(number => this.middle(number));
    const turn = (Math.atan2(y - fromY, x - fromX) * 180) / Math.PI;
    return shape('path', {
      d: 'M.3 0-.12.26v-.52z',
      transform: `translate(${x} ${y}) rotate(${turn})`,
    });
  }
}
