// Games of a file that became one's own: this browser keeps their keys.
import { keep } from './api.js';
import { part } from './part.js';

const { keys = '' } = /** @type {HTMLElement} */ (part('added')).dataset;
for (const game of keys.split(',').filter(Boolean)) {
  const [id, key] = game.split(':');
  keep(id, key);
}
