// All pages, and how to prepare them for checks.
import { open } from './play.js';
import { TOKEN } from './server.js';

const POSITIONS = {
  /** R-IT-4: two captures, of which the one that takes two is mandatory. */
  forced: { rules: 'italian', fen: 'W:W18,23:B5,12,14,20' },
};

/** Games shown on pages, created once per server. */
export async function games(server) {
  const made = {};
  for (const [name, order] of Object.entries(POSITIONS)) made[name] = await server.create(order);
  made.long = await server.create({ rules: 'canadian', clock: '20m+5s' });
  made.turkish = await server.create({ rules: 'turkish' });
  made.under = await server.create({ rules: 'american' });
  for (const move of ['11-15', '22-18', '15x22', '25x18', '8-11', '29-25'])
    await server.move(made.under, move);
  made.over = await server.create({ rules: 'american' });
  await server.move(made.over, '11-15');
  await server.ask(
    `/api/games/${made.over.id}/events`,
    { side: 'white', what: 'resign' },
    made.over.key,
  );
  made.reported = await server.create({ rules: 'american' });
  for (const move of ['11-15', '23-19', '15-18']) await server.move(made.reported, move);
  await server.ask(
    `/api/games/${made.reported.id}/events`,
    { side: 'black', what: 'resign' },
    made.reported.key,
  );
  await server.ask(`/api/games/${made.reported.id}/report`, {});
  made.waiting = await server.create({
    rules: 'international',
    clock: '5m+3s',
    opponent: 'friend',
  });
  const { id, invitation } = await server.create({
    rules: 'italian',
    opponent: 'friend',
    name: 'Ann',
    touch_move: true,
  });
  made.invited = { id, joins: invitation };
  const { invitation: seat, ...talk } = await server.create({
    rules: 'american',
    opponent: 'friend',
    name: 'Ann',
  });
  await server.ask(`/api/games/${talk.id}/join`, { invitation: seat, name: 'Bo' });
  made.talk = talk;
  const chapter = {
    title: 'The centre is taken',
    text: 'White gives a man for the centre.\nBlack should take with the other piece, as the second chapter shows.',
    rules: 'international',
    tree: '32-28! 19-23 {Too early} (18-23 {sharper} 33-29) 28x19 14x23',
  };
  const second = { rules: 'russian', fen: 'W:Wc3,e3:Bf6', tree: 'c3-d4' };
  for (const name of ['study', 'ownStudy']) {
    const title = 'Openings for Sunday afternoons';
    const { study, key } = await server.ask('/api/studies', {
      title,
      visibility: 'public',
      chapter,
    });
    await server.ask(`/api/studies/${study.id}/chapters`, second, key);
    made[name] = { id: study.id, author: key };
  }
  // Correspondence games, because no host stays connected.
  const own = "american,capture=off,name=Grandmother's imperturbable Sunday afternoon regulations";
  for (const rules of ['international', own, 'turkish'])
    await server.create({
      rules,
      clock: '3d/move',
      opponent: 'anybody',
      name: 'Friedrich-Wilhelm Hohenstaufen',
    });
  return made;
}

const at = path => async (page, origin) => {
  await page.goto(origin + path, { waitUntil: 'networkidle' });
  await unroll(page);
};

/**
 * A page with a searching engine: its network is never idle. The engine is stopped once it has a line, because a page
 * that changes cannot be compared with a picture.
 */
const thinks = path => async (page, origin) => {
  await page.goto(origin + path);
  await page.locator('#lines .pv[data-move]:not([data-move=""])').first().waitFor();
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { value: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await unroll(page);
};

/** Scrolls to the end and back, to load pictures and examples that are loaded lazily. */
async function unroll(page) {
  await page.evaluate(async () => {
    for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight / 2) {
      scrollTo(0, y);
      await new Promise((done, fail) => {
        requestAnimationFrame(() => requestAnimationFrame(done));
        setTimeout(fail, 60_000, new Error('nothing is painted any more'));
      });
    }
    scrollTo(0, 0);
  });
  await page.waitForFunction(
    () =>
      [...document.images].every(one => one.complete || !one.checkVisibility()) &&
      [...document.querySelectorAll('.example')].every(one => one.querySelector('[role=grid]')),
  );
}
/** Makes a browser that of a guest with studies. */
const guest = (page, origin, value) =>
  page.context().addCookies([{ name: 'damier-guest', value, url: origin }]);
const game = name => (page, origin, made) => open(page, origin, made[name].id);

/** The pages, by name. */
export const PAGES = {
  home: at('/'),
  'game-under-way': game('under'),
  'game-forced': game('forced'),
  'game-long': game('long'),
  'game-turkish': game('turkish'),
  'game-over': game('over'),
  async 'game-report'(page, origin, { reported }) {
    await page.goto(`${origin}/game/${reported.id}/report`);
    await page.locator('[data-state="done"]').waitFor();
    await unroll(page);
  },
  async 'game-learn'(page, origin, { reported }) {
    await page.goto(`${origin}/game/${reported.id}/learn`);
    await page.locator('.example [role=grid]').first().waitFor();
  },
  practice: at('/practice'),
  async 'practice-due'(page, origin, { reported }) {
    const name = { game: reported.id, ply: 3 };
    const state = { due: 0, first: null, last: null, stability: 0, difficulty: 0, again: false };
    await page.goto(`${origin}/about`);
    await page.evaluate(
      cards => localStorage.setItem('cards', cards),
      JSON.stringify([{ name, state }]),
    );
    await page.goto(`${origin}/practice`);
    await page.locator('.example [role=grid]').waitFor();
    // The visitor's other pages are unaffected.
    await page.evaluate(() => localStorage.removeItem('cards'));
  },
  'game-waiting': game('waiting'),
  async 'game-invited'(page, origin, { invited: { id, joins } }) {
    await page.goto(`${origin}/game/${id}#join=${joins}`);
    await page.locator('#joining').waitFor();
  },
  async 'game-talk'(page, origin, { talk }) {
    await open(page, origin, talk.id);
    await page.locator('#chat').waitFor();
    // No key is pressed, because the initial focus is checked too.
    await page.evaluate(() => {
      if (document.getElementById('chat-body').hidden) document.getElementById('chat-open').click();
      document.querySelector('[data-say="hello"]').click();
    });
    await page.locator('#chat-log p').last().waitFor();
  },
  lobby: at('/lobby'),
  games: at('/games'),
  watch: at('/watch'),
  variants: at('/variants'),
  'rules-italian': at('/variants/italian'),
  learn: at('/learn'),
  lesson: at('/learn/italian/choice'),
  squares: at('/learn/russian/squares'),
  compose: at('/compose'),
  editor: at('/editor'),
  analysis: thinks('/analysis'),
  explorer: at('/explorer'),
  async 'analysis-tree'(page, origin) {
    const moves =
      '32-28_19-23!_28x19_14x23_37-32_(33-28_23x32)_10-14_(20-24??_%7BToo_early.%7D_33-28)_41-37';
    await thinks(`/analysis?rules=international#t=${moves}&at=9`)(page, origin);
  },
  async studies(page, origin, { ownStudy }) {
    await guest(page, origin, ownStudy.author);
    await at('/studies')(page, origin);
  },
  async study(page, origin, { study }) {
    await thinks(`/study/${study.id}`)(page, origin);
  },
  async 'study-own'(page, origin, { ownStudy }) {
    await guest(page, origin, ownStudy.author);
    await thinks(`/study/${ownStudy.id}`)(page, origin);
    await page.locator('#saved[data-state="saved"]').waitFor();
  },
  endgame: at('/endgame'),
  'endgame-spoiled': at('/endgame?rules=international&fen=W:WK1,K2:BK45&moves=1-6+45-50+6-1+50-45'),
  'endgame-played': at('/endgame?rules=russian&fen=W:WKa1,Kc1:BKh2&play=white'),
  'endgame-wrong': at('/endgame?rules=italian&fen=W:W18:B99'),
  import: at('/import'),
  settings: at('/settings'),
  account: at('/account'),
  'operator-asks': at('/operator'),
  async operator(page, origin) {
    await page.goto(`${origin}/operator`);
    await page.locator('#token').fill(TOKEN);
    await page.locator('form[action="/operator"] button').click();
    await page.locator('dl.figures').waitFor();
    await unroll(page);
  },
  about: at('/about'),
  api: at('/api'),
  kit: at('/kit'),
  error: at('/nothing-here'),
};

const EXPECTED = {
  error: /status of 404/,
  operator: /status of 401/,
  'operator-asks': /status of 401/,
};

/** The expected console message for a page that is missing or not public. */
export const expected = name => EXPECTED[name] ?? /^$/;
