// The page of one game.
import { Actions, asked, offerSaid, opponent } from './actions.js';
import { atOnce, politely, review, tell } from './announce.js';
import { Line, addressOf, keyOf, takeKey } from './api.js';
import { fill, isNamed, nameOf, ratingOf } from './bars.js';
import { Board } from './board.js';
import { Chat } from './chat.js';
import { isOn } from './chosen.js';
import { showChoices } from './choices.js';
import { Clocks, written } from './clocks.js';
import { part } from './part.js';
import { perform } from './player_actions.js';
import { showLink } from './connection.js';
import { help } from './dialog.js';
import { showExports } from './export.js';
import { hearMove, land, landed, showMove } from './flight.js';
import { showFromHere } from './from_here.js';
import { Hand } from './hand.js';
import { branches, goals, jumped, stop } from './input.js';
import { begun, forget, get, lately } from './keep.js';
import { listen } from './keys.js';
import { countGame } from './ladder.js';
import { Moves } from './moves.js';
import { announceChange, announceMove, isForced } from './news.js';
import { Pace } from './pace.js';
import { People } from './people.js';
import { after, during } from './position.js';
import { replay } from './replay.js';
import { endingSaid, mood, showResult } from './result.js';
import { Seating } from './seating.js';
import { sound } from './sound.js';
import { over, returned } from './versions.js';
import { Why } from './why.js';
import { say, told } from './words.js';

/** @typedef {import('./types.js').GameView} GameView */
/** @typedef {import('./types.js').MoveView} Move */
/** @typedef {import('./types.js').Side} Side */

const id = /** @type {string} */ (location.pathname.split('/').pop());

const state = {
  /** @type {GameView|null} */
  game: null,
  /** The text of the hint. */
  hint: '',
  /** @type {number|null} the number of plies shown; null for the current position */
  ply: null,
  flipped: false,
  /** Whether the player has flipped the board. */
  turned: false,
  /** Whether the game is over and its last move is still being animated. */
  ending: false,
};

const board = new Board(part('board'), square => {
  if (state.game) hand.pick(square);
});
const why = new Why(board.marks);
const moves = new Moves(step);
const press = (/** @type {string} */ what) =>
  perform(what, { game: current, act, hint: showHint, flip, show });
const actions = new Actions(press);
const clocks = new Clocks({
  low(side) {
    if (!current().yours.includes(side)) return;
    sound('low');
    atOnce(say(`game.low-${side}`));
  },
  out: () => line.greet(),
});
const changed = () => {
  if (state.game) show();
};
const seating = new Seating(id, {
  greet: () => line.greet(),
  welcomed: () => line.welcome?.seq ?? 0,
  now: () => line.now(),
  changed,
  abort: () => press('abort'),
});
const chat = new Chat(id, () => state.game);
const people = new People({ game: () => state.game, now: () => line.now(), changed });
const pace = new Pace(() => state.game, hear);
const line = new Line(id, {
  game(game) {
    // The clocks are updated at once, whatever is still animated.
    if (!state.game || game.seq >= state.game.seq) clocks.set(game.table.clock);
    pace.hear(game);
  },
  state: showLink,
  present: present => people.hear(present),
  chat: message => chat.hear(message),
  returned(welcome, before) {
    returned(welcome, before);
    changed();
  },
});

/** The game; no button works before there is one. */
function current() {
  if (!state.game) throw new Error('no game yet');
  return state.game;
}

/** @param {object} action */
const act = action => line.act(action);
const isNow = () => state.ply === null;
const toPresent = () => step(current().history.length);
const hand = new Hand(board, { game: current, isNow, toPresent, act, show });

/** Handles a new state of the game. @param {GameView} game */
function hear(game) {
  const before = state.game;
  if (before && game.seq < before.seq) return;
  state.game = game;
  if (game.yours.length && game.table.phase !== 'finished')
    begun([id, ...lately().filter(other => other !== id)]);
  if (!before) {
    turnBoard();
    lay();
    show();
    hand.goOn();
    if (game.table.phase === 'finished') over();
    else beginAsMoved();
    return;
  }
  const last = game.history.at(-1);
  const moved =
    game.position.hash !== before.position.hash || game.history.length !== before.history.length;
  const { sent } = hand;
  const isOver = game.table.phase === 'finished';
  if (isOver && before.table.phase === 'playing') countGame(game);
  if (moved || isOver) hand.drop();
  if (isOver) hand.planned = [];
  if (moved) {
    hand.sent = null;
    state.hint = '';
    board.marks.clear();
  }
  // The displayed move may have been taken back.
  if (state.ply !== null && state.ply >= game.history.length) state.ply = null;
  // A view from before the server knew us gives us no side.
  const seated = game.yours.join() !== before.yours.join();
  if ((moved || seated) && turnBoard()) lay();
  const ends = isOver && before.table.phase !== 'finished';
  if (ends) state.ending = true;
  show();
  const start = moved && last ? startOf(before, game, sent?.hub) : undefined;
  if (last && start) {
    announceMove(game, last.text);
    if (sent?.hub.slice(1) !== last.hub.slice(1))
      (isNow() ? showMove : hearMove)(last.path, start, last.hub, board);
  }
  if (ends) end();
  if (before.table.phase === 'waiting' && game.table.phase === 'playing')
    begin(before.yours.length ? came(game) : '');
  else announceChange(before, game, turnSaid(), unmoved());
  if (isOver) over();
  if (game.next && !before.next && game.yours.length) goTo(game.next);
  if (moved || seated) hand.goOn();
}

/**
 * The position before the last move, if only that is new; our move may have arrived together with the reply.
 * @param {GameView} before @param {GameView} game @param {string|undefined} sent
 */
function startOf(before, game, sent) {
  const plies = game.history.length - before.history.length;
  return plies === 1 ? before.position.hub : plies === 2 ? sent : undefined;
}

/** Shows the result after the last move's animation. */
async function end() {
  await landed();
  state.ending = false;
  if (current().table.phase !== 'finished') return;
  const how = mood(current());
  sound(how === 'calm' ? 'end' : how);
  show();
  part('now').classList.toggle('fresh', isOn('animation'));
}

/** Lays out the board and ends any animation. */
function lay() {
  land();
  board.build(current().board, state.flipped);
}

/** Plays the move made on the home page as the first of the game. */
function beginAsMoved() {
  const first = get('first');
  forget('first');
  if (first && hand.isMine() && current().history.length === 0) hand.type(first, () => {});
}

/** Goes to the rematch. @param {string} next */
function goTo(next) {
  chat.carryOver(next);
  location.assign(addressOf(next, keyOf(id)));
}

/** Announces that both players are here. @param {string} who came, in words, if the reader waited for them */
function begin(who) {
  sound('come');
  tell(`${who} ${turnSaid()}`.trim(), unmoved());
}

/** Describes the opponent who has joined, with their rating. @param {GameView} game */
function came(game) {
  const side = opponent(game.yours[0]);
  if (!isNamed(game, side)) return say('wait.came');
  const rating = ratingOf(game, side);
  return say('wait.came-named', { name: `${nameOf(game, side)}${rating && ` (${rating})`}` });
}

/** Returns a function that tells whether the game has not changed since now. */
function unmoved() {
  const {
    history,
    table: { phase },
  } = current();
  return () =>
    current().history.length === history.length && current().table.phase === phase && !hand.sent;
}

/**
 * Orients the board to the reader's side, or on a shared device to the side to move; for others, the side that moves
 * first is at the bottom. Returns whether it flipped.
 */
function turnBoard() {
  const { yours, table } = current();
  const first = part('board').dataset.first;
  const mine = yours.length === 2 ? first : (yours[0] ?? seating.side(current()) ?? first);
  const below = yours.length === 2 && isOn('turn') ? table.turn : !state.turned && mine;
  if (!below || state.flipped === (below === 'black')) return false;
  state.flipped = !state.flipped;
  return true;
}

/** Shows the position after this many plies. @param {number} ply */
function step(ply) {
  const { history } = current();
  const [before, now] = [state.ply ?? history.length, ply];
  state.ply = ply === history.length ? null : ply;
  hand.drop();
  show();
  if (now === before + 1) {
    const { path, hub } = history[before];
    showMove(path, before === 0 ? current().start : history[before - 1].hub, hub, board);
  }
  politely(pastSaid(now));
}

/** Describes which earlier position is shown. @param {number} ply */
function pastSaid(ply) {
  return ply === 0
    ? say('said.start')
    : say('said.step', { number: Math.ceil(ply / 2), move: current().history[ply - 1].text });
}

function flip() {
  Object.assign(state, { flipped: !state.flipped, turned: true });
  lay();
  show();
}

/** @param {string} text */
function showHint(text) {
  const move = current().position.legal.find(one => one.text === text);
  state.hint = say('game.hint', { move: text });
  politely(state.hint);
  show();
  if (move) board.marks.arrow(move.paths[0].squares, 'hint');
}

/** The position to show, with its marks. */
function shown() {
  const {
    history,
    start,
    position,
    board: { removes_at_once: vanish },
  } = current();
  const ply = state.ply ?? history.length;
  const last = ply > 0 ? history[ply - 1].path.squares : [];
  if (!isNow()) return { hub: ply === 0 ? start : history[ply - 1].hub, last };
  if (hand.sent) return { hub: hand.sent.hub, last: hand.sent.path.squares };
  if (hand.asked)
    return {
      hub: after(position.hub, hand.asked.path, hand.asked.move.crowns),
      last: hand.asked.path.squares,
    };
  const gone = jumped(hand.legal(), hand.picked);
  return {
    hub: during(position.hub, hand.picked, vanish ? gone : []),
    last,
    ghosts: vanish ? [] : gone,
  };
}

function show() {
  const game = current();
  review();
  const held = document.activeElement;
  const { hub, last, ghosts = [] } = shown();
  const moving = hand.asked ? [] : hand.legal();
  const forced = moving.length > 0 && isForced(game);
  const choice = branches(moving, hand.picked, hand.unclear);
  board.show(hub, {
    can: new Set(moving.map(move => move.paths[0].squares[0])),
    forced,
    picked: hand.picked,
    goals: goals(moving, hand.picked),
    numbers: choice.marks,
    last,
    ghosts,
    planned: hand.planned,
  });
  showTurn(game, forced, hub);
  people.tick();
  part('now').hidden = seating.show(game);
  why.show(game.position, hand.isMine() && !hand.asked, hand.picked.length > 0);
  showChoices(choice.list, board.marks, way => hand.choose(way));
  showSettle(moving);
  moves.show(game.history, state.ply ?? game.history.length);
  if (!state.ending) actions.show(game);
  showFromHere(game, state.ply ?? game.history.length);
  chat.show(game);
  showExports(id, {
    theme: document.documentElement.dataset.board ?? 'classic',
    flip: String(state.flipped),
    ply: String(state.ply ?? game.history.length),
  });
  showBox(game);
  if (held && held !== document.body && !isThere(held)) board.focusOn(board.focus);
}

/** @param {Element} element */
const isThere = element => element.isConnected && element.getClientRects().length > 0;

/** @param {GameView} game @param {boolean} forced @param {string} hub */
function showTurn(game, forced, hub) {
  const { table, said } = game;
  const turn =
    table.phase !== 'playing'
      ? null
      : hand.sent
        ? table.turn === 'white'
          ? 'black'
          : 'white'
        : table.turn;
  const bottom = state.flipped ? 'black' : 'white';
  const top = state.flipped ? 'white' : 'black';
  fill(part('bar-bottom'), game, bottom, hub, turn, people.there(game, bottom));
  fill(part('bar-top'), game, top, hub, turn, people.there(game, top));
  clocks.tick();
  if (state.ending) return;
  const ended = endingSaid(game);
  // Open questions come first.
  const question = isNow() ? asked(game) : undefined;
  const offer = question ?? table.offers[0];
  part('now').classList.toggle('asked', question !== undefined);
  part('now').classList.toggle('mine', hand.isMine() && game.yours.length === 1);
  part('turn').textContent = isNow()
    ? ended.length
      ? ended[0]
      : question
        ? offerSaid(game, question)
        : turnSaid(forced)
    : pastSaid(/** @type {number} */ (state.ply));
  const calm =
    game.yours.length === 0
      ? say('game.watching')
      : hand.isMine() && game.history.length < 2 && !forced && !hand.hasHopped()
        ? say('game.how')
        : '';
  const answer = question ? [say('asked.answer')] : [];
  part('note').textContent = offer
    ? ended.length || !question
      ? [...ended.slice(1), offerSaid(game, offer), ...answer].join(' ')
      : [...answer, turnSaid(forced)].join(' ')
    : ended.length
      ? ended.slice(isNow() ? 1 : 0).join(' ')
      : (!hand.sent && state.hint) || calm;
  const next = /** @type {HTMLAnchorElement} */ (part('next'));
  next.hidden = !game.next;
  if (game.next) next.href = addressOf(game.next, keyOf(id));
  showResult(game, ended.length > 0 && isNow());
  part('number').textContent = say('game.move', { number: table.move_number });
  part('counters').textContent = said.counters
    .filter(({ count }) => count > 1)
    .map(({ phrase }) => told(phrase))
    .join(' · ');
  document.title = `${part('turn').textContent} · Damier`;
}

/** Says whose turn it is. */
function turnSaid(forced = false) {
  const { table, yours, position, computer } = current();
  if (table.phase !== 'playing') return say(`game.${table.phase}`);
  if (hand.hasHopped()) return hopSaid();
  if (forced && hand.isMine()) return say('game.must-capture', { count: position.legal.length });
  const turn = hand.sent ? (table.turn === 'white' ? 'black' : 'white') : table.turn;
  if (yours.length === 1 && yours[0] === turn) return say('game.your-turn');
  if (computer[turn === 'white' ? 0 : 1] !== null) return say('game.computer-thinks');
  return say(`game.turn-${turn}`);
}

/** Says that a capture must or may be continued. */
function hopSaid() {
  const square = board.name(/** @type {number} */ (hand.picked.at(-1)));
  return say(stop(hand.legal(), hand.picked) ? 'game.may-go-on' : 'game.goes-on', { square });
}

/** Buttons for completing a move. @param {Move[]} moving */
function showSettle(moving) {
  const shownButtons = {
    stop: Boolean(stop(moving, hand.picked)),
    'hop-back': hand.hasHopped() && !hand.asked,
    confirm: Boolean(hand.asked),
    cancel: Boolean(hand.asked),
    present: !isNow(),
    'claim-win': people.mayClaim(),
  };
  for (const button of settle.querySelectorAll('button'))
    button.hidden = !shownButtons[/** @type {'stop'} */ (button.dataset.do)];
  settle.hidden = !Object.values(shownButtons).includes(true);
}

/** The text box for typing moves, for those who can move. @param {GameView} game */
function showBox({ yours, table, position }) {
  part('move-form').hidden = yours.length === 0 || ['waiting', 'finished'].includes(table.phase);
  if (position.legal.length)
    /** @type {HTMLInputElement} */ (part('movebox')).placeholder = position.legal[0].text;
}

const settle = part('settle');
settle.addEventListener('click', (/** @type {Event} */ event) => {
  const what = /** @type {Element} */ (event.target).closest('button')?.dataset.do;
  if (what === 'confirm') hand.confirm();
  if (what === 'cancel') hand.clear();
  if (what === 'present') toPresent();
  if (what === 'stop') hand.stopHere();
  if (what === 'hop-back') hand.back();
  if (what === 'claim-win') press(what);
});

part('move-form').addEventListener('submit', (/** @type {Event} */ event) => {
  event.preventDefault();
  const box = /** @type {HTMLInputElement} */ (part('movebox'));
  const text = box.value.trim();
  if (text && state.game)
    hand.type(text, () => {
      box.value = '';
    });
});

replay(board, moves);

// No need to wait for the animation: a piece that can move soon can be selected at once.
part('board').addEventListener('pointerdown', (/** @type {Event} */ event) => {
  const cell = /** @type {Element} */ (event.target).closest('[data-square]');
  if (pace.isAwaited(Number(cell?.getAttribute('data-square')))) pace.skip();
});

listen(part('board'), {
  pick: () => {
    if (pace.isAwaited(board.focus)) pace.skip();
  },
  clear: () => {
    pace.skip();
    if (hand.isBegun()) hand.clear();
  },
  back: () => hand.back(),
  letters: {
    m: () =>
      tell(
        say('said.moves', {
          count: hand.legal().length,
          moves: hand
            .legal()
            .map(({ text }) => text)
            .join(', '),
        }),
      ),
    l: () =>
      tell(
        current().history.length
          ? say('said.last', { move: /** @type {string} */ (current().history.at(-1)?.text) })
          : say('said.no-move'),
      ),
    t: () => {
      const said = /** @type {Side[]} */ (['white', 'black']).flatMap(side => {
        const left = clocks.left(side);
        return left === null ? [] : say(`said.clock-${side}`, { time: written(left) });
      });
      tell(said.join(', ') || say('said.no-clock'));
    },
    f: flip,
    '?': help,
  },
});

if (!takeKey(id)) tell(say('game.not-kept'));
