// From selected squares to a move. It knows no rules: the server sends the legal moves with all their paths, and
// selecting squares narrows them down.

/** @typedef {import('./types.js').PathView} Path */
/** @typedef {import('./types.js').MoveView} Move */
/** @typedef {{move: Move, path: Path, at: number}} Way a path of a move, and the index selected */
/** @typedef {{moves: Set<string>, takes: number[]}} Goal */
/** @typedef {{picked: number[], play?: string, path?: Path, unclear?: string[], missed?: number[], again?: boolean, bound?: boolean}} Chosen */

/**
 * The index of the last selected square on a path; null if it does not pass all of them in order.
 * @param {Path} path @param {number[]} picked
 */
function along(path, picked) {
  let at = -1;
  for (const square of picked) {
    at = path.squares.indexOf(square, at + 1);
    if (at < 0) return null;
  }
  return at;
}

/** The paths that still match. @param {Move[]} legal @param {number[]} picked @returns {Way[]} */
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

/** The squares reached so far, including intermediate ones on which all paths agree. @param {Way[]} ways */
function hops(ways) {
  const [first, ...others] = ways.map(({ path, at }) => path.squares.slice(0, at + 1));
  return others.every(one => one.join() === first.join()) ? first : undefined;
}

/** Whether a path is selected to its end. @param {Way} way */
const ended = ({ path, at }) => at === path.squares.length - 1;

/**
 * The result of selecting another square: a move to play, or the squares selected from now on.
 * @param {Move[]} legal @param {number[]} picked @param {number} square
 * @param {boolean} [finish] whether to play a move as soon as no other is left
 * @returns {Chosen}
 */
export function pick(legal, picked, square, finish = true) {
  const next = picked.length > 0 ? open(legal, [...picked, square]) : [];
  if (next.length > 0) {
    const texts = new Set(next.map(way => way.move.text));
    const whole = next.find(ended);
    if (texts.size === 1 && (finish || whole))
      return { play: next[0].move.text, path: (whole ?? next[0]).path, picked: [] };
    // All of them end here, so intermediate squares must distinguish them.
    if (next.every(ended)) return { picked, unclear: [...texts] };
    return { picked: hops(next) ?? [...picked, square] };
  }
  if (picked.length > 0 && square === picked.at(-1)) return { picked, again: true };
  // After a jump, only this piece may move until it is undone.
  if (picked.length > 1) return { picked, bound: true };
  // Selecting a piece, or another one instead.
  if (open(legal, [square]).length > 0) return { picked: [square] };
  return { picked: [], missed: picked.length > 0 ? [picked[0], square] : [square] };
}

/**
 * The squares that can be selected next, each with the moves that lead there and the number of pieces captured by then.
 * @param {Move[]} legal @param {number[]} picked @returns {Map<number, Goal>}
 */
export function goals(legal, picked) {
  const found = new Map();
  if (picked.length === 0) return found;
  const ways = open(legal, picked);
  const part = parting(ways);
  for (const { move, path, at } of ways) {
    for (const place of new Set([at + 1, at + part, path.squares.length - 1])) {
      const square = path.squares[place];
      if (square === undefined || place <= at) continue;
      const goal = found.get(square) ?? { moves: new Set(), takes: [] };
      found.set(square, goal);
      goal.moves.add(move.text);
      const takes = Math.min(place, path.takes.length);
      if (!goal.takes.includes(takes)) goal.takes.push(takes);
    }
  }
  return found;
}

/** After how many more squares the paths diverge. @param {Way[]} ways */
function parting(ways) {
  let steps = 1;
  const ahead = (/** @type {Way} */ { path, at }) => path.squares[at + steps];
  while (
    ways.length > 1 &&
    ways.every(way => ahead(way) !== undefined && ahead(way) === ahead(ways[0]))
  )
    steps++;
  return steps;
}

/**
 * The captures to choose from, numbered from 1, and the squares where they diverge with their numbers; empty if there
 * is no such choice.
 * @param {Move[]} legal @param {number[]} picked @param {string[]} [unclear] the texts of moves that squares do not
 * distinguish
 * @returns {{list: Way[], marks: Map<number, number[]>}}
 */
export function branches(legal, picked, unclear) {
  const marks = new Map();
  const ways = open(legal, picked).filter(({ move }) => !unclear || unclear.includes(move.text));
  const list = ways.filter(
    (way, index) => ways.findIndex(other => other.move === way.move) === index,
  );
  if (picked.length === 0 || list.length < 2 || list.every(({ path }) => path.takes.length === 0))
    return { list: [], marks };
  const part = parting(ways);
  for (const { move, path, at } of ways) {
    const square = path.squares[at + part];
    if (square === undefined) continue;
    const numbers = marks.get(square) ?? [];
    marks.set(square, numbers);
    const number = list.findIndex(way => way.move === move) + 1;
    if (!numbers.includes(number)) numbers.push(number);
  }
  return { list, marks };
}

/**
 * A move that ends at the last selected square, while others continue.
 * @param {Move[]} legal @param {number[]} picked
 */
export function stop(legal, picked) {
  const ways = picked.length > 1 ? open(legal, picked) : [];
  return ways.length > 1 ? ways.find(ended) : undefined;
}

/** The pieces jumped so far. @param {Move[]} legal @param {number[]} picked */
export function jumped(legal, picked) {
  const ways = picked.length > 1 ? open(legal, picked) : [];
  const [first, ...others] = ways.map(({ path, at }) => path.takes.slice(0, at));
  return (first ?? []).filter(square => others.every(takes => takes.includes(square)));
}

/**
 * The result of a drag over these squares: those on the way count if they are on a path.
 * @param {Move[]} legal @param {number[]} picked @param {number[]} passed @param {number} end
 */
export function dragged(legal, picked, passed, end) {
  let hops = [...picked];
  for (const square of passed)
    if (open(legal, [...hops, square]).length > 0) hops = [...hops, square];
  while (hops.length > picked.length && open(legal, [...hops, end]).length === 0) hops.pop();
  return hops;
}

/** The squares named in a text, by number. @param {string} text @param {import('./types.js').BoardView} board */
export function named(text, { squares }) {
  const number = (/** @type {string} */ name) =>
    Number(name) || squares.findIndex(([, , letters]) => letters === name) + 1;
  return (text.toLowerCase().match(/[a-z]?\d+/g) ?? []).map(number);
}

/**
 * The path that a text names: by the move's notation, or by its squares.
 * @param {Move[]} legal @param {string} text @param {import('./types.js').BoardView} board @returns {Way|undefined}
 */
export function typed(legal, text, board) {
  const known = legal.find(move => move.text === text);
  if (known) return { move: known, path: known.paths[0], at: 0 };
  const picked = named(text, board);
  const ways = picked.length > 1 ? open(legal, picked).filter(ended) : [];
  return new Set(ways.map(({ move }) => move)).size === 1 ? ways[0] : undefined;
}
