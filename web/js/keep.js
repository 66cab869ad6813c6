// What this device remembers. Where the browser refuses that, it lasts as long as the page.

/** @type {Map<string, string>} */
const memory = new Map();

/** @param {string} name @returns {string|null} */
export function get(name) {
  try {
    return memory.get(name) ?? localStorage.getItem(name);
  } catch {
    return memory.get(name) ?? null;
  }
}

/** Remembers; whether it outlasts the page. @param {string} name @param {string} value */
export function set(name, value) {
  try {
    localStorage.setItem(name, value);
    memory.delete(name);
    return true;
  } catch {
    memory.set(name, value);
    return false;
  }
}

/** @param {string} name */
export function forget(name) {
  memory.delete(name);
  try {
    localStorage.removeItem(name);
  } catch {
    /* Nothing was kept. */
  }
}

/** The games that this device has the key to a seat of, each with its key. */
export const keys = () =>
  names()
    .filter(name => name.startsWith('key:'))
    .map(name => `${name.slice(4)}:${get(name)}`);

/** How many games that were played last are remembered: as many as the server looks at for the way back to one. */
const LATELY = 12;

/** The games that were played last on this device and are not known to be over, the latest first. */
export const lately = () =>
  (get('lately') ?? '').split(',').filter(id => id && get(`key:${id}`) !== null);

/** These are played now, the latest first. @param {string[]} ids */
export function begun(ids) {
  const text = ids.slice(0, LATELY).join(',');
  if (text !== (get('lately') ?? '')) set('lately', text);
  // The bar that leads to one of them keeps its place on the next page.
  if (ids.length && get('back') === null) set('back', ids[0]);
}

/** The names of all that is remembered. */
export function names() {
  try {
    return [...memory.keys(), ...Object.keys(localStorage)];
  } catch {
    return [...memory.keys()];
  }
}
