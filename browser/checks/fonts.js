// Which fonts a page was really drawn with, and whether they have its characters.

/**
 * Every letter comes from one of these fonts. @param {import('playwright-core').Page} page @param {string[]} fonts
 * @returns {Promise<string[]>}
 */
export async function drawnWith(page, fonts) {
  const session = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root } = await session.send('DOM.getDocument');
  const { nodeIds } = await session.send('DOM.querySelectorAll', {
    nodeId: root.nodeId,
    selector: 'body, body *',
  });
  const used = await Promise.all(
    nodeIds.map(nodeId => session.send('CSS.getPlatformFontsForNode', { nodeId })),
  );
  await session.detach();
  const letters = new Map();
  for (const { fonts: found } of used)
    for (const { familyName, glyphCount } of found)
      letters.set(familyName, (letters.get(familyName) ?? 0) + glyphCount);
  if (!letters.size) return ['no letters were drawn'];
  return [...letters]
    .filter(([name]) => !fonts.includes(name))
    .map(
      ([name, count]) => `${count} letters were drawn with ${name}, not with ${fonts.join(' or ')}`,
    );
}

/**
 * No letter is missing from its font, in which case browsers draw a box.
 * @param {import('playwright-core').Page} page @returns {Promise<string[]>}
 */
export const noBoxes = page =>
  page.evaluate(() => {
    const brush = /** @type {CanvasRenderingContext2D} */ (
      Object.assign(document.createElement('canvas'), { width: 40, height: 40 }).getContext('2d', {
        willReadFrequently: true,
      })
    );
    const drawn = (/** @type {string} */ font, /** @type {string} */ letter) => {
      brush.clearRect(0, 0, 40, 40);
      brush.font = `20px ${font}`;
      brush.fillText(letter, 4, 28);
      return brush.getImageData(0, 0, 40, 40).data.join();
    };
    /** @type {Map<string, Set<string>>} */
    const said = new Map();
    const add = (/** @type {Element} */ one, /** @type {string} */ text) => {
      const font = getComputedStyle(one).fontFamily;
      const letters = said.get(font) ?? new Set();
      for (const letter of text) if (letter.trim()) letters.add(letter);
      said.set(font, letters);
    };
    for (const one of document.querySelectorAll('body, body *:not(script, style, noscript)')) {
      for (const node of one.childNodes)
        if (node.nodeType === Node.TEXT_NODE) add(one, node.textContent ?? '');
      for (const part of ['::before', '::after', '::marker']) {
        const { content } = getComputedStyle(one, part);
        if (content.startsWith('"')) add(one, content.slice(1, -1));
      }
    }
    // A letter that no font has is drawn as the box.
    return [...said].flatMap(([font, letters]) => {
      const box = drawn(font, '\u{10fffd}');
      return [...letters]
        .filter(letter => drawn(font, letter) === box)
        .map(letter => `no font has “${letter}” (${font})`);
    });
  });
