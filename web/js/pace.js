// Delays replies: the computer's move waits until the player's own move has landed. Against people nothing waits.
import { isFlying, landed, lastLanding } from './flight.js';
import { opponent } from './actions.js';

/** @typedef {import('./types.js').GameView} GameView */

/** How long a landed move is shown before the reply starts, in milliseconds. */
const SEEN = 400;

/** Whether the last move of a game is the computer's. @param {GameView} game */
function isReply({ history, start, computer }) {
  const first = start[0] === 'W' ? 'white' : 'black';
  const mover = history.length % 2 ? first : opponent(first);
  return computer[mover === 'white' ? 0 : 1] !== null;
}

export class Pace {
  /** @param {() => GameView|null} shown the game as displayed @param {(game: GameView) => void} show */
  constructor(shown, show) {
    this.shown = shown;
    this.show = show;
    /** States that are not shown yet, in order. @type {GameView[]} */
    this.waiting = [];
    this.skip = () => {};
  }

  /** Handles a state of the game. @param {GameView} game */
  hear(game) {
    this.waiting.push(game);
    if (this.waiting.length > 1) return;
    if (this.mustWait(game)) this.wait();
    else this.release();
  }

  /** @param {GameView} game */
  mustWait(game) {
    const plies = this.shown()?.history.length ?? Infinity;
    return (
      game.history.length > plies &&
      isReply(game) &&
      !document.hidden &&
      (isFlying() || this.left() > 0)
    );
  }

  /** For how long the landed move is still shown alone. */
  left() {
    return lastLanding() + SEEN - performance.now();
  }

  async wait() {
    const hurry = new Promise(resolve => {
      this.skip = () => resolve(undefined);
    });
    await Promise.race([hurry, this.seen()]);
    this.skip = () => {};
    this.release();
  }

  async seen() {
    await landed();
    while (this.left() > 0)
      await new Promise(resolve => {
        setTimeout(resolve, this.left());
      });
  }

  release() {
    const games = this.waiting;
    this.waiting = [];
    games.forEach(this.show);
  }

  /** Whether the piece on a square can move once the waiting state is shown. @param {number} square */
  isAwaited(square) {
    const legal = this.waiting.at(-1)?.position.legal ?? [];
    return legal.some(move => move.paths[0].squares[0] === square);
  }
}
