// Exporting a game: its link, its moves, the position as text or as a picture. All in a dialog, so that the game stays
// visible.
import { reach } from './api.js';
import { part } from './part.js';
import { say } from './words.js';

/** @typedef {{theme: string, flip: string, ply: string}} Looks how the position is displayed */

/** @type {NodeListOf<HTMLAnchorElement>} */
const links = document.querySelectorAll('#files a[data-file]');

/** The address of a file of the game, as displayed now. @param {string} id @param {string} file @param {Looks} looks */
const address = (id, file, looks) =>
  `/api/games/${id}/${file}${file.startsWith('position') ? `?${new URLSearchParams(looks)}` : ''}`;

/** Updates the dialog's links to the current position. @param {string} id @param {Looks} looks */
export function showExports(id, looks) {
  for (const link of links) link.href = address(id, link.dataset.file ?? '', looks);
  if (part('export').open) picture();
}

/** Loads the picture on demand. */
function picture() {
  const drawn = [...links].find(link => link.dataset.file === 'position.svg')?.getAttribute('href');
  if (drawn && part('export-picture').getAttribute('src') !== drawn)
    part('export-picture').src = drawn;
}

/** Opens the dialog. */
export function openExports() {
  part('export-text').hidden = true;
  part('export-said').textContent = '';
  picture();
  part('export').showModal();
}

/** Copies a text; if the browser does not, the text is shown for copying. @param {string} text */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    if (!part('export').open) openExports();
    const field = /** @type {HTMLTextAreaElement} */ (part('export-text'));
    field.value = text;
    field.hidden = false;
    field.select();
    return false;
  }
}

/** @param {HTMLElement} button */
async function copyFile(button) {
  const { copy: file } = button.dataset;
  const link = [...links].find(one => one.dataset.file === file);
  try {
    const text = link ? (await (await reach(link.href)).text()).trim() : location.href;
    part('export-said').textContent = (await copy(text)) ? say('export.copied') : '';
  } catch (error) {
    part('export-said').textContent = error instanceof Error ? error.message : String(error);
  }
}

part('export').addEventListener('click', (/** @type {Event} */ event) => {
  const button = /** @type {Element} */ (event.target).closest('[data-copy]');
  if (button) copyFile(/** @type {HTMLElement} */ (button));
});
