// What the forms of new games share: rules that were saved in the composer, and rows that what was chosen asks for.
import { get } from './keep.js';
import { say } from './words.js';

/** What was kept under a name. @param {string} name */
export const kept = name => {
  try {
    return JSON.parse(get(name) ?? 'null');
  } catch {
    return null;
  }
};

/** Offers them among the games. @param {HTMLSelectElement} rules */
export function offerOwnRules(rules) {
  /** @type {{name: string, rules: string}[]} */
  const own = kept('rulesets') ?? [];
  if (!Array.isArray(own) || !own.length) return;
  const group = document.createElement('optgroup');
  group.label = say('home.own-rules');
  for (const one of own) {
    const option = new Option(one.name, one.rules);
    const base = one.rules.split(',')[0];
    // They are shown as the game that they are made from.
    const { board = '', sides = '' } =
      [...rules.options].find(({ value }) => value === base)?.dataset ?? {};
    Object.assign(option.dataset, { base, board, sides });
    group.append(option);
  }
  rules.prepend(group);
}

/** Shows the rows of a form that what was chosen asks for: `data-shown` names fields with their values. @param {HTMLFormElement} form */
export function showFitting(form) {
  for (const row of /** @type {NodeListOf<HTMLElement>} */ (
    form.querySelectorAll('[data-shown]')
  )) {
    row.hidden = !(row.dataset.shown ?? '').split(' ').some(condition => {
      const [name, value] = condition.split('=');
      return /** @type {HTMLInputElement} */ (form.elements.namedItem(name)).value === value;
    });
  }
}
