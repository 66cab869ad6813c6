// A picture of a position that becomes a board for trying moves.
import { ask } from './api.js';
import { Board } from './board.js';
import { goals, jumped, pick, stop } from './input.js';
import { during } from './position.js';
import { say, told } from './words.js';

/** @typedef {import('./types.js').BoardView} BoardView */
/** @typedef {import('./types.js').PositionView} PositionView */
/** @typedef {import('./types.js').PathView} Path */
/** @typedef {import('./types.js').Phrase} Phrase */
/** @typedef {{board: BoardView, position: PositionView, last: Path|null, ending: Phrase[], why: Phrase|null}} Answer */

/** Says whose turn it is. @param {Answer} answer */
const turn = ({ position: { hub } }) =>
  hub[0] === 'W' ? say('example.turn-white') : say('example.turn-black');

export class Example {
  /** @param {HTMLElement} figure */
  constructor(figure) {
    this.figure = figure;
    this.said = /** @type {HTMLElement} */ (figure.querySelector('.said'));
    /** @type {string[]} */
    this.moves = [];
    /** @type {number[]} */
    this.picked = [];
    /** @type {number|null} a piece that was selected although it cannot move */
    this.wanted = null;
    /** @type {Answer|null} */
    this.answer = null;
    this.busy = false;
    const root = document.createElement('div');
    root.className = 'board';
    root.setAttribute('role', 'grid');
    root.setAttribute('aria-labelledby', figure.querySelector('figcaption [id]')?.id ?? '');
    this.board = new Board(root, square => this.pick(square));
    this.row = document.createElement('div');
    this.row.className = 'row';
    root.addEventListener('keydown', event => {
      if (event.key === 'Escape') this.picked = [];
      else if (event.key === 'Backspace') this.picked.pop();
      else return;
      this.show();
    });
  }

  /**
   * Requests the position after the moves.
   * @param {string[]} moves @param {number[]} [missed] @returns {Promise<Answer|null>}
   */
  async ask(moves, missed) {
    const { rules, fen } = this.figure.dataset;
    try {
      return await ask('/api/position', { rules, fen, moves, missed });
    } catch {
      this.tell(say('example.failed'));
      return null;
    }
  }

  async start() {
    this.answer = await this.ask([]);
    // Without a response, the picture stays.
    if (!this.answer) return;
    this.board.build(this.answer.board, 'flipped' in this.figure.dataset);
    this.figure.querySelector('img')?.replaceWith(this.board.root);
    this.figure.append(this.row);
    this.said.setAttribute('role', 'status');
    this.tell(`${turn(this.answer)} ${say('example.try')}`);
    this.show();
  }

  /** @param {number} square */
  async pick(square) {
    if (!this.answer || this.answer.ending.length || this.busy) return;
    const chosen = pick(this.answer.position.legal, this.picked, square);
    this.picked = chosen.picked;
    if (!chosen.missed) this.wanted = null;
    if (chosen.play) await this.play([...this.moves, chosen.play]);
    else if (chosen.bound) this.tell(this.boundSaid());
    else if (chosen.unclear) this.tell(say('example.unclear'));
    else if (chosen.missed) await this.explain(chosen.missed);
    this.show();
  }

  /** Says that the capture must be continued with the same piece. */
  boundSaid() {
    const square = /** @type {number} */ (this.picked.at(-1));
    return say('game.hop-made', { square: this.board.name(square) });
  }

  /** Goes to the position after these moves. @param {string[]} moves */
  async play(moves) {
    this.busy = true;
    const answer = await this.ask(moves);
    this.busy = false;
    this.picked = [];
    if (!answer) return;
    this.answer = answer;
    this.moves = moves;
    const ending = answer.ending.map(told).join(' ');
    const begin = moves.length ? '' : ` ${say('example.try')}`;
    this.tell(ending || turn(answer) + begin);
  }

  /** Explains why a move or a piece is not possible. @param {number[]} missed */
  async explain(missed) {
    const { position } = /** @type {Answer} */ (this.answer);
    const square = /** @type {number} */ (missed.at(-1));
    const from = missed.length > 1 ? missed[0] : this.wanted;
    this.wanted = null;
    if (position.hub[square].toUpperCase() === position.hub[0]) {
      this.wanted = square;
      const rule = position.because.findLast(({ rejected }) =>
        rejected.some(move => move.paths[0].squares[0] === square),
      );
      if (rule) this.tell(told(rule.rule));
    } else if (from) {
      const why = (await this.ask(this.moves, [from, square]))?.why;
      if (why) this.tell(told(why));
    }
  }

  /** @param {string} text */
  tell(text) {
    this.said.textContent = text;
  }

  show() {
    if (!this.answer) return;
    const { position, last, board } = this.answer;
    const { legal } = position;
    const can = new Set(legal.map(move => move.paths[0].squares[0]));
    const gone = jumped(legal, this.picked);
    const hub = during(position.hub, this.picked, board.removes_at_once ? gone : []);
    this.board.show(hub, {
      can,
      forced: legal.some(move => move.paths[0].takes.length > 0),
      picked: this.picked.slice(-1),
      goals: goals(legal, this.picked),
      last: this.picked.length ? [] : (last?.squares ?? []),
      ghosts: board.removes_at_once ? [] : gone,
    });
    this.buttons();
  }

  /** The available actions, each with its name and whether it is enabled. */
  actions() {
    const legal = this.answer?.position.legal ?? [];
    const here = stop(legal, this.picked);
    /** @type {[string, () => unknown, boolean][]} */
    const all = [[say('example.again'), () => this.play([]), this.moves.length > 0]];
    if (this.moves.length > 1)
      all.push([say('example.back'), () => this.play(this.moves.slice(0, -1)), true]);
    if (here)
      all.push([say('example.stop'), () => this.play([...this.moves, here.move.text]), true]);
    if (this.picked.length > 1) all.push([say('do.hop-back'), () => this.picked.pop(), true]);
    return all;
  }

  buttons() {
    const focused = this.row.contains(document.activeElement);
    this.row.replaceChildren(
      ...this.actions().map(([text, act, can]) => {
        const button = document.createElement('button');
        button.type = 'button';
        button.textContent = text;
        button.disabled = !can;
        button.addEventListener('click', async () => {
          await act();
          this.show();
        });
        return button;
      }),
    );
    if (focused)
      /** @type {HTMLElement|null} */ (
        this.row.querySelector('button:enabled') ?? this.board.cells.get(this.board.focus)
      )?.focus();
  }
}

/** Each picture becomes a board when it scrolls into view. @param {(figure: HTMLElement) => Example} make */
export function tryOut(make) {
  const seen = new IntersectionObserver(
    entries => {
      for (const { target, isIntersecting } of entries) {
        if (!isIntersecting) continue;
        seen.unobserve(target);
        make(/** @type {HTMLElement} */ (target)).start();
      }
    },
    { rootMargin: '600px' },
  );
  for (const figure of document.querySelectorAll('.example')) seen.observe(figure);
}
