// A tree of variations: moves in the server's notation, with annotations, and its text form. It knows no rules.
import { commands, parted } from './shapes.js';

/** @typedef {import('./types.js').PositionAnswer} PositionAnswer */
/** @typedef {import('./types.js').ScoreView} ScoreView */

/** The marks of moves: good, mistake, brilliant, blunder, interesting, dubious. */
export const MARKS = ['!', '?', '!!', '??', '!?', '?!'];

/** A position in the tree, with the move that leads to it; the root has none. */
export class Node {
  /** The number of moves that led here. @type {number} */
  depth = 0;

  /** @param {string} text @param {Node|null} parent */
  constructor(text, parent) {
    this.text = text;
    this.parent = parent;
    if (parent) this.depth = parent.depth + 1;
    /** @type {Node[]} the first continues the line, the others are variations */
    this.children = [];
    this.mark = '';
    /** The mark from the game's report, which is not stored. */
    this.judged = '';
    /** @type {string[]} marks that only have a number */
    this.nags = [];
    this.comment = '';
    /** @type {string[]} arrows and circles, as in PDN */
    this.shapes = [];
    /** The server's view of the position. @type {PositionAnswer|null} */
    this.view = null;
    /** The pieces, if known. @type {string|null} */
    this.hub = null;
    /** The path of the piece that moved, if known. @type {number[]} */
    this.way = [];
    /** The engine's score. @type {ScoreView|null} */
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

  /** The position at which its variation diverges; null on the main line. @returns {Node|null} */
  get parting() {
    let node = /** @type {Node} */ (this);
    while (node.parent && node.parent.children[0] === node) node = node.parent;
    return node.parent;
  }

  /** Adds a move, unless it exists. @param {string} text */
  add(text) {
    const known = this.children.find(child => child.text === text);
    if (known) return known;
    const child = new Node(text, this);
    this.children.push(child);
    return child;
  }

  /** Whether it is in the line that starts here. @param {Node} node */
  leadsTo(node) {
    let one = /** @type {Node|null} */ (node);
    while (one && one !== this) one = one.parent;
    return one === this;
  }
}

/** Promotes the variation that a position is in, above the line it diverges from. @param {Node} node */
export function promote(node) {
  let inner = node;
  while (inner.parent && inner.parent.children[0] === inner) inner = inner.parent;
  const siblings = inner.parent?.children;
  if (!siblings) return;
  const at = siblings.indexOf(inner);
  siblings.splice(at, 1);
  siblings.splice(at - 1, 0, inner);
}

/** Removes a move with everything that follows; returns the position before it. @param {Node} node */
export function remove(node) {
  if (!node.parent) return node;
  node.parent.children.splice(node.parent.children.indexOf(node), 1);
  return node.parent;
}

/** All positions in written order. @param {Node} root @returns {Node[]} */
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

/** A comment in a form that the text can hold. @param {string} comment */
export const plainComment = comment => comment.replace(/[{}]/g, '|').replace(/\s+/g, ' ').trim();

/** @param {Node} node @returns {string[]} */
function saidOf(node) {
  const words = node.text ? [`${node.text}${node.mark}`, ...node.nags] : [];
  const said = [...commands(node.shapes), plainComment(node.comment)].filter(Boolean).join(' ');
  return said ? [...words, `{${said}}`] : words;
}

/**
 * Writes the tree: moves with marks, comments in braces, variations in parentheses.
 * @param {Node} node @returns {string}
 */
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

/** Parses a tree. @param {string} text */
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

/**
 * Encodes a text for the fragment of an address, with spaces, its most frequent character, as one character.
 * @param {string} text
 */
export const packed = text =>
  encodeURIComponent(text).replace(/_/g, '%5F').replace(/%20/g, '_').replace(/'/g, '%27');

/** @param {string} text */
export const unpacked = text => decodeURIComponent(text.replace(/_/g, ' '));
