// Sticky elements cover others in a full-page screenshot.

/**
 * Runs something while nothing on a page is sticky.
 * @template T @param {import('playwright-core').Page} page @param {() => Promise<T>} act
 */
export async function unstuck(page, act) {
  await page.evaluate(() => {
    for (const one of /** @type {NodeListOf<HTMLElement>} */ (
      document.querySelectorAll('body *')
    )) {
      if (!['sticky', 'fixed'].includes(getComputedStyle(one).position)) continue;
      one.dataset.sticky = '';
      one.style.setProperty('position', 'static', 'important');
    }
  });
  const done = await act();
  await page.evaluate(() => {
    for (const one of /** @type {NodeListOf<HTMLElement>} */ (
      document.querySelectorAll('[data-sticky]')
    )) {
      one.style.removeProperty('position');
      delete one.dataset.sticky;
    }
  });
  return done;
}
