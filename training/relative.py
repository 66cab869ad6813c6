"""Makes the weights of a variant from those of a relative on a board of the same size.

    relative.py RELATIVE VARIANT [--mirror] <RELATIVE.weights >VARIANT.weights

Boards whose corner at the lower left is light are the mirror image of the usual one: `--mirror` turns weights
of the one kind into weights of the other. They are where games of the variant begin to be played, see README.md.
"""

import sys
import zlib

import numpy as np

TITLE = b"damier weights 1\n"
PARTS = 3


class Reader:
    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, count, kind):
        values = np.frombuffer(self.data, kind, count, self.at)
        self.at += values.nbytes
        return values


def swapped(states, base, digits, turn):
    """The number of each state of a pattern once the two squares of each row are exchanged; for a pattern
    that only the other side sees on the mirrored board (`turn`), once rows and colours are exchanged instead."""
    number = np.arange(states)
    seen = [number // base ** digit % base for digit in range(digits)]
    if turn:
        other = np.array([0, 2, 1, 4, 3])
        rows = [seen[2 * row:2 * row + 2] for row in range(digits // 2)]
        seen = [other[value] for row in reversed(rows) for value in row]
    else:
        seen = [seen[digit ^ 1] for digit in range(digits)]
    return sum(value * base ** digit for digit, value in enumerate(seen))


def table(reader, base, length):
    step = reader.take(1, "<i2")
    rest = reader.take(base ** length, "i1")
    part = base ** (length - 2 * (PARTS - 1))
    return step, rest, [reader.take(part, "<i2") for _ in range(PARTS)]


def mirrored(pattern, base, length, turn=False):
    step, rest, parts = pattern
    sign = -1 if turn else 1
    whole = swapped(len(rest), base, length, turn)
    of_part = swapped(len(parts[0]), base, length - 2 * (PARTS - 1), turn)
    if turn:
        parts = parts[::-1]
    return step, sign * rest[whole], [sign * part[of_part] for part in parts]


def mirror(data):
    """The weights of a board of eight for its mirror image."""
    reader = Reader(data)
    men = [[table(reader, 3, 12) for _ in range(2)] for _ in range(3)]
    kings = [table(reader, 5, 8) for _ in range(5)]
    # Patterns of men lie side by side; those with kings too, but that the fourth is at the left edge and has
    # its image where Black sees it.
    men = [[mirrored(one, 3, 12) for one in pair] for pair in reversed(men)]
    kings = [mirrored(kings[index], 5, 8, index == 3) for index in (2, 1, 0, 3, 4)]
    tables = [one for pair in men for one in pair] + kings
    blocks = [step.tobytes() + rest.astype("i1").tobytes() + b"".join(part.astype("<i2").tobytes() for part in parts)
              for step, rest, parts in tables]
    return b"".join(blocks) + data[reader.at:]


def main():
    relative, variant, *options = sys.argv[1:]
    data = zlib.decompress(sys.stdin.buffer.read())
    start = TITLE + relative.encode() + b"\n"
    if not data.startswith(start):
        sys.exit(f"these are not the weights of {relative}")
    weights = data[len(start):]
    if options == ["--mirror"]:
        weights = mirror(weights)
    sys.stdout.buffer.write(zlib.compress(TITLE + variant.encode() + b"\n" + weights, 9))


if __name__ == "__main__":
    main()
