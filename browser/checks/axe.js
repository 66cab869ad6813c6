// Automatic accessibility rules.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { unstuck } from './sticky.js';

const source = await readFile(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
);
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** @param {import('playwright-core').Page} page @returns {Promise<string[]>} */
export async function axe(page) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  const run = async (/** @type {string[]} */ values) => {
    const found = await /** @type {any} */ (window).axe.run(document, {
      runOnly: { type: 'tag', values },
      resultTypes: ['violations'],
    });
    return found.violations.flatMap((/** @type {any} */ rule) =>
      rule.nodes.map(
        (/** @type {any} */ node) =>
          `${rule.id}: ${node.target.join(' ')}: ${node.failureSummary.replace(/\s+/g, ' ')}`,
      ),
    );
  };
  // Anything covered by a bar at the edge of the window can be scrolled out from under it.
  return unstuck(page, () => page.evaluate(run, TAGS));
}
