// Reports of the reader's latest games, one by one, for practising their mistakes.
import { ask, reach } from './api.js';
import { collect } from './cards.js';
import { keys } from './keep.js';
import { part } from './part.js';
import { say } from './words.js';

/** @typedef {import('./types.js').ReportView} ReportView */

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

/** Waits for the report of a game. @param {string} game */
async function reported(game) {
  const address = `/api/games/${game}/report`;
  for (;;) {
    /** @type {ReportView} */
    let view = await ask(address);
    // It was not requested, or the server that computed it has stopped.
    if (view.state === 'none') view = await ask(address, {});
    if (view.state === 'done') return;
    await new Promise(done => setTimeout(done, PAUSE));
  }
}

/** Adds the mistakes of the latest games and shows the progress; returns how many are new. */
export async function lookThrough() {
  const games = await lastGames();
  let added = 0;
  for (const [number, game] of games.entries()) {
    part('looked').textContent = say('practice.looking', {
      number: number + 1,
      all: games.length,
    });
    await reported(game);
    added += (await collect(game)).added;
  }
  part('looked').textContent = added
    ? say('practice.added', { count: added })
    : say('practice.no-more');
  return added;
}
