// The explorer: which moves were played in the current position, in a selected collection. No requests are made while
// its tab is closed.
import { ask, reach, refused } from './api.js';
import { ExplorerMoves } from './explorer_moves.js';
import { get, keys, set } from './keep.js';
import { part } from './part.js';
import { say } from './words.js';

/** @typedef {import('./types.js').ExplorerView} ExplorerView */

/** A short pause, so that stepping through a game does not query every move. */
const PAUSE = 60;
/** The pause before asking a server again that is still reading its games. */
const AGAIN = 2000;
/** How many of the reader's own games the server uses. */
const MOST_OWN = 2000;

export class Explorer {
  /** @param {(move: string) => void} play called when a move is selected */
  constructor(play) {
    /** @type {{rules: string, fen: string}|null} */
    this.looked = null;
    /** @type {AbortController|null} */
    this.asking = null;
    /** The server's name for the reader's own games. @type {Promise<string>|null} */
    this.own = null;
    this.moves = new ExplorerMoves(play);
    this.tabs = [part('tab-moves'), part('tab-explorer')];
    this.listen();
    this.open(get('analysis-tab') === 'explorer');
  }

  listen() {
    const [moves, explorer] = this.tabs;
    for (const tab of this.tabs) {
      tab.addEventListener('click', () => this.choose(tab === explorer));
      tab.addEventListener('keydown', (/** @type {KeyboardEvent} */ event) => {
        if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
        event.preventDefault();
        this.choose(tab === moves);
        (tab === moves ? explorer : moves).focus();
      });
    }
    const source = part('explorer-source');
    source.value = get('explorer-source') ?? 'server';
    // A collection that no longer exists.
    if (source.selectedIndex < 0) source.value = 'server';
    source.addEventListener('change', () => {
      set('explorer-source', source.value);
      this.again();
    });
  }

  /** @param {boolean} isOpen */
  choose(isOpen) {
    set('analysis-tab', isOpen ? 'explorer' : 'moves');
    this.open(isOpen);
    this.again();
  }

  /** @param {boolean} isOpen */
  open(isOpen) {
    this.isOpen = isOpen;
    const [moves, explorer] = this.tabs;
    for (const [tab, isChosen] of [
      [moves, !isOpen],
      [explorer, isOpen],
    ]) {
      tab.setAttribute('aria-selected', String(isChosen));
      tab.tabIndex = isChosen ? 0 : -1;
      part(tab.getAttribute('aria-controls')).hidden = !isChosen;
    }
  }

  again() {
    if (this.looked) this.look(this.looked.rules, this.looked.fen);
  }

  /** Shows a position. @param {string} rules @param {string} fen */
  async look(rules, fen) {
    this.looked = { rules, fen };
    this.asking?.abort();
    part('explorer-mine').href = `/games?${new URLSearchParams({ position: `${fen} ${rules}` })}`;
    if (!this.isOpen) return;
    const asking = new AbortController();
    this.asking = asking;
    part('explorer').setAttribute('aria-busy', 'true');
    let pause = PAUSE;
    for (;;) {
      await new Promise(done => {
        setTimeout(done, pause);
      });
      if (asking.signal.aborted) return;
      const view = await this.answer(rules, fen, asking.signal);
      if (asking.signal.aborted) return;
      part('explorer').setAttribute('aria-busy', 'false');
      if (!view || view.complete) return;
      pause = AGAIN;
    }
  }

  /** Queries a position, and shows the answer. @param {string} rules @param {string} fen @param {AbortSignal} signal */
  async answer(rules, fen, signal) {
    try {
      const view = await this.probe(rules, fen, signal);
      if (signal.aborted) return null;
      part('explorer-told').textContent = this.told(view);
      this.moves.show(view);
      return view;
    } catch (error) {
      if (signal.aborted) return null;
      part('explorer-told').textContent = error instanceof Error ? error.message : String(error);
      this.moves.show(null);
      return null;
    }
  }

  /** @param {ExplorerView} view */
  told(view) {
    const { opening } = view;
    const isRussian = document.documentElement.lang === 'ru';
    return [
      ...(opening ? [(isRussian && opening.russian) || opening.name] : []),
      ...view.ballots.map(name => say('explorer.ballot', { name })),
      view.games > 0 ? say('explorer.found', { count: view.games }) : say('explorer.nothing'),
      ...(view.ended > 0 ? [say('explorer.ended', { count: view.ended })] : []),
      ...(view.complete ? [] : [say('explorer.reading')]),
    ].join(' · ');
  }

  /** @param {string} rules @param {string} fen @param {AbortSignal} signal @returns {Promise<ExplorerView>} */
  async probe(rules, fen, signal) {
    const chosen = part('explorer-source').value;
    const [, side] = chosen.split('-');
    const isOwn = chosen === 'own' || chosen === 'own-white' || chosen === 'own-black';
    for (let tries = 0; ; tries++) {
      const source = isOwn ? await this.ownGames() : chosen.replace(/^file-/, '');
      const query = new URLSearchParams({ rules, fen, source, ...(isOwn && side && { side }) });
      const response = await reach(`/api/explorer?${query}`, { signal });
      const answer = await response.json();
      if (response.ok) return answer;
      // The server forgets own games after a while.
      if (!isOwn || response.status !== 404 || tries > 0) throw refused(answer.error);
      this.own = null;
    }
  }

  /** The collection of the reader's own games. @returns {Promise<string>} */
  ownGames() {
    this.own ??= ask('/api/explorer/own', { games: keys().slice(0, MOST_OWN) }).then(
      (/** @type {import('./types.js').ExplorerSource} */ { source }) => source,
    );
    this.own.catch(() => {
      this.own = null;
    });
    return this.own;
  }
}
