// Endgames: the tables' answer comes from the server as a page; positions are set up and moves played on the board
// here, and each change reloads the page.
import { ask, reach } from './api.js';
import { dragged, goals, jumped, open, pick } from './input.js';
import { part } from './part.js';
import { during } from './position.js';
import { SetupBoard } from './setup.js';

/** @typedef {{board: import('./types.js').BoardView, position: import('./types.js').PositionView, last: import('./types.js').PathView|null}} View */

/** The position that the answer is about, with its legal moves. @type {View|null} */
let view = null;
/** @type {number[]} */
let picked = [];
/** The number of the latest request: only its response counts. */
let asked = 0;

const legal = () => view?.position.legal ?? [];

const setup = new SetupBoard(part('board'), part('tools'), changed, {
  pick(square) {
    follow(pick(legal(), picked, square));
  },
  start(square) {
    picked = open(legal(), [square]).length > 0 ? [square] : [];
    show();
    return picked.length > 0;
  },
  end(passed, square) {
    if (square === null) return;
    picked = dragged(legal(), picked, passed, square);
    follow(pick(legal(), picked, square));
  },
});

/** @param {import('./input.js').Chosen} chosen */
function follow(chosen) {
  ({ picked } = chosen);
  const link = links().find(one => one.dataset.move === chosen.play);
  if (chosen.play && link) go(link.href, true);
  else show();
}

/** The links of the moves, best first. */
const links = () =>
  /** @type {HTMLAnchorElement[]} */ ([...part('answer').querySelectorAll('.verdicts a')]);

/** An arrow for the best move, unless it is hidden. */
function advise() {
  const [best] = part('answer').dataset.play ? [] : links();
  const move = legal().find(({ text }) => text === best?.dataset.move);
  if (move && !picked.length && !best.closest('.loss'))
    setup.board.marks.arrow(move.paths[0].squares, 'hint');
  else setup.board.marks.clear();
}

function show() {
  if (!view) {
    setup.show();
    setup.board.marks.clear();
    return;
  }
  const { position, last, board } = view;
  const gone = jumped(position.legal, picked);
  setup.hub = position.hub;
  setup.show({
    can: new Set(position.legal.map(move => move.paths[0].squares[0])),
    forced: position.legal.some(move => move.paths[0].takes.length > 0),
    picked: picked.slice(-1),
    goals: goals(position.legal, picked),
    last: picked.length ? [] : (last?.squares ?? []),
    ghosts: board.removes_at_once ? [] : gone,
  });
  if (picked.length > 1)
    setup.board.show(during(position.hub, picked, board.removes_at_once ? gone : []), {
      picked: picked.slice(-1),
      goals: goals(position.legal, picked),
    });
  advise();
}

/** Handles a change of the position. */
function changed() {
  view = null;
  picked = [];
  setup.show();
  const fen = setup.fen();
  part('fen').value = fen;
  go(`/endgame?${new URLSearchParams({ rules: part('rules').value, fen })}`, false);
}

/** Loads an address. @param {string} address @param {boolean} push whether to add a history entry */
async function go(address, push) {
  const mine = ++asked;
  try {
    const response = await reach(address);
    const text = await response.text();
    if (mine !== asked) return;
    take(new DOMParser().parseFromString(text, 'text/html'));
    if (push) history.pushState(null, '', response.url);
    else history.replaceState(null, '', response.url);
    await read(mine);
  } catch (error) {
    if (mine === asked)
      part('trouble').textContent = error instanceof Error ? error.message : String(error);
  }
}

/** Takes over the contents of a page. @param {Document} page */
function take(page) {
  const focused = part('answer').contains(document.activeElement);
  for (const id of ['answer', 'longest']) {
    const now = page.getElementById(id);
    if (now) part(id).replaceWith(now);
  }
  part('trouble').textContent = page.getElementById('trouble')?.textContent ?? '';
  part('said').textContent = page.getElementById('headline')?.textContent ?? '';
  if (focused) (part('headline') ?? part('main')).focus();
}

/** Loads the answer's position with its legal moves. @param {number} mine the number of the request */
async function read(mine) {
  const { fen, moves } = part('answer').dataset;
  picked = [];
  if (fen === undefined) {
    view = null;
    show();
    return;
  }
  const answer = await ask('/api/position', {
    rules: part('rules').value,
    fen,
    moves: moves.split(' ').filter(Boolean),
  });
  if (mine !== asked) return;
  view = answer;
  if (setup.board.layout.squares.length !== answer.board.squares.length) setup.build(answer.board);
  part('fen').value = answer.position.fen;
  show();
}

function listen() {
  setup.listen();
  part('clear').addEventListener('click', () => setup.clear());
  part('flip').addEventListener('click', () => {
    setup.flip();
    show();
  });
  // Other rules may have another board and other colours.
  part('rules').addEventListener('change', () => {
    location.assign(`/endgame?${new URLSearchParams({ rules: part('rules').value })}`);
  });
  part('setup').addEventListener('submit', (/** @type {Event} */ event) => {
    event.preventDefault();
    const query = { rules: part('rules').value, fen: part('fen').value };
    go(`/endgame?${new URLSearchParams(query)}`, true);
  });
  part('board').addEventListener('keydown', (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== 'Escape') return;
    picked = [];
    show();
  });
  document.addEventListener('click', event => {
    const link = /** @type {HTMLElement} */ (event.target).closest('#answer a, #longest a');
    const plain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
    if (!(link instanceof HTMLAnchorElement) || !plain || event.button !== 0) return;
    event.preventDefault();
    go(link.href, true);
  });
  addEventListener('popstate', () => go(location.href, false));
}

/** Prepares a board for setting up a position, if none is known. */
async function blank() {
  const { board, position } = await ask('/api/position', { rules: part('rules').value });
  setup.build(board);
  setup.hub = position.hub[0] + 'e'.repeat(position.hub.length - 1);
  setup.show();
}

if (part('answer').dataset.fen === undefined) await blank();
else await read(asked);
for (const id of ['board', 'tools']) part(id).hidden = false;
part('still')?.remove();
listen();
