// After a reconnect, the server may have another version.
import { tell } from './announce.js';
import { get, set } from './keep.js';
import { say } from './words.js';

/** @typedef {import('./api.js').Welcome} Welcome */

/** How long the end of a game is shown before a newer page replaces this one, in milliseconds. */
const SEEN = 5000;
const ours = document.documentElement.dataset.build;
let newer = '';

/** @param {Welcome} welcome @param {Welcome} before */
export function returned(welcome, before) {
  if (welcome.run !== before.run) tell(say('link.restarted'));
  newer = welcome.build === ours ? '' : welcome.build;
  const notice = /** @type {HTMLElement} */ (document.getElementById('newer'));
  notice.textContent = newer ? say('link.newer') : '';
  if (newer && welcome.build !== before.build) tell(notice.textContent);
}

/** The game is over: a newer page may replace this one, once. */
export function over() {
  if (!newer || get('loaded') === newer) return;
  set('loaded', newer);
  setTimeout(() => location.reload(), SEEN);
}
