// The boards of a lesson: each asks for a move or two, and replies if there is only one way to reply.
import { part } from './part.js';
import { solve, solved } from './progress.js';
import { Example, tryOut } from './try_out.js';
import { say } from './words.js';

/** How long a move is shown before the reply. */
const SEEN = 600;

class Exercise extends Example {
  /** @param {HTMLElement} figure */
  constructor(figure) {
    super(figure);
    const { course = '', lesson = '', name = '', right = '[]', takes = '0' } = figure.dataset;
    this.place = /** @type {[string, string, string]} */ ([course, lesson, name]);
    /** @type {string[]} */
    this.right = JSON.parse(right);
    this.takes = Number(takes);
    this.isSolved = false;
  }

  /** After each move, checks it and plays what follows. @param {string[]} moves */
  async play(moves) {
    await super.play(moves);
    if (this.moves !== moves) return;
    this.figure.classList.remove('wrong');
    if (moves.length === 0) this.isSolved = false;
    else if (!this.isSolved) this.judge(moves);
  }

  /** @param {string[]} moves */
  judge(moves) {
    const isOwn = moves.length % 2 === 1;
    if (!isOwn) this.tell(say('exercise.answered', { move: moves.at(-1) ?? '' }));
    else if (moves.length === 1 && !this.right.includes(moves[0])) this.refuse();
    else if ((this.answer?.last?.takes.length ?? 0) >= this.takes) this.praise();
    else if (moves.length === 1) this.reply(moves);
    else this.refuse();
  }

  /** Plays the other side's forced reply. @param {string[]} moves */
  async reply(moves) {
    const [only] = this.answer?.position.legal ?? [];
    if (!only) return;
    await new Promise(done => {
      setTimeout(done, SEEN);
    });
    if (this.moves !== moves) return;
    await this.play([...moves, only.text]);
    this.show();
  }

  refuse() {
    this.figure.classList.add('wrong');
    this.tell(say('exercise.wrong'));
  }

  praise() {
    this.isSolved = true;
    this.figure.classList.add('solved');
    this.tell(`${say('exercise.right')} ${this.figure.dataset.done ?? ''}`);
    solve(...this.place);
    score();
  }
}

function score() {
  const line = part('score');
  const done = document.querySelectorAll('.example.solved').length;
  line.textContent = say('exercise.solved', { solved: done, all: line.dataset.all });
}

for (const figure of /** @type {NodeListOf<HTMLElement>} */ (
  document.querySelectorAll('.example')
)) {
  const { course = '', lesson, name } = figure.dataset;
  figure.classList.toggle('solved', solved(course).has(`${lesson}/${name}`));
}
score();
tryOut(figure => new Exercise(figure));
