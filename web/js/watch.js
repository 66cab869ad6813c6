// Keeps the list of games in progress up to date.
import { keepFresh } from './fresh.js';

const [list, none] = ['games', 'none'].map(
  id => /** @type {HTMLElement} */ (document.getElementById(id)),
);
keepFresh({ path: '/watch', every: 5000, list, none });
