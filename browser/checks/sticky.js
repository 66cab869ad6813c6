// What sticks to the window covers other things on a page that is looked at as a whole.

/**
 * Does something while nothing on a page sticks to the window.
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
