// A tree of variations: moves as the server writes them, what is said of them, and the text of it all. Knows no rules.
import { commands, parted } from './shapes.js';

/** @typedef {import('./types.js').PositionAnswer} PositionAnswer */
/** @typedef {import('./types.js').ScoreView} ScoreView */

/** The marks of moves: good, mistake, brilliant, blunder, interesting, dubious. */
export const MARKS = ['!', '?', '!!', '??', '!?', '?!'];

/** A position in the tree, and the move that leads to it; the root has none. */
export class Node {
  /** How many moves led here. @type {number} */
  depth = 0;

  /** @param {string} text @param {Node|null} parent */
  constructor(text, parent) {
    this.text = text;
    this.parent = parent;
    if (parent) this.depth = parent.depth + 1;
    /** @type {Node[]} the first goes on, the others are variations */
    this.children = [];
    this.mark = '';
    /** The mark that the report of a game gives, which is not written. */
    this.judged = '';
    /** @type {string[]} marks that have only a number */
    this.nags = [];
    this.comment = '';
    /** @type {string[]} arrows and circles, as PDN has them */
    this.shapes = [];
    /** What the server says of the position. @type {PositionAnswer|null} */
    this.view = null;
    /** What stands where, as far as it is known. @type {string|null} */
    this.hub = null;
    /** Where the piece went that moved, as far as it is known. @type {number[]} */
    this.way = [];
    /** What the engine thinks of it. @type {ScoreView|null} */
    this.score = null;
  }

  /** The moves from the root. @returns {string[]} */
  get moves() {
    return this.parent ? [...this.parent.moves, this.text] : [];
  }

  /** The last position of its line. @returns {Node} */
  get end() {
    let node = /** @type {Node} */ (this);
    while (node.children.length) [node] = node.children;
    return node;
  }

  /** The position from which its variation parts; null on the main line. @returns {Node|null} */
  get parting() {
    let node = /** @type {Node} */ (this);
    while (node.parent && node.parent.children[0] === node) node = node.parent;
    return node.parent;
  }

  /** Adds a move, unless it is there. @param {string} text */
  add(text) {
    const known = this.children.find(child => child.text === text);
    if (known) return known;
    const child = new Node(text, this);
    this.children.push(child);
    return child;
  }

  /** Whether it is in the line that begins here. @param {Node} node */
  leadsTo(node) {
    let one = /** @type {Node|null} */ (node);
    while (one && one !== this) one = one.parent;
    return one === this;
  }
}

/** Puts the variation that a position is in before the line that it parts from. @param {Node} node */
export function promote(node) {
  let inner = node;
  while (inner.parent && inner.parent.children[0] === inner) inner = inner.parent;
  const siblings = inner.parent?.children;
  if (!siblings) return;
  const at = siblings.indexOf(inner);
  siblings.splice(at, 1);
  siblings.splice(at - 1, 0, inner);
}

/** Takes a move away, and all that follows it; the position before it. @param {Node} node */
export function remove(node) {
  if (!node.parent) return node;
  node.parent.children.splice(node.parent.children.indexOf(node), 1);
  return node.parent;
}

/** All positions in the order in which they are written. @param {Node} root @returns {Node[]} */
export function all(root) {
  const found = [root];
  let node = root;
  while (node.children.length) {
    const [next, ...others] = node.children;
    found.push(next, ...others.flatMap(other => all(other)));
    node = next;
  }
  return found;
}

/** A comment as it can stand in a text. @param {string} comment */
export const plainComment = comment => comment.replace(/[{}]/g, '|').replace(/\s+/g, ' ').trim();

/** @param {Node} node @returns {string[]} */
function saidOf(node) {
  const words = node.text ? [`${node.text}${node.mark}`, ...node.nags] : [];
  const said = [...commands(node.shapes), plainComment(node.comment)].filter(Boolean).join(' ');
  return said ? [...words, `{${said}}`] : words;
}

/** The tree as text: moves with marks, comments in braces, variations in parentheses. @param {Node} node @returns {string} */
export function write(node) {
  const words = saidOf(node);
  let last = node;
  while (last.children.length) {
    const [next, ...others] = last.children;
    words.push(...saidOf(next), ...others.map(other => `(${write(other)})`));
    last = next;
  }
  return words.join(' ');
}

/** The tree of a text. @param {string} text */
export function read(text) {
  const root = new Node('', null);
  let node = root;
  /** @type {Node[]} */
  const open = [];
  for (const [word] of text.matchAll(/\{[^}]*\}?|[()]|\$\d+|[^\s(){}$]+/g)) {
    if (word[0] === '{') {
      const { words, shapes } = parted(word.replace(/[{}]/g, ''));
      node.comment = [node.comment, words].filter(Boolean).join(' ');
      node.shapes.push(...shapes);
    } else if (word === '(') {
      open.push(node);
      node = node.parent ?? root;
    } else if (word === ')') node = open.pop() ?? node;
    else if (word[0] === '$') node.nags.push(word);
    else {
      const [, move, mark] = /** @type {RegExpMatchArray} */ (word.match(/^(.*?)([!?]*)$/));
      if (!move) continue;
      node = node.add(move);
      if (MARKS.includes(mark)) node.mark = mark;
    }
  }
  return root;
}

/** A text as it stands in the fragment of an address: blanks, the most of it, take one letter. @param {string} text */
export const packed = text =>
  encodeURIComponent(text).replace(/_/g, '%5F').replace(/%20/g, '_').replace(/'/g, '%27');

/** @param {string} text */
export const unpacked = text => decodeURIComponent(text.replace(/_/g, ' '));
