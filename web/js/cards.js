// The reader's practice positions: those of an account are on the server, others are stored here.
import { ask, keyOf } from './api.js';
import { forget, get, set } from './keep.js';
import { say } from './words.js';

/** @typedef {import('./types.js').GuestCard} GuestCard */
/** @typedef {import('./types.js').CardName} CardName */
/** @typedef {import('./types.js').CardAnswer} CardAnswer */
/** @typedef {import('./types.js').CardsView} CardsView */

/** How many positions are stored here, and as many ids of removed ones. */
export const MOST = 300;
/** How many move into an account at once. */
const MOST_MOVED = 50;

export const isAccount = () => document.querySelector('.top[data-account]') !== null;

/** The time zone's offset from UTC, in minutes. */
export const zone = () => -new Date().getTimezoneOffset();

/** The positions stored here, including removed ones. @returns {GuestCard[]} */
export function kept() {
  try {
    return JSON.parse(get('cards') ?? '[]');
  } catch {
    return [];
  }
}

/** Stores positions, and from which day the first of them is due. @param {GuestCard[]} cards */
function keep(cards) {
  const removed = cards.filter(({ state }) => !state).slice(-MOST);
  const practised = cards.flatMap(({ state }) => state ?? []);
  set('cards', JSON.stringify([...cards.filter(({ state }) => state), ...removed]));
  const days = practised.map(({ due, last, again }) => (again ? (last ?? due) : due));
  if (days.length) set('practises', String(Math.min(...days)));
  else forget('practises');
}

/** @param {CardName} one @param {CardName} other */
const isSame = (one, other) => one.game === other.game && one.ply === other.ply;

/** Stores the state of a position; null removes it. @param {CardName} name @param {GuestCard['state']} state */
function change(name, state) {
  keep([...kept().filter(card => !isSame(card.name, name)), { name, state }]);
}

/** Stores new positions; returns how many. @param {GuestCard[]} cards */
function add(cards) {
  const all = kept();
  const added = cards.filter(({ name }) => !all.some(card => isSame(card.name, name)));
  if (all.filter(({ state }) => state).length + added.length > MOST)
    throw new Error(say('practice.full', { most: MOST }), { cause: 'full' });
  if (added.length) keep([...all, ...added]);
  return added.length;
}

/** Adds the mistakes of a game: those of the reader, or of a side. @param {string} game @param {string} [side] */
export async function collect(game, side) {
  /** @type {CardsView} */
  const view = await ask('/api/cards', { game, side, zone: zone() }, keyOf(game));
  return { ...view, added: view.added ?? add(view.cards) };
}

/**
 * Answers a position; without a move the solution is shown.
 * @param {CardName} name @param {string} [text] @returns {Promise<CardAnswer>}
 */
export async function answer(name, text) {
  const state = kept().find(card => isSame(card.name, name))?.state ?? null;
  const found = await ask('/api/cards/answer', { name, text, state, zone: zone() });
  if (!isAccount()) change(name, found.state);
  return found;
}

/** Removes a position. @param {CardName} name */
export async function remove(name) {
  if (isAccount()) await ask('/api/cards/remove', name);
  else change(name, null);
}

/** Moves the positions stored here into the reader's account. */
export async function moveIn() {
  for (;;) {
    const cards = kept();
    if (!cards.length) return ['cards', 'practises'].forEach(forget);
    await ask('/api/cards/move', { cards: cards.slice(0, MOST_MOVED) });
    keep(cards.slice(MOST_MOVED));
  }
}

/** What a page sends to the server. */
export const wish = () =>
  new URLSearchParams({
    zone: String(zone()),
    ...(!isAccount() && {
      cards: get('cards') ?? '',
      ...(get('daily') && { daily: get('daily') ?? '' }),
    }),
  });

/** Adds the mistakes of the page's game automatically if the reader's side is known; otherwise a button does. */
export async function offerCards() {
  const note = document.getElementById('practised');
  if (!note) return;
  const { game = '', side } = note.dataset;
  const button = document.getElementById('practise-these');
  const text = /** @type {HTMLElement} */ (note.querySelector('span'));
  /** @param {CardsView} view */
  const tell = ({ cards, added }) => {
    if (!cards.length) return;
    text.textContent = added ? say('practice.added', { count: added }) : say('practice.there');
    note.hidden = false;
  };
  /** @param {unknown} error */
  const fail = error => {
    text.textContent = /** @type {Error} */ (error).message;
    note.hidden = false;
  };
  button?.addEventListener('click', async () => {
    button.hidden = true;
    await collect(game, side).then(tell, fail);
  });
  if (button) button.hidden = false;
  if (!isAccount() && !keyOf(game)) return;
  await collect(game).then(view => {
    if (button && view.side === side) button.hidden = true;
    tell(view);
  }, fail);
}
