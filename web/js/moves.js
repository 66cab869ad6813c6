// The list of moves, and stepping through them.
import { part } from './part.js';
import { say } from './words.js';

/** @typedef {import('./types.js').PlyView} Ply */

export class Moves {
  /** @param {(ply: number) => void} onStep shows the position after this many plies */
  constructor(onStep) {
    this.list = part('moves');
    this.steps = part('steps');
    /** @type {HTMLButtonElement[]} */
    this.buttons = [];
    this.shown = 0;
    this.onStep = onStep;
    this.list.addEventListener('keydown', (/** @type {KeyboardEvent} */ event) => this.key(event));
    this.steps.addEventListener('click', (/** @type {Event} */ event) => {
      const button = /** @type {Element} */ (event.target).closest('button');
      if (button) this.step(button.dataset.do ?? '');
    });
  }

  /** Steps, if that is possible. @param {string} step */
  step(step) {
    const ply = this.target(step);
    if (ply !== this.shown) this.go(ply);
  }

  /** The ply that a step leads to. @param {string} step */
  target(step) {
    const last = this.buttons.length;
    const targets = /** @type {Record<string, number>} */ ({
      first: 0,
      previous: this.shown - 1,
      next: this.shown + 1,
      last,
    });
    return Math.max(0, Math.min(last, targets[step]));
  }

  /** @param {number} ply */
  go(ply) {
    this.onStep(ply);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const step = {
      ArrowLeft: 'previous',
      ArrowUp: 'previous',
      ArrowRight: 'next',
      ArrowDown: 'next',
      Home: 'first',
      End: 'last',
    }[event.key];
    if (!step) return;
    event.preventDefault();
    this.go(this.target(step));
    this.buttons[Math.max(0, this.shown - 1)]?.focus();
  }

  /** @param {Ply[]} history @param {number} shown */
  show(history, shown) {
    this.build(history);
    this.shown = shown;
    const current = Math.max(1, shown);
    this.buttons.forEach((button, at) => {
      button.tabIndex = at + 1 === current ? 0 : -1;
      if (at + 1 === shown) button.setAttribute('aria-current', 'step');
      else button.removeAttribute('aria-current');
    });
    this.scroll(this.buttons[current - 1]);
    for (const button of /** @type {NodeListOf<HTMLElement>} */ (
      document.querySelectorAll('#steps button, [data-step]')
    )) {
      const step = button.dataset.do ?? button.dataset.step;
      const back = step === 'first' || step === 'previous';
      // Not disabled: keyboard users keep the focus at the end.
      button.setAttribute('aria-disabled', String(shown === (back ? 0 : history.length)));
    }
  }

  /** Scrolls only the list, never the page. @param {HTMLElement|undefined} button */
  scroll(button) {
    if (!button) {
      this.list.scrollTop = 0;
      return;
    }
    const [inner, outer] = [button.getBoundingClientRect(), this.list.getBoundingClientRect()];
    if (inner.top < outer.top) this.list.scrollTop -= outer.top - inner.top;
    if (inner.bottom > outer.bottom) this.list.scrollTop += inner.bottom - outer.bottom;
  }

  /** Updates only what has changed: the focus may be on an earlier move. @param {Ply[]} history */
  build(history) {
    const differs = this.buttons.findIndex(
      (button, at) => button.textContent !== history[at]?.text,
    );
    for (const button of differs < 0 ? [] : this.buttons.splice(differs)) {
      const item = /** @type {HTMLElement} */ (button.parentElement);
      button.remove();
      if (!item.querySelector('button')) item.remove();
    }
    for (const { text } of history.slice(this.buttons.length)) this.add(text);
  }

  /** @param {string} text */
  add(text) {
    const ply = this.buttons.length;
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = text;
    button.addEventListener('click', () => this.go(ply + 1));
    this.buttons.push(button);
    if (ply % 2 === 0) this.list.append(this.item(ply / 2 + 1));
    this.list.lastElementChild?.append(button);
  }

  /** @param {number} number */
  item(number) {
    const item = document.createElement('li');
    const name = document.createElement('span');
    name.textContent = say('game.move-number', { number });
    item.append(name);
    return item;
  }
}
