// What the page says, in the language of the page.
const language = document.documentElement.lang;
const sentences = await (await fetch(`/assets/words/${language}.json`)).json();
const numbers = new Intl.PluralRules(language);

/** A sentence of the catalogue. @param {string} key @param {Record<string, string|number>} [values] `count` also chooses its form */
export function say(key, values = {}) {
  let text = sentences[key] ?? key;
  if (typeof text === 'object') text = text[numbers.select(Number(values.count))] ?? text.other;
  return text.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}

/** What the server said. @param {{key: string, values: Record<string, string|number>}} phrase */
export const told = (phrase) => say(phrase.key, phrase.values);
