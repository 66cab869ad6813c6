// The page of one game.
import { Line, ask, keep, keyOf } from './api.js';
import { Board } from './board.js';
import { goals, jumped, pick } from './input.js';
import { piece } from './pieces.js';

const id = location.pathname.split('/').pop();
const part = (name) => document.getElementById(name);
const state = { game: null, picked: [], ply: null, flipped: null, heard: 0 };

const board = new Board(part('board'), picked);
const line = new Line(id, {
  game(game) {
    if (state.game && game.seq < state.game.seq) return;
    const first = !state.game;
    state.game = game;
    state.heard = performance.now();
    state.picked = [];
    state.ply = null;
    if (first) {
      state.flipped = game.yours.length === 1 && game.yours[0] === 'black';
      board.build(game.board, state.flipped);
    }
    show();
  },
  state(text) { part('link').textContent = text; },
});

function say(text) {
  part('said').textContent = text;
  clearTimeout(say.timer);
  say.timer = setTimeout(() => { part('said').textContent = ''; }, 5000);
}

const act = (deed) => line.act(deed).catch((error) => say(error.message));
const now = () => state.ply === null;
const mine = () => now() && state.game.table.phase === 'playing' && state.game.yours.includes(state.game.table.turn);

function picked(square) {
  if (!state.game) return;
  if (!now()) { state.ply = null; show(); return; }
  if (!mine()) return;
  const { legal } = state.game.position;
  const chosen = pick(legal, state.picked, square);
  state.picked = chosen.picked;
  if (chosen.play) act({ side: state.game.table.turn, what: 'move', value: chosen.play, ply: state.game.history.length });
  if (chosen.unclear) say(`More than one capture ends there: ${chosen.unclear.join(', ')}. Pick a square on the way.`);
  if (chosen.missed?.length === 2) {
    const [from, to] = chosen.missed;
    ask(`/api/games/${id}/explain`, { from, to }).then((why) => why.message && say(why.message));
  } else if (chosen.missed && state.game.position.because.length && state.game.position.hub[square].toLowerCase() === state.game.table.turn[0]) {
    say(state.game.position.because[0].rule);
  }
  show();
}

function show() {
  const { game } = state;
  const history = game.history;
  const shown = state.ply ?? history.length;
  const hub = shown === 0 ? game.start : history[shown - 1].hub;
  const legal = mine() ? game.position.legal : [];
  board.show(hub, {
    can: new Set(legal.map((move) => move.paths[0].squares[0])),
    picked: state.picked,
    goals: goals(legal, state.picked),
    ghosts: jumped(legal, state.picked),
    last: shown > 0 ? history[shown - 1].path.squares : [],
  });
  part('title').textContent = game.table.title;
  part('number').textContent = `Move ${game.table.move_number}`;
  part('counters').textContent = game.table.counters.filter(({ count }) => count > 1).map(({ count, limit }) => `draw count ${count} of ${limit}`).join(' · ');
  showBars();
  showWhy();
  showMoves(shown);
  showActions();
  const files = ['game.pdn', 'game.log', 'position.svg', 'position.fen'];
  part('files').replaceChildren(...files.map((file) => {
    const link = document.createElement('a');
    link.href = `/api/games/${id}/${file}`;
    link.textContent = file.split('.')[1].toUpperCase();
    return link;
  }));
}

function showBars() {
  const { table, computer, history, start } = state.game;
  const bottom = state.flipped ? 'black' : 'white';
  for (const side of ['white', 'black']) {
    const bar = part(side === bottom ? 'bar-bottom' : 'bar-top');
    const name = document.createElement('b');
    name.textContent = table.names[side];
    const soft = document.createElement('span');
    soft.className = 'soft';
    const letter = side === 'white' ? 'b' : 'w';
    const count = (hub) => [...hub.slice(1).toLowerCase()].filter((sign) => sign === letter).length;
    const captured = count(start) - count(history.at(-1)?.hub ?? start);
    const turn = table.phase === 'playing' && table.turn === side;
    const level = computer[side === 'white' ? 0 : 1];
    const thinking = turn && level !== null ? ' · thinking' : '';
    soft.textContent = `${turn ? 'to move · ' : ''}captured ${captured}${thinking}`;
    bar.classList.toggle('turn', turn);
    bar.replaceChildren(piece(side, false), name, soft);
    if (table.clock[side].left !== null) {
      const clock = document.createElement('span');
      clock.className = 'clock';
      clock.dataset.side = side;
      bar.append(clock);
    }
  }
  tick();
}

function tick() {
  if (!state.game) return;
  const { clock } = state.game.table;
  for (const dial of document.querySelectorAll('.clock')) {
    const side = dial.dataset.side;
    const gone = clock.running === side ? performance.now() - state.heard : 0;
    const seconds = Math.ceil(Math.max(0, clock[side].left - gone) / 1000);
    dial.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  }
}
setInterval(tick, 250);

function showWhy() {
  const { table, position } = state.game;
  const why = part('why');
  const text = (tag, content) => Object.assign(document.createElement(tag), { textContent: content });
  why.hidden = !table.ending && !(mine() && position.because.length);
  if (table.ending) {
    why.replaceChildren(text('h2', table.ending.text[0].toUpperCase() + table.ending.text.slice(1)), text('p', 'Another game?'));
  } else if (!why.hidden) {
    const ways = position.legal.length;
    const forced = position.legal.some((move) => move.paths[0].takes.length);
    const title = forced ? `You must capture (${ways} ${ways === 1 ? 'way' : 'ways'})` : 'Not every move is allowed';
    const parts = [text('h2', title)];
    for (const { rule, rejected } of position.because) {
      const item = text('p', `${rule[0].toUpperCase()}${rule.slice(1)}: `);
      item.append(text('s', rejected.slice(0, 8).join(', ')));
      parts.push(item);
    }
    why.replaceChildren(...parts);
  }
}

function showMoves(shown) {
  const { history } = state.game;
  const list = part('moves');
  list.replaceChildren();
  for (let ply = 0; ply < history.length; ply += 2) {
    const item = document.createElement('li');
    const number = document.createElement('span');
    number.textContent = `${ply / 2 + 1}.`;
    item.append(number);
    for (const at of [ply, ply + 1]) {
      if (at >= history.length) break;
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = history[at].text;
      if (at + 1 === shown) button.setAttribute('aria-current', 'step');
      button.addEventListener('click', () => { state.ply = at + 1 === history.length ? null : at + 1; state.picked = []; show(); });
      item.append(button);
    }
    list.append(item);
  }
  if (now()) list.scrollTop = list.scrollHeight;
}

function showActions() {
  const { table, yours, history, computer } = state.game;
  const row = part('actions');
  const buttons = [];
  const button = (text, run, enabled = true) => {
    const element = document.createElement('button');
    element.type = 'button';
    element.textContent = text;
    element.disabled = !enabled;
    element.addEventListener('click', run);
    buttons.push(element);
  };
  const me = yours.length === 1 ? yours[0] : table.turn;
  const playing = table.phase === 'playing';
  const both = yours.length === 2;
  const agree = async (proposal, asker) => {
    await act({ side: asker, what: 'offer', value: proposal });
    if (both) await act({ side: asker === 'white' ? 'black' : 'white', what: 'accept', value: proposal });
  };
  if (yours.length && playing) {
    const asker = both ? (table.turn === 'white' ? 'black' : 'white') : me;
    button('Take back', () => agree('take-back', asker), history.length > 0);
    button(both ? 'Agree a draw' : 'Offer draw', () => agree('draw', me));
    if (table.claims.length) button('Claim draw', () => act({ side: me, what: 'claim' }));
    button('Resign', () => { if (confirm('Resign this game?')) act({ side: me, what: 'resign' }); });
    button('Hint', async () => { const { text } = await ask(`/api/games/${id}/hint`, {}, keyOf(id)); if (text) say(`Try ${text}`); }, mine());
  }
  if (table.phase === 'finished' && yours.length) {
    button('Play again', async () => {
      const level = computer.find((one) => one !== null);
      const order = { rules: table.rules, clock: table.clock.control, color: me === 'white' ? 'black' : 'white' };
      if (level) order.level = level;
      const next = await ask('/api/games', order);
      keep(next.id, next.key);
      location.assign(`/game/${next.id}`);
    });
  }
  button('Flip', () => { state.flipped = !state.flipped; board.build(state.game.board, state.flipped); show(); });
  row.replaceChildren(...buttons);
}

document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') { state.picked = []; show(); }
  if (event.key === 'Backspace' && state.picked.length) { state.picked.pop(); show(); }
});
