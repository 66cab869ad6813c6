// Arrows and circles in PDN's comment commands: {[%cal G3228,Rc3d4] [%csl B28]}. It knows no board.

/** The letters of the colours: green, red, blue, yellow. */
export const COLORS = /** @type {const} */ (['G', 'R', 'B', 'Y']);

/** The maximum per position. */
const MOST = 32;
const COMMAND = /\[%(c[as]l)\s+([^\]]*)\]/g;
const ARROW = /^[GRBY]([a-z]\d{1,2}|\d\d)([a-z]\d{1,2}|\d\d)$/;
const CIRCLE = /^[GRBY]([a-z]\d{1,2}|\d\d)$/;

/** The names of an arrow's squares, or a circle's square. @param {string} one @returns {string[]} */
export const namesOf = one => (one.match(ARROW) ?? one.match(CIRCLE) ?? []).slice(1);

/** Splits a comment into text and shapes. @param {string} comment */
export function parted(comment) {
  /** @type {string[]} */
  const shapes = [];
  const words = comment.replace(COMMAND, (_, command, list) => {
    const fits = command === 'cal' ? ARROW : CIRCLE;
    for (const one of list.split(/[\s,]+/)) if (fits.test(one)) shapes.push(one);
    return ' ';
  });
  return { words: words.trim(), shapes: [...new Set(shapes)].slice(0, MOST) };
}

/** The commands for shapes in a comment. @param {string[]} shapes */
export function commands(shapes) {
  const list = (/** @type {string} */ command, /** @type {RegExp} */ kind) => {
    const found = shapes.filter(one => kind.test(one));
    return found.length ? [`[%${command} ${found.join(',')}]`] : [];
  };
  return [...list('cal', ARROW), ...list('csl', CIRCLE)];
}

/**
 * Adds a shape, removes it if it exists in this colour, or replaces one of another colour.
 * @param {string[]} shapes @param {string} one
 */
export function toggled(shapes, one) {
  const others = shapes.filter(other => other.slice(1) !== one.slice(1));
  return shapes.includes(one) || others.length >= MOST ? others : [...others, one];
}
