// Local storage. If the browser denies it, values last as long as the page.

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

/** Stores a value; returns whether it outlasts the page. @param {string} name @param {string} value */
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
    /* Nothing was stored. */
  }
}

/** The games whose keys this device has, each with its key. */
export const keys = () =>
  names()
    .filter(name => name.startsWith('key:'))
    .map(name => `${name.slice(4)}:${get(name)}`);

/** How many recent games are remembered: as many as the server accepts for the link back to one. */
const LATELY = 12;

/** The games most recently played on this device that are not known to be over, latest first. */
export const lately = () =>
  (get('lately') ?? '').split(',').filter(id => id && get(`key:${id}`) !== null);

/** Notes the games being played, latest first. @param {string[]} ids */
export function begun(ids) {
  const text = ids.slice(0, LATELY).join(',');
  if (text !== (get('lately') ?? '')) set('lately', text);
  // The bar with a link to one of them keeps its place on the next page.
  if (ids.length && get('back') === null) set('back', ids[0]);
}

/** The names of all stored values. */
export function names() {
  try {
    return [...memory.keys(), ...Object.keys(localStorage)];
  } catch {
    return [...memory.keys()];
  }
}
