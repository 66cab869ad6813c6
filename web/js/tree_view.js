// The move list of a tree: the main line in rows, with annotations and variations below each move.
import { part } from './part.js';
import { writeScore } from './score.js';
import { write } from './tree.js';
import { say } from './words.js';

/** @typedef {import('./tree.js').Node} Node */

/** @param {string} tag @param {string} name @param {(globalThis.Node|string)[]} inner */
function make(tag, name, ...inner) {
  const element = document.createElement(tag);
  element.className = name;
  element.append(...inner);
  return element;
}

/** The text of marks for screen readers. @type {Record<string, string>} */
const SAID = {
  '!': 'analysis.good',
  '?': 'report.mistake',
  '!!': 'analysis.brilliant',
  '??': 'report.blunder',
  '!?': 'analysis.interesting',
  '?!': 'report.inaccuracy',
};

/** The meaning of a mark, in a word. @param {string} mark */
const markSaid = mark => say(SAID[mark]);

export class TreeView {
  /** @param {boolean} second whether the first move is the second of its number @param {(node: Node) => void} onStep */
  constructor(second, onStep) {
    this.list = part('moves');
    this.second = second;
    this.onStep = onStep;
    /** @type {Node|null} */
    this.root = null;
    /** @type {Node|null} */
    this.at = null;
    /** The text that the list shows. */
    this.text = '';
    /** @type {Map<Node, HTMLButtonElement>} */
    this.buttons = new Map();
    this.list.addEventListener('keydown', (/** @type {KeyboardEvent} */ event) => this.key(event));
    part('steps').addEventListener('click', (/** @type {Event} */ event) => {
      const button = /** @type {HTMLElement|null} */ (
        /** @type {Element} */ (event.target).closest('[data-do]')
      );
      this.step(button?.dataset.do ?? '');
    });
  }

  /** The number of moves before the current position. */
  get shown() {
    return this.at?.depth ?? 0;
  }

  /** The position that a step leads to. @param {string} step @returns {Node|null} */
  goal(step) {
    const { at, root } = this;
    if (!at) return null;
    const goals = { first: root, previous: at.parent, next: at.children[0], last: at.end };
    return goals[/** @type {'first'} */ (step)] ?? at;
  }

  /** The move number that a step leads to. @param {string} step */
  target(step) {
    return this.goal(step)?.depth ?? 0;
  }

  /** @param {string} step */
  step(step) {
    const goal = this.goal(step);
    if (goal && goal !== this.at) this.onStep(goal);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const step = {
      ArrowLeft: 'previous',
      ArrowRight: 'next',
      Home: 'first',
      End: 'last',
    }[event.key];
    if (step) this.step(step);
    else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') this.sibling(event.key);
    else return;
    event.preventDefault();
    if (this.at) this.buttons.get(this.at)?.focus();
  }

  /** Goes to another move from the same position. @param {string} key */
  sibling(key) {
    const siblings = this.at?.parent?.children ?? [];
    const goal =
      siblings[siblings.indexOf(/** @type {Node} */ (this.at)) + (key === 'ArrowUp' ? -1 : 1)];
    if (goal) this.onStep(goal);
  }

  /** A move with its number, as in a record: 12. or 12… @param {Node} node @param {boolean} always */
  number(node, always) {
    const half = node.depth - 1 + (this.second ? 1 : 0);
    const number = Math.floor(half / 2) + 1;
    if (half % 2 === 0) return `${number}. `;
    return always ? `${number}… ` : '';
  }

  /** Shows a tree, and the current position in it. @param {Node} root @param {Node} at */
  show(root, at) {
    const focused = this.list.contains(document.activeElement);
    // What has not changed stays: it may be in use.
    const text = write(root);
    if (root !== this.root || text !== this.text) {
      this.buttons.clear();
      this.list.replaceChildren(...this.rows(root));
    }
    Object.assign(this, { root, at, text });
    for (const button of this.buttons.values()) {
      button.tabIndex = -1;
      button.removeAttribute('aria-current');
    }
    const current = this.buttons.get(at);
    current?.setAttribute('aria-current', 'step');
    const stop = current ?? this.buttons.values().next().value;
    if (stop) stop.tabIndex = 0;
    if (focused) (stop ?? part('board').querySelector('[tabindex="0"]'))?.focus();
    this.scroll(current);
    for (const button of /** @type {NodeListOf<HTMLElement>} */ (
      document.querySelectorAll('#steps [data-do]')
    ))
      button.setAttribute('aria-disabled', String(this.goal(button.dataset.do ?? '') === at));
  }

  /** Forces the next update to rebuild the list. */
  forget() {
    this.root = null;
  }

  /** Updates the engine's score of a position. @param {Node} node */
  score(node) {
    const place = this.buttons.get(node)?.querySelector('small');
    if (place) writeScore(place, node.score);
  }

  /** Scrolls only the list, never the page. @param {HTMLElement|undefined} button */
  scroll(button) {
    const { list } = this;
    if (!button) {
      list.scrollTop = 0;
      return;
    }
    const [inner, outer] = [button.getBoundingClientRect(), list.getBoundingClientRect()];
    if (inner.top < outer.top) list.scrollTop -= outer.top - inner.top + 8;
    if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom + 8;
  }

  /** The rows of the main line. @param {Node} root */
  rows(root) {
    /** @type {HTMLElement[]} */
    const rows = root.comment ? [this.aside(make('em', '', root.comment))] : [];
    if (!root.children.length) rows.push(make('li', 'hint', say('game.how')));
    let row = null;
    let node = root;
    while (node.children.length) {
      const [next, ...others] = node.children;
      const isFirst = (next.depth - 1 + (this.second ? 1 : 0)) % 2 === 0;
      if (!row) {
        row = make('li', 'pair', make('span', 'n', this.number(next, true).trim()));
        if (!isFirst) row.append(make('span', 'gap', '…'));
        rows.push(row);
      }
      row.append(this.button(next));
      const asides = this.asides(next, others);
      rows.push(...asides);
      if (!isFirst || asides.length) row = null;
      node = next;
    }
    return rows;
  }

  /** What is shown below a move of the main line. @param {Node} node @param {Node[]} others @returns {HTMLElement[]} */
  asides(node, others) {
    const said = node.comment ? [this.aside(make('em', '', node.comment))] : [];
    return [...said, ...others.map(other => this.aside(...this.line(other)))];
  }

  /** @param {(globalThis.Node|string)[]} inner */
  aside(...inner) {
    return make('li', 'aside', make('p', '', ...inner));
  }

  /**
   * A variation as running text, with its own in parentheses.
   * @param {Node} first @returns {(globalThis.Node|string)[]}
   */
  line(first) {
    const words = this.words(first, true);
    let node = first;
    while (node.children.length) {
      const [next, ...others] = node.children;
      words.push(...this.words(next, node.comment !== ''));
      for (const other of others) words.push('(', ...this.line(other), ') ');
      node = next;
    }
    return words;
  }

  /** @param {Node} node @param {boolean} always @returns {(globalThis.Node|string)[]} */
  words(node, always) {
    const number = this.number(node, always);
    const button = this.button(node);
    if (number) button.prepend(make('span', 'n', number));
    const comment = node.comment ? [make('em', '', node.comment), ' '] : [];
    return [button, ' ', ...comment];
  }

  /** @param {Node} node */
  button(node) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'move';
    const text = make('span', 'text', node.text);
    button.append(text);
    const mark = node.mark || node.judged;
    if (mark) {
      button.dataset.mark = mark;
      const sign = make('b', '', mark);
      sign.setAttribute('aria-hidden', 'true');
      text.append(sign, make('span', 'hidden', ` ${markSaid(mark)}`));
    }
    const score = make('small', '');
    writeScore(score, node.score);
    button.append(score);
    button.addEventListener('click', () => this.onStep(node));
    this.buttons.set(node, button);
    return button;
  }
}
