// The form of a new game: fitting choices only, remembered on this device; and one's own games.
import { reach } from './api.js';
import { forget, get, names, set } from './keep.js';
import { say } from './words.js';

const part = (/** @type {string} */ id) => /** @type {any} */ (document.getElementById(id));
/** @type {HTMLFormElement} */
const form = part('order');
/** @type {HTMLSelectElement} */
const rules = part('rules');
/** What belongs to one game only. */
const ONCE = new Set(['opponent', 'seed', 'fen', 'ballot']);

/** @param {string} name */
const kept = (name) => { try { return JSON.parse(get(name) ?? 'null'); } catch { return null; } };

/** Rules that were saved in the composer, which are offered too. */
function offerOwnRules() {
  /** @type {{name: string, rules: string}[]} */
  const own = kept('rulesets') ?? [];
  if (!Array.isArray(own) || !own.length) return;
  const group = document.createElement('optgroup');
  group.label = say('home.own-rules');
  for (const one of own) {
    const option = new Option(one.name, one.rules);
    option.dataset.base = one.rules.split(',')[0];
    group.append(option);
  }
  rules.prepend(group);
}

/** Whether a field is not as the server sent it. @param {Element} field */
function isChanged(field) {
  if (field instanceof HTMLSelectElement) return !field.selectedOptions[0]?.defaultSelected && [...field.options].some((option) => option.defaultSelected);
  if (!(field instanceof HTMLInputElement)) return false;
  return ['checkbox', 'radio'].includes(field.type) ? field.checked !== field.defaultChecked : field.value !== field.defaultValue;
}

/** Choices that matter are not out of sight. */
function openMore() {
  const more = /** @type {HTMLDetailsElement} */ (form.querySelector('.more'));
  const fields = [...more.querySelectorAll('input, select')].filter((field) => !field.closest('[data-shown][hidden]'));
  if (fields.some(isChanged)) more.open = true;
}

/** What was chosen the last time. */
function restore() {
  for (const [name, value] of Object.entries(kept('order') ?? {})) {
    const field = form.elements.namedItem(name);
    const asked = 'asked' in form.dataset && ['rules', 'opening'].includes(name);
    if (ONCE.has(name) || asked || value === 'position') continue;
    if (field instanceof HTMLSelectElement && ![...field.options].some((option) => option.value === value)) continue;
    if (field instanceof HTMLInputElement && field.type === 'checkbox') field.checked = true;
    else if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement || field instanceof RadioNodeList) field.value = String(value);
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
  for (const row of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll('[data-shown]'))) {
    row.hidden = !(row.dataset.shown ?? '').split(' ').some((condition) => {
      const [name, value] = condition.split('=');
      return part(name).value === value;
    });
  }
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
  const ids = names().filter((name) => name.startsWith('key:')).map((name) => name.slice(4));
  if (!ids.length) return;
  const answer = await reach('/continue', { method: 'POST', body: new URLSearchParams({ ids: ids.join(',') }) });
  const games = new DOMParser().parseFromString(await answer.text(), 'text/html').querySelectorAll('li');
  if (!answer.ok || !games.length) return;
  part('unfinished').append(...games);
  part('continue').hidden = false;
}

offerOwnRules();
// It led to no game, or the game has learned it.
forget('tried');
if (!part('trouble').textContent) restore();
fit();
openMore();
form.addEventListener('change', fit);
// A picture that cannot be drawn says nothing; the server says what is wrong with the position.
part('scene').addEventListener('error', () => { if (part('fen').value) picture(''); });
form.addEventListener('submit', () => set('tried', JSON.stringify(Object.fromEntries(new FormData(form)))));
showUnfinished().catch((/** @type {Error} */ error) => { part('trouble').textContent = error.message; });
