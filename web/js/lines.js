// Engine lines: streamed while the server's engine searches, until another position is shown.
import { freshName, reach, refused } from './api.js';
import { get, set } from './keep.js';
import { part } from './part.js';
import { icon } from './pieces.js';
import { said, writeScore } from './score.js';
import { showVerdicts, verdictSaid, winnerOf } from './verdicts.js';
import { say } from './words.js';

/** @typedef {import('./types.js').AnalysisView} AnalysisView */
/** @typedef {import('./types.js').AnalysisLine} AnalysisLine */
/**
 * A position to analyse.
 * @typedef {object} Looked
 * @property {string} rules
 * @property {string} fen
 * @property {import('./types.js').Side} turn whose move it is
 * @property {number} half half-moves before it, counted from the first move of its first number
 * @property {string} over the result, if the game is over
 */
/**
 * The callbacks for lines.
 * @typedef {object} Hears
 * @property {(lines: AnalysisLine[], threat: boolean, up: number|null) => void} lines the best ones so far, empty if
 * nothing is known; and White's expected score, if tables have it
 * @property {(move: string) => void} play called when the first move of a line is selected
 */

/** White's expected score for a result known from tables. */
const UP = { white: 1, draw: 0.5, black: 0 };
const COUNTS = [1, 2, 3, 4, 5];
/** A short pause, so that stepping through a game does not start a search for every move. */
const PAUSE = 60;

/** Formats large numbers in thousands and millions. */
const nodes = new Intl.NumberFormat(document.documentElement.lang, {
  notation: 'compact',
  maximumSignificantDigits: 3,
});

/** The server's events, one by one. @param {Response} response @returns {AsyncGenerator<AnalysisView>} */
async function* events(response) {
  const reader = /** @type {ReadableStream<Uint8Array>} */ (response.body).getReader();
  const decoder = new TextDecoder();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    rest += decoder.decode(value, { stream: true });
    const whole = rest.split('\n\n');
    rest = whole.pop() ?? '';
    for (const event of whole) {
      const data = event
        .split('\n')
        .filter(line => line.startsWith('data:'))
        .map(line => line.slice(5))
        .join('\n');
      if (data) yield JSON.parse(data);
    }
  }
}

export class Lines {
  /** @param {Hears} hears */
  constructor(hears) {
    this.hears = hears;
    this.client = freshName();
    /** @type {Looked|null} */
    this.looked = null;
    /** @type {AbortController|null} */
    this.asking = null;
    this.threat = false;
    this.isOn = get('engine') !== 'off';
    const wanted = Number(get('lines'));
    this.count = COUNTS.includes(wanted) ? wanted : 3;
    /** Expanded lines. @type {Set<number>} */
    this.opened = new Set();
    this.listen();
  }

  listen() {
    part('engine-on').setAttribute('aria-checked', String(this.isOn));
    part('line-count').value = String(this.count);
    part('engine-on').addEventListener('click', () => {
      this.isOn = !this.isOn;
      set('engine', this.isOn ? 'on' : 'off');
      part('engine-on').setAttribute('aria-checked', String(this.isOn));
      this.again();
    });
    part('line-count').addEventListener('change', () => {
      this.count = Number(part('line-count').value);
      set('lines', String(this.count));
      this.again();
    });
    part('threat').addEventListener('click', () => {
      this.threat = !this.threat;
      part('threat').setAttribute('aria-pressed', String(this.threat));
      this.again();
    });
    // A hidden page needs no engine.
    document.addEventListener('visibilitychange', () => {
      if (document.hidden) this.stop();
      else if (this.asking?.signal.aborted) this.again();
    });
    addEventListener('pagehide', () => this.stop());
  }

  stop() {
    this.asking?.abort();
  }

  again() {
    if (this.looked) this.look(this.looked);
  }

  /** Analyses a position instead of the previous one. @param {Looked} looked */
  async look(looked) {
    this.stop();
    this.looked = looked;
    this.opened.clear();
    const asking = new AbortController();
    this.asking = asking;
    this.show(null);
    if (!this.isOn || looked.over) return;
    await new Promise(done => {
      setTimeout(done, PAUSE);
    });
    if (asking.signal.aborted) return;
    try {
      const { rules, fen } = looked;
      const query = new URLSearchParams({
        rules,
        fen,
        lines: String(this.count),
        threat: String(this.threat),
        client: this.client,
      });
      const response = await reach(`/api/analysis?${query}`, { signal: asking.signal });
      if (!response.ok) throw refused((await response.json()).error);
      for await (const view of events(response)) {
        if (asking.signal.aborted) return;
        this.show(view);
      }
    } catch (error) {
      if (asking.signal.aborted) return;
      part('engine-told').textContent = error instanceof Error ? error.message : String(error);
    }
  }

  /** @param {AnalysisView|null} view */
  show(view) {
    const { looked } = this;
    const best = view?.lines[0];
    const table = view?.endgame;
    part('engine').classList.toggle('off', !this.isOn);
    part('evaluation').textContent = !this.isOn
      ? say('analysis.engine')
      : looked?.over
        ? '–'
        : table && looked
          ? verdictSaid(table, this.turn(looked))
          : best
            ? said(best.score)
            : '…';
    part('engine-told').textContent = !this.isOn
      ? ''
      : looked?.over
        ? looked.over
        : table || view?.exact
          ? say('analysis.exact')
          : view
            ? say('analysis.depth', { depth: view.depth, nodes: nodes.format(view.nodes) })
            : say('analysis.thinking');
    part('engine').dataset.state =
      !this.isOn || looked?.over ? 'off' : view?.done ? 'done' : 'busy';
    this.list(view?.lines ?? []);
    part('lines').hidden = Boolean(table);
    showVerdicts(table, move => {
      if (!this.threat) this.hears.play(move);
    });
    const up = table && looked ? UP[winnerOf(table, this.turn(looked)) ?? 'draw'] : null;
    this.hears.lines(view?.lines ?? [], this.threat, up);
  }

  /** The side to move in the analysed position. @param {Looked} looked @returns {import('./types.js').Side} */
  turn({ turn }) {
    if (!this.threat) return turn;
    return turn === 'white' ? 'black' : 'white';
  }

  /**
   * Shows the lines; the requested number has a reserved place, so that nothing moves when they arrive.
   * @param {AnalysisLine[]} lines
   */
  list(lines) {
    const list = /** @type {HTMLElement} */ (part('lines'));
    const wanted = this.isOn && !this.looked?.over ? this.count : 0;
    while (list.childElementCount > wanted) list.lastElementChild?.remove();
    while (list.childElementCount < wanted) list.append(this.item(list.childElementCount));
    [...list.children].forEach((item, at) => {
      const line = lines[at];
      const play = /** @type {HTMLButtonElement} */ (item.querySelector('.pv'));
      const more = /** @type {HTMLButtonElement} */ (item.querySelector('.more'));
      // Not disabled: a pressed button keeps the focus while the next lines arrive.
      for (const button of [play, more]) button.setAttribute('aria-disabled', String(!line));
      play.dataset.move = line?.moves[0] ?? '';
      const [first = '', ...rest] = line ? this.text(line) : ['…'];
      // The elements stay while their text changes: they may be in use.
      writeScore(/** @type {HTMLElement} */ (play.querySelector('b')), line?.score);
      for (const [name, text] of [
        ['strong', first],
        ['i', ` ${rest.join(' ')}`],
      ])
        /** @type {HTMLElement} */ (play.querySelector(name)).textContent = text;
      item.classList.toggle('open', this.opened.has(at));
      more.setAttribute('aria-expanded', String(this.opened.has(at)));
    });
  }

  /** @param {number} at */
  item(at) {
    const item = document.createElement('li');
    const play = document.createElement('button');
    play.type = 'button';
    play.className = 'pv num';
    const moves = document.createElement('span');
    moves.append(document.createElement('strong'), document.createElement('i'));
    play.append(document.createElement('b'), moves);
    play.addEventListener('click', () => {
      if (play.dataset.move && !this.threat) this.hears.play(play.dataset.move);
    });
    const more = document.createElement('button');
    more.type = 'button';
    more.className = 'bare more';
    more.setAttribute('aria-label', say('analysis.whole-line', { number: at + 1 }));
    more.append(icon('down'));
    more.addEventListener('click', () => {
      if (!this.opened.delete(at)) this.opened.add(at);
      item.classList.toggle('open', this.opened.has(at));
      more.setAttribute('aria-expanded', String(this.opened.has(at)));
    });
    item.append(play, more);
    return item;
  }

  /** The numbered moves of a line. @param {AnalysisLine} line */
  text(line) {
    const start = (this.looked?.half ?? 0) + (this.threat ? 1 : 0);
    return line.moves.map((move, at) => {
      const half = start + at;
      const number = Math.floor(half / 2) + 1;
      return half % 2 === 0 ? `${number}. ${move}` : at === 0 ? `${number}… ${move}` : move;
    });
  }
}
