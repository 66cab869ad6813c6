"""pydraughts' DXPEngine asks `damier dxp listen` for a game, and takes moves back.

Usage: dxp_client.py PORT VARIANT COLOR, where COLOR is the side of damier.
"""

import random
import sys

import draughts
from draughts.engine import DXPEngine
from draughts.engines.dxp_communication.dxp_classes import MySocket

PLIES = 24


def receive(self):
    """One message: pydraughts' own takes all that has come for one, and loses the rest."""
    text = b""
    while not text.endswith(b"\0"):
        byte = self.sock.recv(1)
        if not byte:
            raise Exception("the connection was closed")
        text += byte
    return text[:-1].decode().strip()


MySocket.receive = receive


def main(port, variant, color):
    dice = random.Random(7)
    engine = DXPEngine(options={"engine-opened": True, "ip": "127.0.0.1", "port": port}, initial_time=60)
    board = draughts.Board(variant=variant)
    theirs = draughts.WHITE if color == "white" else draughts.BLACK
    while not board.is_over() and len(board.move_stack) < PLIES:
        if board.turn == theirs:
            result = engine.play(board)
            assert result.move is not None, "the connection was closed"
            legal = {move.hub_position_move for move in board.legal_moves()}
            assert result.move.hub_position_move in legal, result.move.hub_move
            board.push(result.move)
        else:
            board.push(dice.choice(board.legal_moves()))
    assert len(board.move_stack) > 8, board.fen
    assert engine.id["name"].startswith("Damier "), engine.id
    print("played", len(board.move_stack), "plies")
    # pydraughts takes whoever moves first for the engine, and would wait for it to move.
    if theirs == draughts.WHITE:
        accepted, back, _ = engine.takeback(2, draughts.BLACK)
        assert accepted and len(back.move_stack) == 3, back.move_stack
    engine.quit()


main(*sys.argv[1:])
