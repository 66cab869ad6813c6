// The state of the connection, shown where people look: at the line that says whose turn it is.
import { politely } from './announce.js';
import { part } from './part.js';
import { say } from './words.js';

/** @typedef {'connected'|'connecting'} Link */

/** The connection's state as last announced. @type {Link|null} */
let told = null;

/** The last message about the connection. */
let said = '';

function show() {
  // A device may know that it is offline before the connection does.
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
