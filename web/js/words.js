// What the page says, in the language of the page.
const { lang: language, dataset } = document.documentElement;
const [base] = language.split('-');
// A regional catalogue such as pt-BR holds only the sentences that differ from its language.
const files = [...new Set([base, language])];
// Pages on which games are studied say more.
if (dataset.words) files.push(...files.map(name => `${dataset.words}/${name}`));
const catalogues = await Promise.all(files.map(read));
const sentences = Object.assign({}, ...catalogues);
const numbers = new Intl.PluralRules(language);

/** @param {string} name */
async function read(name) {
  return (await fetch(`/assets/words/${name}.json`)).json();
}

/** @typedef {import('./types.js').Phrase} Phrase */

/** The key of what is said: a part `white` or `black` is a side, and a side is called as the theme calls it. @param {string} key */
function called(key) {
  const [white = 'white', black = 'black'] =
    document.documentElement.dataset.sides?.split('-') ?? [];
  return key.replace(/\b(white|black)\b/g, side => (side === 'white' ? white : black));
}

/** A sentence of the catalogue. @param {string} key @param {Record<string, string|number|Phrase>} [values] `count` also chooses its form */
export function say(key, values = {}) {
  let text = sentences[called(key)] ?? key;
  if (typeof text === 'object')
    text = text[numbers.select(Number(values.count))] ?? text.other ?? text.many;
  return text.replace(/\{(\w+)\}/g, (/** @type {string} */ whole, /** @type {string} */ name) => {
    const value = values[name] ?? whole;
    return typeof value === 'object' ? told(value) : String(value);
  });
}

/** What the server said. @param {Phrase} phrase */
export const told = phrase => say(phrase.key, phrase.values);
