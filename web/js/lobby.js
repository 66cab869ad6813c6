// The lobby: open games, which can be joined by a click, and the form that finds or creates one.
import { addressOf, ask, takeSeat } from './api.js';
import { kept, offerOwnRules, showFitting } from './form.js';
import { keepFresh } from './fresh.js';
import { get, set } from './keep.js';
import { part } from './part.js';
import { wear } from './sides.js';
import { say } from './words.js';

/** How often the list is refreshed, in milliseconds. */
const FRESH = 4000;
/** The errors when a seat is no longer free. */
const GONE = ['not-invited', 'refused', 'no-game'];

/** @type {HTMLFormElement} */
const form = part('seek');
/** @type {HTMLSelectElement} */
const rules = part('rules');
/** @type {HTMLElement} */
const offers = part('offers');
/** Whether a request for a game is under way. */
let asking = false;

/** @param {HTMLElement} offer */
const isOwn = offer => get(`key:${offer.dataset.game}`) !== null;

/** Readers cannot join their own game, but return to it. @param {HTMLElement} offer */
function mark(offer) {
  for (const one of /** @type {NodeListOf<HTMLElement>} */ (offer.querySelectorAll('[data-do]')))
    one.hidden = (one.dataset.do === 'own') !== isOwn(offer);
}

/** The selected clock. @param {string} chosen one of the offered ones, or none of them */
function clock(chosen) {
  const value = (/** @type {string} */ name) => part(name).value.trim();
  if (chosen) return chosen;
  const bonus = Number(value('seconds')) > 0 ? `+${value('seconds')}s` : '';
  const kinds = {
    minutes: `${value('minutes')}m${bonus}`,
    days: `${value('days')}d/move`,
    none: 'none',
    own: value('own_clock'),
  };
  return kinds[/** @type {keyof typeof kinds} */ (value('kind'))];
}

/**
 * Requests a game, once at a time, and goes there.
 * @param {() => Promise<string>} find the address of the game @param {HTMLElement} button
 */
async function go(find, button) {
  if (asking) return;
  asking = true;
  form.setAttribute('aria-busy', 'true');
  part('trouble').textContent = '';
  if (part('name').type !== 'hidden') set('name', part('name').value.trim());
  try {
    location.assign(await find());
  } catch (error) {
    const { message, cause } = /** @type {Error} */ (error);
    await again();
    part('trouble').textContent = GONE.includes(String(cause)) ? say('lobby.gone') : message;
    if (!button.isConnected)
      (offers.querySelector(/** @type {'button'} */ ('button:not([hidden])')) ?? rules).focus();
  }
  asking = false;
  form.removeAttribute('aria-busy');
}

/** @returns {{name?: string}} */
function signed() {
  const name = part('name').value.trim();
  return name ? { name } : {};
}

/**
 * The game in which the reader is already waiting, so that nobody is paired with themselves.
 * @param {string} wanted the clock
 */
async function waitsAlready(wanted) {
  await again();
  const title = rules.selectedOptions[0]?.text;
  const all = /** @type {HTMLElement[]} */ ([...offers.children]);
  return all.find(
    offer => isOwn(offer) && offer.dataset.title === title && offer.dataset.clock === wanted,
  )?.dataset.game;
}

/** @param {string} chosen */
async function seek(chosen) {
  const own = await waitsAlready(clock(chosen));
  if (own) return `/game/${own}`;
  const { color, rated } = Object.fromEntries(new FormData(form));
  const { id, key } = await ask('/api/seeks', {
    rules: rules.value,
    clock: clock(chosen),
    color,
    rated: rated === 'on',
    ...signed(),
  });
  set('order', JSON.stringify({ ...kept('order'), rules: rules.value }));
  return addressOf(id, key);
}

const again = keepFresh({
  path: '/lobby/games',
  every: FRESH,
  list: offers,
  none: part('none'),
  prepare: mark,
  changed(count) {
    const text = count ? say('lobby.count', { count }) : say('lobby.none');
    if (part('count').textContent !== text) part('count').textContent = text;
    // The message that replaces the list already says so, visibly.
    part('count').classList.toggle('hidden', count === 0);
  },
});

offers.addEventListener('click', event => {
  const button = /** @type {Element} */ (event.target).closest('button');
  const id = button?.closest('li')?.dataset.game;
  if (button && id) go(() => takeSeat(id, signed()), button);
});
form.addEventListener('submit', event => {
  event.preventDefault();
  const button = /** @type {HTMLButtonElement} */ (
    /** @type {SubmitEvent} */ (event).submitter ?? form.querySelector('.pace')
  );
  go(() => seek(button.value), button);
});
form.addEventListener('change', () => {
  showFitting(form);
  wear(rules);
});

offerOwnRules(rules);
const last = kept('order')?.rules;
if (!('asked' in form.dataset) && [...rules.options].some(({ value }) => value === last))
  rules.value = last;
part('name').value ||= get('name') ?? '';
showFitting(form);
wear(rules);
for (const offer of offers.children) mark(/** @type {HTMLElement} */ (offer));
