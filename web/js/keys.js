// Keyboard shortcuts of a game's page.
import { isOn } from './chosen.js';

/**
 * @typedef {object} Answers
 * @property {() => void} pick called before a square is selected
 * @property {() => void} clear deselects everything
 * @property {() => boolean} back undoes the last selection; returns whether there was one
 * @property {Record<string, () => void>} letters single-letter shortcuts while the board has the focus
 */

/** @param {HTMLElement} board @param {Answers} answers */
export function listen(board, { pick, clear, back, letters }) {
  document.addEventListener('keydown', event => {
    const target = /** @type {Element} */ (event.target);
    if (
      board.childElementCount === 0 ||
      target.closest('dialog') ||
      event.ctrlKey ||
      event.altKey ||
      event.metaKey
    )
      return;
    if (event.key === 'Escape') clear();
    if ((event.key === 'Enter' || event.key === ' ') && board.contains(target)) pick();
    if (target.closest('input')) return;
    const letter = isOn('keys') && board.contains(target) ? letters[event.key] : undefined;
    if (letter) letter();
    if (letter || (event.key === 'Backspace' && back())) event.preventDefault();
  });
}
