// The clocks: set by the server at every change, counted down here in between.

/** @typedef {import('./types.js').ClockFace} ClockFace */
/** @typedef {import('./types.js').Side} Side */

/** Below this many milliseconds, time is short. */
const LOW = 20_000;
const TENTHS = 10_000;

/** From this many hours, days are shown. */
const LONG = 48;
const days = new Intl.NumberFormat(document.documentElement.lang, {
  style: 'unit',
  unit: 'day',
  unitDisplay: 'narrow',
});

/**
 * Formats a time: 2d 23:59, 1:05:09, 4:12, 9.4.
 * @param {number} left milliseconds @param {number} [tenths] below which tenths are shown
 */
export function written(left, tenths = TENTHS) {
  if (left < tenths) return (Math.floor(left / 100) / 10).toFixed(1);
  const seconds = Math.ceil(left / 1000);
  const two = (/** @type {number} */ number) => String(number % 60).padStart(2, '0');
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  if (hours >= LONG) return `${days.format(Math.floor(hours / 24))} ${hours % 24}:${two(minutes)}`;
  return minutes < 60 ? `${minutes}:${two(seconds)}` : `${hours}:${two(minutes)}:${two(seconds)}`;
}

export class Clocks {
  /** @param {{low: (side: Side) => void, out: () => void}} tells when time is short, or seems to be up */
  constructor(tells) {
    this.tells = tells;
    /** @type {ClockFace|null} */
    this.face = null;
    this.heard = 0;
    /** @type {Record<Side, boolean>} who has been warned about short time */
    this.told = { white: false, black: false };
    this.asked = 0;
    setInterval(() => this.tick(), 100);
  }

  /** @param {ClockFace} face */
  set(face) {
    this.face = face;
    this.heard = performance.now();
    this.tick();
  }

  /** A side's remaining milliseconds; null without a clock. @param {Side} side */
  left(side) {
    const dial = this.face?.[side];
    if (!this.face || !dial || dial.left === null) return null;
    const gone =
      this.face.running === side ? Math.max(0, performance.now() - this.heard - dial.delay) : 0;
    return Math.max(0, dial.left - gone);
  }

  tick() {
    for (const element of document.querySelectorAll('.clock')) {
      const dial = /** @type {HTMLElement} */ (element);
      const side = /** @type {Side} */ (dial.dataset.side);
      const left = this.left(side);
      if (left === null) continue;
      const text = written(left);
      if (dial.textContent !== text) dial.textContent = text;
      const low = left < LOW;
      dial.classList.toggle('low', low);
      const running = this.face?.running === side;
      if (low && running && !this.told[side]) this.tells.low(side);
      this.told[side] = low && (running || this.told[side]);
      if (running && left === 0) this.out();
    }
  }

  /** Asks the server: another period may be running. */
  out() {
    if (performance.now() - this.asked < 1000) return;
    this.asked = performance.now();
    this.tells.out();
  }
}
