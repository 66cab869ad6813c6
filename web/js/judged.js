// The report of a finished game in its tree: scores and marks of the moves played, and the curve of the game.
import { ask } from './api.js';
import { part } from './part.js';
import { shape } from './pieces.js';
import { say } from './words.js';

/** @typedef {import('./types.js').ScoreView} ScoreView */
/** @typedef {import('./types.js').JudgedMove} JudgedMove */
/** @typedef {import('./tree.js').Node} Node */

/** The size of the curve, in its own units. */
const [WIDE, HIGH] = [400, 60];
const SIGNS = { inaccuracy: '?!', mistake: '?', blunder: '??' };

/** A score from White's side. @param {JudgedMove} move @returns {ScoreView} */
function whites({ side, score }) {
  if (side === 'white') return score;
  if (score.wins_in !== undefined) return { loses_in: score.wins_in };
  if (score.loses_in !== undefined) return { wins_in: score.loses_in };
  return { men: -score.men };
}

export class Judged {
  /** @param {string} game @param {Node} root @param {(node: Node) => void} onStep */
  constructor(game, root, onStep) {
    this.game = game;
    /** The positions of the game, without variations added now. @type {Node[]} */
    this.nodes = [root];
    this.root = root;
    this.onStep = onStep;
  }

  /** Shows the report, if it exists; returns whether it does. */
  async show() {
    /** @type {import('./types.js').ReportView} */
    const { report } = await ask(`/api/games/${this.game}/report`);
    if (!report) return false;
    let node = this.root;
    for (const move of report.moves) {
      const next = node.children.find(child => child.text === move.text);
      if (!next) break;
      next.score ??= whites(move);
      next.judged = move.mark ? SIGNS[move.mark] : '';
      this.nodes.push(next);
      node = next;
    }
    for (const side of /** @type {const} */ (['white', 'black'])) {
      const { accuracy } = report[side];
      const told = document.querySelector(`.bar[data-side="${side}"] .accuracy`);
      if (told && accuracy !== null)
        told.textContent = say('report.accurate', { accuracy: Math.round(accuracy) });
    }
    this.draw([report.start, ...report.moves.map(move => move.after)]);
    return true;
  }

  /** @param {number[]} chances White's, in percent */
  draw(chances) {
    const x = (/** @type {number} */ ply) => (WIDE * ply) / Math.max(1, chances.length - 1);
    const y = (/** @type {number} */ chance) => HIGH - (HIGH * chance) / 100;
    const points = chances.map((chance, ply) => `${x(ply).toFixed(1)} ${y(chance).toFixed(1)}`);
    const dots = this.nodes.flatMap((node, ply) =>
      node.judged
        ? [
            shape('circle', {
              class: node.judged === '??' ? 'blunder' : node.judged === '?' ? 'mistake' : '',
              cx: x(ply).toFixed(1),
              cy: y(chances[ply]).toFixed(1),
              r: 4,
            }),
          ]
        : [],
    );
    this.here = shape('path', { class: 'here', d: '' });
    const curve = part('curve');
    curve.replaceChildren(
      shape('rect', { class: 'black', width: WIDE, height: HIGH }),
      shape('path', { class: 'white', d: `M0 ${HIGH}L${points.join('L')}L${WIDE} ${HIGH}z` }),
      shape('path', { class: 'even', d: `M0 ${HIGH / 2}H${WIDE}` }),
      this.here,
      ...dots,
    );
    curve.addEventListener('click', (/** @type {MouseEvent} */ event) => {
      const { left, width } = curve.getBoundingClientRect();
      const ply = Math.round(((chances.length - 1) * (event.clientX - left)) / width);
      const node = this.nodes[Math.max(0, Math.min(this.nodes.length - 1, ply))];
      this.onStep(node);
    });
    this.x = x;
    part('graph').hidden = false;
  }

  /** Shows the current position on the curve, unless it is in a variation. @param {Node} at */
  mark(at) {
    const ply = this.nodes.indexOf(at);
    this.here?.setAttribute('d', ply < 0 || !this.x ? '' : `M${this.x(ply).toFixed(1)} 0V${HIGH}`);
  }
}
