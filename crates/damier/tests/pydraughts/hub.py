"""pydraughts' HubEngine uses `damier hub`: games of many variants, pondering, stopping.

Usage: hub.py PROGRAM. Every move of the engine must be legal for pydraughts, and every move that
pydraughts finds legal must be understood by the engine.
"""

import random
import re
import sys
import threading
import time

import draughts
from draughts.engine import HubEngine, Limit

# What pydraughts calls a variant, what Hub calls it, and whether pydraughts may choose moves too: in
# turkish it lets kings jump over pieces.
VARIANTS = [
    ("standard", "normal", True),
    ("frisian", "frisian", True),
    ("frysk!", "frysk", True),
    ("breakthrough", "bt", True),
    ("antidraughts", "losing", True),
    ("english", "american", True),
    ("italian", "italian", True),
    ("russian", "russian", True),
    ("brazilian", "brazilian", True),
    ("turkish", "turkish", False),
]
LONGEST = 80


class Engine(HubEngine):
    """pydraughts numbers positions from the top, but moves of variants with letters from the bottom."""

    columns = None

    def go(self, fen, moves=None, **limits):
        found = super().go(fen, moves=moves and self.turned(moves), **limits)
        return tuple(text and self.turned(text) for text in found)

    def turned(self, text):
        if self.columns is None:
            return text
        return re.sub(r"\d+", lambda number: str(self.other(int(number[0]) - 1) + 1), text)

    def other(self, index):
        return (7 - index // self.columns) * self.columns + index % self.columns


def play(engine, variant, both, dice):
    board = draughts.Board(variant=variant)
    engine.columns = {"russian": 4, "brazilian": 4, "turkish": 8}.get(variant)
    if variant == "english":
        # It says that White begins, and lets Black begin.
        board._game.initial_hub_fen = "B" + board._game.initial_hub_fen[1:]
    plies = 0
    while not board.is_over() and plies < LONGEST:
        if both and plies % 2:
            board.push(dice.choice(board.legal_moves()))
        else:
            result = engine.play(board, Limit(depth=4), False)
            legal = {move.hub_position_move for move in board.legal_moves()}
            assert result.move.hub_position_move in legal, result.move.hub_move
            assert result.info["depth"] >= 1 and result.info["nodes"] > 0, result.info
            board.push(result.move)
        plies += 1
    print(f"{variant}: {plies} plies, {board.fen}")
    assert plies > 10


def ponder(engine):
    board = draughts.Board()
    found = []
    go = lambda: found.append(engine.go(board._game.initial_hub_fen, movetime=0.1, ponder=True))
    for end in (engine.ponderhit, engine.stop):
        thread = threading.Thread(target=go)
        thread.start()
        time.sleep(0.5)
        assert thread.is_alive(), "no time runs while it ponders"
        end()
        thread.join(10)
        assert not thread.is_alive()
    assert len(found) == 2 and all(move for move, _ in found), found


def main(program):
    engine = Engine([program, "hub"])
    assert engine.hub()[0]["name"] == "Damier"
    assert {"normal", "killer", "bt", "frisian", "losing", "russian"} <= engine.variants
    engine.configure({"hash": "4", "level": "10"})
    dice = random.Random(20261115)
    for variant, name, both in VARIANTS:
        engine.setoption("variant", name)
        engine.init()
        engine.send("new-game")
        play(engine, variant, both, dice)
    engine.columns = None
    engine.setoption("variant", "normal")
    engine.ping()
    ponder(engine)
    for limit in (Limit(time=2), Limit(time=1, inc=0.1), Limit(movetime=0.05), Limit(nodes=3000)):
        assert engine.play(draughts.Board(), limit, False).move
    engine.quit()
    assert engine.p.wait(10) == 0
    engine.p.stdin.close()
    engine.p.stdout.close()


main(sys.argv[1])
