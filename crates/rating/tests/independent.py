"""Rating periods as glicko2-py rates them, one in a line of JSON; the first is the paper's example.

Usage: independent.py HOW_MANY
"""

import json
import random
import sys

from glicko2.math import mu_to_rating, phi_to_rd, rating_to_mu, rd_to_phi, update_rating

DICE = random.Random(20261115)


def scaled(player):
    return rating_to_mu(player[0]), rd_to_phi(player[1])


def rated(player, games, tau):
    opponents = [(*scaled(other), score) for other, score in games]
    after = update_rating(*scaled(player), player[2], opponents, tau)
    result = mu_to_rating(after.mu), phi_to_rd(after.phi), after.sigma
    print(json.dumps({"player": player, "games": games, "tau": tau, "after": result}))


def somebody():
    return DICE.uniform(400, 2600), DICE.uniform(45, 350), DICE.uniform(0.03, 0.08)


def main(periods):
    others = (1400, 30, 0.06), (1550, 100, 0.06), (1700, 300, 0.06)
    rated((1500, 200, 0.06), list(zip(others, (1, 0, 0))), 0.5)
    for _ in range(periods):
        games = [(somebody(), DICE.choice((0, 0.5, 1))) for _ in range(DICE.randrange(16))]
        rated(somebody(), games, DICE.uniform(0.3, 1.2))


main(int(sys.argv[1]))
