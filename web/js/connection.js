// Whether the server can be reached, where the eye is: at the line that says whose turn it is.
import { politely } from './announce.js';
import { part } from './part.js';
import { say } from './words.js';

/** @typedef {'connected'|'connecting'} Link */

/** The connection as it was last told. @type {Link|null} */
let told = null;

/** What was said of the connection. */
let said = '';

function show() {
  // A device that knows that it is offline knows it before the connection does.
  const state = navigator.onLine ? told : 'offline';
  if (state === null || state === said) return;
  const isNews = said !== '';
  said = state;
  const chip = part('link');
  chip.dataset.state = state;
  chip.textContent = say(`link.${state}`);
  if (isNews) politely(chip.textContent);
}

/** @param {Link} link */
export function showLink(link) {
  told = link;
  show();
}

for (const change of ['online', 'offline']) addEventListener(change, show);
