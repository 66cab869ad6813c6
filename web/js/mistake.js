// A mistake as a position in which a better move is to be found.
import { ask } from './api.js';
import { Example } from './try_out.js';
import { say, told } from './words.js';

/** @typedef {{right: boolean, line: string[], reasons: import('./types.js').Phrase[]}} Judgement */

/** So many moves of a line are shown. */
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

  /** The first move is the answer; what follows is only tried out. @param {string[]} moves */
  async play(moves) {
    await super.play(moves);
    if (moves.length > 1 || this.moves !== moves) return;
    this.figure.classList.remove('wrong');
    if (moves.length === 0) this.tell(this.question());
    else await this.judge(moves);
  }

  /** Asks the server what it thinks of a move. @param {string[]} moves */
  async judge(moves) {
    this.tell(say('learn.judging'));
    try {
      const answer = await this.judged(moves[0]);
      // They have started over.
      if (this.moves !== moves) return;
      this.figure.classList.toggle('wrong', !answer.right);
      if (answer.right) this.solve(answer);
      else this.tell(this.refuted(answer));
    } catch (error) {
      this.tell(/** @type {Error} */ (error).message);
    }
  }

  /** What the server thinks of a move. @param {string} text @returns {Promise<Judgement>} */
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

  /** How many are solved. */
  count() {
    const score = document.getElementById('score');
    if (!score) return;
    const before = Number(score.dataset.solved ?? 0);
    const solved = before + document.querySelectorAll('.mistake.solved').length;
    score.textContent = say('learn.solved', { solved, all: score.dataset.all ?? solved });
  }

  /** What is said of a right move. @param {Judgement} answer */
  praised(answer) {
    return [say('learn.right'), ...then(answer.line)].join(' ');
  }

  /** Why a move is wrong, and what follows. @param {Judgement} answer */
  refuted(answer) {
    return [say('learn.wrong'), ...answer.reasons.map(told), ...then(answer.line)].join(' ');
  }
}

/** What is expected to follow a move. @param {string[]} line */
function then([, ...moves]) {
  return moves.length ? [say('learn.refutation', { line: shortened(moves) })] : [];
}

/** The beginning of a line. @param {string[]} line */
export const shortened = line => line.slice(0, SHOWN).join(' ');
