// Files can be dropped on the form, and too large ones are detected before the upload.
import { say } from './words.js';

/** The server's limits for a text, with room for the rest of the form, and for a file. */
const MOST_TEXT = 1024 * 1024 - 4096;
const MOST_FILE = 32 * 1024 * 1024;
const form = /** @type {HTMLFormElement} */ (document.getElementById('bring'));
const file = /** @type {HTMLInputElement} */ (document.getElementById('file'));
const text = /** @type {HTMLTextAreaElement} */ (document.getElementById('text'));
const trouble = /** @type {HTMLElement} */ (document.getElementById('trouble'));

function isTooLarge() {
  const chosen = file.files?.[0];
  const large = chosen ? chosen.size > MOST_FILE : new Blob([text.value]).size > MOST_TEXT;
  trouble.textContent = large ? say('import.too-large') : '';
  return large;
}

file.addEventListener('change', isTooLarge);
form.addEventListener('submit', event => {
  if (isTooLarge()) event.preventDefault();
});
for (const kind of ['dragover', 'dragleave', 'drop']) {
  form.addEventListener(kind, event => {
    const { dataTransfer } = /** @type {DragEvent} */ (event);
    if (!dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    form.classList.toggle('over', kind === 'dragover');
    if (kind !== 'drop' || !dataTransfer.files.length) return;
    file.files = dataTransfer.files;
    isTooLarge();
  });
}
