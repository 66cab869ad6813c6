// A chapter of a study on the analysis board. For its owner it is saved as it changes; unsaved changes are kept in the
// browser, so that nothing is lost when the network fails or the page is left.
import { ask } from './api.js';
import { forget, get, set } from './keep.js';
import { part } from './part.js';
import { all, read, write } from './tree.js';
import { say } from './words.js';

/** @typedef {import('./tree.js').Node} Node */
/** @typedef {import('./types.js').ChapterView} ChapterView */
/** @typedef {{title: string, text: string, tree: string}} Content */

const { study, chapter, version, yours, tree = '' } = part('analysis').dataset;
const isYours = yours !== undefined;
const ADDRESS = `/api/studies/${study}/chapters/${chapter}`;
const DRAFT = `draft:${study}:${chapter}`;
/** How long changes are collected, and the pauses before a retry, in milliseconds. */
const [PAUSE, RETRY, LONGEST_RETRY] = [800, 2_000, 30_000];
/** Errors for which a retry is useless. */
const FINAL = ['unreadable', 'too-large', 'malformed', 'no-study', 'terms'];

/** A tree in a form for comparison. @param {string} text */
const plain = text => write(read(text));

/** The current fields; browsers may have restored what was typed before a reload. @returns {Content} */
const fields = () => ({
  title: part('chapter-title').defaultValue,
  text: part('chapter-text').defaultValue,
  tree: plain(tree),
});

/** The version on the server. @type {Content & {version: number}} */
let saved = {
  ...(isYours ? fields() : { title: '', text: '', tree: plain(tree) }),
  version: Number(version),
};
/** The current version. @type {Content} */
let now = { title: saved.title, text: saved.text, tree: saved.tree };
/** @type {Node|null} */
let root = null;
/** The draft that this window stored. */
let drafted = '';
let isSaving = false;
let isConflict = false;
let retry = RETRY;
/** @type {number|undefined} */
let timer;

/** @param {Content} one @param {Content} other */
const same = (one, other) =>
  one.title === other.title && one.text === other.text && one.tree === other.tree;

/** @param {'saved'|'saving'|'not-saved'} state @param {string} [text] */
function tellState(state, text = say(`chapter.${state}`)) {
  const place = /** @type {HTMLElement} */ (part('saved'));
  if (place.dataset.state === state && place.lastElementChild?.textContent === text) return;
  place.dataset.state = state;
  /** @type {Element} */ (place.lastElementChild).textContent = text;
}

function keepDraft() {
  drafted = JSON.stringify({ ...now, version: saved.version });
  set(DRAFT, drafted);
}

/** Deletes the saved draft, but not one that another window has stored meanwhile. */
function dropDraft() {
  if (get(DRAFT) === drafted) forget(DRAFT);
}

/** @param {number} pause */
function soon(pause) {
  clearTimeout(timer);
  timer = setTimeout(save, pause);
}

/** @param {boolean} conflict */
function showConflict(conflict) {
  isConflict = conflict;
  part('changed').hidden = !conflict;
  if (conflict) tellState('not-saved', say('chapter.kept'));
}

/** Handles a change. @param {Partial<Content>} part */
function change(part) {
  now = { ...now, ...part };
  if (same(now, saved)) {
    if (!isSaving && !isConflict) {
      clearTimeout(timer);
      dropDraft();
      tellState('saved');
    }
    return;
  }
  keepDraft();
  if (isConflict) return;
  tellState('saving');
  if (!isSaving) soon(PAUSE);
}

/** Handles a successful save. @param {Content} sent @param {number} at its version */
function isSaved(sent, at) {
  saved = { ...sent, version: at };
  retry = RETRY;
  if (same(now, saved)) {
    dropDraft();
    tellState('saved');
  } else {
    keepDraft();
    soon(PAUSE);
  }
}

async function save() {
  if (isSaving || isConflict || same(now, saved)) return;
  isSaving = true;
  tellState('saving');
  const sent = { ...now };
  try {
    const answer = await ask(ADDRESS, { ...sent, version: saved.version });
    isSaved(sent, answer.version);
  } catch (error) {
    await failed(/** @type {Error} */ (error), sent);
  }
  isSaving = false;
}

/** @param {Error} error @param {Content} sent */
async function failed({ message, cause }, sent) {
  if (cause === 'study-changed') {
    const there = await ask(ADDRESS).catch(() => null);
    // The earlier request may have arrived although its response was lost.
    if (there && same({ ...there, tree: plain(there.tree) }, sent)) isSaved(sent, there.version);
    else if (there) {
      saved.version = there.version;
      showConflict(true);
    } else again();
  } else if (FINAL.includes(String(cause))) tellState('not-saved', message);
  else again();
}

function again() {
  tellState('not-saved');
  soon(retry);
  retry = Math.min(LONGEST_RETRY, retry * 2);
}

/** The unsaved changes stored in this browser. @returns {(Content & {version: number})|null} */
function draft() {
  const text = isYours ? get(DRAFT) : null;
  if (!text) return null;
  try {
    const found = JSON.parse(text);
    drafted = text;
    return found;
  } catch {
    return null;
  }
}

function showFields() {
  part('chapter-title').value = now.title;
  part('chapter-text').value = now.text;
}

/** Restores unsaved changes. */
function goOn() {
  showFields();
  const found = draft();
  if (!found || same(found, saved)) {
    dropDraft();
    return;
  }
  now = { title: found.title, text: found.text, tree: plain(found.tree) };
  showFields();
  if (found.version === saved.version) {
    tellState('saving');
    soon(0);
  } else showConflict(true);
}

/** The tree of the chapter, and the position in it that the address names. */
export function kept() {
  root ??= read(now.tree);
  const place = Number(location.hash.match(/^#at=(\d+)$/)?.[1] ?? 0);
  return { root, at: all(root)[place] ?? root };
}

/** Stores a tree. @param {Node} tree @param {Node} at @returns {'link'} */
export function keep(tree, at) {
  root = tree;
  history.replaceState(history.state, '', `#at=${all(root).indexOf(at)}`);
  if (isYours) change({ tree: write(root) });
  return 'link';
}

function listen() {
  for (const [id, name] of [
    ['chapter-title', 'title'],
    ['chapter-text', 'text'],
  ])
    part(id).addEventListener('input', () => change({ [name]: part(id).value }));
  part('changed').addEventListener('click', (/** @type {Event} */ event) => {
    const button = /** @type {Element} */ (event.target).closest('button');
    if (button?.dataset.do === 'mine') {
      showConflict(false);
      save();
    }
    if (button?.dataset.do === 'theirs') {
      forget(DRAFT);
      location.reload();
    }
  });
  addEventListener('online', () => save());
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) save();
  });
}

if (isYours) {
  goOn();
  listen();
}
part('contents').addEventListener('click', () => part('study').showModal());
