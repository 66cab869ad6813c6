// Keeps a list of games up to date without reloading the page.
import { reach } from './api.js';

/**
 * Replaces the games that have changed; the others stay as they are.
 * @param {HTMLElement} list @param {HTMLElement[]} games
 */
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
  // Preserve the focus. If its game is gone, focus a neighbour, or the page itself.
  const find = (/** @type {string} */ where) =>
    /** @type {HTMLElement|null} */ (list.querySelector(where));
  const next = held?.isConnected
    ? held
    : (find(`[data-game="${game}"] ${what}`) ?? find('button:not([hidden]), a:not([hidden])'));
  (next ?? document.getElementById('main'))?.focus();
}

/**
 * Keeps a list up to date while the page is visible.
 * @param {{path: string, every: number, list: HTMLElement, none: HTMLElement, prepare?: (game: HTMLElement) => void,
 * changed?: (count: number) => void}} about the list's address, the interval in milliseconds, and what replaces an
 * empty list
 * @returns {() => Promise<void>} updates now
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
  // The server may be down for a moment; the list stays until it is back.
  const again = async () => {
    if (!document.hidden) await refresh().catch(() => {});
  };
  setInterval(again, every);
  document.addEventListener('visibilitychange', again);
  return again;
}
