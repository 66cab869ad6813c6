// The report of a game: its progress while it is computed, and the position of the selected move.
import { ask } from './api.js';
import { offerCards } from './cards.js';
import { part } from './part.js';
import { say } from './words.js';

/** @typedef {import('./types.js').ReportView} ReportView */

const PAUSE = 700;
const page = /** @type {HTMLElement} */ (part('report'));
const { game, state, looks = '' } = page.dataset;
const plies = Number(page.dataset.plies);
const address = `/api/games/${game}/report`;
let shown = Number(page.dataset.shown);

/** Polls the report until it is ready. */
async function follow() {
  for (;;) {
    try {
      /** @type {ReportView} */
      let view = await ask(address);
      // The server that computed it has stopped: the next request starts again.
      if (view.state === 'none') view = await ask(address, {});
      if (view.state === 'done') break;
      part('progress').value = view.judged;
      part('so-far').textContent = say('report.working', { judged: view.judged, plies });
      part('trouble').textContent = '';
    } catch (error) {
      part('trouble').textContent = /** @type {Error} */ (error).message;
    }
    await new Promise(done => setTimeout(done, PAUSE));
  }
  location.reload();
}

/** @returns {NodeListOf<HTMLAnchorElement>} */
const links = () => page.querySelectorAll('[data-ply]');

/** Shows the position after a move. @param {number} ply */
function show(ply) {
  shown = Math.max(0, Math.min(plies, ply));
  const picture = part('position');
  picture.src = `/api/games/${game}/position.svg?ply=${shown}${looks}`;
  let move = '–';
  for (const link of links()) {
    const isHere = Number(link.dataset.ply) === shown;
    if (isHere) move = link.dataset.move ?? move;
    if (isHere) link.setAttribute('aria-current', 'true');
    else link.removeAttribute('aria-current');
  }
  picture.alt = say('report.position', { move });
  part('here').setAttribute('d', `M${((400 * shown) / Math.max(1, plies)).toFixed(1)} 0V90`);
  part('board-link').href = `/analysis?game=${game}&ply=${shown}`;
  history.replaceState(null, '', `?ply=${shown}`);
}

/** @param {MouseEvent} event */
function press(event) {
  const link = /** @type {Element} */ (event.target).closest('[data-ply]');
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  show(Number(/** @type {HTMLElement} */ (link).dataset.ply));
}

if (state === 'waiting' || state === 'working') follow();
if (state === 'done') {
  offerCards();
  page.addEventListener('click', press);
  part('curve').addEventListener('click', (/** @type {MouseEvent} */ event) => {
    const box = part('curve').getBoundingClientRect();
    show(Math.round((plies * (event.clientX - box.left)) / box.width));
  });
  document.addEventListener('keydown', event => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'ArrowLeft') show(shown - 1);
    else if (event.key === 'ArrowRight') show(shown + 1);
  });
}
