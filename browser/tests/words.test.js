// Server and page count alike in every language: both choose the form of a sentence by its number.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { browser, closeBrowser } from '../harness/browser.js';

after(closeBrowser);

test('plurals are the same in Rust and in the browser', async () => {
  /** @type {Record<string, string[]>} the forms that Rust chooses for 0, 1, 2 … */
  const forms = JSON.parse(process.env.DAMIER_PLURALS ?? '{}');
  assert.equal(Object.keys(forms).length, 9, 'browser.rs gives the forms of eight languages and one overlay');
  const page = await (await browser()).newPage();
  const theirs = await page.evaluate((all) => Object.fromEntries(Object.entries(all).map(([language, counts]) => {
    const rules = new Intl.PluralRules(language);
    return [language, counts.map((_, count) => rules.select(count))];
  })), forms);
  assert.deepEqual(theirs, forms);
});
