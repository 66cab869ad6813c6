// The new-game form: relevant choices only, remembered on this device; and the list of own games.
import { reach } from './api.js';
import { kept, offerOwnRules, showFitting } from './form.js';
import { forget, get, keys, set } from './keep.js';
import { part } from './part.js';
import { wear } from './sides.js';
import { Stage } from './stage.js';
import { say } from './words.js';

/** @type {HTMLFormElement} */
const form = part('order');
/** @type {HTMLSelectElement} */
const rules = part('rules');
/** Fields that are not remembered. */
const ONCE = new Set(['opponent', 'name', 'seed', 'fen', 'ballot']);

/** Whether a field differs from what the server sent. @param {Element} field */
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

/** Expands the options if some are set. */
function openMore() {
  const more = /** @type {HTMLDetailsElement} */ (form.querySelector('.more'));
  const fields = [...more.querySelectorAll('input, select')].filter(
    field => !field.closest('[data-shown][hidden]'),
  );
  if (fields.some(isChanged)) more.open = true;
}

/** Restores the last choices. */
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

/** Shows only the relevant fields. */
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
  part('lobby-link').href = `/lobby?${new URLSearchParams({ rules: rules.value })}`;
  for (const link of /** @type {NodeListOf<HTMLElement>} */ (
    document.querySelectorAll('.shelf [data-rules]')
  )) {
    if (link.dataset.rules === rules.value) link.setAttribute('aria-current', 'true');
    else link.removeAttribute('aria-current');
  }
  wear(rules);
  stage.set(rules.value, fen).then(showSide, () => {
    // The picture stays; starting the game shows the error.
  });
}

/** Moving a piece on the board chooses that side, also on the ladder of levels. */
function showSide() {
  const said = part('stage-said');
  said.dataset.says = `home.stage-${stage.side}`;
  said.textContent = say(said.dataset.says);
  for (const piece of document.querySelectorAll('.ladder .piece')) {
    piece.classList.toggle('white', stage.side === 'white');
    piece.classList.toggle('black', stage.side === 'black');
  }
}

/** Describes the selected level. */
function showLevel() {
  const level = /** @type {HTMLInputElement|null} */ (form.querySelector('[name=level]:checked'));
  part('level-said').textContent = level?.dataset.said ?? '';
}

/** Marks the levels beaten on this device. */
function showBeaten() {
  const beaten = Number(get('beaten') ?? 0);
  for (const level of /** @type {NodeListOf<HTMLInputElement>} */ (
    form.querySelectorAll('[name=level]')
  ))
    level.classList.toggle('beaten', Number(level.value) <= beaten);
}

/** Values that a game started on the board overrides, which the form must not remember. */
let before = /** @type {Record<string, FormDataEntryValue>} */ ({});

/**
 * Starts a game with a move on the board.
 * @param {string} first @param {import('./types.js').Side} side the side that makes it
 */
function begin(first, side) {
  before = Object.fromEntries(new FormData(form));
  /** @type {RadioNodeList} */ (form.elements.namedItem('color')).value = side;
  if (part('opening').value !== 'position') part('opening').value = 'standard';
  set('first', first);
  part('stage-said').textContent = say('home.stage-starts');
  form.requestSubmit(form.querySelector('button[value=computer]'));
}

/** Removes the place for games to continue. */
function forgetContinued() {
  forget('continues');
  delete document.documentElement.dataset.continues;
}

/** Shows this device's unfinished games. */
async function showUnfinished() {
  // Each with its key: whose move it is depends on the requester.
  const ids = keys();
  if (!ids.length && !('account' in part('unfinished').dataset)) return forgetContinued();
  const answer = await reach('/continue', {
    method: 'POST',
    body: new URLSearchParams({ ids: ids.join(',') }),
  });
  const games = new DOMParser()
    .parseFromString(await answer.text(), 'text/html')
    .querySelectorAll('li');
  if (!answer.ok) return;
  if (games.length) {
    const many = games.length > 1 ? 'many' : 'one';
    set('continues', many);
    document.documentElement.dataset.continues = many;
  } else forgetContinued();
  if (!games.length) return;
  part('unfinished').append(...games);
  part('continue').hidden = false;
}

/** Shows how many of the positions stored in this browser are due today. */
async function showPractice() {
  if ('account' in part('unfinished').dataset) return;
  if (!('practises' in document.documentElement.dataset)) return;
  const { wish } = await import('./cards.js');
  const answer = await reach('/practice/line', { method: 'POST', body: wish() });
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  if (answer.ok) part('practise').replaceChildren(...page.querySelectorAll('.practise'));
}

const stage = new Stage(part('stage'), part('scene'), begin);
offerOwnRules(rules);
// It led to no game, or the game has taken it over.
forget('tried');
if (!part('trouble').textContent) restore();
part('name').value ||= get('name') ?? '';
forget('first');
fit();
openMore();
showLevel();
showBeaten();
form.addEventListener('change', () => {
  fit();
  showLevel();
});
for (const link of /** @type {NodeListOf<HTMLElement>} */ (
  form.querySelectorAll('.shelf [data-rules]')
))
  link.addEventListener('click', event => {
    event.preventDefault();
    rules.value = link.dataset.rules ?? '';
    fit();
  });
form.addEventListener('submit', () => {
  if (part('name').type !== 'hidden') set('name', part('name').value.trim());
  const { color, opening } = before;
  const chosen = { ...Object.fromEntries(new FormData(form)), ...(color && { color, opening }) };
  set('tried', JSON.stringify(chosen));
});
Promise.all([showUnfinished(), showPractice()]).catch((/** @type {Error} */ error) => {
  part('trouble').textContent = error.message;
});
