// Dragging a piece from a palette to the board, by mouse or touch.

/** The distance at which a drag starts, in pixels. */
const SLACK = 6;

/**
 * @param {HTMLElement} handle @param {HTMLElement} looks what is dragged @param {(x: number, y: number) => void} drop
 */
export function carry(handle, looks, drop) {
  handle.addEventListener('pointerdown', down => {
    if (down.button !== 0 || !down.isPrimary) return;
    /** @type {HTMLElement|null} */
    let carried = null;
    const follow = (/** @type {PointerEvent} */ event) => {
      if (event.pointerId !== down.pointerId) return;
      if (
        !carried &&
        Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < SLACK
      )
        return;
      carried ??= lift(looks);
      carried.style.translate = `${event.clientX}px ${event.clientY}px`;
    };
    const stop = () => {
      removeEventListener('pointermove', follow);
      removeEventListener('pointerup', release);
      removeEventListener('pointercancel', stop);
      carried?.remove();
    };
    const release = (/** @type {PointerEvent} */ event) => {
      if (event.pointerId !== down.pointerId) return;
      const dropped = carried !== null;
      stop();
      if (dropped) drop(event.clientX, event.clientY);
    };
    addEventListener('pointermove', follow);
    addEventListener('pointerup', release);
    addEventListener('pointercancel', stop);
  });
}

/** @param {HTMLElement} looks */
function lift(looks) {
  const carried = /** @type {HTMLElement} */ (looks.cloneNode(true));
  carried.classList.add('carried');
  carried.setAttribute('aria-hidden', 'true');
  document.body.append(carried);
  return carried;
}
