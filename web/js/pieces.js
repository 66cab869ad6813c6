// The pieces: from the page's sprite, like in the server's pictures, in the theme's colours.
const SVG = 'http://www.w3.org/2000/svg';

/** @param {string} name @param {Record<string, string|number>} attributes @param {...Element} children */
export function shape(name, attributes, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

/** A symbol of the sprite. @param {string} id @param {string} name the class @param {Record<string, string>} [more] */
function drawn(id, name, more = {}) {
  return shape(
    'svg',
    { 'aria-hidden': 'true', class: name, ...more },
    shape('use', { href: `#${id}` }),
  );
}

/** A piece, as large as a square. @param {'white'|'black'} color @param {boolean} king */
export const piece = (color, king) =>
  drawn(king ? 'king' : 'man', `piece ${color} ${king ? 'king' : 'man'}`);

/** A piece too small for details. @param {'white'|'black'} color */
export const chip = color => drawn('chip', `piece ${color}`);

/** @param {string} name */
export const icon = name => drawn(`i-${name}`, 'i');
