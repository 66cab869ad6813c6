// Touch targets, and no horizontal overflow.

const INTERACTIVE =
  'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=gridcell]:not([aria-hidden]), [role=tab], [role=option]';

/**
 * Everything clickable is at least 24 px each way, and `big` elements 44 px; for squares of boards, the area that
 * reacts. Links within a sentence may be as small as its letters (WCAG 2.5.8), and a label counts with its control.
 * @param {import('playwright-core').Page} page @param {string} [big] @returns {Promise<string[]>}
 */
export const targets = (page, big = '#actions button') =>
  page.evaluate(
    ([all, large]) => {
      const wrong = [];
      const inSentence = (/** @type {Element} */ one) => {
        if (one.tagName !== 'A' || getComputedStyle(one).display !== 'inline') return false;
        const around =
          one.closest('p, li, td, th, dd, dt, figcaption, label, h1, h2, h3, small, span')
            ?.textContent ?? '';
        return around.replace(one.textContent ?? '', '').trim().length > 0;
      };
      // A square of a foreshortened board is less high than the area that reacts.
      const canBeHit = (/** @type {Element} */ one, /** @type {number} */ size) => {
        if (!one.matches('[role=gridcell]')) return false;
        one.scrollIntoView({ block: 'center' });
        const { x, y, width, height } = one.getBoundingClientRect();
        const [middle, half] = [[x + width / 2, y + height / 2], size / 2];
        return [
          [-half, 0],
          [half, 0],
          [0, -half],
          [0, half],
        ].every(([right, down]) => {
          const hit = document.elementFromPoint(middle[0] + right, middle[1] + down);
          return hit !== null && one.contains(hit);
        });
      };
      for (const one of document.querySelectorAll(all)) {
        if (!one.checkVisibility({ visibilityProperty: true }) || inSentence(one)) continue;
        const box = one.getBoundingClientRect();
        const hidden =
          box.right <= 0 || box.bottom + scrollY <= 0 || (box.width <= 1 && box.height <= 1);
        if (hidden) continue;
        const least = one.matches(large) ? 44 : 24;
        // Half a pixel is lost to rounding where boxes share a row.
        if (canBeHit(one, least - 0.5)) continue;
        if (box.width < least - 0.5 || box.height < least - 0.5) {
          const name = (one.getAttribute('aria-label') ?? one.textContent ?? '')
            .trim()
            .slice(0, 30);
          wrong.push(
            `${one.tagName.toLowerCase()}#${one.id}.${one.className} “${name}” is ${box.width.toFixed(1)}×${box.height.toFixed(1)}, not ${least}×${least}`,
          );
        }
      }
      return wrong;
    },
    [INTERACTIVE, big],
  );

/** Nothing is wider than the window. @param {import('playwright-core').Page} page @returns {Promise<string[]>} */
export const noSidewaysScroll = page =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const wide = [...document.querySelectorAll('body *')].filter(
      one => one.getBoundingClientRect().right > clientWidth + 0.5,
    );
    const names = wide
      .slice(0, 3)
      .map(one => `${one.tagName.toLowerCase()}#${one.id}.${one.className}`);
    return [
      `the page is ${scrollWidth} px wide in a window of ${clientWidth}: ${names.join(', ')}`,
    ];
  });
