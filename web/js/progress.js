// Progress in the course, stored on this device.
import { get, set } from './keep.js';

/** @param {string} rules */
const place = rules => `course:${rules}`;

/** The solved exercises for these rules, each as lesson/name. @param {string} rules */
export const solved = rules => new Set((get(place(rules)) ?? '').split(' ').filter(Boolean));

/** @param {string} rules @param {string} lesson @param {string} name */
export function solve(rules, lesson, name) {
  const all = solved(rules).add(`${lesson}/${name}`);
  set(place(rules), [...all].join(' '));
}

/** The best score in naming squares. @param {string} rules @param {string} way */
export const best = (rules, way) => Number(get(`squares:${rules}:${way}`) ?? 0);

/**
 * Stores a score if it is the best; returns whether it is.
 * @param {string} rules @param {string} way @param {number} count
 */
export function reach(rules, way, count) {
  if (count <= best(rules, way)) return false;
  set(`squares:${rules}:${way}`, String(count));
  return true;
}
