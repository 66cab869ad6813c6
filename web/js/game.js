// The page of one game.
import { Actions, offerSaid } from './actions.js';
import { atOnce, complain, politely, tell } from './announce.js';
import { Line, ask, takeKey } from './api.js';
import { fill } from './bars.js';
import { Board } from './board.js';
import { isOn } from './chosen.js';
import { showChoices } from './choices.js';
import { Clocks, written } from './clocks.js';
import { perform } from './deeds.js';
import { help } from './dialog.js';
import { draggable } from './drag.js';
import { fly } from './flight.js';
import { branches, dragged, goals, jumped, open, pick, stop, typed } from './input.js';
import { listen } from './keys.js';
import { Moves } from './moves.js';
import { announceChange, announceMove, isForced } from './news.js';
import { after, during, sideOf } from './position.js';
import { sound } from './sound.js';
import { Why } from './why.js';
import { say, told } from './words.js';

/** @typedef {import('./types.js').GameView} GameView */
/** @typedef {import('./types.js').Move} Move */
/** @typedef {import('./types.js').Path} Path */
/** @typedef {import('./types.js').Side} Side */

const id = /** @type {string} */ (location.pathname.split('/').pop());
const part = (/** @type {string} */ name) => /** @type {HTMLElement} */ (document.getElementById(name));

const state = {
  /** @type {GameView|null} */
  game: null,
  /** @type {number[]} */
  picked: [],
  /** @type {string[]|undefined} moves that the picked squares did not tell apart */
  unclear: undefined,
  /** @type {{move: Move, path: Path, hub: string, ply: number}|null} a move that the server has not confirmed */
  sent: null,
  /** @type {{move: Move, path: Path}|null} a move that waits for a yes */
  asked: null,
  /** @type {number[]} squares picked while the opponent is to move */
  planned: [],
  /** What the hint said. */
  hint: '',
  /** @type {number|null} plies of the position shown; null is the present */
  ply: null,
  flipped: false,
  /** Whether the player has turned the board by hand. */
  turned: false,
};

const board = new Board(part('board'), (square) => pickSquare(square));
const why = new Why(board.marks);
const moves = new Moves(step);
const actions = new Actions((what) => perform(what, { game: current, act, hint: showHint, flip, show }));
const clocks = new Clocks({
  low(side) {
    if (!current().yours.includes(side)) return;
    sound('low');
    atOnce(say(`game.low-${side}`));
  },
  out: () => line.greet(),
});
const line = new Line(id, { game: hear, state: showLink });

/** The game; nothing is pressed before there is one. */
function current() {
  if (!state.game) throw new Error('no game yet');
  return state.game;
}

/** @param {object} deed */
const act = (deed) => line.act(deed);
const isNow = () => state.ply === null;
const isMine = () => {
  const { table, yours } = current();
  return isNow() && !state.sent && table.phase === 'playing' && yours.includes(table.turn);
};

/** The legal moves that can be picked now. */
function legal() {
  if (!isMine()) return [];
  const { position, table, board: { squares } } = current();
  if (!table.touched) return position.legal;
  const touched = squares.findIndex(([, , name], index) => name === table.touched || String(index + 1) === table.touched) + 1;
  return position.legal.filter((move) => move.paths[0].squares[0] === touched);
}

/** Takes in a new state of the game. @param {GameView} game */
function hear(game) {
  const before = state.game;
  if (before && game.seq < before.seq) return;
  state.game = game;
  clocks.set(game.table.clock);
  if (!before) {
    turnBoard();
    board.build(game.board, state.flipped);
    show();
    goOn();
    return;
  }
  const last = game.history.at(-1);
  const moved = game.position.hash !== before.position.hash || game.history.length !== before.history.length;
  const { sent } = state;
  if (moved) Object.assign(state, { picked: [], unclear: undefined, sent: null, asked: null, hint: '' });
  if (moved) board.marks.clear();
  if (game.table.phase === 'finished') Object.assign(state, { picked: [], unclear: undefined, asked: null, planned: [] });
  // The move that was looked at may be taken back.
  if (state.ply !== null && state.ply >= game.history.length) state.ply = null;
  // A view that was sent before the server knew who we are gives us no side.
  const seated = game.yours.join() !== before.yours.join();
  if ((moved || seated) && turnBoard()) board.build(game.board, state.flipped);
  show();
  if (moved && last && game.history.length === before.history.length + 1) {
    announceMove(game, last.text);
    if (sent?.hub.slice(1) !== last.hub.slice(1)) showMove(last.path, before.position.hub, last.hub);
  }
  announceChange(before, game, turnSaid());
  if (moved || seated) goOn();
}

/** Turns the board to the reader's side, or where two share a device to the side to move; whether it turned. */
function turnBoard() {
  const { yours, table } = current();
  const below = yours.length === 2 ? isOn('turn') && table.turn : !state.turned && yours[0];
  if (!below || state.flipped === (below === 'black')) return false;
  state.flipped = !state.flipped;
  return true;
}

/** Lets a move be seen and heard. @param {Path} path @param {string} before @param {string} hub @param {number} [from] how far it was seen already */
function showMove(path, before, hub, from = 0) {
  const end = /** @type {number} */ (path.squares.at(-1));
  sound(before[path.squares[0]] !== hub[end] ? 'king' : path.takes.length ? 'capture' : 'move');
  const rest = { squares: path.squares.slice(from), takes: path.takes.slice(from) };
  if (isNow()) fly(board, rest, during(before, path.squares.slice(0, from + 1), []));
}

/** Plays what was chosen in advance, or the only move. */
function goOn() {
  if (!isMine()) return;
  const { planned } = state;
  state.planned = [];
  if (planned.length > 1) {
    let chosen = /** @type {import('./input.js').Chosen} */ ({ picked: [] });
    for (const square of planned) if (!chosen.play) chosen = pick(legal(), chosen.picked, square);
    const move = legal().find(({ text }) => text === chosen.play);
    if (move && chosen.path) send(move, chosen.path);
    else tell(say('game.plan-failed'));
    show();
  } else if (isOn('only') && legal().length === 1) {
    const [move] = legal();
    setTimeout(() => { if (isMine() && !isBegun() && legal()[0]?.text === move.text) decide(move, move.paths[0], 0); }, 700);
  }
}

/** @param {number} square @param {boolean} [carried] whether the piece was dragged there */
function pickSquare(square, carried = false) {
  if (!state.game) return;
  if (!isNow()) { step(current().history.length); return; }
  if (!isMine()) { plan(square); return; }
  const before = state.picked;
  const chosen = pick(legal(), before, square, isOn('finish'));
  Object.assign(state, { picked: chosen.picked, unclear: chosen.unclear, asked: null });
  const move = legal().find(({ text }) => text === chosen.play);
  if (move && chosen.path) { decide(move, chosen.path, carried ? chosen.path.squares.length - 1 : seen(move, chosen.path, before)); return; }
  const started = chosen.picked.length === 1 && chosen.picked[0] !== before[0];
  if (started) touch(square);
  show();
  if (state.picked.length > Math.max(1, before.length)) hop(before, carried);
  if (chosen.unclear) tell(say('choice.unclear'));
  else if (chosen.picked.length) politely(hopsSaid());
  if (chosen.missed) explain(chosen.missed).catch(refused);
}

/** How far a way was hopped already. @param {Move} move @param {Path} path @param {number[]} picked */
const seen = (move, path, picked) => open([move], picked).find((way) => way.path === path)?.at ?? 0;

/** Lets a hop be seen and heard. @param {number[]} before @param {boolean} carried */
function hop(before, carried) {
  sound('capture');
  const [way] = open(legal(), state.picked);
  const squares = way.path.squares.slice(seen(way.move, way.path, before), way.at + 1);
  if (!carried) fly(board, { squares, takes: [] }, during(current().position.hub, before, []));
}

/** Where the picked piece can go, in words. */
function hopsSaid() {
  const names = [...goals(legal(), state.picked).keys()].map((square) => board.name(square));
  return say('said.hops', { count: names.length, squares: names.join(', ') });
}

/** A piece that is touched must move, where that was agreed. @param {number} square */
function touch(square) {
  const { table } = current();
  if (!table.touch_move || table.touched) return;
  act({ side: table.turn, what: 'touch', value: board.layout.letters ? board.layout.squares[square - 1][2] : String(square) }).catch(refused);
}

/** Keeps a square of a move that is chosen in advance. @param {number} square */
function plan(square) {
  const { table, yours, position } = current();
  if (!isOn('premove') || yours.length !== 1 || table.phase !== 'playing' || state.sent) return;
  const own = sideOf(position.hub[square]) === yours[0];
  if (own) state.planned = [square];
  else if (state.planned.length) state.planned = [...state.planned, square];
  show();
}

/** Says which rule forbids what was tried. @param {number[]} missed */
async function explain([from, to]) {
  const { position, table } = current();
  if (table.touched) {
    complain(say('refusal.touched', { square: table.touched }));
  } else if (to !== undefined) {
    const { message } = await ask(`/api/games/${id}/explain`, { from, to });
    if (message) complain(told(message));
  } else if (sideOf(position.hub[from]) === table.turn) {
    complain(stuckSaid(from));
  }
}

/** Why the piece on a square cannot move. @param {number} square */
function stuckSaid(square) {
  const { because } = current().position;
  const rule = because.findLast(({ rejected }) => rejected.some((move) => move.paths[0]?.squares[0] === square));
  if (!rule) return say('game.cannot-move', { square: board.name(square) });
  const captures = legal().filter((move) => move.paths[0].takes.length > 0);
  const isFirst = rule === because[0] && captures.length > 0 && !rule.rejected[0].paths[0]?.takes.length;
  return isFirst ? say('why.must-capture', { count: new Set(captures.map((move) => move.paths[0].squares[0])).size }) : told(rule.rule);
}

/** @param {unknown} error */
const refused = (error) => complain(error instanceof Error ? error.message : String(error));

/** Plays a move, or asks first. @param {Move} move @param {Path} path @param {number} from how far it was seen already */
function decide(move, path, from) {
  if (!isOn('confirm')) { send(move, path, from); return; }
  state.asked = { move, path };
  show();
  settle.querySelector(/** @type {'button'} */ ('[data-do="confirm"]'))?.focus();
}

/** Plays a move: it is shown at once and taken back if the server refuses it. @param {Move} move @param {Path} path @param {number} [from] */
function send(move, path, from = 0) {
  const { table, history, position } = current();
  const hub = after(position.hub, path, move.crowns);
  Object.assign(state, { sent: { move, path, hub, ply: history.length }, picked: [], unclear: undefined, asked: null, planned: [], hint: '' });
  board.marks.clear();
  show();
  showMove(path, position.hub, hub, from);
  act({ side: table.turn, what: 'move', value: move.text, ply: history.length }).catch((error) => {
    state.sent = null;
    show();
    refused(error);
  });
}

/** Shows the position after so many plies. @param {number} ply */
function step(ply) {
  const { history } = current();
  const [before, now] = [state.ply ?? history.length, ply];
  Object.assign(state, { ply: ply === history.length ? null : ply, picked: [], unclear: undefined, asked: null });
  show();
  if (now === before + 1) {
    const { path, hub } = history[before];
    const start = before === 0 ? current().start : history[before - 1].hub;
    sound(path.takes.length ? 'capture' : 'move');
    fly(board, path, start);
  }
  politely(pastSaid(now));
}

/** Which position of the past is shown. @param {number} ply */
function pastSaid(ply) {
  return ply === 0 ? say('said.start') : say('said.step', { number: Math.ceil(ply / 2), move: current().history[ply - 1].text });
}

function flip() {
  Object.assign(state, { flipped: !state.flipped, turned: true });
  board.build(current().board, state.flipped);
  show();
}

/** @param {string} text */
function showHint(text) {
  const move = current().position.legal.find((one) => one.text === text);
  state.hint = say('game.hint', { move: text });
  politely(state.hint);
  show();
  if (move) board.marks.arrow(move.paths[0].squares, 'hint');
}

/** @param {'connected'|'connecting'} link */
function showLink(link) {
  const chip = part('link');
  const before = chip.dataset.state;
  chip.dataset.state = link;
  chip.textContent = say(`link.${link}`);
  if (before && before !== link && (link === 'connecting' || before === 'connecting')) politely(chip.textContent);
}

/** The position to show, and what is marked on it. */
function shown() {
  const { history, start, position, board: { removes_at_once: vanish } } = current();
  const ply = state.ply ?? history.length;
  const last = ply > 0 ? history[ply - 1].path.squares : [];
  if (!isNow()) return { hub: ply === 0 ? start : history[ply - 1].hub, last };
  if (state.sent) return { hub: state.sent.hub, last: state.sent.path.squares };
  if (state.asked) return { hub: after(position.hub, state.asked.path, state.asked.move.crowns), last: state.asked.path.squares };
  const gone = jumped(legal(), state.picked);
  return { hub: during(position.hub, state.picked, vanish ? gone : []), last, ghosts: vanish ? [] : gone };
}

function show() {
  const game = current();
  const held = document.activeElement;
  const { hub, last, ghosts = [] } = shown();
  const moving = state.asked ? [] : legal();
  const forced = moving.length > 0 && isForced(game);
  const choice = branches(moving, state.picked, state.unclear);
  board.show(hub, {
    can: new Set(moving.map((move) => move.paths[0].squares[0])), forced, picked: state.picked,
    goals: goals(moving, state.picked), numbers: choice.marks, last, ghosts, planned: state.planned,
  });
  showTurn(game, forced, hub);
  why.show(game.position, isMine() && !state.asked, state.picked.length > 0);
  showChoices(choice.list, board.marks, ({ move, path }) => decide(move, path, seen(move, path, state.picked)));
  showSettle(moving);
  moves.show(game.history, state.ply ?? game.history.length);
  actions.show(game);
  showFiles(game);
  showBox(game);
  if (held && held !== document.body && !isThere(held)) board.focusOn(board.focus);
}

/** @param {Element} element */
const isThere = (element) => element.isConnected && element.getClientRects().length > 0;

/** @param {GameView} game @param {boolean} forced @param {string} hub */
function showTurn(game, forced, hub) {
  const { table, said } = game;
  const turn = table.phase !== 'playing' ? null : state.sent ? (table.turn === 'white' ? 'black' : 'white') : table.turn;
  const bottom = state.flipped ? 'black' : 'white';
  fill(part('bar-bottom'), game, bottom, hub, turn);
  fill(part('bar-top'), game, state.flipped ? 'white' : 'black', hub, turn);
  clocks.tick();
  const ended = said.ending.map(told);
  part('turn').textContent = isNow() ? ended[0] ?? turnSaid(forced) : pastSaid(/** @type {number} */ (state.ply));
  const offer = table.offers[0];
  const calm = game.yours.length === 0 ? say('game.watching') : isMine() && game.history.length < 2 && !forced ? say('game.how') : '';
  part('note').textContent = ended.length ? ended.slice(1).join(' ') : offer ? offerSaid(offer) : state.hint || calm;
  part('now').classList.toggle('over', ended.length > 0);
  part('number').textContent = say('game.move', { number: table.move_number });
  part('counters').textContent = said.counters.filter(({ count }) => count > 1).map(({ phrase }) => told(phrase)).join(' · ');
  document.title = `${part('turn').textContent} · Damier`;
}

/** Whose turn it is. */
function turnSaid(forced = false) {
  const { table, yours, position, computer } = current();
  if (table.phase !== 'playing') return say(`game.${table.phase}`);
  if (forced && isMine()) return say('game.must-capture', { count: position.legal.length });
  const turn = state.sent ? (table.turn === 'white' ? 'black' : 'white') : table.turn;
  if (yours.length === 1 && yours[0] === turn) return say('game.your-turn');
  if (computer[turn === 'white' ? 0 : 1] !== null) return say('game.computer-thinks');
  return say(`game.turn-${turn}`);
}

/** Buttons that settle what was begun. @param {Move[]} moving */
function showSettle(moving) {
  const shownButtons = {
    stop: Boolean(stop(moving, state.picked)), confirm: Boolean(state.asked), cancel: Boolean(state.asked), present: !isNow(),
  };
  for (const button of settle.querySelectorAll('button')) button.hidden = !shownButtons[/** @type {'stop'} */ (button.dataset.do)];
  settle.hidden = !Object.values(shownButtons).includes(true);
}

/** @param {GameView} game */
function showFiles(game) {
  const looks = new URLSearchParams({ theme: document.documentElement.dataset.board ?? 'classic', flip: String(state.flipped), ply: String(state.ply ?? game.history.length) });
  for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll('#files a[data-file^="position"]'))) {
    link.href = `/api/games/${id}/${link.dataset.file}?${looks}`;
  }
}

/** The box to type moves in, for those who can move. @param {GameView} game */
function showBox({ yours, table, position }) {
  part('move-form').hidden = yours.length === 0 || table.phase === 'finished';
  if (position.legal.length) /** @type {HTMLInputElement} */ (part('movebox')).placeholder = position.legal[0].text;
}

/** Whether something was picked and not played. */
const isBegun = () => state.picked.length + state.planned.length > 0 || state.asked !== null;

function clear() {
  Object.assign(state, { picked: [], unclear: undefined, asked: null, planned: [] });
  board.marks.clear();
  show();
}

const settle = part('settle');
settle.addEventListener('click', (event) => {
  const what = /** @type {Element} */ (event.target).closest('button')?.dataset.do;
  const way = stop(legal(), state.picked);
  if (what === 'confirm' && state.asked) send(state.asked.move, state.asked.path, state.asked.path.squares.length - 1);
  if (what === 'cancel') clear();
  if (what === 'present') step(current().history.length);
  if (what === 'stop' && way) decide(way.move, way.path, way.at);
});

draggable(board, {
  start(square) {
    if (!state.game || !isNow()) return false;
    if (!isMine()) { plan(square); return state.planned[0] === square; }
    if (state.picked.length > 1 && state.picked.at(-1) === square) return true;
    if (open(legal(), [square]).length === 0) return false;
    if (state.picked[0] !== square || state.picked.length > 1) { state.picked = []; pickSquare(square); }
    return true;
  },
  end(passed, square) {
    if (square === null) return;
    if (isMine()) state.picked = dragged(legal(), state.picked, passed, square);
    board.focusOn(square, false);
    pickSquare(square, true);
  },
});

part('move-form').addEventListener('submit', (event) => {
  event.preventDefault();
  const box = /** @type {HTMLInputElement} */ (part('movebox'));
  const text = box.value.trim();
  if (!text || !state.game) return;
  if (!isNow()) step(current().history.length);
  const way = typed(legal(), text, board.layout);
  if (way) {
    box.value = '';
    decide(way.move, way.path, 0);
    return;
  }
  const { table, history } = current();
  act({ side: table.turn, what: 'move', value: text, ply: history.length }).then(() => { box.value = ''; }, refused);
});

listen(part('board'), {
  clear: () => { if (isBegun()) clear(); },
  back() {
    if (!isBegun()) return false;
    if (state.asked) { clear(); return true; }
    const list = state.picked.length ? 'picked' : 'planned';
    Object.assign(state, { [list]: state[list].slice(0, -1), unclear: undefined });
    show();
    return true;
  },
  letters: {
    m: () => tell(say('said.moves', { count: legal().length, moves: legal().map(({ text }) => text).join(', ') })),
    l: () => tell(current().history.length ? say('said.last', { move: /** @type {string} */ (current().history.at(-1)?.text) }) : say('said.no-move')),
    t: () => {
      const [white, black] = /** @type {Side[]} */ (['white', 'black']).map((side) => clocks.left(side));
      tell(white === null || black === null ? say('said.no-clock') : say('said.clocks', { white: written(white), black: written(black) }));
    },
    f: flip,
    '?': help,
  },
});

if (!takeKey(id)) tell(say('game.not-kept'));
