// From squares that were picked to a move. Knows no rules: the server gave the legal moves with all
// ways to walk them, and picking only leaves fewer of them.

/** @typedef {{squares: number[], takes: number[]}} Path */
/** @typedef {{text: string, paths: Path[], crowns: boolean}} Move */

/** Where the last of the picked squares stands on a path; null if they are not all on it, in order. */
function along(path, picked) {
  let at = -1;
  for (const square of picked) {
    at = path.squares.indexOf(square, at + 1);
    if (at < 0) return null;
  }
  return at;
}

/** The ways that are still open. @param {Move[]} legal @param {number[]} picked */
export function open(legal, picked) {
  const ways = [];
  for (const move of legal) {
    for (const path of move.paths) {
      if (picked.length > 0 && path.squares[0] !== picked[0]) continue;
      const at = along(path, picked);
      if (at !== null) ways.push({ move, path, at });
    }
  }
  return ways;
}

/** What picking one more square comes to: a move to play, or the squares picked from now on. */
export function pick(legal, picked, square) {
  const next = open(legal, [...picked, square]);
  if (picked.length > 0 && next.length > 0) {
    const texts = new Set(next.map((way) => way.move.text));
    if (texts.size === 1) return { play: next[0].move.text, picked: [] };
    // All of them end here, so the squares on the way must tell them apart.
    if (next.every(({ path, at }) => at === path.squares.length - 1)) return { picked, unclear: [...texts] };
    return { picked: [...picked, square] };
  }
  // Picking up a piece, or another one instead.
  if (open(legal, [square]).length > 0) return { picked: [square] };
  return { picked: [], missed: picked.length > 0 ? [picked[0], square] : [square] };
}

/** The squares that can be picked next, each with the moves that lead there. */
export function goals(legal, picked) {
  const found = new Map();
  if (picked.length === 0) return found;
  for (const { move, path, at } of open(legal, picked)) {
    for (const square of new Set([path.squares[at + 1], path.squares.at(-1)])) {
      if (square === undefined) continue;
      if (!found.has(square)) found.set(square, new Set());
      found.get(square).add(move.text);
    }
  }
  return found;
}

/** The pieces that have been jumped on the way so far. */
export function jumped(legal, picked) {
  const [way] = open(legal, picked);
  return way && picked.length > 1 ? way.path.takes.slice(0, way.at) : [];
}
