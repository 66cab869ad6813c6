// Whether the layout is stable, and how soon a move is shown.

/** Starts recording layout shifts, also of the board. @param {import('playwright-core').Page} page */
export const watchShifts = page =>
  page.evaluate(() => {
    const seen = /** @type {any} */ (window);
    seen.shifts = [];
    const name = (/** @type {any} */ node) =>
      node?.nodeType === 1
        ? `${node.tagName.toLowerCase()}#${node.id}.${node.className}`
        : String(node?.nodeName);
    // Shifts right after input count too: each move is input.
    new PerformanceObserver(list => {
      for (const entry of /** @type {any[]} */ (list.getEntries())) {
        seen.shifts.push(
          `layout shift ${entry.value.toFixed(4)}: ${entry.sources.map((/** @type {any} */ { node, previousRect: a, currentRect: b }) => `${name(node)} from ${a.x},${a.y} ${a.width}×${a.height} to ${b.x},${b.y} ${b.width}×${b.height}`).join('; ')}`,
        );
      }
    }).observe({ type: 'layout-shift' });
    const board = document.querySelector('[role=grid]');
    const place = () => {
      const { x, y, width, height } = /** @type {Element} */ (board).getBoundingClientRect();
      return [x + scrollX, y + scrollY, width, height].map(part => part.toFixed(1)).join(' ');
    };
    if (!board) return;
    const first = place();
    let last = first;
    const look = () => {
      const now = place();
      if (now !== last) seen.shifts.push(`the board went from ${last} to ${now}`);
      last = now;
      requestAnimationFrame(look);
    };
    look();
  });

/** @param {import('playwright-core').Page} page @returns {Promise<string[]>} */
export const shifts = page =>
  page.evaluate(
    () =>
      new Promise(done => {
        requestAnimationFrame(() =>
          requestAnimationFrame(() =>
            setTimeout(() => done(/** @type {any} */ (window).shifts), 100),
          ),
        );
      }),
  );

/**
 * Sums up all layout shifts on pages of a context, from their first frame.
 * @param {import('playwright-core').BrowserContext} context
 */
export const sumShifts = context =>
  context.addInitScript(() => {
    const seen = /** @type {any} */ (window);
    seen.shifted = 0;
    seen.shiftedBy = [];
    new PerformanceObserver(list => {
      for (const entry of /** @type {any[]} */ (list.getEntries())) {
        seen.shifted += entry.value;
        seen.shiftedBy.push(
          ...entry.sources.map((/** @type {any} */ { node }) => node?.outerHTML?.slice(0, 80)),
        );
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });

/**
 * The layout shift of a page so far, if it exceeds a limit.
 * @param {import('playwright-core').Page} page @param {number} bound @returns {Promise<string[]>}
 */
export async function shiftedBeyond(page, bound) {
  // Paints are reported a frame later.
  await page.evaluate(
    () =>
      new Promise(done => {
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)));
      }),
  );
  const { shifted, shiftedBy } = await page.evaluate(() => {
    const { shifted: sum, shiftedBy: by } = /** @type {any} */ (window);
    return { shifted: sum, shiftedBy: by };
  });
  return shifted <= bound ? [] : [`shifted by ${shifted}, more than ${bound}: ${shiftedBy}`];
}

/**
 * Milliseconds from the input event to the end of the frame that shows the result.
 * @param {import('playwright-core').Page} page
 * @param {string} event the event that counts as the input
 * @param {string} seen a selector that matches as soon as the move is shown
 * @param {() => Promise<void>} act
 * @returns {Promise<number>}
 */
export async function inputToPaint(page, event, seen, act) {
  await page.evaluate(
    ([type, selector]) => {
      const notes = /** @type {any} */ (window);
      notes.painted = null;
      addEventListener(
        type,
        ({ timeStamp }) => {
          const look = () => {
            if (!document.querySelector(selector)) {
              requestAnimationFrame(look);
              return;
            }
            // A task posted in a frame runs after that frame was painted.
            const channel = new MessageChannel();
            channel.port1.onmessage = () => {
              notes.painted = performance.now() - timeStamp;
            };
            channel.port2.postMessage(null);
          };
          requestAnimationFrame(look);
        },
        { once: true, capture: true },
      );
    },
    [event, seen],
  );
  await act();
  return (await page.waitForFunction(() => /** @type {any} */ (window).painted)).jsonValue();
}

/** @param {number[]} times */
export const median = times => [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)];
