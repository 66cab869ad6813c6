// The composer of house rules: each change asks the server for the page anew and takes over what it
// says of the rules, so that words are made in one place.
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

/** Remembers the rules; whether that outlasts the page. @param {Kept[]} list */
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

/** What is shared is the page that says the rules and plays them; it leads on to here. */
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

/** Makes the buttons of the result work. */
function wire() {
  for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (
    part('result').querySelectorAll('[data-do]')
  )) {
    const copies = button.dataset.do === 'copy';
    // Browsers copy on safe connections only; the link beside it works on all.
    button.hidden = copies && !navigator.clipboard;
    button.addEventListener('click', copies ? copy : save);
  }
}

/** @param {Document} page */
function take(page) {
  const result = page.getElementById('result');
  if (!result) return;
  // What cannot be played leaves the last words standing, but says what is wrong.
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
  // Copies: an option that is moved takes its being chosen along.
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

/** @param {number} mine which change this is the answer to @param {Document} page */
function adopt(mine, page) {
  // A later change has its own answer.
  if (mine !== last) return;
  take(page);
  const { rules } = part('result').dataset;
  // Shared from the address bar, it leads others to these rules in words.
  if (rules && !part('result').classList.contains('waits'))
    history.replaceState(null, '', `/compose?${new URLSearchParams({ rules })}`);
}

let pause = 0;
draft.addEventListener('input', event => {
  const { name } = /** @type {HTMLInputElement} */ (event.target);
  // Another board has another usual number of men.
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
