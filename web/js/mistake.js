// A mistake as a position in which to find a better move.
import { ask } from './api.js';
import { Example } from './try_out.js';
import { say, told } from './words.js';

/** @typedef {{right: boolean, line: string[], reasons: import('./types.js').Phrase[]}} Judgement */

/** The number of moves of a line to show. */
const SHOWN = 8;

export class Mistake extends Example {
  /** Whether the better move was found. */
  solved = false;

  async start() {
    await super.start();
    if (this.answer) this.tell(this.question());
  }

  question() {
    return say('learn.question', { move: this.figure.dataset.move ?? '' });
  }

  /** The first move is the answer; further ones are only tried out. @param {string[]} moves */
  async play(moves) {
    await super.play(moves);
    if (moves.length > 1 || this.moves !== moves) return;
    this.figure.classList.remove('wrong');
    if (moves.length === 0) this.tell(this.question());
    else await this.judge(moves);
  }

  /** Asks the server to judge a move. @param {string[]} moves */
  async judge(moves) {
    this.tell(say('learn.judging'));
    try {
      const answer = await this.judged(moves[0]);
      // The reader has started over.
      if (this.moves !== moves) return;
      this.figure.classList.toggle('wrong', !answer.right);
      if (answer.right) this.solve(answer);
      else this.tell(this.refuted(answer));
    } catch (error) {
      this.tell(/** @type {Error} */ (error).message);
    }
  }

  /** The server's judgement of a move. @param {string} text @returns {Promise<Judgement>} */
  async judged(text) {
    const { game, ply } = this.figure.dataset;
    return ask(`/api/games/${game}/report/answer`, { ply: Number(ply), text });
  }

  /** @param {Judgement} answer */
  solve(answer) {
    this.solved = true;
    this.tell(this.praised(answer));
    this.figure.classList.add('solved');
    this.count();
  }

  /** Counts the solved ones. */
  count() {
    const score = document.getElementById('score');
    if (!score) return;
    const before = Number(score.dataset.solved ?? 0);
    const solved = before + document.querySelectorAll('.mistake.solved').length;
    score.textContent = say('learn.solved', { solved, all: score.dataset.all ?? solved });
  }

  /** The text about a right move. @param {Judgement} answer */
  praised(answer) {
    return [say('learn.right'), ...then(answer.line)].join(' ');
  }

  /** Why a move is wrong, and what follows. @param {Judgement} answer */
  refuted(answer) {
    return [say('learn.wrong'), ...answer.reasons.map(told), ...then(answer.line)].join(' ');
  }
}

/** The expected continuation after a move. @param {string[]} line */
function then([, ...moves]) {
  return moves.length ? [say('learn.refutation', { line: shortened(moves) })] : [];
}

/** The start of a line. @param {string[]} line */
export const shortened = line => line.slice(0, SHOWN).join(' ');
