// Why only these moves are legal: the rule that decides, and what it forbids.
import { part } from './part.js';
import { say, told } from './words.js';

/** @typedef {import('./types.js').PositionView} PositionView */
/** @typedef {import('./types.js').MoveView} Move */
/** @typedef {import('./marks.js').Marks} Marks */

export class Why {
  /** @param {Marks} marks for drawing forbidden moves */
  constructor(marks) {
    this.marks = marks;
    this.button = /** @type {HTMLButtonElement} */ (part('why').querySelector('[data-do="why"]'));
    this.hash = '';
    /** The list's contents: it is rebuilt only when they change, because it may contain the focus. */
    this.said = '';
    this.button.addEventListener('click', () =>
      this.open(this.button.getAttribute('aria-expanded') !== 'true'),
    );
  }

  /** @param {boolean} is */
  open(is) {
    this.button.setAttribute('aria-expanded', String(is));
    part('because').hidden = !is;
    // When open, the rule is shown with what it forbids.
    part('rule').hidden = is;
    this.marks.clear();
  }

  /**
   * @param {PositionView} position @param {boolean} yours whether it is the reader's move
   * @param {boolean} busy whether a move is being entered
   */
  show(position, yours, busy) {
    const hidden = !yours || position.because.length === 0;
    part('why').hidden = hidden;
    const isOpen = this.button.getAttribute('aria-expanded') === 'true';
    if (isOpen && (hidden || busy || position.hash !== this.hash)) this.open(false);
    this.hash = position.hash;
    if (hidden) return;
    // The last rule applied decides.
    const because = [...position.because].reverse();
    part('rule').textContent = told(because[0].rule);
    const said = JSON.stringify(because);
    if (said === this.said) return;
    this.said = said;
    part('because').replaceChildren(
      ...because.map(({ rule, rejected }) => this.item(told(rule), rejected)),
    );
  }

  /** @param {string} rule @param {Move[]} rejected */
  item(rule, rejected) {
    const item = document.createElement('li');
    const text = document.createElement('span');
    text.textContent = rule;
    const moves = document.createElement('span');
    moves.className = 'rejected';
    moves.append(...rejected.map(move => this.rejected(move)));
    item.append(text, moves);
    return item;
  }

  /** @param {Move} move */
  rejected(move) {
    const button = document.createElement('button');
    button.type = 'button';
    const text = document.createElement('s');
    text.textContent = move.text;
    button.append(text);
    button.setAttribute('aria-label', say('why.not', { move: move.text }));
    const draw = () => move.paths[0] && this.marks.crossed(move.paths[0].squares);
    for (const sign of ['click', 'pointerenter', 'focus']) button.addEventListener(sign, draw);
    for (const sign of ['pointerleave', 'blur'])
      button.addEventListener(sign, () => this.marks.clear());
    return button;
  }
}
