// Saving analyses in studies, and the way back.
import { ask } from './api.js';
import { part } from './part.js';
import { place } from './study.js';
import { write } from './tree.js';
import { say } from './words.js';

/** @typedef {import('./types.js').StudyAnswer} StudyAnswer */
/** @typedef {{rules: string, fen: string, root: import('./tree.js').Node, at: import('./tree.js').Node}} Now */

/** @param {Now} now @param {string} [title] */
const chapterOf = ({ rules, fen, root }, title = '') => ({
  title,
  rules,
  ...(fen && { fen }),
  tree: write(root),
});

/** The address of a new chapter. @param {StudyAnswer} answer */
const addressOf = ({ study, added }) => `/study/${study.id}/${added[0]}`;

/** The last analysis saved for a link, so that it is saved only once. */
const linked = { text: '', address: '' };

/** A link to an analysis that is too long for an address: an unlisted study. @param {Now} now */
export async function savedLink(now) {
  const chapter = chapterOf(now);
  const text = JSON.stringify(chapter);
  if (linked.text !== text) {
    const order = { title: say('chapter.untitled'), visibility: 'link', chapter };
    linked.address = addressOf(await ask('/api/studies', order));
    linked.text = text;
  }
  return new URL(linked.address, location.href).href;
}

/** Lists the reader's studies. @param {HTMLSelectElement} into */
async function listStudies(into) {
  const { studies } = await ask('/api/studies?whose=mine');
  const [first] = into.options;
  into.replaceChildren(
    first,
    .../** @type {import('./types.js').StudySummary[]} */ (studies).map(
      ({ title, id }) => new Option(title, id),
    ),
  );
}

/** @param {() => Now} now */
function listen(now) {
  const dialog = /** @type {HTMLDialogElement} */ (part('save-study'));
  const into = /** @type {HTMLSelectElement} */ (part('save-into'));
  const trouble = part('save-trouble');
  /** @param {unknown} error */
  const complain = error => {
    trouble.textContent = error instanceof Error ? error.message : String(error);
  };
  const showNew = () => {
    for (const field of dialog.querySelectorAll('.new-only'))
      /** @type {HTMLElement} */ (field).hidden = into.value !== '';
    part('save-title').required = into.value === '';
  };
  part('save').addEventListener('click', () => {
    trouble.textContent = '';
    dialog.showModal();
    listStudies(into).then(showNew, complain);
  });
  into.addEventListener('change', showNew);
  dialog.querySelector('[data-do="close"]')?.addEventListener('click', () => dialog.close());
  dialog.addEventListener('submit', async event => {
    event.preventDefault();
    const chapter = chapterOf(now(), part('save-chapter').value);
    const [title, visibility] = [part('save-title').value, part('save-visibility').value];
    try {
      const answer = into.value
        ? await ask(`/api/studies/${into.value}/chapters`, chapter)
        : await ask('/api/studies', { title, visibility, chapter });
      location.assign(addressOf(answer));
    } catch (error) {
      complain(error);
    }
  });
}

/** @param {() => Now} now */
export function offerStudies(now) {
  if (part('save')) listen(now);
  part('to-board')?.addEventListener('click', () => {
    const { rules, fen, root, at } = now();
    const query = new URLSearchParams({ rules, ...(fen && { fen }) });
    location.assign(`/analysis?${query}#${place(root, at).fragment}`);
  });
}
