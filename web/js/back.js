// The link back to the reader's current game, on every page but the game's.
import { begun, forget, get, lately, set } from './keep.js';

/** How often a visible bar is refreshed, in milliseconds. */
const FRESH = 15_000;
const TICK = 250;
/** Below this many milliseconds, time is short. */
const LOW = 20_000;

const top = /** @type {HTMLElement} */ (document.querySelector('.top'));
/** @type {HTMLAnchorElement|null} */
let bar = null;
/** When the server last sent the clock. */
let heard = 0;

/**
 * Shows the bar that the server sent, or none, preserving the focus.
 * @param {HTMLAnchorElement|null} fresh @param {string[]} [unfinished] the unfinished games
 */
function show(fresh, unfinished = []) {
  if (!fresh) {
    bar?.remove();
    bar = null;
    // The game's own page has none, and the next page will.
    if (!unfinished.some(id => location.pathname === `/game/${id}`)) forget('back');
    delete document.documentElement.dataset.back;
    return;
  }
  set('back', fresh.dataset.game ?? '');
  document.documentElement.dataset.back = '';
  if (bar) {
    for (const { name, value } of fresh.attributes) bar.setAttribute(name, value);
    bar.replaceChildren(...fresh.childNodes);
  } else {
    bar = document.importNode(fresh, true);
    if (document.querySelector('main:is(.game, .home)')) top.querySelector('.end')?.before(bar);
    else document.querySelector('.foot')?.append(bar);
  }
}

async function refresh() {
  const ids = lately();
  if (!ids.length && !('account' in top.dataset)) return show(null);
  const body = new URLSearchParams({
    ids: ids.map(id => `${id}:${get(`key:${id}`)}`).join(','),
    here: location.pathname,
  });
  const answer = await fetch('/back', { method: 'POST', body });
  if (!answer.ok) return undefined;
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const found = /** @type {HTMLElement} */ (page.body.firstElementChild);
  const unfinished = (found.dataset.unfinished ?? '').split(',');
  // The page may have started another meanwhile.
  begun(lately().filter(id => !ids.includes(id) || unfinished.includes(id)));
  /** @type {HTMLAnchorElement|null} */
  const fresh = page.querySelector('.back');
  heard = performance.now();
  // It appears with its time, so that nothing in it moves.
  if (fresh) await tick(fresh);
  show(fresh, unfinished);
  return undefined;
}

/** Updates the clock of a bar. @param {Element|null} where */
async function tick(where) {
  const { written } = await import('./clocks.js');
  const dial = /** @type {HTMLElement|null|undefined} */ (where?.querySelector('.time'));
  if (!dial) return;
  const { left, delay } = dial.dataset;
  const gone = 'ticks' in dial.dataset ? performance.now() - heard - Number(delay) : 0;
  const now = Math.max(0, Number(left) - Math.max(0, gone));
  const text = written(now, 0);
  if (dial.textContent !== text) dial.textContent = text;
  dial.classList.toggle('low', now < LOW);
}

/** Practice positions kept without an account move into it; if that fails, the next page tries again. */
if ('account' in top.dataset && get('cards'))
  import('./cards.js').then(({ moveIn }) => moveIn()).catch(() => {});

/** The server may be down for a moment; the bar stays until it is back. */
const again = () => refresh().catch(() => {});

again();
setInterval(() => {
  if (bar && !document.hidden) tick(bar);
}, TICK);
setInterval(() => {
  if (bar && !document.hidden) again();
}, FRESH);
document.addEventListener('visibilitychange', () => {
  if (!document.hidden) again();
});
// A page restored from the back/forward cache.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) again();
});
