// Games of a file added to the library: this browser keeps their keys.
import { keep } from './api.js';
import { part } from './part.js';

const { games = '' } = /** @type {HTMLElement} */ (part('added')).dataset;
for (const game of games.split(',').filter(Boolean)) {
  const [id, key] = game.split(':');
  keep(id, key);
}
