// The composer of house rules: each change reloads the page from the server and takes over what it says about the
// rules, so that sentences have one source.
import { reach } from './api.js';
import { get, set } from './keep.js';
import { part } from './part.js';
import { say } from './words.js';

/** @typedef {{name: string, rules: string}} Kept */

const draft = /** @type {HTMLFormElement} */ (part('draft'));
const KEY = 'rulesets';

/** @returns {Kept[]} */
function kept() {
  try {
    const list = JSON.parse(get(KEY) ?? '[]');
    return Array.isArray(list)
      ? list.filter(one => typeof one?.name === 'string' && typeof one?.rules === 'string')
      : [];
  } catch {
    return [];
  }
}

/** Stores the rules; returns whether that outlasts the page. @param {Kept[]} list */
function keep(list) {
  const lasts = set(KEY, JSON.stringify(list));
  showKept();
  return lasts;
}

let quiet = 0;
/** @param {string} text */
function tell(text) {
  part('said').textContent = text;
  clearTimeout(quiet);
  quiet = setTimeout(() => {
    part('said').textContent = '';
  }, 4000);
}

function showKept() {
  const list = kept();
  part('kept').hidden = list.length === 0;
  part('kept')
    .querySelector('.kept')
    ?.replaceChildren(
      ...list.map(({ name, rules }) => {
        const item = document.createElement('li');
        const play = Object.assign(document.createElement('a'), {
          href: `/?${new URLSearchParams({ rules })}`,
          textContent: name,
        });
        const change = Object.assign(document.createElement('a'), {
          href: `/compose?${new URLSearchParams({ from: rules })}`,
          textContent: say('compose.change'),
        });
        change.setAttribute('aria-label', say('compose.change-it', { name }));
        const forget = Object.assign(document.createElement('button'), {
          type: 'button',
          textContent: say('compose.forget'),
        });
        forget.setAttribute('aria-label', say('compose.forget-it', { name }));
        forget.addEventListener('click', () => {
          keep(kept().filter(one => one.name !== name));
          tell(say('compose.forgotten', { name }));
          part('name').focus();
        });
        item.append(play, change, forget);
        return item;
      }),
    );
}

/** Shares the page that describes the rules, from which one can play them or come back here. */
async function copy() {
  const { href } = new URL(part('result').dataset.address ?? '', location.href);
  await navigator.clipboard.writeText(href).then(
    () => tell(say('compose.copied')),
    () => tell(href),
  );
}

function save() {
  const { title: name = '', rules = '' } = part('result').dataset;
  const lasts = keep([...kept().filter(one => one.name !== name), { name, rules }]);
  tell(lasts ? say('compose.saved', { name }) : say('compose.not-kept'));
}

/** Activates the buttons of the result. */
function wire() {
  for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (
    part('result').querySelectorAll('[data-do]')
  )) {
    const copies = button.dataset.do === 'copy';
    // Browsers copy on secure connections only; the link next to it always works.
    button.hidden = copies && !navigator.clipboard;
    button.addEventListener('click', copies ? copy : save);
  }
}

/** @param {Document} page */
function take(page) {
  const result = page.getElementById('result');
  if (!result) return;
  // Invalid rules keep the last description, with the error.
  if (result.dataset.rules) part('result').replaceWith(result);
  else part('trouble').textContent = page.getElementById('trouble')?.textContent ?? '';
  part('result').classList.toggle('waits', !result.dataset.rules);
  for (const field of /** @type {NodeListOf<HTMLElement>} */ (
    document.querySelectorAll('[data-switch]')
  )) {
    const now = page.querySelector(`[data-switch="${field.dataset.switch}"]`);
    field.toggleAttribute('data-changed', now?.hasAttribute('data-changed') ?? false);
  }
  const men = page.getElementById('switch-men');
  // Clones: moving an option would move its selection along.
  if (men)
    part('switch-men').replaceChildren(...[...men.children].map(option => option.cloneNode(true)));
  wire();
}

let last = 0;
async function changed() {
  const mine = ++last;
  const fields = new URLSearchParams(/** @type {any} */ (new FormData(draft)));
  try {
    const text = await (await reach(`/compose?${fields}`)).text();
    adopt(mine, new DOMParser().parseFromString(text, 'text/html'));
  } catch (error) {
    part('trouble').textContent = error instanceof Error ? error.message : String(error);
  }
}

/** @param {number} mine the number of the change @param {Document} page */
function adopt(mine, page) {
  // A later change has its own response.
  if (mine !== last) return;
  take(page);
  const { rules } = part('result').dataset;
  // The address bar leads others to the description of these rules.
  if (rules && !part('result').classList.contains('waits'))
    history.replaceState(null, '', `/compose?${new URLSearchParams({ rules })}`);
}

let pause = 0;
draft.addEventListener('input', event => {
  const { name } = /** @type {HTMLInputElement} */ (event.target);
  // Another board has another default number of men.
  if (name === 'board') /** @type {HTMLSelectElement} */ (part('switch-men')).value = '';
  clearTimeout(pause);
  pause = setTimeout(changed, 120);
});
draft.addEventListener('submit', event => {
  event.preventDefault();
  changed();
});
part('show').hidden = true;
wire();
showKept();
