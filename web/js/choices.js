// Captures to choose from, by number: the board shows the same numbers where they diverge.
import { say } from './words.js';

/** @typedef {import('./input.js').Way} Way */
/** @typedef {import('./marks.js').Marks} Marks */

/** The captures shown. @type {Way[]} */
let shown = [];

/** @param {Way[]} list */
const written = list => list.map(way => `${way.move.text} ${way.path.squares}`).join();

/** @param {Way[]} list @param {Marks} marks @param {(way: Way) => void} onChoose */
export function showChoices(list, marks, onChoose) {
  const choices = /** @type {HTMLElement} */ (document.getElementById('choices'));
  const isSame = written(list) === written(shown);
  shown = list;
  choices.hidden = list.length === 0;
  // The focus may be on one of them.
  if (isSame) return;
  choices.replaceChildren(
    ...list.map((way, at) => {
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = say('choice.capture', {
        number: at + 1,
        move: way.move.text,
        count: way.path.takes.length,
      });
      button.addEventListener('click', () => onChoose(shown[at]));
      for (const sign of ['pointerenter', 'focus'])
        button.addEventListener(sign, () => marks.arrow(way.path.squares, 'way'));
      for (const sign of ['pointerleave', 'blur'])
        button.addEventListener(sign, () => marks.clear());
      const item = document.createElement('li');
      item.append(button);
      return item;
    }),
  );
}
