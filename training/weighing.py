"""How much each position counts in learning."""

import numpy as np


def weights(scores, results, decisive=None, decided=None, low=0.25):
    """One number for each position, 1 on average.

    Positions that a side is ahead in by `decided` hundredths of a man or more count `low` times as much as
    others; then those of games that were won count `decisive` of the whole together, drawn ones the rest."""
    weight = np.ones(len(scores), np.float64)
    if decided is not None:
        # Scores are 16 bits wide, in which the lowest has no opposite.
        weight[np.abs(scores.astype(np.int32)) >= decided] = low
    if decisive is not None:
        won = results != 0
        for group, share in ((won, decisive), (~won, 1 - decisive)):
            total = weight[group].sum()
            if total == 0:
                raise ValueError("all games were won, or none: nothing to weigh them against")
            weight[group] *= share / total
    return (weight / weight.mean()).astype(np.float32)
