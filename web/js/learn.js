// The mistakes of a game, each a position in which a better move is to be found.
import { ask } from './api.js';
import { Example, tryOut } from './try_out.js';
import { say, told } from './words.js';

/** @typedef {import('./types.js').AnswerView} AnswerView */

/** So many moves of a refutation are shown. */
const SHOWN = 8;

class Mistake extends Example {
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
    const { game, ply } = this.figure.dataset;
    this.tell(say('learn.judging'));
    try {
      /** @type {AnswerView} */
      const answer = await ask(`/api/games/${game}/report/answer`, {
        ply: Number(ply),
        text: moves[0],
      });
      // They have started over.
      if (this.moves !== moves) return;
      this.figure.classList.toggle('wrong', !answer.right);
      if (answer.right) this.solve();
      else this.tell(refuted(answer));
    } catch (error) {
      this.tell(/** @type {Error} */ (error).message);
    }
  }

  solve() {
    this.tell(say('learn.right'));
    this.figure.classList.add('solved');
    const score = document.getElementById('score');
    const solved = document.querySelectorAll('.mistake.solved').length;
    if (score)
      score.textContent = say('learn.solved', { solved, all: score.dataset.all ?? solved });
  }
}

/** Why a move is wrong, and what follows. @param {AnswerView} answer */
function refuted(answer) {
  const line = answer.line.slice(1, 1 + SHOWN).join(' ');
  const why = [say('learn.wrong'), ...answer.reasons.map(told)];
  if (line) why.push(say('learn.refutation', { line }));
  return why.join(' ');
}

tryOut(figure => new Mistake(figure));
