// Keyboard focus.

/** Each board is a single tab stop. @param {import('playwright-core').Page} page @returns {Promise<string[]>} */
export const oneTabStop = page =>
  page.evaluate(() => {
    const wrong = [];
    for (const grid of document.querySelectorAll('[role=grid]')) {
      const stops = [...grid.querySelectorAll('*')].filter(
        one =>
          /** @type {HTMLElement} */ (one).tabIndex >= 0 &&
          !one.matches(':disabled') &&
          one.checkVisibility(),
      );
      if (stops.length !== 1)
        wrong.push(`${grid.getAttribute('aria-label')}: ${stops.length} stops of the Tab key`);
    }
    return wrong;
  });

/** Describes the focused element. @param {import('playwright-core').Page} page */
export const focused = page =>
  page.evaluate(() => {
    const one = document.activeElement;
    return one
      ? `${one.tagName.toLowerCase()}#${one.id}.${one.className} “${(one.getAttribute('aria-label') ?? one.textContent ?? '').trim().slice(0, 40)}”`
      : 'nothing';
  });

/**
 * The first tab stop skips the navigation. Needs a page on which no key has been pressed.
 * @param {import('playwright-core').Page} page @returns {Promise<string[]>}
 */
export async function skipLinkFirst(page) {
  await page.keyboard.press('Tab');
  const href = await page.evaluate(() => document.activeElement?.getAttribute('href'));
  if (!href?.startsWith('#'))
    return [`the first stop is ${await focused(page)}, no link past the navigation`];
  const seen = await page.evaluate(() => {
    const { left, top, width, height } = /** @type {Element} */ (
      document.activeElement
    ).getBoundingClientRect();
    return left >= 0 && top >= 0 && width > 1 && height > 1;
  });
  if (!seen) return ['the skip link cannot be seen when it has the focus'];
  await page.keyboard.press('Enter');
  const there = await page.evaluate(id => document.activeElement?.closest(id) !== null, href);
  return there ? [] : [`the skip link leads to ${await focused(page)}, not to ${href}`];
}

/** Starts recording lost focus; `lostFocus` returns the result. @param {import('playwright-core').Page} page */
export const watchFocus = page =>
  page.evaluate(() => {
    const seen = /** @type {any} */ (window);
    seen.lost = [];
    let last = 'nothing';
    const look = () => {
      const one = document.activeElement;
      if (one && one !== document.body)
        last = `${one.tagName.toLowerCase()}#${one.id} ${one.getAttribute('aria-label') ?? one.textContent?.trim().slice(0, 30)}`;
      else if (last !== 'nothing') {
        seen.lost.push(`the focus fell to the page's body from ${last}`);
        last = 'nothing';
      }
      requestAnimationFrame(look);
    };
    look();
  });

/** @param {import('playwright-core').Page} page @returns {Promise<string[]>} */
export const lostFocus = page =>
  page.evaluate(
    () =>
      new Promise(done => {
        requestAnimationFrame(() =>
          requestAnimationFrame(() => done(/** @type {any} */ (window).lost)),
        );
      }),
  );

/**
 * A dialog takes the focus, traps it, and returns it.
 * @param {import('playwright-core').Page} page @param {import('playwright-core').Locator} opener
 * @param {() => Promise<void>} [open] how to open it, if not by Enter on its opener
 * @returns {Promise<string[]>}
 */
export async function dialogKeepsFocus(page, opener, open = () => page.keyboard.press('Enter')) {
  // After the last stop of a modal dialog the Tab key goes to the browser's own buttons, which the page sees as its
  // body; nothing else on the page can be reached.
  const inside = () =>
    page.evaluate(
      () =>
        document.activeElement?.closest('dialog, [role=dialog], [role=alertdialog]') !== null ||
        (document.activeElement === document.body &&
          document.querySelector('dialog:modal') !== null),
    );
  await opener.focus();
  await open();
  const dialog = page.locator('dialog[open], [role=dialog]:visible, [role=alertdialog]:visible');
  try {
    await dialog.first().waitFor({ timeout: 30_000 });
  } catch {
    return ['no dialog opens'];
  }
  const wrong = [];
  const taken = await dialog.first().evaluate(one => one.contains(document.activeElement));
  if (!taken) wrong.push(`an open dialog leaves the focus at ${await focused(page)}`);
  for (const key of ['Tab', 'Shift+Tab']) {
    for (let press = 0; press < 12; press += 1) {
      await page.keyboard.press(key);
      if (!(await inside())) {
        wrong.push(`${key} leads out of the dialog to ${await focused(page)}`);
        break;
      }
    }
  }
  await page.keyboard.press('Escape');
  try {
    await dialog.first().waitFor({ state: 'hidden', timeout: 30_000 });
  } catch {
    return [...wrong, 'Escape does not close the dialog'];
  }
  const back = await opener.evaluate(
    one => one === document.activeElement || one.contains(document.activeElement),
  );
  if (!back) wrong.push(`after the dialog the focus is at ${await focused(page)}`);
  return wrong;
}
