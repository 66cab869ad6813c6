// A list of games that is kept as it is now, without a reload.
import { reach } from './api.js';

/** Puts the games of a newer list in the places of the old ones; what has not changed stays as it is. @param {HTMLElement} list @param {HTMLElement[]} games */
function renew(list, games) {
  const old = new Map(
    [...list.children].map(game => [/** @type {HTMLElement} */ (game).dataset.game, game]),
  );
  const held = /** @type {HTMLElement|null} */ (document.activeElement);
  const game = held?.closest('li')?.dataset.game;
  const what = held?.dataset.do ? `[data-do="${held.dataset.do}"]` : 'a';
  list.replaceChildren(
    ...games.map(one => {
      const before = old.get(one.dataset.game);
      return before?.outerHTML === one.outerHTML ? before : document.importNode(one, true);
    }),
  );
  if (!game) return;
  // Who was about to open a game still is. If it has gone, another is near, or the page itself.
  const find = (/** @type {string} */ where) =>
    /** @type {HTMLElement|null} */ (list.querySelector(where));
  const next = held?.isConnected
    ? held
    : (find(`[data-game="${game}"] ${what}`) ?? find('button:not([hidden]), a:not([hidden])'));
  (next ?? document.getElementById('main'))?.focus();
}

/**
 * Keeps a list fresh while the page is seen.
 * @param {{path: string, every: number, list: HTMLElement, none: HTMLElement, prepare?: (game: HTMLElement) => void, changed?: (count: number) => void}} about
 * where the list comes from, how often it is asked for in milliseconds, what stands in its place when it is empty
 * @returns {() => Promise<void>} asks now
 */
export function keepFresh({ path, every, list, none, prepare = () => {}, changed = () => {} }) {
  const refresh = async () => {
    const answer = await reach(path);
    if (!answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    const games = /** @type {HTMLElement[]} */ ([...page.querySelectorAll('li[data-game]')]);
    games.forEach(prepare);
    renew(list, games);
    list.hidden = games.length === 0;
    none.hidden = games.length > 0;
    changed(games.length);
  };
  // The server may be away for a moment; the list stays until it is back.
  const again = async () => {
    if (!document.hidden) await refresh().catch(() => {});
  };
  setInterval(again, every);
  document.addEventListener('visibilitychange', again);
  return again;
}
