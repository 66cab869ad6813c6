// Sentences in the page's language.
const { lang: language, dataset } = document.documentElement;
const [base] = language.split('-');
// A regional catalogue such as pt-BR has only the sentences that differ from its base language.
const files = [...new Set([base, language])];
// Pages for studying games need more sentences.
if (dataset.words) files.push(...files.map(name => `${dataset.words}/${name}`));
const catalogues = await Promise.all(files.map(read));
const sentences = Object.assign({}, ...catalogues);
const numbers = new Intl.PluralRules(language);

/** @param {string} name */
async function read(name) {
  return (await fetch(`/assets/words/${name}.json`)).json();
}

/** @typedef {import('./types.js').Phrase} Phrase */

/**
 * The key with the names of the sides: a part `white` or `black` is a side, and is replaced by the theme's name for it.
 * @param {string} key
 */
function called(key) {
  const [white = 'white', black = 'black'] =
    document.documentElement.dataset.sides?.split('-') ?? [];
  return key.replace(/\b(white|black)\b/g, side => (side === 'white' ? white : black));
}

/**
 * A sentence of the catalogue.
 * @param {string} key @param {Record<string, string|number|Phrase>} [values] `count` also selects the plural form
 */
export function say(key, values = {}) {
  let text = sentences[called(key)] ?? key;
  if (typeof text === 'object')
    text = text[numbers.select(Number(values.count))] ?? text.other ?? text.many;
  return text.replace(/\{(\w+)\}/g, (/** @type {string} */ whole, /** @type {string} */ name) => {
    const value = values[name] ?? whole;
    return typeof value === 'object' ? told(value) : String(value);
  });
}

/** A sentence from the server. @param {Phrase} phrase */
export const told = phrase => say(phrase.key, phrase.values);
