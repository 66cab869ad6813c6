// Whether text and pieces have enough contrast, by the pixels actually painted.
import { browser } from '../harness/browser.js';
import { unstuck } from './sticky.js';

let darkroom;

/** A blank page that can analyse pictures. */
async function room() {
  if (!darkroom || darkroom.isClosed()) darkroom = await (await browser()).newPage();
  return darkroom;
}

/** The code for analysing a picture, for the page that does it. */
const TOOLS = `
const light = (part) => (part /= 255) <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
const shine = ([r, g, b]) => 0.2126 * light(r) + 0.7152 * light(g) + 0.0722 * light(b);
const contrast = (a, b) => { const [low, high] = [shine(a), shine(b)].sort((x, y) => x - y); return (high + 0.05) / (low + 0.05); };
const picture = async (png) => {
  const bitmap = await createImageBitmap(await (await fetch('data:image/png;base64,' + png)).blob());
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d', { willReadFrequently: true });
  canvas.drawImage(bitmap, 0, 0);
  const { data } = canvas.getImageData(0, 0, bitmap.width, bitmap.height);
  const index = (x, y) => 4 * (Math.floor(y) * bitmap.width + Math.floor(x));
  const number = (i) => data[i] << 16 | data[i + 1] << 8 | data[i + 2];
  return { width: bitmap.width, height: bitmap.height, number: (x, y) => number(index(x, y)), at: (x, y) => parts(number(index(x, y))) };
};
const parts = (number) => [number >> 16, number >> 8 & 255, number & 255];
// The colours of a region with their shares, most frequent first.
const colours = (seen, { x, y, width, height }, keep = () => true) => {
  const counts = new Map();
  let all = 0;
  for (let row = Math.max(0, Math.floor(y)); row < Math.min(seen.height, y + height); row++)
    for (let column = Math.max(0, Math.floor(x)); column < Math.min(seen.width, x + width); column++) {
      if (!keep(column, row)) continue;
      const colour = seen.number(column, row);
      counts.set(colour, (counts.get(colour) ?? 0) + 1);
      all++;
    }
  return [...counts].sort((a, b) => b[1] - a[1]).map(([colour, count]) => ({ colour: parts(colour), share: count / all }));
};
`;

/** @param {string} body with \`png\` and \`about\` @param {Buffer} png @param {unknown} about @returns {Promise<any>} */
export async function develop(body, png, about) {
  const text = `(async () => { ${TOOLS} const about = ${JSON.stringify(about)}; const seen = await picture(${JSON.stringify(png.toString('base64'))}); ${body} })()`;
  return (await room()).evaluate(text);
}

/** All text on a page: its location, its colour and the contrast it needs. */
const words = (/** @type {import('playwright-core').Page} */ page) =>
  page.evaluate(() => {
    const brush = /** @type {CanvasRenderingContext2D} */ (
      document.createElement('canvas').getContext('2d', { willReadFrequently: true })
    );
    const rgba = (/** @type {string} */ colour) => {
      brush.clearRect(0, 0, 1, 1);
      brush.fillStyle = colour;
      brush.fillRect(0, 0, 1, 1);
      return [...brush.getImageData(0, 0, 1, 1).data];
    };
    const found = [];
    const add = (
      /** @type {Element} */ one,
      /** @type {Iterable<DOMRect>} */ boxes,
      /** @type {string} */ text,
    ) => {
      const disabled = one.closest(':disabled, [aria-disabled=true]');
      if (disabled || !one.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
        return;
      const style = getComputedStyle(one);
      const px = parseFloat(style.fontSize);
      const large = px >= 24 || (px >= 18.66 && Number(style.fontWeight) >= 700);
      for (const box of boxes) {
        const at = { x: box.x + scrollX, y: box.y + scrollY, width: box.width, height: box.height };
        if (box.width < 3 || box.height < 3 || at.x < 0 || at.y < 0) continue;
        found.push({
          ...at,
          text: text.trim().slice(0, 40),
          colour: rgba(style.color),
          least: large ? 3 : 4.5,
          who: `${one.tagName.toLowerCase()}.${one.className}`,
        });
      }
    };
    const clipped = (/** @type {Element} */ one) => {
      for (let at = /** @type {Element | null} */ (one); at; at = at.parentElement) {
        const { clipPath, overflow } = getComputedStyle(at);
        if (clipPath.startsWith('inset(50%')) return true;
        // Text scrolled out of sight inside a box is not visible.
        if (overflow !== 'visible' && at !== document.body) {
          const [box, own] = [at.getBoundingClientRect(), one.getBoundingClientRect()];
          if (
            own.bottom > box.bottom + 1 ||
            own.top < box.top - 1 ||
            own.right > box.right + 1 ||
            own.left < box.left - 1
          )
            return true;
        }
      }
      return false;
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode;
      const one = /** @type {Element} */ (node.parentElement);
      if (
        !node.textContent?.trim() ||
        one.closest('option, script, style, noscript, svg') ||
        clipped(one)
      )
        continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      add(one, range.getClientRects(), node.textContent);
    }
    for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (
      document.querySelectorAll(
        'select, textarea, input:not([type=radio], [type=checkbox], [type=hidden], [type=range], [type=color])',
      )
    )) {
      if (!clipped(field)) add(field, [field.getBoundingClientRect()], field.value || field.name);
    }
    return found;
  });

/**
 * Runs something while a page is painted without its letters. @template T
 * @param {import('playwright-core').Page} page @param {() => Promise<T>} act
 */
export async function withoutLetters(page, act) {
  await page.evaluate(() => {
    const bare = new CSSStyleSheet();
    bare.replaceSync(
      '* { -webkit-text-fill-color: transparent !important; text-shadow: none !important; caret-color: transparent !important; transition: none !important; text-decoration: none !important }',
    );
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, bare];
  });
  const done = await act();
  await page.evaluate(() => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.slice(0, -1);
  });
  return done;
}

/** Screenshots are limited to a height of 65,535 pixels; a slice has room for words that begin at its end. */
const [SLICE, MORE] = [30_000, 1_000];

/** Screenshots of a whole page, each with its offset. @param {import('playwright-core').Page} page */
async function slices(page) {
  const { width, height } = await page.evaluate(() => ({
    width: innerWidth,
    height: document.documentElement.scrollHeight,
  }));
  const found = [];
  for (let top = 0; top < height; top += SLICE) {
    const clip = { x: 0, y: top, width, height: Math.min(SLICE + MORE, height - top) };
    found.push({ top, png: await page.screenshot({ fullPage: true, clip }) });
  }
  return found;
}

/**
 * Text has a contrast of at least 4.5:1 with its background, large text 3:1. The page is also painted without letters,
 * so that only the background is sampled.
 * @param {import('playwright-core').Page} page @returns {Promise<string[]>}
 */
export async function textContrast(page) {
  const [all, pictures] = await unstuck(page, async () => [
    await words(page),
    await withoutLetters(page, () => slices(page)),
  ]);
  if (all.length === 0) return ['there are no words'];
  const wrong = [];
  for (const { top, png } of pictures) {
    const here = all
      .filter(({ y }) => y >= top && y < top + SLICE)
      .map(word => ({ ...word, y: word.y - top }));
    wrong.push(...(await poor(png, here)));
  }
  return wrong;
}

/**
 * Words without enough contrast in a picture.
 * @param {Buffer} png @param {object[]} words @returns {Promise<string[]>}
 */
async function poor(png, words) {
  return develop(
    `
    const wrong = [];
    for (const { text, colour, least, who, ...box } of about) {
      const over = (behind) => colour.slice(0, 3).map((part, at) => Math.round(part * colour[3] / 255 + behind[at] * (1 - colour[3] / 255)));
      const behind = colours(seen, box).map(({ colour, share }) => ({ colour, share, found: contrast(over(colour), colour) }));
      const poor = behind.filter(({ found }) => found < least);
      if (poor.reduce((sum, { share }) => sum + share, 0) < 0.25) continue;
      wrong.push(who + ' “' + text + '”: ' + poor[0].found.toFixed(2) + ':1, not ' + least + ':1 (' + over(poor[0].colour) + ' on ' + poor[0].colour + ')');
    }
    return wrong;
  `,
    png,
    words,
  );
}

/**
 * Each piece's outline has a contrast of at least 3:1 with its square all around, and a king differs from a man in more
 * than a few pixels. Needs a board without marks.
 * @param {import('playwright-core').Page} page
 * @param {Record<string, string>} cells selectors of cells: of a man and a king of each colour
 * @returns {Promise<string[]>}
 */
export async function pieceContrast(page, cells) {
  const boxes = [];
  for (const [name, selector] of Object.entries(cells)) {
    const box = await page.locator(selector).boundingBox();
    if (!box) return [`there is no ${name} to look at`];
    boxes.push({ name, ...box });
  }
  return develop(
    `
    const wrong = [];
    const looks = {};
    for (const { name, ...box } of about) {
      const [middle, half] = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }, box.width / 2];
      const edge = (x, y) => Math.max(Math.abs(x - middle.x), Math.abs(y - middle.y)) > half * 0.88 && Math.max(Math.abs(x - middle.x), Math.abs(y - middle.y)) < half * 0.97;
      const square = colours(seen, box, edge)[0].colour;
      for (let turn = 0; turn < 24; turn++) {
        const angle = turn * Math.PI / 12;
        let best = 1;
        for (let far = half * 0.97; far > half * 0.6; far -= 0.5) {
          best = Math.max(best, contrast(square, seen.at(middle.x + far * Math.cos(angle), middle.y + far * Math.sin(angle))));
        }
        if (best < 3) { wrong.push(name + ' at ' + turn * 15 + '°: ' + best.toFixed(2) + ':1 against its square, not 3:1'); break; }
      }
      looks[name] = { box, square };
    }
    for (const color of ['white', 'black']) {
      const [man, king] = [looks[color + ' man'], looks[color + ' king']];
      let differs = 0, all = 0;
      for (let y = 0; y < man.box.height; y++) for (let x = 0; x < man.box.width; x++) {
        all++;
        if (contrast(seen.at(man.box.x + x, man.box.y + y), seen.at(king.box.x + x, king.box.y + y)) >= 3) differs++;
      }
      if (differs / all < 0.03) wrong.push(color + ' king: only ' + (100 * differs / all).toFixed(1) + ' % of its cell differ from a man by 3:1');
    }
    return wrong;
  `,
    await page.screenshot(),
    boxes,
  );
}
