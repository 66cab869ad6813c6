// Updates the look and the names of the sides when other rules are selected on the page.
import { say } from './words.js';

/** The rules' own names of the sides. */
const STANDARD = 'white-black';

/**
 * Displays the page in the style of the selected rules.
 * @param {HTMLSelectElement} rules options with `data-board` and `data-sides`
 */
export function wear(rules) {
  const { board, sides } = rules.selectedOptions[0]?.dataset ?? {};
  const { dataset } = document.documentElement;
  if (!board || !sides || (dataset.board === board && dataset.sides === sides)) return;
  Object.assign(dataset, { board, sides });
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (
    document.querySelectorAll('[data-says]')
  ))
    element.textContent = say(element.dataset.says ?? '');
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (
    document.querySelectorAll('[data-titled]')
  ))
    element.title = say(element.dataset.titled ?? '');
  const names = document.getElementById('names');
  if (!names) return;
  names.hidden = sides === STANDARD;
  names.textContent = say('file.names', { white: say('side.white'), black: say('side.black') });
}
