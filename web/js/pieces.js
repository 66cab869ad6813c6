// The pieces, drawn once each.
const SVG = 'http://www.w3.org/2000/svg';

const LOOKS = {
  white: { body: '#c41e3a', rim: '#4d0512', inner: '#ffb3bf', groove: '#5e0a18' },
  black: { body: '#1c1c1c', rim: '#000000', inner: '#8a8a8a', groove: '#000000' },
};

function shape(name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

/** A piece as SVG. @param {'white'|'black'} color @param {boolean} king */
export function piece(color, king) {
  const { body, rim, inner, groove } = LOOKS[color];
  const svg = shape('svg', { viewBox: '0 0 100 100', 'aria-hidden': 'true' });
  svg.append(
    shape('ellipse', { cx: 50, cy: 56, rx: 45, ry: 43, fill: '#0004' }),
    shape('circle', { cx: 50, cy: 50, r: 45, fill: body, stroke: rim, 'stroke-width': 4 }),
    shape('circle', { cx: 50, cy: 50, r: 34, fill: 'none', stroke: inner, 'stroke-opacity': 0.6, 'stroke-width': 2.5 }),
    shape('circle', { cx: 50, cy: 50, r: 26, fill: 'none', stroke: groove, 'stroke-opacity': 0.6, 'stroke-width': 2.5 }),
  );
  if (king) {
    svg.append(shape('path', {
      d: 'M26 64 22 36l15 11 13-19 13 19 15-11-4 28z', fill: '#ffd75e', stroke: '#4d3200', 'stroke-width': 3, 'stroke-linejoin': 'round',
    }));
  }
  return svg;
}
