// Shared by the forms for new games: rules saved in the composer, and rows that depend on other fields.
import { get } from './keep.js';
import { say } from './words.js';

/** A stored value. @param {string} name */
export const kept = name => {
  try {
    return JSON.parse(get(name) ?? 'null');
  } catch {
    return null;
  }
};

/** Offers them in the list of rules. @param {HTMLSelectElement} rules */
export function offerOwnRules(rules) {
  /** @type {{name: string, rules: string}[]} */
  const own = kept('rulesets') ?? [];
  if (!Array.isArray(own) || !own.length) return;
  const group = document.createElement('optgroup');
  group.label = say('home.own-rules');
  for (const one of own) {
    const option = new Option(one.name, one.rules);
    const base = one.rules.split(',')[0];
    // They are displayed like the variant they are based on.
    const { board = '', sides = '' } =
      [...rules.options].find(({ value }) => value === base)?.dataset ?? {};
    Object.assign(option.dataset, { base, board, sides });
    group.append(option);
  }
  rules.prepend(group);
}

/**
 * Shows the rows of a form that depend on other fields: `data-shown` names fields with their values.
 * @param {HTMLFormElement} form
 */
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
