// Announcements of changes in a game.
import { answerable, offerSaid } from './actions.js';
import { atOnce, politely, tell } from './announce.js';
import { endingSaid } from './result.js';
import { say } from './words.js';

/** @typedef {import('./types.js').GameView} GameView */
/** @typedef {import('./types.js').Side} Side */
/** @typedef {{by: Side, proposal: string}} Offer */

/** Offers that the reader withdrew or declined, so that their end is not announced. @type {Set<string>} */
const settled = new Set();

/** @param {Offer} offer */
const named = ({ by, proposal }) => `${by} ${proposal}`;

/** @param {Offer} offer */
export const settle = offer => settled.add(named(offer));

/** Whether the side to move must capture although it has other moves. @param {GameView} game */
export const isForced = ({ position: { because, legal } }) =>
  because.length > 0 && legal.some(move => move.paths[0].takes.length > 0);

/** @param {GameView} game @param {string} text */
export function announceMove(game, text) {
  const mover = game.history.length % 2 === (game.start[0] === 'W' ? 1 : 0) ? 'white' : 'black';
  politely(say(`said.move-${mover}`, { move: text }));
}

/**
 * Announces urgent changes.
 * @param {GameView} before @param {GameView} game @param {string} turn whose turn it is, in words
 * @param {() => boolean} holds whether the game is still in this state
 */
export function announceChange(before, game, turn, holds) {
  const { table, yours } = game;
  if (table.ending && !before.table.ending) {
    const [result, ...reasons] = endingSaid(game);
    atOnce([result.replace(/[^.!?]$/, '$&.'), ...reasons].join(' '));
    return;
  }
  const offer = table.offers.find(one => !isAmong(before.table.offers, one));
  const gone =
    before.table.offers.find(one => !isAmong(table.offers, one)) ?? refusedAtOnce(before, game);
  const shared = yours.length === 2;
  if (game.history.length < before.history.length) {
    politely(say('said.taken-back'));
    return;
  }
  // Offered again, it can be declined again.
  if (offer) settled.delete(named(offer));
  if (gone && !shared && (!table.ending || (gone.proposal === 'rematch' && !game.next)))
    announceGone(before, game, gone, holds);
  if (offer && answerable(game, offer.proposal) && (!shared || offer.proposal === 'draw'))
    atOnce(`${offerSaid(game, offer)} ${say('asked.answer')}`);
  else if (
    (before.table.turn !== table.turn || game.history.length > before.history.length) &&
    yours.includes(table.turn)
  )
    announceTurn(game, shared ? '' : turn);
}

/**
 * A draw that the computer declined before the offer was shown.
 * @param {GameView} before @param {GameView} game @returns {Offer|undefined}
 */
function refusedAtOnce({ table: { may_offer_draw: could, turn } }, { table, yours }) {
  const by = yours.find(side => could[side] && !table.may_offer_draw[side]);
  return by && turn === table.turn && table.offers.length === 0
    ? { by, proposal: 'draw' }
    : undefined;
}

/** @param {Offer[]} offers @param {Offer} offer */
const isAmong = (offers, offer) => offers.some(one => named(one) === named(offer));

/** @param {GameView} game @param {string} turn */
function announceTurn(game, turn) {
  if (isForced(game)) atOnce(say('said.must-capture', { count: game.position.legal.length }));
  else if (turn) atOnce(turn);
}

/**
 * Announces the end of an offer.
 * @param {GameView} before @param {GameView} game @param {Offer} gone @param {() => boolean} holds
 */
function announceGone(before, { table, yours, computer }, gone, holds) {
  const isMine = yours.includes(gone.by);
  if (settled.delete(named(gone))) return;
  const hasMoved = before.table.turn !== table.turn;
  // Moving instead of waiting withdraws a request.
  if (isMine && hasMoved && table.turn !== gone.by) return;
  if (isMine)
    tell(
      computer[gone.by === 'white' ? 1 : 0] === null
        ? say('offer.declined')
        : say('offer.computer-declined'),
      holds,
    );
  else if (!hasMoved && yours.length) tell(say('offer.gone'), holds);
}
