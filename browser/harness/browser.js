// One browser, and visitors with different preferences.
import { chromium } from 'playwright-core';
import { watch } from '../checks/quiet.js';
import { only, usual } from './fonts.js';

/** The looks of pages: the visitors' settings, and their system's preferences. */
export const LOOKS = {
  light: { choices: 'page=light' },
  dark: { choices: 'page=dark', colorScheme: 'dark' },
  contrast: { choices: 'page=light&board=contrast', contrast: 'more' },
};
export const WIDTHS = [360, 768, 1280];
/** Every language but English, which is the default. */
export const LANGUAGES = ['fr', 'it', 'nl', 'es', 'pt', 'ru', 'de'];
const HEIGHTS = { 320: 640, 360: 740, 390: 844, 768: 1024, 1280: 860 };

export const size = width => ({ width, height: HEIGHTS[width] ?? 800 });

/** By how much to slow visitors down: races show up that way. */
const SLOWNESS = Number(process.env.DAMIER_SLOWNESS ?? 1);

/** Slows down a page and its network. @param {import('playwright-core').Page} page */
async function slow(page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWNESS });
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 20 * SLOWNESS,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
}

/** Waits until a page's scripts have run: earlier input is lost. @param {import('playwright-core').Page} page */
export const ready = page =>
  page
    .evaluate(async () => {
      const late = new Promise(done => {
        setTimeout(done, 10_000);
      });
      for (const script of document.querySelectorAll('script[type=module]'))
        await Promise.race([import(/** @type {HTMLScriptElement} */ (script).src), late]);
    })
    .catch(() => {
      /* the page redirects, or its scripts are blocked */
    });

/**
 * Whether a page is still painted. Now and then Chromium 156 stops painting a page for good, and everything that waits
 * for one of its frames hangs; a new page of the same visitor is painted again.
 * @param {import('playwright-core').Page} page
 */
export const isPainted = page =>
  page.evaluate(() =>
    Promise.race([
      new Promise(done => {
        requestAnimationFrame(() => done(true));
      }),
      new Promise(done => {
        setTimeout(done, 20_000, false);
      }),
    ]),
  );

/** A page that is not used before it is ready. @param {import('playwright-core').Page} page */
async function patient(page) {
  for (const way of /** @type {('goto'|'reload')[]} */ (['goto', 'reload'])) {
    const go = /** @type {any} */ (page[way]).bind(page);
    /** @type {any} */ (page)[way] = async (...how) => {
      const answer = await go(...how);
      await ready(page);
      return answer;
    };
  }
  if (SLOWNESS > 1) await slow(page);
  return page;
}

/** @type {Map<string|undefined, ReturnType<typeof launch>>} Browsers by their only font. */
const running = new Map();

/** A browser isolated from this machine's fonts, time zone and language. @param {string|undefined} font */
async function launch(font) {
  const fonts = font ? await only(font) : undefined;
  const env = {
    ...process.env,
    TZ: 'UTC',
    LANG: 'C.UTF-8',
    LC_ALL: 'C.UTF-8',
    ...(fonts && { FONTCONFIG_FILE: fonts.file }),
  };
  const program = await chromium.launch({
    executablePath: process.env.DAMIER_CHROMIUM ?? '/usr/bin/chromium',
    timeout: 120_000,
    args: ['--no-sandbox', '--disable-gpu'],
    env,
  });
  return { program, fonts };
}

/** @param {string} [font] one of `FAMILIES`, if it matters */
export async function browser(font) {
  const name = font ?? usual();
  if (!running.has(name)) running.set(name, launch(name));
  return (await /** @type {ReturnType<typeof launch>} */ (running.get(name))).program;
}

/** Closes every browser. */
export async function closeBrowser() {
  const all = await Promise.allSettled(running.values());
  running.clear();
  await Promise.all(
    all.map(async one => {
      if (one.status === 'rejected') return;
      await one.value.program.close();
      await one.value.fonts?.remove();
    }),
  );
}

/**
 * A visitor with a browser context of their own: a page, and the problems on it so far.
 * @param {string} origin
 * @param {{look?: keyof typeof LOOKS, choices?: string, width?: number, touch?: boolean, still?: boolean, font?: string, bypassCSP?: boolean}} [wishes]
 */
export async function visitor(
  origin,
  { look = 'light', choices, width = 1280, touch = false, still = true, font, ...rest } = {},
) {
  const { choices: ours, ...system } = LOOKS[look];
  const context = await (
    await browser(font)
  ).newContext({
    viewport: size(width),
    locale: 'en-GB',
    timezoneId: 'UTC',
    colorScheme: 'light',
    hasTouch: touch,
    isMobile: false,
    reducedMotion: still ? 'reduce' : 'no-preference',
    ...system,
    ...rest,
  });
  context.setDefaultTimeout(120_000);
  const chosen = [ours, 'lang=en', ...(choices ? [choices] : [])].join('&');
  await context.addCookies([{ name: 'damier', value: chosen, url: origin }]);
  const newPage = context.newPage.bind(context);
  context.newPage = async () => patient(await newPage());
  /** @type {string[]} problems on any page */
  const wrong = [];
  const open = async () => {
    const page = await context.newPage();
    await watch(page, origin, wrong);
    return page;
  };
  const who = { context, page: await open(), wrong, close: () => context.close(), renew };
  return who;

  /** Continues with a new page. */
  async function renew() {
    await who.page.close();
    who.page = await open();
  }
}

/** Gives a visitor the key to a game's seats, and the other seat's invitation if there is one. */
export const seat = (context, { id, key, invitation }) =>
  context.addInitScript(
    kept => {
      try {
        for (const [name, value] of kept) if (value) localStorage.setItem(name, value);
      } catch {
        /* a page without storage has no seats */
      }
    },
    [
      [`key:${id}`, key],
      [`invite:${id}`, invitation],
    ],
  );
