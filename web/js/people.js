// Presence of players, and claims against those who are away.
import { atOnce, politely } from './announce.js';
import { isApart, opponent } from './actions.js';
import { written } from './clocks.js';
import { say } from './words.js';

/** @typedef {import('./types.js').GameView} GameView */
/** @typedef {import('./types.js').PresenceView} Presence */
/** @typedef {import('./types.js').Side} Side */

/** How long an absence is ignored, in milliseconds: enough for reloading a page. */
const BLINK = 2000;

export class People {
  /** @param {{game: () => GameView|null, now: () => number, changed: () => void}} page */
  constructor(page) {
    this.page = page;
    /** @type {Presence|null} */
    this.present = null;
    /** Whether the opponent has been away for longer than that. */
    this.missed = false;
    /** Whether the reader was told that the win can be claimed. */
    this.told = false;
    /** @type {number|undefined} */
    this.timer = undefined;
    setInterval(() => this.tick(), 500);
  }

  /** @param {Presence} present */
  hear(present) {
    this.present = present;
    const watching = /** @type {HTMLElement} */ (document.getElementById('watching'));
    watching.textContent = present.watching
      ? say('people.watching', { count: present.watching })
      : '';
    const away = this.away() !== null;
    clearTimeout(this.timer);
    if (away && !this.missed) this.timer = setTimeout(() => this.miss(), BLINK);
    if (!away && this.missed) {
      this.missed = this.told = false;
      if (this.page.game()?.table.phase === 'playing') politely(say('people.back'));
    }
    this.page.changed();
  }

  miss() {
    if (this.away() === null) return;
    this.missed = true;
    politely(say('people.left'));
    this.page.changed();
  }

  /** Whether a player is connected; null if irrelevant. @param {GameView} game @param {Side} side */
  there({ yours, computer, table }, side) {
    const isSeat = computer[side === 'white' ? 0 : 1] === null && table.names[side] !== null;
    return this.present && isSeat && !yours.includes(side) ? this.present[side] : null;
  }

  /** From when, by the server's clock, the reader may claim the game; null while the opponent is connected. */
  away() {
    const game = this.page.game();
    if (!game || !isApart(game) || game.table.phase !== 'playing') return null;
    return this.present?.gone[opponent(game.yours[0])] ?? null;
  }

  /** Whether the reader may claim the game now. */
  mayClaim() {
    const away = this.away();
    const game = this.page.game();
    return (
      this.missed &&
      away !== null &&
      game !== null &&
      !game.yours.includes(game.table.turn) &&
      away <= this.page.now()
    );
  }

  /** The message about the absent opponent. */
  said() {
    const [away, game] = [this.away(), this.page.game()];
    if (!this.missed || away === null || !game) return '';
    if (game.yours.includes(game.table.turn)) return say('people.left');
    const left = away - this.page.now();
    const time = written(left, 0);
    return `${say('people.left')} ${left > 0 ? say('people.wait', { time }) : say('people.may-claim')}`;
  }

  tick() {
    const line = /** @type {HTMLElement} */ (document.getElementById('absence'));
    const text = this.said();
    if (line.textContent !== text) line.textContent = text;
    if (this.mayClaim() === this.told) return;
    this.told = !this.told;
    if (this.told) atOnce(text);
    this.page.changed();
  }
}
