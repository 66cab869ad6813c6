// The board editor. It knows the pieces; whether the position is valid is up to the server.
import { ask } from './api.js';
import { lastLevel } from './ladder.js';
import { part } from './part.js';
import { SetupBoard } from './setup.js';
import { wear } from './sides.js';
import { say, told } from './words.js';

const setup = new SetupBoard(part('board'), part('tools'), changed);
/** Whether this is the unchanged start position. */
let atStart = false;
/** The number of the latest request: only its response counts. */
let asked = 0;

/** Asks the server about the position on the board. */
function changed() {
  atStart = false;
  setup.show();
  part('fen').value = setup.fen();
  check(part('fen').value);
}

/**
 * Checks a position: returns whether a later request has overtaken this one, and the server's answer unless it is
 * invalid.
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
    against(sound.position.fen, side, !sound.outcome);
    return { overtaken: false, sound };
  }
  part('verdict').textContent = '';
  part('trouble').textContent = failed ?? told(wrong);
  link(text ?? '', false, false);
  against('', 'white', false);
  return { overtaken: false };
}

/** Updates all links with this position. @param {string} position @param {boolean} sound @param {boolean} playable */
function link(position, sound, playable) {
  const query = new URLSearchParams({ rules: part('rules').value, fen: position });
  history.replaceState(null, '', `/editor?${query}`);
  part('fen').setAttribute('aria-invalid', String(!sound));
  const { board: theme = '' } = document.documentElement.dataset;
  const picture = new URLSearchParams([
    ...query,
    ['theme', theme],
    ['flip', String(setup.flipped)],
  ]);
  const goals = {
    play: `/?${query}`,
    analyse: `/analysis?${query}`,
    svg: `/api/position.svg?${picture}`,
    png: `/api/position.png?${picture}`,
  };
  for (const [id, goal] of Object.entries(goals)) {
    // A link without a target is not a link.
    if (id === 'play' ? playable : sound) part(id).href = goal;
    else part(id).removeAttribute('href');
  }
}

/**
 * Lets the game against the computer start from this position, with the side to move.
 * @param {string} fen @param {string} color @param {boolean} playable
 */
function against(fen, color, playable) {
  const form = /** @type {HTMLFormElement} */ (part('against'));
  const fields = { rules: part('rules').value, fen, color, level: lastLevel() };
  for (const [name, value] of Object.entries(fields))
    /** @type {HTMLInputElement} */ (form.elements.namedItem(name)).value = value;
  /** @type {HTMLButtonElement} */ (form.querySelector('button')).disabled = !playable;
}

/**
 * Shows a position from text, or the start position; invalid text leaves the board as it is.
 * @param {string|undefined} text
 */
async function read(text) {
  const before = part('fen').value;
  const answer = await check(text);
  const { sound } = answer;
  if (!sound) return answer;
  setup.hub = sound.position.hub;
  atStart = text === undefined;
  setup.build(sound.board);
  setup.show();
  // The user may have typed on meanwhile.
  if (part('fen').value === before) part('fen').value = sound.position.fen;
  return answer;
}

/** Other rules may have the same squares: then the pieces stay, if the rules allow it. */
async function changeRules() {
  wear(part('rules'));
  const [before, wasStart] = [setup.hub, atStart];
  const start = await read(undefined);
  if (wasStart || !start.sound) return;
  setup.hub = before;
  if (before.length === setup.board.layout.squares.length + 1) {
    const kept = await read(setup.fen());
    if (kept.sound || kept.overtaken) return;
  }
  const again = await read(undefined);
  if (again.sound) part('trouble').textContent = say('editor.start-instead');
}

async function copy() {
  try {
    await navigator.clipboard.writeText(location.href);
    part('verdict').textContent = say('editor.copied');
  } catch {
    part('verdict').textContent = location.href;
  }
}

function listen() {
  setup.listen();
  part('start').addEventListener('click', () => read(undefined));
  part('clear').addEventListener('click', () => setup.clear());
  part('flip').addEventListener('click', () => {
    setup.flip();
    changed();
  });
  part('rules').addEventListener('change', changeRules);
  part('fen').addEventListener('change', () => read(part('fen').value));
  part('setup').addEventListener('submit', (/** @type {Event} */ event) => {
    event.preventDefault();
    read(part('fen').value);
  });
  part('copy').addEventListener('click', copy);
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
