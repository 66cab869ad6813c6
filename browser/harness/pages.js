// Every page there is, and how to get it ready to be looked at.
import { open } from './play.js';

const POSITIONS = {
  /** Men and kings of both colours, nothing forced. */
  pieces: { rules: 'international', fen: 'W:W46,K50:B1,K5' },
  /** R-IT-4: two captures, of which the one that takes two must be made. */
  forced: { rules: 'italian', fen: 'W:W18,23:B5,12,14,20' },
};

/** Games that pages show; made once for a server. */
export async function games(server) {
  const made = {};
  for (const [name, order] of Object.entries(POSITIONS)) made[name] = await server.create(order);
  made.long = await server.create({ rules: 'canadian', clock: '20m+5s' });
  made.under = await server.create({ rules: 'american' });
  for (const move of ['11-15', '22-18', '15x22', '25x18', '8-11', '29-25']) await server.move(made.under, move);
  made.over = await server.create({ rules: 'american' });
  await server.move(made.over, '11-15');
  await server.ask(`/api/games/${made.over.id}/events`, { side: 'white', what: 'resign' }, made.over.key);
  return made;
}

const at = (path) => async (page, origin) => { await page.goto(origin + path, { waitUntil: 'networkidle' }); };
const game = (name) => (page, origin, made) => open(page, origin, made[name].id);

/** The pages by name. */
export const PAGES = {
  home: at('/'),
  'game-under-way': game('under'),
  'game-forced': game('forced'),
  'game-long': game('long'),
  'game-over': game('over'),
  variants: at('/variants'),
  'rules-italian': at('/variants/italian'),
  compose: at('/compose'),
  editor: at('/editor'),
  import: at('/import'),
  settings: at('/settings'),
  about: at('/about'),
  error: at('/nothing-here'),
};

/** What is expected to be said of a page that is not there. */
export const expected = (name) => (name === 'error' ? /status of 404/ : /^$/);
