// Server and page use the same plural categories in every language.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { LANGUAGES, browser, closeBrowser, visitor } from '../harness/browser.js';
import { Server } from '../harness/server.js';

let server;
before(async () => {
  server = await Server.start();
});
after(async () => {
  await closeBrowser();
  await server.stop();
});

test('plurals are the same in Rust and in the browser', async () => {
  /** @type {Record<string, string[]>} Rust's plural categories for 0, 1, 2 … */
  const forms = JSON.parse(process.env.DAMIER_PLURALS ?? '{}');
  const languages = Object.keys(forms).filter(code => code !== 'en' && !code.includes('-'));
  assert.deepEqual(languages.sort(), [...LANGUAGES].sort(), 'languages of Rust and of these tests');
  const page = await (await browser()).newPage();
  const theirs = await page.evaluate(
    all =>
      Object.fromEntries(
        Object.entries(all).map(([language, counts]) => {
          const rules = new Intl.PluralRules(language);
          return [language, counts.map((_, count) => rules.select(count))];
        }),
      ),
    forms,
  );
  assert.deepEqual(theirs, forms);
});

test('a visitor from Brazil reads the overlay, and in Portuguese what it leaves out', async () => {
  const who = await visitor(server.origin, { choices: 'lang=pt', locale: 'pt-BR' });
  await who.page.goto(server.origin);
  assert.equal(await who.page.evaluate(() => document.documentElement.lang), 'pt-BR');
  const said = await who.page.evaluate(async () => {
    const { say } = await import('/assets/js/words.js');
    return [say('do.rematch'), say('do.resign')];
  });
  assert.deepEqual(said, ['Propor revanche', 'Desistir']);
  assert.deepEqual(who.wrong, []);
  await who.close();
});
