// Before a game between two people: the invitation or the wait for an opponent, and joining.
import { complain, tell } from './announce.js';
import { takeSeat } from './api.js';
import { nameOf } from './bars.js';
import { written } from './clocks.js';
import { forget, get, set } from './keep.js';
import { part } from './part.js';
import { picture } from './qr.js';
import { say } from './words.js';

/** @typedef {import('./types.js').GameView} GameView */

/** Removes an invitation from the address: it opens a seat. @param {string} id */
export function takeInvitation(id) {
  const [, invitation] = location.hash.match(/^#join=([0-9a-f]{32})$/) ?? [];
  if (!invitation) return;
  history.replaceState(null, '', location.pathname + location.search);
  set(`join:${id}`, invitation);
}

/** The server's address for others: if this page uses `localhost`, they need the one in the network. */
const origin = () => part('waiting').dataset.lan || location.origin;
const isLocal = () => /^(localhost|127\.[\d.]+|\[::1\])$/.test(location.hostname);

export class Seating {
  /**
   * @param {string} id
   * @param {{greet: () => void, welcomed: () => number, now: () => number, changed: () => void, abort: () => void}}
   * tells says hello again; the number of events at the last welcome; the server's time
   */
  constructor(id, tells) {
    this.id = id;
    this.tells = tells;
    /** Whether a request to join is under way. */
    this.asking = false;
    /** The number of events when we asked whether the seat is ours. */
    this.doubted = 0;
    this.link = '';
    /** Whether the free seat is open to anyone. */
    this.isOpen = 'open' in part('waiting').dataset;
    /** Whether the reader stops waiting. */
    this.leaves = false;
    /** When the wait started, by the server's clock; 0 if there is none. */
    this.since = 0;
    setInterval(() => this.tick(), 1000);
    takeInvitation(id);
    addEventListener('hashchange', () => {
      takeInvitation(id);
      tells.changed();
    });
    part('guest').value = get('name') ?? '';
    part('joining').addEventListener('submit', (/** @type {Event} */ event) => {
      event.preventDefault();
      this.join();
    });
    part('waiting').addEventListener('click', (/** @type {Event} */ event) => {
      const what = /** @type {Element} */ (event.target).closest('button')?.dataset.do;
      if (what === 'share') this.copy();
      if (what === 'invite')
        navigator.share({ title: document.title, url: this.link }).catch(() => {});
      if (what === 'abort') {
        this.leaves = true;
        tells.abort();
      }
    });
    const [share, copy] = ['invite', 'share'].map(what =>
      part('waiting').querySelector(`[data-do="${what}"]`),
    );
    share.hidden = !('share' in navigator);
    copy.classList.toggle('primary', share.hidden);
  }

  /** Shows what to do before the game starts; returns whether there is anything. @param {GameView} game */
  show(game) {
    const {
      table: { phase },
      yours,
    } = game;
    if (yours.length) forget(`join:${this.id}`);
    else if (this.isInvited() && phase !== 'waiting') this.doubt(game);
    if (this.leaves && this.isOpen && phase === 'finished') {
      // Once: updates meanwhile must not start it again.
      this.leaves = false;
      location.assign('/lobby');
    }
    if (phase !== 'waiting') forget(`invite:${this.id}`);
    const waits = phase === 'waiting' && yours.length > 0;
    const joins = this.side(game) !== undefined;
    part('waiting').hidden = !waits;
    part('joining').hidden = !joins;
    this.since = waits ? game.table.created : 0;
    if (waits) this.showWaiting();
    if (joins) this.showJoining(game);
    return waits || joins;
  }

  showWaiting() {
    const invitation = get(`invite:${this.id}`);
    const isKnown = this.isOpen || invitation !== null;
    this.tick();
    part('invitation').hidden = part('code').hidden = !isKnown;
    for (const what of isKnown ? [] : ['share', 'invite'])
      part('waiting').querySelector(`[data-do="${what}"]`).hidden = true;
    if (!isKnown) {
      part('how').textContent = say('wait.elsewhere');
      return;
    }
    const link = `${origin()}/game/${this.id}${this.isOpen ? '' : `#join=${invitation}`}`;
    if (link === this.link) return;
    this.link = link;
    part('invitation').value = link;
    part('near').textContent = !isLocal()
      ? ''
      : origin() === location.origin
        ? say('wait.here')
        : say('wait.near');
    part('code').replaceChildren(picture(link, say('wait.code')) ?? '');
  }

  /** How long the reader has waited. */
  tick() {
    const { open, slow } = part('waiting').dataset;
    if (!this.since || open === undefined || slow !== undefined) return;
    part('waited').textContent = say('wait.since', {
      time: written(Math.max(0, this.tells.now() - this.since), 0),
    });
  }

  /** Whether a free seat is for the reader. */
  isInvited() {
    return this.isOpen || get(`join:${this.id}`) !== null;
  }

  /**
   * The side that the reader may join, if any.
   * @param {GameView} game @returns {import('./types.js').Side|undefined}
   */
  side({ table: { phase, names }, yours }) {
    if (phase !== 'waiting' || yours.length || !this.isInvited()) return undefined;
    return names.white === null ? 'white' : 'black';
  }

  /** @param {GameView} game */
  showJoining(game) {
    const side = this.side(game) ?? 'white';
    const host = nameOf(game, side === 'white' ? 'black' : 'white');
    const name = host === 'Guest' ? null : host;
    if (this.isOpen)
      part('joining-title').textContent = name
        ? say('join.open', { name })
        : say('join.open-guest');
    else
      part('joining-title').textContent = name
        ? say('join.title', { name })
        : say('join.title-guest');
    part('joining-side').textContent = say(`side.${side}`);
  }

  async copy() {
    try {
      await navigator.clipboard.writeText(this.link);
      tell(say('do.copied'));
    } catch {
      // Browsers copy on secure connections only.
      part('invitation').focus();
      part('invitation').select();
    }
  }

  /** Joins the game. */
  async join() {
    if (this.asking) return;
    this.asking = true;
    part('joining-trouble').textContent = '';
    const name = part('guest').value.trim();
    set('name', name);
    try {
      const address = await takeSeat(this.id, {
        invitation: get(`join:${this.id}`),
        ...(name && { name }),
      });
      forget(`join:${this.id}`);
      // Without storage, the address has the key.
      if (address.includes('#')) tell(say('game.not-kept'));
    } catch (error) {
      part('joining-trouble').textContent = error instanceof Error ? error.message : String(error);
    }
    this.asking = false;
    this.tells.greet();
    this.tells.changed();
  }

  /** The seat is taken: perhaps by us, before we were told. @param {GameView} game */
  doubt({ seq, table }) {
    if (this.tells.welcomed() < seq) {
      if (this.doubted < seq) this.tells.greet();
      this.doubted = seq;
      return;
    }
    forget(`join:${this.id}`);
    forget(`key:${this.id}`);
    this.isOpen = false;
    if (table.names.white && table.names.black) complain(say('join.late'));
  }
}
