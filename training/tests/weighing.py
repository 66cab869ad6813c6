"""What the trainer's way of weighing positions has to keep to; a failed line ends it."""

import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))
from weighing import weights

scores = np.array([0, 0, 20, -350, 900, -32768, 10, 0], np.int16)
results = np.array([0, 0, 0, -1, 1, -1, 1, 0], np.int8)
won = results != 0


def near(found, wanted):
    assert np.allclose(found, wanted, atol=1e-6), (found, wanted)


near(weights(scores, results), np.ones(8))

half = weights(scores, results, decisive=0.5)
near(half[won].sum(), half.sum() / 2)
mostly = weights(scores, results, decisive=0.8)
near(mostly[won].sum(), 0.8 * mostly.sum())
near(mostly.mean(), 1)

low = weights(scores, results, decided=350, low=0.1)
near(low[[3, 4, 5]], low[0] * 0.1)
near(low[[1, 2, 6, 7]], low[0])
near(low.mean(), 1)

both = weights(scores, results, decisive=0.5, decided=350, low=0.1)
near(both[won].sum(), both.sum() / 2)
near(both[[3, 4, 5]], both[6] * 0.1)

for alike in (np.zeros(8, np.int8), np.ones(8, np.int8)):
    try:
        weights(scores, alike, decisive=0.5)
    except ValueError:
        continue
    raise AssertionError("games that all ended alike were weighed")
