// QR codes of links: bytes at level M, in versions 1 to 10 (ISO/IEC 18004). Generated locally, because the link opens a
// seat and must stay secret.

/** For each version: the total of codewords, error correction codewords per block, and blocks. */
const SIZES = [
  [26, 10, 1],
  [44, 16, 1],
  [70, 26, 1],
  [100, 18, 2],
  [134, 24, 2],
  [172, 16, 4],
  [196, 18, 4],
  [242, 22, 4],
  [292, 22, 5],
  [346, 26, 5],
];
/** The positions of alignment patterns, by version. */
const ALIGNED = [
  [],
  [6, 18],
  [6, 22],
  [6, 26],
  [6, 30],
  [6, 34],
  [6, 22, 38],
  [6, 24, 42],
  [6, 26, 46],
  [6, 28, 50],
];

/** @type {((row: number, column: number) => boolean)[]} */
const MASKS = [
  (row, column) => (row + column) % 2 === 0,
  row => row % 2 === 0,
  (_, column) => column % 3 === 0,
  (row, column) => (row + column) % 3 === 0,
  (row, column) => (Math.floor(row / 2) + Math.floor(column / 3)) % 2 === 0,
  (row, column) => ((row * column) % 2) + ((row * column) % 3) === 0,
  (row, column) => (((row * column) % 2) + ((row * column) % 3)) % 2 === 0,
  (row, column) => (((row + column) % 2) + ((row * column) % 3)) % 2 === 0,
];

/** Powers of 2 in the field of 256 elements, twice in a row, and their logarithms. */
const POWERS = new Uint8Array(510);
const LOGARITHMS = new Uint8Array(256);
for (let power = 0, value = 1; power < 255; power += 1) {
  POWERS[power] = POWERS[power + 255] = value;
  LOGARITHMS[value] = power;
  value = value < 128 ? value * 2 : (value * 2) ^ 0x11d;
}
const times = (/** @type {number} */ one, /** @type {number} */ other) =>
  one && other ? POWERS[LOGARITHMS[one] + LOGARITHMS[other]] : 0;

/** The error correction codewords. @param {number[]} data @param {number} count */
function correction(data, count) {
  let divisor = [1];
  for (let power = 0; power < count; power += 1) {
    divisor = [...divisor, 0].map(
      (factor, at) => factor ^ times(divisor[at - 1] ?? 0, POWERS[power]),
    );
  }
  const rest = [...data, ...Array(count).fill(0)];
  for (let at = 0; at < data.length; at += 1) {
    const lead = rest[at];
    divisor.forEach((factor, place) => {
      rest[at + place] ^= times(factor, lead);
    });
  }
  return rest.slice(data.length);
}

/** The text as codewords, padded. @param {Uint8Array} bytes @param {number} version @param {number} room */
function codewords(bytes, version, room) {
  const bits = [];
  const put = (/** @type {number} */ value, /** @type {number} */ count) => {
    for (let bit = count - 1; bit >= 0; bit -= 1) bits.push((value >> bit) & 1);
  };
  put(4, 4);
  put(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) put(byte, 8);
  put(0, Math.min(4, room * 8 - bits.length));
  while (bits.length % 8) bits.push(0);
  const words = [];
  for (let at = 0; at < bits.length; at += 8)
    words.push(parseInt(bits.slice(at, at + 8).join(''), 2));
  for (let fill = 0; words.length < room; fill += 1) words.push(fill % 2 ? 0x11 : 0xec);
  return words;
}

/**
 * All codewords in layout order: the blocks' data interleaved, then their error correction.
 * @param {number[]} words @param {number[]} size
 */
function interleaved(words, [, errors, blocks]) {
  const short = Math.floor(words.length / blocks);
  const longer = words.length % blocks;
  const parts = [];
  for (let block = 0, at = 0; block < blocks; block += 1) {
    const length = short + (block >= blocks - longer ? 1 : 0);
    parts.push(words.slice(at, at + length));
    at += length;
  }
  const turns = (/** @type {number[][]} */ lists) => {
    const longest = Math.max(...lists.map(list => list.length));
    return Array.from({ length: longest }, (_, at) =>
      lists.filter(list => at < list.length).map(list => list[at]),
    ).flat();
  };
  return [...turns(parts), ...turns(parts.map(part => correction(part, errors)))];
}

/**
 * A number with its error correction remainder.
 * @param {number} value @param {number} divisor @param {number} bits of the remainder
 */
function protectedBits(value, divisor, bits) {
  let rest = value << bits;
  for (let bit = 31 - Math.clz32(rest); bit >= bits; bit -= 1)
    if ((rest >> bit) & 1) rest ^= divisor << (bit - bits);
  return (value << bits) | rest;
}

/** A code being built: its modules, and which of them are not data. */
class Grid {
  /** @param {number} version */
  constructor(version) {
    this.version = version;
    this.size = 17 + 4 * version;
    const rows = () => Array.from({ length: this.size }, () => Array(this.size).fill(false));
    /** @type {boolean[][]} */
    this.dark = rows();
    /** @type {boolean[][]} */
    this.fixed = rows();
  }

  /** @param {number} row @param {number} column @param {boolean} dark */
  fix(row, column, dark) {
    if (row < 0 || column < 0 || row >= this.size || column >= this.size) return;
    this.dark[row][column] = dark;
    this.fixed[row][column] = true;
  }

  /** Draws the finder, alignment and timing patterns. */
  draw() {
    const last = this.size - 7;
    for (let at = 0; at < this.size; at += 1) {
      this.fix(6, at, at % 2 === 0);
      this.fix(at, 6, at % 2 === 0);
    }
    for (const [row, column] of [
      [3, 3],
      [3, last + 3],
      [last + 3, 3],
    ])
      this.rings(row, column, 4, [0, 1, 3]);
    const places = ALIGNED[this.version - 1];
    const end = places.length - 1;
    for (const [down, row] of places.entries()) {
      for (const [across, column] of places.entries()) {
        const corner =
          [down, across].every(one => one === 0 || one === end) && down + across < 2 * end;
        if (!corner) this.rings(row, column, 2, [0, 2]);
      }
    }
    this.describe(0);
    if (this.version < 7) return;
    const bits = protectedBits(this.version, 0x1f25, 12);
    for (let bit = 0; bit < 18; bit += 1) {
      const [far, near] = [this.size - 11 + (bit % 3), Math.floor(bit / 3)];
      this.fix(far, near, Boolean((bits >> bit) & 1));
      this.fix(near, far, Boolean((bits >> bit) & 1));
    }
  }

  /**
   * Squares around a centre.
   * @param {number} row @param {number} column @param {number} reach @param {number[]} dark
   */
  rings(row, column, reach, dark) {
    for (let down = -reach; down <= reach; down += 1) {
      for (let across = -reach; across <= reach; across += 1)
        this.fix(
          row + down,
          column + across,
          dark.includes(Math.max(Math.abs(down), Math.abs(across))),
        );
    }
  }

  /** Writes the format information, twice. @param {number} mask */
  describe(mask) {
    const bits = protectedBits(mask, 0x537, 10) ^ 0x5412;
    for (let bit = 0; bit < 15; bit += 1) {
      const dark = Boolean((bits >> bit) & 1);
      const near = bit < 6 ? bit : bit < 8 ? bit + 1 : this.size - 15 + bit;
      const far = bit < 8 ? this.size - 1 - bit : bit === 8 ? 7 : 14 - bit;
      this.fix(near, 8, dark);
      this.fix(8, far, dark);
    }
    this.fix(this.size - 8, 8, true);
  }

  /** Places data in columns of two from the right, up and down by turns. @param {number[]} words */
  fill(words) {
    let bit = 0;
    for (let turn = 0, right = this.size - 1; right > 0; turn += 1, right -= right === 8 ? 3 : 2) {
      for (let step = 0; step < this.size; step += 1) {
        const row = turn % 2 ? step : this.size - 1 - step;
        for (const column of [right, right - 1]) {
          if (this.fixed[row][column]) continue;
          this.dark[row][column] = Boolean(((words[bit >> 3] ?? 0) >> (7 - (bit % 8))) & 1);
          bit += 1;
        }
      }
    }
  }

  /** @param {number} mask */
  mask(mask) {
    for (const [row, cells] of this.dark.entries()) {
      for (const column of cells.keys())
        if (!this.fixed[row][column] && MASKS[mask](row, column)) cells[column] = !cells[column];
    }
    this.describe(mask);
  }

  /** The penalty for poor legibility: runs, blocks, patterns that resemble a finder, and imbalance of colours. */
  penalty() {
    const columns = this.dark.map((_, at) => this.dark.map(row => row[at]));
    let sum = 0;
    for (const line of [...this.dark, ...columns]) {
      const text = line.map(dark => (dark ? '1' : '0')).join('');
      for (const [run] of text.matchAll(/0{5,}|1{5,}/g)) sum += run.length - 2;
      sum += 40 * [...text.matchAll(/(?=00001011101|10111010000)/g)].length;
    }
    for (let row = 1; row < this.size; row += 1) {
      for (let column = 1; column < this.size; column += 1) {
        const four = [
          this.dark[row][column],
          this.dark[row - 1][column],
          this.dark[row][column - 1],
          this.dark[row - 1][column - 1],
        ];
        if (four.every(dark => dark === four[0])) sum += 3;
      }
    }
    const part = this.dark.flat().filter(Boolean).length / this.size ** 2;
    return sum + 10 * Math.floor(Math.abs(part * 20 - 10));
  }
}

/**
 * The modules of a text's code, dark ones true; null if it is too long.
 * @param {string} text @returns {boolean[][]|null}
 */
export function modules(text) {
  const bytes = new TextEncoder().encode(text);
  const room = (/** @type {number[]} */ [all, errors, blocks]) => all - errors * blocks;
  const index = SIZES.findIndex((size, at) => bytes.length + (at < 9 ? 2 : 3) <= room(size));
  if (index < 0) return null;
  const words = interleaved(codewords(bytes, index + 1, room(SIZES[index])), SIZES[index]);
  const made = MASKS.map((_, mask) => {
    const grid = new Grid(index + 1);
    grid.draw();
    grid.fill(words);
    grid.mask(mask);
    return { dark: grid.dark, penalty: grid.penalty() };
  });
  return made.reduce((best, one) => (one.penalty < best.penalty ? one : best)).dark;
}

/** The code of a text as a picture, with the required margin. @param {string} text @param {string} label */
export function picture(text, label) {
  const dark = modules(text);
  if (!dark) return null;
  const make = (/** @type {string} */ tag, /** @type {Record<string, string>} */ attributes) => {
    const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    return element;
  };
  const side = dark.length + 8;
  const svg = make('svg', {
    viewBox: `0 0 ${side} ${side}`,
    role: 'img',
    'aria-label': label,
    'shape-rendering': 'crispEdges',
  });
  const path = dark
    .flatMap((cells, row) =>
      cells.flatMap((one, column) => (one ? `M${column + 4} ${row + 4}h1v1h-1z` : [])),
    )
    .join('');
  svg.append(
    make('rect', { width: String(side), height: String(side), fill: '#fff' }),
    make('path', { d: path, fill: '#000' }),
  );
  return svg;
}
