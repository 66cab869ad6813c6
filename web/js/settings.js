// Settings take effect at once, and are saved at once.
import { choose } from './chosen.js';
import { part } from './part.js';
import { say } from './words.js';

/** How long the page confirms that a choice is saved, in milliseconds. */
const SAID = 2500;
const form = /** @type {HTMLFormElement} */ (part('settings'));
let quiet = 0;

/** @param {string} text */
function tell(text) {
  part('said').textContent = text;
  clearTimeout(quiet);
  quiet = setTimeout(() => {
    part('said').textContent = '';
  }, SAID);
}

/** Saves choices one by one: all of them are in one cookie. @type {Promise<void>} */
let keeping = Promise.resolve();

form.addEventListener('change', event => {
  const { name, value } = /** @type {HTMLInputElement} */ (event.target);
  if (name !== 'lang') document.documentElement.dataset[name] = value;
  keeping = keeping.then(() => keep(name, value));
});

/** @param {string} name @param {string} value */
async function keep(name, value) {
  try {
    await choose(name, value);
    // The whole page changes its language.
    if (name === 'lang') location.reload();
    else tell(say('settings.saved'));
  } catch (error) {
    tell(error instanceof Error ? error.message : String(error));
  }
}
// The button is for browsers without scripts.
part('save').hidden = true;
