// Exports of an analysis: the link, PDN, the position; and importing a game in PDN.
import { ask } from './api.js';
import { part } from './part.js';
import { savedLink } from './save_study.js';
import { say } from './words.js';

/** @typedef {import('./tree.js').Node} Node */
/** @typedef {{rules: string, fen: string, root: Node, at: Node, text: string, position: string, flipped: boolean, isLong: boolean}} Now */

/** The game in PDN, from the server. @param {Now} now */
async function pdnOf({ rules, fen, text }) {
  const answer = await ask('/api/analysis/tree', { rules, ...(fen && { fen }), text });
  return /** @type {string} */ (answer.pdn);
}

/** @param {string} text */
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    part('export-said').textContent = say('export.copied');
  } catch {
    // If the browser does not copy, the text is selected for copying.
    part('export-text').focus();
    part('export-text').select();
  }
}

/** Copies the link; an analysis that is too long for one becomes a study. @param {Now} now */
async function copyLink(now) {
  if (!now.isLong) return copy(location.href);
  try {
    await copy(await savedLink(now));
    part('export-said').textContent = say('chapter.link');
  } catch (error) {
    part('export-said').textContent = error instanceof Error ? error.message : String(error);
  }
}

/** @param {string} text */
function download(text) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.download = 'analysis.pdn';
  link.click();
  URL.revokeObjectURL(link.href);
}

/** @param {() => Now} now */
export function showFiles(now) {
  const dialog = /** @type {HTMLDialogElement} */ (part('export'));
  const text = /** @type {HTMLTextAreaElement} */ (part('export-text'));
  part('share').addEventListener('click', async () => {
    part('export-said').textContent = '';
    text.value = '';
    dialog.showModal();
    try {
      text.value = await pdnOf(now());
    } catch (error) {
      part('export-said').textContent = error instanceof Error ? error.message : String(error);
    }
  });
  dialog.addEventListener('click', event => {
    const button = /** @type {Element} */ (event.target).closest('button');
    const what = button?.dataset.do;
    if (what === 'copy-link') copyLink(now());
    if (what === 'copy-pdn') copy(text.value);
    if (what === 'copy-fen') copy(now().position);
    if (what === 'download') download(text.value);
  });
  part('play').addEventListener('submit', () => {
    const { rules, position } = now();
    const form = /** @type {HTMLFormElement} */ (part('play'));
    const color = position.startsWith('B') ? 'black' : 'white';
    for (const [name, value] of Object.entries({ rules, fen: position, color }))
      /** @type {HTMLInputElement} */ (form.elements.namedItem(name)).value = value;
  });
}
