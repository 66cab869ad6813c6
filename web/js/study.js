// Where an analysis is stored: in the fragment of its address, which no server sees; if it is too long for that, in the
// browser.
import { freshName } from './api.js';
import { get, set } from './keep.js';
import { all, packed, read, unpacked, write } from './tree.js';

/** @typedef {import('./tree.js').Node} Node */

/** The maximum length of a fragment. */
const LONGEST = 8192;
const KEPT = 'analysis:';

/** The parts of the fragment, as written. */
const parts = () =>
  new Map(
    location.hash
      .slice(1)
      .split('&')
      .map(
        part => /** @type {[string, string]} */ ([part.split('=')[0], part.replace(/^[^=]*=/, '')]),
      ),
  );

/** The tree of the address, and the current position in it; null if there is none. */
export function kept() {
  const found = parts();
  const name = found.get('kept');
  try {
    const text = name === undefined ? found.get('t') : get(KEPT + name);
    if (text === undefined || text === null) return null;
    const root = read(name === undefined ? unpacked(text) : text);
    return { root, at: all(root)[Number(found.get('at'))] ?? root.end };
  } catch {
    return null;
  }
}

/**
 * The fragment for a tree, which is stored in the browser if it is too long; and how it is stored.
 * @param {Node} root @param {Node} at @returns {{fragment: string, how: 'link'|'browser'|'not'}}
 */
export function place(root, at) {
  const text = write(root);
  const index = `at=${all(root).indexOf(at)}`;
  const fragment = `t=${packed(text)}&${index}`;
  if (fragment.length <= LONGEST) return { fragment, how: 'link' };
  const before = parts().get('kept');
  const name = before ?? freshName().slice(0, 8);
  const lasts = set(KEPT + name, text);
  return { fragment: `kept=${name}&${index}`, how: lasts ? 'browser' : 'not' };
}

/** Stores a tree; returns how: in the address, in the browser, or not at all. @param {Node} root @param {Node} at */
export function keep(root, at) {
  const { fragment, how } = place(root, at);
  history.replaceState(history.state, '', `#${fragment}`);
  return how;
}
