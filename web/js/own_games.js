// One's own games: those of the account, and those that this browser has the keys of.
import { reach } from './api.js';
import { keys } from './keep.js';
import { part } from './part.js';

/** @type {HTMLFormElement} */
const form = part('own');
/** What was asked last; answers to what was asked before come too late. */
let asked = 0;

/** Shows the games that the form asks for. @param {HTMLElement|null} [pressed] the button that was pressed */
async function show(pressed) {
  const number = ++asked;
  const wish = new URLSearchParams();
  for (const [name, value] of new FormData(form, pressed)) wish.set(name, String(value));
  wish.set('ids', keys().join(','));
  const answer = await reach('/games', { method: 'POST', body: wish });
  const text = await answer.text();
  if (!answer.ok || number !== asked) return;
  const page = new DOMParser().parseFromString(text, 'text/html');
  // Options that leave a list one by one do not keep which of them is chosen.
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
