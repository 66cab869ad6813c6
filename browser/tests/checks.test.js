// A check must be able to fail: each finds nothing on a good page and something on a page that is broken in its way.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { axe } from '../checks/axe.js';
import { pieceContrast, textContrast } from '../checks/contrast.js';
import { drawnWith, noBoxes } from '../checks/fonts.js';
import {
  dialogKeepsFocus,
  lostFocus,
  oneTabStop,
  skipLinkFirst,
  watchFocus,
} from '../checks/keyboard.js';
import { inputToPaint, shiftedBeyond, shifts, sumShifts, watchShifts } from '../checks/motion.js';
import { nameContrast } from '../checks/names.js';
import { noSidewaysScroll, targets } from '../checks/sizes.js';
import { lightWeight } from '../checks/weight.js';
import { closeBrowser, visitor } from '../harness/browser.js';
import { FAMILIES, usual } from '../harness/fonts.js';
import { fixtures } from '../harness/fixtures.js';

let served;
before(async () => {
  served = await fixtures();
});
after(async () => {
  served.close();
  await closeBrowser();
});

/** A check's findings on a fixture. */
async function found(name, check, wishes) {
  const { page, wrong, close } = await visitor(served.origin, wishes);
  try {
    await page.goto(`${served.origin}/${name}`);
    return await check(page, wrong);
  } finally {
    await close();
  }
}

async function fails(name, check, how, wishes) {
  assert.deepEqual(await found('sound', check, wishes), [], 'on a sound page');
  const wrong = await found(name, check, wishes);
  assert.match(wrong.join('\n'), how, `on ${name}`);
}

const press = async page => {
  await page.locator('#move').click();
};
const cells = {
  'white man': '[data-square="1"]',
  'white king': '[data-square="2"]',
  'black man': '[data-square="3"]',
  'black king': '[data-square="4"]',
};
const soon = async page => {
  const time = await inputToPaint(page, 'click', '#moved.shown', () => press(page));
  return time <= 2000 ? [] : [`painted after ${time} ms`];
};
const inStep = async page => {
  await watchShifts(page);
  await press(page);
  return shifts(page);
};
const shiftsAtOnce = async page => {
  await sumShifts(page.context());
  await page.reload();
  await press(page);
  return shiftedBeyond(page, 0.001);
};
const keepsFocus = async page => {
  await page.locator('button:not([role])').first().focus();
  await watchFocus(page);
  await page.keyboard.press('Enter');
  return lostFocus(page);
};
const marked = page =>
  nameContrast(page, () =>
    page.evaluate(() => {
      document.body.className = 'marked';
    }),
  );
const quiet = async (page, wrong) => {
  await page.waitForTimeout(1000);
  return wrong;
};
const strict = async (page, wrong) => {
  await page.goto(`${page.url()}?strict`);
  return quiet(page, wrong);
};

test('axe', () =>
  fails('inaccessible', axe, /image-alt[\s\S]*button-name|button-name[\s\S]*image-alt/));
test('one tab stop', () => fails('many-stops', oneTabStop, /2 stops/));
test('skip link first', () => fails('no-skip', skipLinkFirst, /no link past/));
test('skip link leads somewhere', () => fails('skip-nowhere', skipLinkFirst, /leads to/));
test('focus never falls to the body', () =>
  fails('lost-focus', keepsFocus, /fell to the page's body from button#once/));
test('dialogs keep and return the focus', () =>
  fails(
    'leaky-dialog',
    page => dialogKeepsFocus(page, page.locator('#ask')),
    /leads out[\s\S]*after the dialog/,
  ));
test('target sizes', () => fails('small', page => targets(page), /not 24×24[\s\S]*not 44×44/));
test('no sideways scroll', () =>
  fails('wide', noSidewaysScroll, /508 px wide in a window of 320: div#wide/, { width: 320 }));
test('text contrast', () => fails('pale', textContrast, /Pale words[\s\S]*White on a gradient/));
test('piece contrast', () =>
  fails(
    'flat-pieces',
    page => pieceContrast(page, cells),
    /white man at[\s\S]*white king: only[\s\S]*black king: only/,
  ));
test('names of squares on marks', () =>
  fails(
    'hidden-names',
    marked,
    /^2 \(cell last\): 2\.\d+:1, not 4\.5:1\n3 \(cell covered\): 100 % of it are hidden$/,
  ));
test('no boxes for letters', () =>
  fails(
    'boxes',
    noBoxes,
    /no font has “𓀀”[\s\S]*no font has “🨁”|no font has “🨁”[\s\S]*no font has “𓀀”/,
  ));
test('drawn with a font', async () => {
  const name = usual();
  if (!name) return;
  const { sans, mono } = FAMILIES[name];
  assert.deepEqual(await found('sound', page => drawnWith(page, [sans])), []);
  assert.match(
    (await found('sound', page => drawnWith(page, [mono]))).join('\n'),
    new RegExp(`letters were drawn with ${sans}, not with ${mono}`),
  );
});
test('input to paint', () => fails('slow', soon, /painted after \d{4,}/));
test('no layout shift', () =>
  fails('shifting', inStep, /layout shift[\s\S]*the board went|the board went[\s\S]*layout shift/));
test('no layout shift while a page loads', () =>
  fails('shifting', shiftsAtOnce, /shifted by 0\.\d+, more than 0\.001/));
test('no console error', () => fails('noisy', quiet, /console: lost a piece[\s\S]*lost another/));
test('no foreign request', () => fails('foreign', quiet, /another origin/));
test('first load', () => fails('heavy', page => lightWeight(page, page.url()), /more than 153600/));
test('no report of the policy', async () =>
  assert.match(
    (await found('inline', strict)).join('\n'),
    /policy: script-src-elem blocked inline/,
  ));
