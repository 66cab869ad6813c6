// The pieces, drawn as the server's pictures draw them; the colours are those of the theme.
const SVG = 'http://www.w3.org/2000/svg';

/** @param {string} name @param {Record<string, string|number>} attributes @param {...Element} children */
export function shape(name, attributes, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

/** What all pieces share: light from the upper left, and a shadow. */
function light() {
  if (document.getElementById('light')) return;
  const stop = (
    /** @type {number} */ offset,
    /** @type {string} */ color,
    /** @type {number} */ opacity,
  ) => shape('stop', { offset, 'stop-color': color, 'stop-opacity': opacity });
  document.body.append(
    shape(
      'svg',
      { id: 'light', class: 'hidden', 'aria-hidden': 'true', width: 0, height: 0 },
      shape(
        'radialGradient',
        { id: 'piece-light', cx: 0.36, cy: 0.3, r: 0.9 },
        stop(0, '#fff', 0.28),
        stop(0.5, '#fff', 0),
        stop(0.5, '#000', 0),
        stop(1, '#000', 0.3),
      ),
      shape('radialGradient', { id: 'piece-shadow' }, stop(0.78, '#000', 0.42), stop(1, '#000', 0)),
    ),
  );
}

/** A piece as SVG. @param {'white'|'black'} color @param {boolean} king */
export function piece(color, king) {
  light();
  const circle = (
    /** @type {string} */ part,
    /** @type {number} */ cy,
    /** @type {number} */ r,
    more = {},
  ) => shape('circle', { class: part, cx: 50, cy, r, ...more });
  return shape(
    'svg',
    {
      viewBox: '8 9 84 84',
      'aria-hidden': 'true',
      class: `piece ${color} ${king ? 'king' : 'man'}`,
    },
    shape('ellipse', {
      class: 'shadow',
      cx: 51,
      cy: 56,
      rx: 42,
      ry: 42,
      fill: 'url(#piece-shadow)',
    }),
    circle('edge', 53, 36),
    circle('body', 49, 36),
    circle('shine', 49, 36, { fill: 'url(#piece-light)' }),
    circle('outer', 49, 29),
    king
      ? shape('path', {
          class: 'crown',
          d: 'M31 64 25.5 35.5 39.5 46 50 27 60.5 46 74.5 35.5 69 64z',
        })
      : circle('inner', 49, 22),
  );
}
