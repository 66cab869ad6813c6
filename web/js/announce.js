// Announcements for screen readers: moves politely, urgent ones at once. Failures are also shown.
import { part } from './part.js';

const SHOWN = 6000;
/** @type {number|undefined} */
let timer;

/** Repeating the same text makes another announcement. @param {HTMLElement} region @param {string} text */
function put(region, text) {
  region.textContent = region.textContent === text ? `${text}\u00a0` : text;
}

/** @param {string} text */
export const politely = text => put(part('said'), text);

/** @param {string} text */
export const atOnce = text => put(part('alert'), text);

/**
 * Shows a message for a while, and announces it at once.
 * @param {string} text @param {() => boolean} [holds] whether it is still true
 */
export function complain(text, holds) {
  atOnce(text);
  show(text, holds);
}

/**
 * Shows a message for a while, and announces it politely.
 * @param {string} text @param {() => boolean} [holds] whether it is still true
 */
export function tell(text, holds) {
  politely(text);
  show(text, holds);
}

let isTrue = () => true;

/** @param {string} text @param {() => boolean} [holds] */
function show(text, holds = () => true) {
  part('toast').textContent = text;
  isTrue = holds;
  clearTimeout(timer);
  timer = setTimeout(leave, SHOWN);
}

function leave() {
  part('toast').textContent = '';
  clearTimeout(timer);
}

/** Removes a message that is no longer true. */
export function review() {
  if (!isTrue()) leave();
}
