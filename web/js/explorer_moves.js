// The moves of the explorer: how often each was played, with which results, and in which games.
import { nameOf } from './bars.js';
import { part } from './part.js';
import { icon } from './pieces.js';
import { say } from './words.js';

/** @typedef {import('./types.js').ExplorerView} ExplorerView */
/** @typedef {import('./types.js').ExplorerMoveView} ExplorerMoveView */
/** @typedef {import('./types.js').ExplorerGameView} ExplorerGameView */

/** The narrowest part of a bar that fits a number, in percent. */
const LEAST_SHOWN = 12;

/** @param {string} tag @param {string} name @param {(Node|string)[]} inner */
function make(tag, name, ...inner) {
  const element = document.createElement(tag);
  if (name) element.className = name;
  element.append(...inner);
  return element;
}

/** The shares of the results. @param {{white: number, draws: number, black: number}} results */
function split({ white, draws, black }) {
  const known = white + draws + black;
  const bar = make('span', 'split');
  bar.setAttribute('role', 'img');
  if (known === 0) {
    bar.setAttribute('aria-label', say('games.none'));
    return bar;
  }
  const percent = [white, draws, black].map(count => Math.round((100 * count) / known));
  const [won, drawn, lost] = percent;
  bar.setAttribute(
    'aria-label',
    say('explorer.split', {
      white: say('side.white'),
      black: say('side.black'),
      won,
      drawn,
      lost,
    }),
  );
  ['won', 'drawn', 'lost'].forEach((name, at) => {
    if (percent[at] === 0) return;
    const share = make('i', name, percent[at] >= LEAST_SHOWN ? String(percent[at]) : '');
    share.style.flexGrow = String(percent[at]);
    bar.append(share);
  });
  return bar;
}

/** A side's player. @param {ExplorerGameView} game @param {'white'|'black'} side */
function player({ players, ratings }, side) {
  const at = side === 'white' ? 0 : 1;
  const { kind, level = 0 } = players[at];
  const name =
    kind === 'computer'
      ? say('player.computer', { level })
      : nameOf(/** @type {any} */ ({ players }), side);
  return ratings[at] ? `${name} ${ratings[at]}` : name;
}

/** A line about a game, with a link to it. @param {ExplorerGameView} game */
function example(game) {
  const link = document.createElement('a');
  link.href = game.link;
  link.textContent = `${player(game, 'white')} – ${player(game, 'black')}`;
  const more = [say(`games.${game.result}`), game.event, game.date].filter(Boolean).join(' · ');
  return make('li', '', link, ` · ${more}`);
}

export class ExplorerMoves {
  /** @param {(move: string) => void} play */
  constructor(play) {
    this.play = play;
    this.table = /** @type {HTMLTableElement} */ (part('explorer-table'));
  }

  /** Shows the moves of a position; empties the list if it is unknown. @param {ExplorerView|null} view */
  show(view) {
    for (const body of [...this.table.tBodies]) body.remove();
    this.table.hidden = !view?.moves.length;
    const rows = (view?.moves ?? []).map((move, at) => this.rows(move, at));
    this.table.append(...rows);
  }

  /** A move, with expandable details below it. @param {ExplorerMoveView} move @param {number} at */
  rows(move, at) {
    const play = document.createElement('button');
    play.type = 'button';
    play.textContent = move.text;
    play.addEventListener('click', () => this.play(move.text));
    const name = make('th', '', play);
    name.setAttribute('scope', 'row');
    const more = document.createElement('button');
    more.type = 'button';
    more.className = 'bare more';
    more.setAttribute('aria-label', say('explorer.more', { move: move.text }));
    more.setAttribute('aria-expanded', 'false');
    more.setAttribute('aria-controls', `explorer-more-${at}`);
    more.append(icon('down'));
    const row = make('tr', '', name, make('td', '', String(move.games)));
    row.append(make('td', '', split(move)), make('td', 'at-end', more));
    const about = make('tr', 'about', this.about(move));
    about.id = `explorer-more-${at}`;
    about.hidden = true;
    more.addEventListener('click', () => {
      about.hidden = !about.hidden;
      more.setAttribute('aria-expanded', String(!about.hidden));
    });
    return make('tbody', '', row, about);
  }

  /** @param {ExplorerMoveView} move */
  about({ average_rating: rating, last_played: date, examples }) {
    const facts = [
      ...(rating ? [say('explorer.rating', { rating })] : []),
      ...(date ? [say('explorer.last', { date })] : []),
    ];
    const cell = make('td', '');
    cell.setAttribute('colspan', '4');
    if (facts.length) cell.append(make('p', '', facts.join(' · ')));
    cell.append(make('ul', '', ...examples.map(example)));
    return cell;
  }
}
