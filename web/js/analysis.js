// The analysis board: a tree of variations on the page, with positions and legal moves from the server, and engine
// analysis.
import { complain, politely, review, tell } from './announce.js';
import { ask } from './api.js';
import { Board } from './board.js';
import { showChoices } from './choices.js';
import { help } from './dialog.js';
import { Drawings } from './drawings.js';
import { Explorer } from './explorer.js';
import { land, showMove } from './flight.js';
import { Hand } from './hand.js';
import { branches, goals, jumped, named, stop } from './input.js';
import { Judged } from './judged.js';
import { keep, kept } from './keeper.js';
import { listen } from './keys.js';
import { Lines } from './lines.js';
import { part } from './part.js';
import { after, during } from './position.js';
import { replay } from './replay.js';
import { offerStudies } from './save_study.js';
import { leaderOf, said, short } from './score.js';
import { all, plainComment, promote, read, remove, write } from './tree.js';
import { TreeView } from './tree_view.js';
import { showFiles } from './tree_files.js';
import { say, told } from './words.js';

/** @typedef {import('./types.js').PositionAnswer} PositionAnswer */
/** @typedef {import('./types.js').AnalysisLine} AnalysisLine */
/** @typedef {import('./tree.js').Node} Node */

const page = /** @type {HTMLElement} */ (part('analysis'));
const {
  rules = '',
  fen = '',
  tree = '',
  first = 'white',
  turn = 'white',
  game,
  study,
} = page.dataset;
/** Whether the first move is the second of its number. */
const second = turn !== first;

const found = kept();
let root = found?.root ?? read(tree);
let at = found?.at ?? positionAfter(Number(page.dataset.ply));
let flipped = page.dataset.flipped !== undefined;
/** The position shown until the server answers. */
let shownHub = '';
/** The last position from the server. @type {PositionAnswer|null} */
let latest = null;
/** The number of the latest request: only its response counts. */
let asked = 0;
/** Whether the tree has become too large for the address. */
let isLong = false;

/** @param {number} ply */
function positionAfter(ply) {
  let node = root;
  while (node.depth < ply && node.children.length) [node] = node.children;
  return node;
}

const board = new Board(part('board'), square => {
  if (!drawings.takes(square) && at.view) hand.pick(square);
});

/** Plays moves in the tree, for either side. */
class FreeHand extends Hand {
  /** @param {number} from @param {number} to */
  async rule(from, to) {
    const { why } = await ask('/api/position', { ...question(at), missed: [from, to] });
    return why;
  }

  /** @param {number} square */
  start(square) {
    return !drawings.isOn && super.start(square);
  }
}

/** The position in the form of a game. @returns {any} */
function current() {
  const { board: layout, position, outcome } = /** @type {PositionAnswer} */ (at.view ?? latest);
  return {
    board: layout,
    position,
    table: {
      phase: outcome ? 'finished' : 'playing',
      turn: position.hub[0] === 'W' ? 'white' : 'black',
      touched: null,
      touch_move: false,
    },
    yours: ['white', 'black'],
    history: { length: at.depth },
  };
}

const hand = new FreeHand(board, {
  game: current,
  isNow: () => at.view !== null,
  toPresent: () => {},
  act,
  show: () => show(),
});
const drawings = new Drawings(
  board,
  () => at,
  () => changed(),
);
const view = new TreeView(second, node => go(node));
const judged = game ? new Judged(game, root, node => go(node)) : null;
const lines = new Lines({
  lines: heard,
  play: move => go(add(move)),
});

const explorer = new Explorer(move => go(add(move)));

/** The request for a position: as few moves as possible from a known one. @param {Node} node */
function question(node) {
  let known = node;
  while (known.parent && !known.view) known = known.parent;
  const from = known.view?.position.fen ?? fen;
  const moves = node.moves.slice(known.depth);
  return { rules, ...(from && { fen: from }), moves };
}

/** Adds a move to the current position. @param {string} text */
function add(text) {
  const isNew = !at.children.some(child => child.text === text);
  const child = at.add(text);
  if (isNew) changed();
  return child;
}

/** Handles a move by the user. @param {object} action */
async function act(action) {
  const { value } = /** @type {{value: string}} */ (action);
  const { sent } = hand;
  if (sent) {
    hand.sent = null;
    const child = add(value);
    child.hub = sent.hub;
    child.way = sent.path.squares;
    await go(child, true);
    return;
  }
  // Typed text that is none of the known moves: the server says why, or how it is written.
  const node = at;
  const answer = await ask('/api/position', {
    ...question(node),
    moves: [...question(node).moves, value],
  });
  const squares = answer.last?.squares.join();
  const move = node.view?.position.legal.find(one =>
    one.paths.some(path => path.squares.join() === squares),
  );
  if (move && node === at) await go(add(move.text));
}

/** Shows a position. @param {Node} node @param {boolean} [isSeen] whether its move was seen */
async function go(node, isSeen = false) {
  const before = at;
  const mine = ++asked;
  at = node;
  hand.drop();
  hand.sent = null;
  if (!isSeen) land();
  board.marks.clear();
  board.marks.advise([]);
  save();
  show();
  if (!node.view) {
    try {
      node.view = await ask('/api/position', question(node));
    } catch (error) {
      if (mine !== asked) return;
      complain(error instanceof Error ? error.message : String(error));
      // An illegal move is removed; after a network error, the next step asks again.
      if (/** @type {Error} */ (error).cause === 'refused' && node.parent) {
        remove(node);
        changed();
        await go(node.parent);
      }
      return;
    }
  }
  if (mine !== asked) return;
  const { position, last, outcome, ending } = /** @type {PositionAnswer} */ (node.view);
  if (!isSeen && node.parent === before && before.view && last)
    showMove(last, before.view.position.hub, position.hub, board);
  latest = node.view;
  node.hub = position.hub;
  const over = outcome ? ending.map(told).join(' ') : '';
  show();
  politely([stepSaid(node), over, drawings.words].filter(Boolean).join(' '));
  explorer.look(rules, position.fen);
  lines.look({
    rules,
    fen: position.fen,
    turn: position.hub[0] === 'W' ? 'white' : 'black',
    half: node.depth + (second ? 1 : 0),
    over,
  });
}

/** @param {Node} node */
const stepSaid = node =>
  node.parent
    ? say('said.step', {
        number: Math.floor((node.depth - 1 + (second ? 1 : 0)) / 2) + 1,
        move: node.text,
      })
    : say('said.start');

/** The position to show, with the path of the last move. */
function shown() {
  if (hand.sent) return { hub: hand.sent.hub, last: hand.sent.path.squares };
  const { view: known } = at;
  if (!known) return { hub: at.hub ?? shownHub, last: at.way };
  const { hub } = known.position;
  if (hand.asked)
    return {
      hub: after(hub, hand.asked.path, hand.asked.move.crowns),
      last: hand.asked.path.squares,
    };
  const gone = jumped(hand.legal(), hand.picked);
  const vanish = known.board.removes_at_once;
  return {
    hub: during(hub, hand.picked, vanish ? gone : []),
    last: known.last?.squares ?? [],
    ghosts: vanish ? [] : gone,
  };
}

/** @param {Element} element */
const isThere = element =>
  element.isConnected && element.getClientRects().length > 0 && !element.matches(':disabled');

function show() {
  review();
  const held = document.activeElement;
  const { view: known } = at;
  if (known && board.layout.squares.length !== known.board.squares.length)
    board.build(known.board, flipped);
  const { hub, last, ghosts = [] } = shown();
  shownHub = hub;
  const moving = known && !hand.asked ? hand.legal() : [];
  const choice = branches(moving, hand.picked, hand.unclear);
  if (hub)
    board.show(hub, {
      can: new Set(moving.map(move => move.paths[0].squares[0])),
      forced:
        moving.some(move => move.paths[0].takes.length > 0) &&
        Boolean(known?.position.because.length),
      picked: hand.picked,
      goals: goals(moving, hand.picked),
      numbers: choice.marks,
      last,
      ghosts,
    });
  drawings.show();
  showChoices(choice.list, board.marks, way => hand.choose(way));
  showSettle(moving);
  showBars(hub);
  view.show(root, at);
  judged?.mark(at);
  showTools();
  const [example] = known?.position.legal ?? [];
  if (example) part('movebox').placeholder = example.text;
  if (held && held !== document.body && !isThere(held)) board.focusOn(board.focus);
}

/** Buttons for completing a move. @param {import('./types.js').MoveView[]} moving */
function showSettle(moving) {
  const are = {
    stop: Boolean(stop(moving, hand.picked)),
    'hop-back': hand.hasHopped() && !hand.asked,
    confirm: Boolean(hand.asked),
    cancel: Boolean(hand.asked),
  };
  for (const button of part('settle').querySelectorAll('button'))
    button.hidden = !are[/** @type {'stop'} */ (button.dataset.do)];
  part('settle').hidden = !Object.values(are).includes(true);
}

/** Shows whose move it is. @param {string} hub */
function showBars(hub) {
  const [top, bottom] = flipped ? ['white', 'black'] : ['black', 'white'];
  for (const [place, side] of [
    ['top', top],
    ['bottom', bottom],
  ]) {
    const bar = /** @type {HTMLElement} */ (document.querySelector(`.bar[data-side="${side}"]`));
    bar.classList.toggle('on-top', place === 'top');
    const isTurn = hub !== '' && !at.view?.outcome && (hub[0] === 'W') === (side === 'white');
    bar.classList.toggle('turn', isTurn);
    /** @type {HTMLElement} */ (bar.querySelector('.turn-word')).textContent = isTurn
      ? say('game.to-move')
      : '';
  }
}

/** Shows what can be done with the current move. */
function showTools() {
  const isMove = at.parent !== null;
  part('node-tools').classList.toggle('none-yet', !isMove);
  for (const button of part('node-tools').querySelectorAll('button')) {
    const { mark } = button.dataset;
    button.disabled = !isMove || (button.dataset.do === 'promote' && at.parting === null);
    if (mark) button.setAttribute('aria-pressed', String(isMove && at.mark === mark));
  }
  const comment = /** @type {HTMLInputElement} */ (part('comment'));
  if (document.activeElement !== comment || comment.dataset.of !== stepSaid(at))
    comment.value = at.comment;
  comment.dataset.of = stepSaid(at);
  part('kept').hidden = !isLong;
}

/**
 * Shows the engine's analysis of the current position.
 * @param {AnalysisLine[]} found @param {boolean} threat
 * @param {number|null} up White's expected score, if tables have it
 */
function heard(found, threat, up) {
  const [best, ...others] = found;
  const bar = /** @type {HTMLElement} */ (part('judge'));
  bar.classList.toggle('unknown', !best || threat);
  if (best && !threat) {
    const isNew = JSON.stringify(at.score) !== JSON.stringify(best.score);
    at.score = best.score;
    bar.style.setProperty('--up', String(up ?? best.chance / 100));
    bar.dataset.leader = leaderOf(best.score, 1) ?? '';
    part('judge-score').textContent = short(best.score);
    bar.setAttribute('aria-label', say('analysis.evaluation', { score: said(best.score) }));
    if (isNew) view.score(at);
  }
  const { view: known } = at;
  if (!known || hand.picked.length) return;
  const arrow = (/** @type {AnalysisLine} */ line, /** @type {'best'|'other'|'threat'} */ kind) => {
    const [text] = line.moves;
    const move = known.position.legal.find(one => !threat && one.text === text);
    const squares = move?.paths[0].squares ?? named(text, known.board);
    return squares.length > 1 ? [{ squares, kind }] : [];
  };
  board.marks.advise([
    ...others.slice(0, threat ? 0 : 1).flatMap(line => arrow(line, 'other')),
    ...(best ? arrow(best, threat ? 'threat' : 'best') : []),
  ]);
}

/** Handles a change of the tree. */
function changed() {
  save();
  if (at.view) show();
}

/** Stores the tree in the address. */
function save() {
  isLong = keep(root, at) !== 'link';
}

function flip() {
  flipped = !flipped;
  page.classList.toggle('flipped', flipped);
  land();
  const known = at.view ?? latest;
  if (known) board.build(known.board, flipped);
  show();
}

function draw() {
  hand.clear();
  drawings.turn();
}

/** @param {string|undefined} what */
function perform(what) {
  if (what === 'promote') {
    promote(at);
    tell(say('analysis.promoted'));
    changed();
  }
  if (what === 'delete') {
    const before = remove(at);
    changed();
    go(before);
  }
  if (what === 'flip') flip();
  if (what === 'help') help();
  if (what === 'draw') draw();
  if (what === 'confirm') hand.confirm();
  if (what === 'cancel') hand.clear();
  if (what === 'stop') hand.stopHere();
  if (what === 'hop-back') hand.back();
}

for (const id of ['node-tools', 'settle', 'tools'])
  part(id).addEventListener('click', (/** @type {Event} */ event) => {
    const button = /** @type {HTMLElement|null} */ (
      /** @type {Element} */ (event.target).closest('button')
    );
    const mark = button?.dataset.mark;
    if (mark) {
      at.mark = at.mark === mark ? '' : mark;
      changed();
    } else perform(button?.dataset.do);
  });

part('comment').addEventListener('input', () => {
  at.comment = plainComment(part('comment').value);
  save();
  view.show(root, at);
});

part('move-form').addEventListener('submit', (/** @type {Event} */ event) => {
  event.preventDefault();
  const box = /** @type {HTMLInputElement} */ (part('movebox'));
  const text = box.value.trim();
  if (text && at.view)
    hand.type(text, () => {
      box.value = '';
    });
});

replay(board, view);
listen(part('board'), {
  pick: () => {},
  clear: () => {
    if (hand.isBegun()) hand.clear();
  },
  back: () => hand.back(),
  letters: {
    m: () => {
      const moves = hand.legal().map(({ text }) => text);
      tell(say('said.moves', { count: moves.length, moves: moves.join(', ') }));
    },
    l: () => tell(at.parent ? say('said.last', { move: at.text }) : say('said.no-move')),
    d: draw,
    f: flip,
    '?': help,
  },
});
const files = () => ({
  rules,
  fen,
  root,
  at,
  text: write(root),
  position: at.view?.position.fen ?? fen,
  flipped,
  isLong,
});
showFiles(files);
offerStudies(files);

addEventListener('hashchange', () => {
  const other = kept();
  if (
    !other ||
    (write(other.root) === write(root) &&
      all(other.root).indexOf(other.at) === all(root).indexOf(at))
  )
    return;
  root = other.root;
  go(other.at);
});

// The tree is in the fragment from now on, with only its start before it.
if (!game && !study)
  history.replaceState(
    null,
    '',
    `/analysis?${new URLSearchParams({ rules, ...(fen && { fen }) })}${location.hash}`,
  );
page.classList.toggle('flipped', flipped);
await go(at);
if (await judged?.show()) {
  view.forget();
  show();
}
