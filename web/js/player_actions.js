// The actions of buttons.
import { isApart, offerOf, opponent, speaker } from './actions.js';
import { complain, tell } from './announce.js';
import { addressOf, ask, keyOf } from './api.js';
import { choose, isOn } from './chosen.js';
import { help, sure } from './dialog.js';
import { copy, openExports } from './export.js';
import { nextLevel } from './ladder.js';
import { settle } from './news.js';
import { say } from './words.js';

/** @typedef {import('./types.js').GameView} GameView */
/** @typedef {import('./types.js').Side} Side */
/**
 * What an action needs of the page.
 * @typedef {object} Page
 * @property {() => GameView} game
 * @property {(action: import('./actions.js').Action) => Promise<unknown>} act
 * @property {(text: string) => void} hint
 * @property {() => void} flip
 * @property {() => void} show
 */

/**
 * A new game on the terms of an old one, or against another level.
 * @param {GameView} game @param {Side} color @param {number} [other]
 */
async function newGame({ table, computer }, color, other) {
  const level = other ?? computer.find(one => one !== null);
  // A drawn opening is drawn again.
  const opening = table.opening.replace(/^(three-move|table):.*/, '$1');
  const order = {
    rules: table.rules,
    clock: table.clock.control,
    color,
    opening,
    touch_move: table.touch_move,
    ...(level ? { level } : {}),
  };
  const next = await ask('/api/games', order);
  location.assign(addressOf(next.id, next.key));
}

/** @type {Record<string, (page: Page, me: Side) => unknown>} */
const DEEDS = {
  async 'take-back'({ game, act }, me) {
    const { yours, table } = game();
    // On one device nobody else must agree.
    const asker = yours.length === 2 ? opponent(table.turn) : me;
    await act({ side: asker, what: 'offer', value: 'take-back' });
    if (yours.length === 2)
      await act({ side: opponent(asker), what: 'accept', value: 'take-back' });
  },
  draw: ({ act }, me) => act({ side: me, what: 'offer', value: 'draw' }),
  claim: ({ act }, me) => act({ side: me, what: 'claim' }),
  resign: ({ act }, me) => act({ side: me, what: 'resign' }),
  abort: ({ act }, me) => act({ side: me, what: 'abort' }),
  'claim-win': ({ act }, me) => act({ side: me, what: 'claim-win' }),
  rematch: ({ act }, me) => act({ side: me, what: 'offer', value: 'rematch' }),
  async hint({ game, hint }) {
    const {
      id,
      position: { hash },
    } = game();
    const { text } = await ask(`/api/games/${id}/hint`, {}, keyOf(id));
    // By the time the hint arrives, the position may have changed.
    if (text && hash === game().position.hash) hint(text);
  },
  again: ({ game }, me) => newGame(game(), opponent(me)),
  'next-level': ({ game }, me) => newGame(game(), opponent(me), nextLevel(game())?.level),
  async new({ game }, me) {
    // Another opponent has to be asked, too.
    if (isApart(game())) location.assign('/');
    else await newGame(game(), me);
  },
  async share() {
    if (await copy(location.href)) tell(say('do.copied'));
  },
  export: openExports,
  'share-result': openExports,
  flip: ({ flip }) => flip(),
  async sound({ show }) {
    const saved = choose('sound', isOn('sound') ? 'off' : 'on');
    show();
    await saved;
  },
  help,
};

/** Actions that need confirmation, and when. @type {Record<string, (game: GameView) => boolean>} */
const QUESTIONS = {
  resign: () => true,
  abort: ({ table }) => table.phase !== 'waiting',
  new: ({ table, history }) => table.phase === 'playing' && history.length > 0,
};

/** Asks for confirmation if needed. @param {string} what @param {GameView} game */
const isWanted = async (what, game) =>
  !QUESTIONS[what]?.(game) ||
  sure({ title: say(`ask.${what}`), text: say(`ask.${what}-text`), yes: say(`do.${what}`) });

/** Actions under way. @type {Set<string>} */
const underWay = new Set();

/** Performs a button's action, once at a time. @param {string} what @param {Page} page */
export async function perform(what, page) {
  const me = speaker(page.game()) ?? 'white';
  if (underWay.has(what) || !(await isWanted(what, page.game())) || underWay.has(what)) return;
  const offer = offerOf(what);
  underWay.add(what);
  try {
    if (offer) await answerOffer(offer, page, me);
    else await DEEDS[what](page, me);
  } catch (error) {
    complain(error instanceof Error ? error.message : String(error));
  } finally {
    underWay.delete(what);
  }
}

/** @param {{act: string, proposal: string}} offer @param {Page} page @param {Side} me */
async function answerOffer({ act, proposal }, page, me) {
  const standing = page.game().table.offers.find(one => one.proposal === proposal);
  const side = standing && act !== 'withdraw' ? opponent(standing.by) : (standing?.by ?? me);
  if (standing && act !== 'accept') settle(standing);
  await page.act({ side, what: act, value: proposal });
}
