// What happens, for those who listen: moves politely, what cannot wait at once. What was tried and
// cannot be done is also shown.
import { part } from './part.js';

const SHOWN = 6000;
/** @type {number|undefined} */
let timer;

/** The same words twice are two announcements. @param {HTMLElement} region @param {string} text */
function put(region, text) {
  region.textContent = region.textContent === text ? `${text}\u00a0` : text;
}

/** @param {string} text */
export const politely = text => put(part('said'), text);

/** @param {string} text */
export const atOnce = text => put(part('alert'), text);

/** Shows a message for a while, and says it at once. @param {string} text */
export function complain(text) {
  atOnce(text);
  show(text);
}

/** Shows a message for a while, and says it politely. @param {string} text */
export function tell(text) {
  politely(text);
  show(text);
}

/** @param {string} text */
function show(text) {
  const toast = part('toast');
  toast.textContent = text;
  clearTimeout(timer);
  timer = setTimeout(() => {
    toast.textContent = '';
  }, SHOWN);
}
