// How the sides look and what they are called, where another game is chosen on the page: as its theme has it.
import { say } from './words.js';

/** What the rules call the sides. */
const STANDARD = 'white-black';

/** Shows the page as the chosen game is shown. @param {HTMLSelectElement} rules options with `data-board` and `data-sides` */
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
