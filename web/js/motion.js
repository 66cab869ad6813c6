// How pieces move: slides, hops, drops and crowns, as animations of elements, independent of games.

const EASE = 'cubic-bezier(0.2, 0.8, 0.2, 1)';
const FALL = 'cubic-bezier(0.5, 0, 0.8, 0.5)';
const SPRING = 'cubic-bezier(0.3, 1.45, 0.5, 1)';
const CROWNING = 620;
/** How long a jumped piece flashes, in milliseconds. */
const FLASH = 70;

/** @param {Element} holder */
const inner = holder => /** @type {Element} */ (holder.firstElementChild ?? holder);

/**
 * Moves along a path, hop by hop; over other pieces it is lifted, goes in an arc, and lands.
 * @param {Element} holder @param {string[]} places its place after each hop, as transforms @param {number} hop
 * milliseconds @param {boolean} lifts
 */
export function hopped(holder, places, hop, lifts) {
  const count = places.length - 1;
  if (count < 1) return [];
  const along = holder.animate(
    places.map(transform => ({ transform, easing: lifts ? 'ease-in-out' : EASE })),
    { duration: count * hop, fill: 'forwards' },
  );
  if (!lifts) return [along];
  const high = {
    transform: 'translateY(-26%) scale(1.16)',
    filter: 'drop-shadow(0 12px 7px #0007)',
  };
  const low = { transform: 'none', filter: 'drop-shadow(0 0 0 #0000)' };
  const arc = inner(holder).animate(
    [{ ...low, easing: 'ease-out' }, { ...high, easing: 'ease-in' }, low],
    { duration: hop, iterations: count },
  );
  return [along, arc];
}

/**
 * A captured piece flashes when it is hit, and drops to its place on the tray.
 * @param {Element} holder @param {Element} cell where it stands @param {Element|undefined} chip its place on the tray
 * @param {{hit: number, start: number, time: number}} when it is hit and starts to drop, and how long that takes, in
 * milliseconds
 */
export function dropped(holder, cell, chip, { hit, start, time }) {
  const end = start + time;
  const at = (/** @type {number} */ moment) => Math.min(1, moment / end);
  const stands = { transform: 'none', filter: 'brightness(1)', opacity: 1 };
  const waits = { ...stands, opacity: start > hit ? 0.5 : 1 };
  const flash = Math.min(hit + FLASH, hit + time / 4);
  const motion = inner(holder).animate(
    [
      { ...stands, offset: 0 },
      { ...stands, offset: at(hit) },
      { ...stands, filter: 'brightness(1.7)', offset: at(flash) },
      { ...waits, offset: at(Math.max(flash, start)), easing: FALL },
      { ...target(cell, chip), filter: 'brightness(1)', offset: 1 },
    ],
    { duration: end, fill: 'forwards' },
  );
  motion.finished.then(
    () => chip?.classList.remove('coming'),
    () => {},
  );
  return motion;
}

/** Where a captured piece drops to. @param {Element} cell @param {Element|undefined} chip */
function target(cell, chip) {
  if (!chip) return { transform: 'scale(0.6)', opacity: 0 };
  const [from, to] = [cell.getBoundingClientRect(), chip.getBoundingClientRect()];
  const [right, down] = [
    to.x + to.width / 2 - (from.x + from.width / 2),
    to.y + to.height / 2 - (from.y + from.height / 2),
  ];
  return {
    transform: `translate(${right}px, ${down}px) scale(${to.width / from.width})`,
    opacity: 1,
  };
}

/**
 * The second disc and the crown come down on a man, in a golden ring.
 * @param {Element} holder holds the king @param {number} delay milliseconds
 */
export function crown(holder, delay) {
  const ring = document.createElement('div');
  ring.className = 'crown-ring';
  const timing = /** @type {const} */ ({ delay, duration: CROWNING, fill: 'both' });
  const king = inner(holder).animate(
    [
      { opacity: 0, transform: 'translateY(-60%) scale(1.12)', easing: SPRING },
      { opacity: 1, transform: 'none', offset: 0.7 },
      { opacity: 1, transform: 'none' },
    ],
    timing,
  );
  holder.append(ring);
  const gold = ring.animate(
    [
      { opacity: 0, transform: 'scale(0.5)' },
      { opacity: 1, transform: 'scale(0.95)', offset: 0.35 },
      { opacity: 0, transform: 'scale(1.6)' },
    ],
    { ...timing, easing: 'ease-out' },
  );
  return [king, gold];
}

/** Moves 6 px back and forth, twice. @param {Element} looks */
export function shaken(looks) {
  looks.animate(
    { transform: [0, -6, 6, -6, 6, 0].map(right => `translateX(${right}px)`) },
    { duration: 200 },
  );
}
