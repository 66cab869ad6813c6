// The board on the home page: moving a piece on it starts a game.
import { ask } from './api.js';
import { Board } from './board.js';
import { draggable } from './drag.js';
import { fly } from './flight.js';
import { dragged, goals, pick } from './input.js';
import { after, during } from './position.js';

/** @typedef {import('./types.js').MoveView} Move */
/** @typedef {import('./types.js').Side} Side */

export class Stage {
  /**
   * @param {HTMLElement} root @param {HTMLElement} still the picture shown until the board is ready
   * @param {(first: string, side: Side) => void} begin
   */
  constructor(root, still, begin) {
    this.still = still;
    this.begin = begin;
    this.board = new Board(root, square => this.pick(square));
    this.asked = '';
    /** @type {Move[]} */
    this.legal = [];
    this.hub = '';
    /** @type {number[]} */
    this.picked = [];
    draggable(this.board, this);
    root.addEventListener('keydown', event => {
      if (event.key === 'Escape') this.picked = [];
      else if (event.key === 'Backspace') this.picked = this.picked.slice(0, -1);
      else return;
      this.show();
    });
  }

  /** Shows a position; if it cannot be played, the picture stays. @param {string} rules @param {string} fen */
  async set(rules, fen) {
    const asked = JSON.stringify([rules, fen]);
    if (asked === this.asked) return;
    this.asked = asked;
    const { sound } = await ask('/api/position/check', { rules, ...(fen && { fen }) });
    if (asked !== this.asked) return;
    this.legal = sound?.outcome ? [] : (sound?.position.legal ?? []);
    this.board.root.hidden = !this.legal.length;
    this.still.hidden = this.legal.length > 0;
    if (!this.legal.length) return;
    this.hub = sound.position.hub;
    this.picked = [];
    this.board.build(sound.board, this.hub[0] === 'B');
    this.show();
  }

  /** The side to move. @returns {Side} */
  get side() {
    return this.hub[0] === 'B' ? 'black' : 'white';
  }

  show() {
    this.board.root.parentElement?.classList.toggle('picking', this.picked.length > 0);
    this.board.show(during(this.hub, this.picked, []), {
      can: new Set(this.legal.map(move => move.paths[0].squares[0])),
      picked: this.picked,
      goals: goals(this.legal, this.picked),
    });
  }

  /** @param {number} square */
  pick(square) {
    const { picked, play, path, again } = pick(this.legal, this.picked, square);
    // Selecting the same square again undoes a hop.
    this.picked = again && picked.length > 1 ? picked.slice(0, -1) : picked;
    this.show();
    if (play === undefined || !path) return;
    const crowns = this.legal.some(move => move.text === play && move.crowns);
    const { side, hub: before } = this;
    [this.hub, this.legal] = [after(before, path, crowns), []];
    this.board.root.parentElement?.classList.add('begun');
    this.board.show(this.hub, { last: path.squares });
    fly(this.board, { ...path, before, crowns });
    this.begin(play, side);
  }

  /** @param {number} square */
  start(square) {
    if (this.picked.length > 1) return this.picked.at(-1) === square;
    if (!this.legal.some(move => move.paths[0].squares[0] === square)) return false;
    this.picked = [square];
    this.show();
    return true;
  }

  /** @param {number[]} passed @param {number|null} square */
  end(passed, square) {
    if (square === null) return;
    this.picked = dragged(this.legal, this.picked, passed, square);
    this.pick(square);
  }
}
