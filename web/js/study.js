// Where an analysis is kept: in the fragment of its address, which no server sees; one that is too long for that in the
// storage of the browser.
import { freshName } from './api.js';
import { get, set } from './keep.js';
import { all, packed, read, unpacked, write } from './tree.js';

/** @typedef {import('./tree.js').Node} Node */

/** The longest fragment. */
const LONGEST = 8192;
const KEPT = 'analysis:';

/** The parts of the fragment, as they are written. */
const parts = () =>
  new Map(
    location.hash
      .slice(1)
      .split('&')
      .map(
        part => /** @type {[string, string]} */ ([part.split('=')[0], part.replace(/^[^=]*=/, '')]),
      ),
  );

/** The tree of the address, and the position in it that was looked at; nothing if there is none. */
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

/** The fragment for a tree, which is kept in the browser if it is too long for that; how it is kept. @param {Node} root @param {Node} at @returns {{fragment: string, how: 'link'|'browser'|'not'}} */
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

/** Keeps a tree; how: in the address, in the browser, or not at all. @param {Node} root @param {Node} at */
export function keep(root, at) {
  const { fragment, how } = place(root, at);
  history.replaceState(history.state, '', `#${fragment}`);
  return how;
}
