// What the page says, in the language of the page.
const language = document.documentElement.lang;
const sentences = await (await fetch(`/assets/words/${language}.json`)).json();
const numbers = new Intl.PluralRules(language);

/** @typedef {import('./types.js').Phrase} Phrase */

/** A sentence of the catalogue. @param {string} key @param {Record<string, string|number|Phrase>} [values] `count` also chooses its form */
export function say(key, values = {}) {
  let text = sentences[key] ?? key;
  if (typeof text === 'object') text = text[numbers.select(Number(values.count))] ?? text.other ?? text.many;
  return text.replace(/\{(\w+)\}/g, (/** @type {string} */ whole, /** @type {string} */ name) => {
    const value = values[name] ?? whole;
    return typeof value === 'object' ? told(value) : String(value);
  });
}

/** What the server said. @param {Phrase} phrase */
export const told = (phrase) => say(phrase.key, phrase.values);
