// The board editor. It knows what stands where; whether that makes a game is for the server to say.
import { ask } from './api.js';
import { Board } from './board.js';
import { draggable } from './drag.js';
import { carry } from './carry.js';
import { part } from './part.js';
import { piece } from './pieces.js';
import { sideOf } from './position.js';
import { wear } from './sides.js';
import { say, told } from './words.js';

const tools = part('tools');
const EMPTY = 'e';
const PIECES = 'wWbB';

/** The side to move, then a letter for each square by number. */
let hub = '';
let flipped = false;
/** Whether nobody has changed the start position. */
let atStart = false;
/** Questions that are under way: only the last answer counts. */
let asked = 0;
const board = new Board(part('board'), square =>
  put(square, hub[square] === chosen() ? EMPTY : chosen()),
);

/** The piece of the palette. @returns {string} */
const chosen = () =>
  /** @type {HTMLInputElement} */ (tools.querySelector('[name=piece]:checked')).value;

/** @param {string} letter */
const choose = letter => {
  /** @type {HTMLInputElement} */ (tools.querySelector(`[name=piece][value=${letter}]`)).checked =
    true;
};

/** Puts a piece on a square, or takes it away. @param {number} square @param {string} letter */
function put(square, letter) {
  hub = hub.slice(0, square) + letter + hub.slice(square + 1);
  changed();
}

/** The position as PDN writes it, whether it makes a game or not. */
function fen() {
  const side = (/** @type {string} */ man) =>
    board.layout.squares
      .map(([, , letters], index) => [
        hub[index + 1],
        board.layout.letters ? letters : String(index + 1),
      ])
      .filter(([letter]) => letter.toLowerCase() === man)
      .map(([letter, name]) => (letter === man ? name : `K${name}`))
      .join(',');
  return `${hub[0]}:W${side('w')}:B${side('b')}`;
}

function show() {
  board.show(hub);
  for (const radio of tools.querySelectorAll('[name=turn]')) radio.checked = radio.value === hub[0];
}

/** Asks what the server makes of the position on the board. */
function changed() {
  atStart = false;
  show();
  part('fen').value = fen();
  check(part('fen').value);
}

/**
 * Looks at a position: whether a later question has overtaken this one, and what the server makes of it unless it is wrong.
 * @param {string|undefined} text @returns {Promise<{overtaken: boolean, sound?: any}>}
 */
async function check(text) {
  const number = ++asked;
  part('trouble').textContent = '';
  const { sound, wrong, failed } = await ask('/api/position/check', {
    rules: part('rules').value,
    fen: text,
  }).catch((/** @type {Error} */ error) => ({ failed: error.message }));
  if (number !== asked) return { overtaken: true };
  if (sound) {
    const side = sound.position.hub[0] === 'W' ? 'white' : 'black';
    part('verdict').textContent = sound.outcome
      ? sound.ending.map(told).join(' ')
      : say(`editor.sound-${side}`, { count: sound.position.legal.length });
    link(sound.position.fen, true, !sound.outcome);
    return { overtaken: false, sound };
  }
  part('verdict').textContent = '';
  part('trouble').textContent = failed ?? told(wrong);
  link(text ?? '', false, false);
  return { overtaken: false };
}

/** Lets everything that leads on lead to this position. @param {string} position @param {boolean} sound @param {boolean} playable */
function link(position, sound, playable) {
  const query = new URLSearchParams({ rules: part('rules').value, fen: position });
  history.replaceState(null, '', `/editor?${query}`);
  part('fen').setAttribute('aria-invalid', String(!sound));
  const { board: theme = '' } = document.documentElement.dataset;
  const picture = new URLSearchParams([...query, ['theme', theme], ['flip', String(flipped)]]);
  const goals = {
    play: `/?${query}`,
    svg: `/api/position.svg?${picture}`,
    png: `/api/position.png?${picture}`,
  };
  for (const [id, goal] of Object.entries(goals)) {
    // A link that leads nowhere is no link.
    if (id === 'play' ? playable : sound) part(id).href = goal;
    else part(id).removeAttribute('href');
  }
}

/** Shows what a text says, or the start; a text that is wrong leaves the board as it is. @param {string|undefined} text */
async function read(text) {
  const before = part('fen').value;
  const answer = await check(text);
  const { sound } = answer;
  if (!sound) return answer;
  hub = sound.position.hub;
  atStart = text === undefined;
  board.build(sound.board, flipped);
  show();
  // Somebody may have typed on meanwhile.
  if (part('fen').value === before) part('fen').value = sound.position.fen;
  return answer;
}

/** Other rules may have the same squares: then the pieces stay, where the rules allow it. */
async function changeRules() {
  wear(part('rules'));
  const [before, wasStart] = [hub, atStart];
  const start = await read(undefined);
  if (wasStart || !start.sound) return;
  hub = before;
  if (hub.length === board.layout.squares.length + 1) {
    const kept = await read(fen());
    if (kept.sound || kept.overtaken) return;
  }
  const again = await read(undefined);
  if (again.sound) part('trouble').textContent = say('editor.start-instead');
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  const typing =
    event.target instanceof HTMLTextAreaElement || event.target instanceof HTMLSelectElement;
  if (typing || event.ctrlKey || event.altKey || event.metaKey) return;
  const square = Number(/** @type {HTMLElement} */ (event.target).dataset?.square ?? 0);
  const letters = document.documentElement.dataset.keys !== 'off';
  if (square && (event.key === 'Delete' || event.key === 'Backspace')) put(square, EMPTY);
  else if (square && letters && (PIECES + EMPTY).includes(event.key)) put(square, event.key);
  else if (!square && /^[1-5]$/.test(event.key)) choose((PIECES + EMPTY)[Number(event.key) - 1]);
  else return;
  event.preventDefault();
}

async function copy() {
  try {
    await navigator.clipboard.writeText(location.href);
    part('verdict').textContent = say('editor.copied');
  } catch {
    part('verdict').textContent = location.href;
  }
}

/** The square under a point. @param {number} x @param {number} y */
const squareAt = (x, y) =>
  Number(
    /** @type {HTMLElement|null} */ (document.elementFromPoint(x, y)?.closest('[data-square]'))
      ?.dataset.square ?? 0,
  );

function listen() {
  tools.addEventListener('change', (/** @type {Event} */ event) => {
    const { name, value } = /** @type {HTMLInputElement} */ (event.target);
    if (name !== 'turn') return;
    hub = value + hub.slice(1);
    changed();
  });
  part('start').addEventListener('click', () => read(undefined));
  part('clear').addEventListener('click', () => {
    hub = hub[0] + EMPTY.repeat(hub.length - 1);
    changed();
  });
  part('flip').addEventListener('click', () => {
    flipped = !flipped;
    board.build(board.layout, flipped);
    changed();
  });
  part('rules').addEventListener('change', changeRules);
  part('fen').addEventListener('change', () => read(part('fen').value));
  part('setup').addEventListener('submit', (/** @type {Event} */ event) => {
    event.preventDefault();
    read(part('fen').value);
  });
  part('copy').addEventListener('click', copy);
  addEventListener('keydown', onKey);
  let released = { x: 0, y: 0 };
  addEventListener(
    'pointerup',
    ({ clientX: x, clientY: y }) => {
      released = { x, y };
    },
    { capture: true },
  );
  let from = 0;
  draggable(board, {
    start: square => {
      from = square;
      return hub[square] !== EMPTY;
    },
    end: (_, square) => {
      const letter = hub[from];
      if (square) hub = hub.slice(0, from) + EMPTY + hub.slice(from + 1);
      if (square) put(square, letter);
      else if (!squareAt(released.x, released.y)) put(from, EMPTY);
      else show();
    },
  });
  for (const swatch of tools.querySelectorAll('.swatch')) {
    carry(swatch.parentElement, swatch, (x, y) => {
      const square = squareAt(x, y);
      if (square) put(square, swatch.dataset.letter);
    });
  }
}

for (const swatch of tools.querySelectorAll('.swatch')) {
  const side = sideOf(swatch.dataset.letter);
  if (side)
    swatch.append(piece(side, swatch.dataset.letter !== swatch.dataset.letter.toLowerCase()));
}
const wrong = part('trouble').textContent;
if (
  (
    await read(
      wrong || !new URLSearchParams(location.search).get('fen') ? undefined : part('fen').value,
    )
  ).sound
) {
  part('trouble').textContent = wrong;
  for (const id of ['board', 'tools', 'copy']) part(id).hidden = false;
  part('still').hidden = true;
  listen();
}
