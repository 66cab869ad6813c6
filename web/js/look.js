// The reports of the reader's last games, which the server makes one after the other, so that their mistakes are practised.
import { ask, reach } from './api.js';
import { collect } from './cards.js';
import { forget, get, keys, set } from './keep.js';
import { part } from './part.js';
import { say } from './words.js';

/** @typedef {import('./types.js').ReportQueueView} ReportQueueView */

/** How many games are used, and how often the reports are polled. */
const LAST = 10;
const PAUSE = 1_000;

/** The reader's latest finished games. */
async function lastGames() {
  const body = new URLSearchParams({ ids: keys().join(',') });
  const answer = await reach('/games', { method: 'POST', body });
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  /** @type {NodeListOf<HTMLAnchorElement>} */
  const links = page.querySelectorAll('#own-list a[data-result]:not([data-result=going])');
  return [...links].slice(0, LAST).map(link => link.pathname.slice('/game/'.length));
}

/** The games of which the mistakes are still to be added, also when the page is opened again. */
const looking = () => (get('looking') ?? '').split(',').filter(Boolean);

/** Whether the last games are still being looked through. */
export const isLooking = () => looking().length > 0;

/** Says how far it is. @param {number} left @param {number} all */
function tell(left, all) {
  part('looked').textContent = say('practice.looking', { number: all - left + 1, all });
}

/** Waits for the reports that are still to be made, and adds the mistakes of each that is there: how many are new. */
export async function lookOn() {
  const all = looking();
  let added = 0;
  for (let left = all; left.length;) {
    /** @type {ReportQueueView} */
    const { waiting } = await ask('/api/reports');
    for (const game of left.filter(id => !waiting.includes(id))) {
      try {
        added += (await collect(game)).added;
      } catch (error) {
        // Without a cause there was no answer; what is refused is not tried again for ever.
        if (/** @type {Error} */ (error).cause) forget('looking');
        throw error;
      }
      left = left.filter(id => id !== game);
      set('looking', left.join(','));
    }
    if (!left.length) break;
    tell(left.length, all.length);
    await new Promise(done => setTimeout(done, PAUSE));
  }
  forget('looking');
  part('looked').textContent = added
    ? say('practice.added', { count: added })
    : say('practice.no-more');
  return added;
}

/** Has the last games looked through by the server, which goes on when the page is closed. */
export async function lookThrough() {
  const games = await lastGames();
  tell(games.length, games.length);
  await ask('/api/reports', { games });
  set('looking', games.join(','));
  return lookOn();
}
