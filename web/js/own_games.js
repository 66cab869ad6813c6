// Own games: those of the account, and those whose keys this browser has.
import { ask, reach } from './api.js';
import { keys } from './keep.js';
import { part } from './part.js';

/** @type {HTMLFormElement} */
const form = part('own');
/** The number of the latest request; earlier responses are ignored. */
let asked = 0;

/** Shows the games that match the form. @param {HTMLElement|null} [pressed] the button that was pressed */
async function show(pressed) {
  const number = ++asked;
  const wish = new URLSearchParams();
  for (const [name, value] of new FormData(form, pressed)) wish.set(name, String(value));
  wish.set('ids', keys().join(','));
  const answer = await reach('/games', { method: 'POST', body: wish });
  const text = await answer.text();
  if (!answer.ok || number !== asked) return;
  const page = new DOMParser().parseFromString(text, 'text/html');
  // Removing options one by one would lose the selection.
  const { value } = part('own-rules');
  for (const id of ['own-list', 'own-rules']) {
    const fresh = page.getElementById(id);
    if (fresh) part(id).replaceChildren(...fresh.childNodes);
  }
  part('own-rules').value = value;
}

form.addEventListener('submit', event => {
  event.preventDefault();
  show(event.submitter);
});
form.addEventListener('change', () => show());
/** @type {NodeListOf<HTMLFormElement>} */
const withKeys = document.querySelectorAll('form.with-keys');
for (const one of withKeys)
  one.addEventListener('submit', () => {
    one.ids.value = keys().join(',');
  });

/** How often it is asked how many reports are still to be made. */
const PAUSE = 2_000;

/** Says how many reports are still to be made, until none is. */
async function follow() {
  let waiting = Number(part('own-reports').dataset.waiting);
  while (waiting) {
    await new Promise(done => setTimeout(done, PAUSE));
    /** @type {import('./types.js').ReportQueueView} */
    const view = await ask('/api/reports');
    if (view.waiting.length === waiting) continue;
    waiting = view.waiting.length;
    const answer = await reach('/games');
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    const fresh = page.getElementById('own-reports');
    if (fresh) part('own-reports').replaceChildren(...fresh.childNodes);
  }
}

if (keys().length) show();
await follow();
