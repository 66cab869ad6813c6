// What somebody has solved of the course, as this device remembers it.
import { get, set } from './keep.js';

/** @param {string} rules */
const place = rules => `course:${rules}`;

/** The exercises of a game that are solved, each as lesson/name. @param {string} rules */
export const solved = rules => new Set((get(place(rules)) ?? '').split(' ').filter(Boolean));

/** @param {string} rules @param {string} lesson @param {string} name */
export function solve(rules, lesson, name) {
  const all = solved(rules).add(`${lesson}/${name}`);
  set(place(rules), [...all].join(' '));
}

/** The most squares that were found in one go. @param {string} rules @param {string} way */
export const best = (rules, way) => Number(get(`squares:${rules}:${way}`) ?? 0);

/** Keeps a result, if it is the best; whether it is. @param {string} rules @param {string} way @param {number} count */
export function reach(rules, way, count) {
  if (count <= best(rules, way)) return false;
  set(`squares:${rules}:${way}`, String(count));
  return true;
}
