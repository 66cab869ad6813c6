// A player's actions besides moving: buttons that reflect the state of the game.
import { isNamed, nameOf } from './bars.js';
import { isOn } from './chosen.js';
import { nextLevel } from './ladder.js';
import { say } from './words.js';

/** @typedef {import('./types.js').GameView} GameView */
/** @typedef {import('./types.js').Side} Side */
/** @typedef {{side: Side, what: string, value?: string}} Action */

/** @param {Side} side @returns {Side} */
export const opponent = side => (side === 'white' ? 'black' : 'white');

/** Whether the reader plays against a person elsewhere. @param {GameView} game */
export const isApart = ({ yours, computer }) =>
  yours.length === 1 && computer.every(level => level === null);

/**
 * The side the reader acts for: their own, or on one device the side to move.
 * @param {GameView} game @returns {Side|null}
 */
export const speaker = ({ yours, table }) => (yours.length === 2 ? table.turn : (yours[0] ?? null));

/** The open offer, if any. @param {GameView} game @param {string} proposal */
const offered = ({ table }, proposal) => table.offers.find(offer => offer.proposal === proposal);

/** Whether the reader may answer an offer of this kind. @param {GameView} game @param {string} proposal */
export function answerable(game, proposal) {
  const offer = offered(game, proposal);
  return offer && game.yours.includes(opponent(offer.by)) ? offer : undefined;
}

/**
 * Which buttons are shown, and whether each is enabled.
 * @param {GameView} game @returns {Record<string, boolean>}
 */
function wanted(game) {
  const { table, yours, history } = game;
  const apart = isApart(game);
  const on = table.phase === 'playing';
  const me = speaker(game);
  const mine = on && yours.includes(table.turn);
  /** @type {Record<string, boolean>} */
  const buttons = {};
  if (me && on) {
    const due = answerable(game, 'draw') ?? answerable(game, 'take-back');
    for (const proposal of ['draw', 'take-back']) {
      if (answerable(game, proposal)) buttons[`accept-${proposal}`] = true;
      else if (offered(game, proposal)) buttons[`withdraw-${proposal}`] = true;
      else if (proposal === 'take-back')
        buttons[proposal] =
          history.length - table.opening_plies > (yours.length === 2 || table.turn !== me ? 0 : 1);
      else if (table.claims.length) buttons.claim = true;
      else buttons[proposal] = table.may_offer_draw[me];
    }
    // An open question replaces the hint.
    if (due) buttons[`decline-${due.proposal}`] = true;
    else if (!apart) buttons.hint = mine;
    const early = apart && history.length < table.opening_plies + 2;
    buttons[early ? 'abort' : 'resign'] = true;
  }
  if (table.phase === 'finished' && me && !apart) buttons.again = true;
  if (nextLevel(game)) buttons['next-level'] = true;
  if (table.phase === 'finished' && apart && !game.next && table.names.white && table.names.black) {
    const due = answerable(game, 'rematch');
    buttons[due ? 'accept-rematch' : offered(game, 'rematch') ? 'withdraw-rematch' : 'rematch'] =
      true;
    if (due) buttons['decline-rematch'] = true;
  }
  if (table.phase === 'finished') {
    buttons.analyse = buttons.other = buttons['share-result'] = true;
  } else if (!me) buttons.share = true;
  buttons.flip = true;
  buttons.sound = true;
  if (me && !['waiting', 'finished'].includes(table.phase)) buttons.new = true;
  buttons.help = true;
  return buttons;
}

export class Actions {
  /** @param {(what: string) => void} onPress */
  constructor(onPress) {
    this.row = /** @type {HTMLElement} */ (document.getElementById('actions'));
    const press = (/** @type {Event} */ event) => {
      const button = /** @type {Element} */ (event.target).closest('button');
      if (button?.dataset.do && button.getAttribute('aria-disabled') !== 'true')
        onPress(button.dataset.do);
    };
    this.row.addEventListener('click', press);
    document.querySelector('.files-bar')?.addEventListener('click', press);
  }

  /** @param {GameView} game */
  show(game) {
    const buttons = wanted(game);
    const next = nextLevel(game);
    this.row.classList.toggle('apart', isApart(game));
    this.row.classList.toggle('over', game.table.phase === 'finished');
    for (const button of /** @type {NodeListOf<HTMLElement>} */ (
      this.row.querySelectorAll('[data-do]')
    )) {
      const what = button.dataset.do ?? '';
      button.hidden = !(what in buttons);
      button.setAttribute('aria-disabled', String(buttons[what] === false));
      // One button is primary.
      if (what === 'again') button.classList.toggle('primary', !next);
      if (what === 'next-level' && next)
        /** @type {HTMLElement} */ (button.querySelector('span')).textContent = say(
          next.won ? 'do.level-up' : 'do.level-down',
          { level: next.level },
        );
      if (what === 'sound') button.setAttribute('aria-pressed', String(isOn('sound')));
    }
  }
}

/** The offer that a button is about: `accept-draw` is accept and draw. @param {string} what */
export function offerOf(what) {
  const [, act, proposal] = /^(accept|decline|withdraw)-(.*)$/.exec(what) ?? [];
  return act ? { act, proposal } : null;
}

/** Offers that are shown with the player's name. */
const BY_NAME = ['draw', 'take-back', 'rematch'];

/** The text of an offer for the reader. @param {GameView} game @param {{by: Side, proposal: string}} offer */
export function offerSaid(game, { by, proposal }) {
  const isMine = game.yours.length === 1 && game.yours[0] === by;
  if (!BY_NAME.includes(proposal) || !(isMine || isNamed(game, by)))
    return say(`offer.${proposal}-${by}`);
  return isMine ? say(`asked.${proposal}`) : say(`asks.${proposal}`, { name: nameOf(game, by) });
}

/** The offer that the reader may answer, if any. @param {GameView} game */
export const asked = game => game.table.offers.find(({ proposal }) => answerable(game, proposal));
