// The form of a new game: fitting choices only, remembered on this device; and one's own games.
import { reach } from './api.js';
import { kept, offerOwnRules, showFitting } from './form.js';
import { forget, get, names, set } from './keep.js';
import { part } from './part.js';

/** @type {HTMLFormElement} */
const form = part('order');
/** @type {HTMLSelectElement} */
const rules = part('rules');
/** What belongs to one game only. */
const ONCE = new Set(['opponent', 'name', 'seed', 'fen', 'ballot']);

/** Whether a field is not as the server sent it. @param {Element} field */
function isChanged(field) {
  if (field instanceof HTMLSelectElement)
    return (
      !field.selectedOptions[0]?.defaultSelected &&
      [...field.options].some(option => option.defaultSelected)
    );
  if (!(field instanceof HTMLInputElement)) return false;
  return ['checkbox', 'radio'].includes(field.type)
    ? field.checked !== field.defaultChecked
    : field.value !== field.defaultValue;
}

/** Choices that matter are not out of sight. */
function openMore() {
  const more = /** @type {HTMLDetailsElement} */ (form.querySelector('.more'));
  const fields = [...more.querySelectorAll('input, select')].filter(
    field => !field.closest('[data-shown][hidden]'),
  );
  if (fields.some(isChanged)) more.open = true;
}

/** What was chosen the last time. */
function restore() {
  for (const [name, value] of Object.entries(kept('order') ?? {})) {
    const field = form.elements.namedItem(name);
    const asked = 'asked' in form.dataset && ['rules', 'opening'].includes(name);
    if (ONCE.has(name) || asked || value === 'position') continue;
    if (
      field instanceof HTMLSelectElement &&
      ![...field.options].some(option => option.value === value)
    )
      continue;
    if (field instanceof HTMLInputElement && field.type === 'checkbox') field.checked = true;
    else if (
      field instanceof HTMLInputElement ||
      field instanceof HTMLSelectElement ||
      field instanceof RadioNodeList
    )
      field.value = String(value);
  }
}

/** Shows only what can be chosen. */
function fit() {
  const base = rules.selectedOptions[0]?.dataset.base ?? rules.value;
  /** @type {HTMLSelectElement} */
  const opening = part('opening');
  for (const option of opening.options) {
    const only = option.dataset.for;
    option.hidden = option.disabled = only !== undefined && !only.split(' ').includes(base);
  }
  if (opening.selectedOptions[0]?.disabled) opening.value = 'standard';
  showFitting(form);
  picture(opening.value === 'position' ? part('fen').value : '');
}

/** @param {string} fen */
function picture(fen) {
  const query = new URLSearchParams({ rules: rules.value, fen });
  part('edit').href = `/editor?${query}`;
  part('rules-link').href = `/variants/${encodeURIComponent(rules.value)}`;
  query.set('theme', part('scene').dataset.theme);
  const source = `/api/position.svg?${query}`;
  if (part('scene').getAttribute('src') !== source) part('scene').src = source;
}

/** The games of this device that are not over. */
async function showUnfinished() {
  // Each with its key: whose move it is depends on who asks.
  const ids = names()
    .filter(name => name.startsWith('key:'))
    .map(name => `${name.slice(4)}:${get(name)}`);
  if (!ids.length && !('account' in part('unfinished').dataset)) return;
  const answer = await reach('/continue', {
    method: 'POST',
    body: new URLSearchParams({ ids: ids.join(',') }),
  });
  const games = new DOMParser()
    .parseFromString(await answer.text(), 'text/html')
    .querySelectorAll('li');
  if (!answer.ok || !games.length) return;
  part('unfinished').append(...games);
  part('continue').hidden = false;
}

offerOwnRules(rules);
// It led to no game, or the game has learned it.
forget('tried');
if (!part('trouble').textContent) restore();
part('name').value ||= get('name') ?? '';
fit();
openMore();
form.addEventListener('change', fit);
// A picture that cannot be drawn says nothing; the server says what is wrong with the position.
part('scene').addEventListener('error', () => {
  if (part('fen').value) picture('');
});
form.addEventListener('submit', () => {
  if (part('name').type !== 'hidden') set('name', part('name').value.trim());
  set('tried', JSON.stringify(Object.fromEntries(new FormData(form))));
});
showUnfinished().catch((/** @type {Error} */ error) => {
  part('trouble').textContent = error.message;
});
