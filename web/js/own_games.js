// Own games: those of the account, and those whose keys this browser has.
import { reach } from './api.js';
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
const exports = /** @type {HTMLFormElement} */ (part('own-export'));
exports.addEventListener('submit', () => {
  exports.ids.value = keys().join(',');
});
if (keys().length) show();
