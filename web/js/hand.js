// The player's input on the board: squares selected by mouse, keyboard and drag, premoves, and the resulting move.
import { complain, politely, tell } from './announce.js';
import { ask } from './api.js';
import { isOn } from './chosen.js';
import { draggable } from './drag.js';
import { fly, land, shake, showMove } from './flight.js';
import { dragged, goals, open, pick, stop, typed } from './input.js';
import { after, during, sideOf } from './position.js';
import { sound } from './sound.js';
import { say, told } from './words.js';

/** @typedef {import('./types.js').GameView} GameView */
/** @typedef {import('./types.js').MoveView} Move */
/** @typedef {import('./types.js').PathView} Path */
/**
 * What this class needs of the page.
 * @typedef {object} Page
 * @property {() => GameView} game
 * @property {() => boolean} isNow whether the current position is shown
 * @property {() => void} toPresent
 * @property {(action: object) => Promise<unknown>} act
 * @property {() => void} show
 */

/** How long an only move is delayed before it is played automatically, in milliseconds. */
const ONLY_MOVE = 700;

/** @param {unknown} error */
const reason = error => (error instanceof Error ? error.message : String(error));

/** How much of a path was already shown. @param {Move} move @param {Path} path @param {number[]} picked */
const seen = (move, path, picked) => open([move], picked).find(way => way.path === path)?.at ?? 0;

export class Hand {
  /** @param {import('./board.js').Board} board @param {Page} page */
  constructor(board, page) {
    this.board = board;
    this.page = page;
    /** @type {number[]} */
    this.picked = [];
    /** @type {string[]|undefined} moves that the selected squares do not distinguish */
    this.unclear = undefined;
    /** @type {{move: Move, path: Path, hub: string}|null} a move that the server has not confirmed */
    this.sent = null;
    /** @type {{move: Move, path: Path}|null} a move awaiting confirmation */
    this.asked = null;
    /** @type {number[]} squares selected on the opponent's turn */
    this.planned = [];
    /** The number of attempts: a message about one ends with the next. */
    this.attempts = 0;
    draggable(board, this);
  }

  /** Returns a function that tells whether nothing has been tried or played since now. */
  untouched() {
    const { attempts, page } = this;
    const { hash } = page.game().position;
    return () =>
      this.attempts === attempts &&
      page.game().position.hash === hash &&
      !this.sent &&
      page.isNow();
  }

  /** Shows why something is impossible, as long as it is true. @param {string} text */
  complain(text) {
    complain(text, this.untouched());
  }

  /** @param {unknown} error */
  refused(error) {
    this.complain(reason(error));
  }

  /** Deselects the piece. */
  drop() {
    this.attempts++;
    Object.assign(this, { picked: [], unclear: undefined, asked: null });
  }

  /** Deselects everything and updates the board. */
  clear() {
    this.drop();
    this.planned = [];
    this.board.marks.clear();
    this.page.show();
  }

  /** Whether a move has been started. */
  isBegun() {
    return this.picked.length + this.planned.length > 0 || this.asked !== null;
  }

  /** Undoes the last selection; returns whether there was one. */
  back() {
    if (!this.isBegun()) return false;
    if (this.asked) {
      this.clear();
      return true;
    }
    this.attempts++;
    const list = this.picked.length ? 'picked' : 'planned';
    Object.assign(this, { [list]: this[list].slice(0, -1), unclear: undefined });
    this.page.show();
    return true;
  }

  /** Whether it is the reader's move. */
  isMine() {
    const { table, yours } = this.page.game();
    return (
      this.page.isNow() && !this.sent && table.phase === 'playing' && yours.includes(table.turn)
    );
  }

  /** The legal moves that can be selected now. */
  legal() {
    if (!this.isMine()) return [];
    const {
      position,
      table,
      board: { squares },
    } = this.page.game();
    if (!table.touched) return position.legal;
    const touched =
      squares.findIndex(
        ([, , name], index) => name === table.touched || String(index + 1) === table.touched,
      ) + 1;
    return position.legal.filter(move => move.paths[0].squares[0] === touched);
  }

  /** Plays the premove or the only move. */
  goOn() {
    if (!this.isMine()) return;
    const { planned } = this;
    this.planned = [];
    if (planned.length > 1) this.playPlanned(planned);
    else if (isOn('only') && this.legal().length === 1) {
      const [move] = this.legal();
      setTimeout(() => {
        if (this.isMine() && !this.isBegun() && this.legal()[0]?.text === move.text)
          this.decide(move, move.paths[0]);
      }, ONLY_MOVE);
    }
  }

  /** @param {number[]} planned */
  playPlanned(planned) {
    let chosen = /** @type {import('./input.js').Chosen} */ ({ picked: [] });
    for (const square of planned)
      if (!chosen.play) chosen = pick(this.legal(), chosen.picked, square);
    const move = this.legal().find(({ text }) => text === chosen.play);
    if (move && chosen.path) this.send(move, chosen.path);
    else tell(say('game.plan-failed'), this.untouched());
    this.page.show();
  }

  /** @param {number} square @param {boolean} [carried] whether the piece was dragged there */
  pick(square, carried = false) {
    if (!this.page.isNow()) {
      this.page.toPresent();
      return;
    }
    if (!this.isMine()) {
      this.plan(square);
      return;
    }
    land();
    this.attempts++;
    const before = this.picked;
    const chosen = pick(this.legal(), before, square, isOn('finish'));
    Object.assign(this, { picked: chosen.picked, unclear: chosen.unclear, asked: null });
    const move = this.legal().find(({ text }) => text === chosen.play);
    if (move && chosen.path) {
      const gone = seen(move, chosen.path, before);
      this.decide(move, chosen.path, carried ? chosen.path.squares.length - 1 : gone, gone);
      return;
    }
    const started = chosen.picked.length === 1 && chosen.picked[0] !== before[0];
    if (started) this.touch(square);
    this.page.show();
    if (this.picked.length > Math.max(1, before.length)) this.hop(before, carried);
    if (chosen.bound) this.bound();
    else if (chosen.unclear) tell(say('choice.unclear'), this.untouched());
    else if (chosen.picked.length) politely(this.hopsSaid());
    if (chosen.missed) this.explain(chosen.missed).catch(error => this.refused(error));
  }

  /** Whether a capture has been started that must be continued with its piece. */
  hasHopped() {
    return this.picked.length > 1;
  }

  /** Says that the capturing piece must continue. */
  bound() {
    const square = /** @type {number} */ (this.picked.at(-1));
    this.complain(say('game.hop-made', { square: this.board.name(square) }));
  }

  /** Shows a hop with animation and sound. @param {number[]} before @param {boolean} carried */
  hop(before, carried) {
    const [way] = open(this.legal(), this.picked);
    const from = seen(way.move, way.path, before);
    const squares = way.path.squares.slice(carried ? way.at : from, way.at + 1);
    const takes = this.board.layout.removes_at_once ? way.path.takes.slice(from, way.at) : [];
    const hub = during(this.page.game().position.hub, carried ? this.picked : before, []);
    const isSeen = fly(this.board, { squares, takes, before: hub, hops: true });
    if (!isSeen || carried) sound('capture');
  }

  /** Describes where the selected piece can go. */
  hopsSaid() {
    const names = [...goals(this.legal(), this.picked).keys()].map(square =>
      this.board.name(square),
    );
    return say('said.hops', { count: names.length, squares: names.join(', ') });
  }

  /** With touch-move, a touched piece must be moved. @param {number} square */
  touch(square) {
    const { table } = this.page.game();
    if (!table.touch_move || table.touched) return;
    const { letters, squares } = this.board.layout;
    this.page
      .act({
        side: table.turn,
        what: 'touch',
        value: letters ? squares[square - 1][2] : String(square),
      })
      .catch(error => this.refused(error));
  }

  /** Adds a square to the premove. @param {number} square */
  plan(square) {
    const { table, yours, position } = this.page.game();
    if (!isOn('premove') || yours.length !== 1 || table.phase !== 'playing' || this.sent) return;
    if (sideOf(position.hub[square]) === yours[0]) this.planned = [square];
    else if (this.planned.length) this.planned = [...this.planned, square];
    this.page.show();
  }

  /** Says which rule forbids the attempted move. @param {number[]} missed */
  async explain([from, to]) {
    const { position, table } = this.page.game();
    shake(this.board, from);
    if (table.touched) {
      this.complain(say('refusal.touched', { square: table.touched }));
    } else if (to !== undefined) {
      const holds = this.untouched();
      const message = await this.rule(from, to);
      if (message && holds()) complain(told(message), holds);
    } else if (sideOf(position.hub[from]) === table.turn) {
      this.complain(this.stuckSaid(from));
    } else if (sideOf(position.hub[from])) {
      this.complain(say('why.not-yours'));
    }
  }

  /**
   * The rule that forbids a move between two squares.
   * @param {number} from @param {number} to @returns {Promise<import('./types.js').Phrase|null>}
   */
  async rule(from, to) {
    const { id } = this.page.game();
    return (await ask(`/api/games/${id}/explain`, { from, to })).message;
  }

  /** Why the piece on a square cannot move. @param {number} square */
  stuckSaid(square) {
    const { because } = this.page.game().position;
    const rule = because.findLast(({ rejected }) =>
      rejected.some(move => move.paths[0]?.squares[0] === square),
    );
    if (!rule) return say('game.cannot-move', { square: this.board.name(square) });
    const captures = this.legal().filter(move => move.paths[0].takes.length > 0);
    const isFirst =
      rule === because[0] && captures.length > 0 && !rule.rejected[0].paths[0]?.takes.length;
    return isFirst
      ? say('why.must-capture', {
          count: new Set(captures.map(move => move.paths[0].squares[0])).size,
        })
      : told(rule.rule);
  }

  /** Plays the path chosen from the list. @param {import('./input.js').Way} way */
  choose({ move, path }) {
    this.decide(move, path, seen(move, path, this.picked));
  }

  /** Ends a capture at the selected square. */
  stopHere() {
    const way = stop(this.legal(), this.picked);
    if (way) this.decide(way.move, way.path, way.at);
  }

  /** Plays the move that awaits confirmation. */
  confirm() {
    if (!this.asked) return;
    const { move, path } = this.asked;
    this.send(move, path, path.squares.length - 1, Infinity);
  }

  /**
   * Plays a move, or asks for confirmation.
   * @param {Move} move @param {Path} path @param {number} [from] how much of it was already shown
   * @param {number} [gone] how many of its pieces have dropped
   */
  decide(move, path, from = 0, gone = from) {
    if (!isOn('confirm')) {
      this.send(move, path, from, gone);
      return;
    }
    this.asked = { move, path };
    this.page.show();
    /** @type {HTMLElement|null} */ (
      document.querySelector('#settle [data-do="confirm"]')
    )?.focus();
  }

  /**
   * Plays a move: it is shown at once and reverted if the server rejects it.
   * @param {Move} move @param {Path} path @param {number} [from] @param {number} [gone]
   */
  send(move, path, from = 0, gone = from) {
    const { table, history, position } = this.page.game();
    const hub = after(position.hub, path, move.crowns);
    this.drop();
    Object.assign(this, { sent: { move, path, hub }, planned: [] });
    this.board.marks.clear();
    this.page.show();
    showMove(path, position.hub, hub, this.board, { from, gone });
    this.page
      .act({ side: table.turn, what: 'move', value: move.text, ply: history.length })
      .catch(error => {
        this.sent = null;
        this.page.show();
        this.refused(error);
      });
  }

  /** Plays a typed move. @param {string} text @param {() => void} done */
  type(text, done) {
    if (!this.page.isNow()) this.page.toPresent();
    const way = typed(this.legal(), text, this.board.layout);
    if (way && this.hasHopped() && open([way.move], this.picked).length === 0) {
      this.bound();
      return;
    }
    if (way) {
      done();
      this.decide(way.move, way.path);
      return;
    }
    const { table, history } = this.page.game();
    this.page
      .act({ side: table.turn, what: 'move', value: text, ply: history.length })
      .then(done, error => this.refused(error));
  }

  /** Whether a piece can be dragged. @param {number} square */
  start(square) {
    if (!this.page.isNow()) return false;
    if (!this.isMine()) {
      this.plan(square);
      return this.planned[0] === square;
    }
    if (this.hasHopped()) {
      const isIt = this.picked.at(-1) === square;
      if (!isIt && sideOf(this.page.game().position.hub[square])) this.bound();
      return isIt;
    }
    if (open(this.legal(), [square]).length === 0) return false;
    if (this.picked[0] !== square) {
      this.picked = [];
      this.pick(square);
    }
    return true;
  }

  /** Handles the end of a drag. @param {number[]} passed @param {number|null} square */
  end(passed, square) {
    if (square === null) return;
    if (this.isMine()) this.picked = dragged(this.legal(), this.picked, passed, square);
    this.board.focusOn(square, false);
    this.pick(square, true);
  }
}
