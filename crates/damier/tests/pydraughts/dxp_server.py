"""A program that waits for games over DXP, made of pydraughts' messages and rules.

Usage: dxp_server.py GAMES. Says its port, answers every request, plays by chance, ends games at their
end, and checks that every move of the other side is legal.
"""

import random
import socket
import sys

import draughts
from draughts.engines.dxp_communication.dxp_classes import DamExchange

DXP = DamExchange()
DICE = random.Random(11)


class Visitor:
    def __init__(self, connection):
        self.connection = connection
        self.rest = b""

    def receive(self):
        while b"\0" not in self.rest:
            data = self.connection.recv(1024)
            if not data:
                return None
            self.rest += data
        message, self.rest = self.rest.split(b"\0", 1)
        return DXP.parse(message.decode())

    def send(self, text):
        self.connection.sendall(text.encode() + b"\0")

    def move(self, board):
        move = DICE.choice(board.legal_moves())
        board.push(move)
        self.send(DXP.msg_move(move.steps_move, move.captures, 1))


def understood(board, message):
    captures = sorted(int(square) for square in message["captures"])
    wanted = "".join(f"{square:02}" for square in [int(message["from"]), int(message["to"]), *captures])
    found = [move for move in board.legal_moves() if move.hub_position_move == wanted]
    assert found, f"{wanted} is not legal in {board.fen}"
    return found[0]


def serve(visitor):
    """Plays one game: how many plies it had."""
    message = visitor.receive()
    while message["type"] != "R":
        message = visitor.receive()
    assert message["posInd"] == "A" and message["name"].startswith("Damier "), message
    ours = draughts.WHITE if message["fColor"] == "W" else draughts.BLACK
    visitor.send("A" + "pydraughts".ljust(32) + "0")
    visitor.send(DXP.msg_chat("good luck"))
    board = draughts.Board()
    while True:
        if board.turn == ours:
            if board.is_over():
                winner = board.winner()
                reason = "2" if winner not in (draughts.WHITE, draughts.BLACK) else "3" if winner == ours else "1"
                visitor.send("E" + reason + "0")
                assert visitor.receive()["type"] == "E"
                return len(board.move_stack)
            visitor.move(board)
        message = visitor.receive()
        if message["type"] == "E":
            visitor.send("E00")
            return len(board.move_stack)
        if message["type"] == "M":
            board.push(understood(board, message))


def main(games):
    with socket.create_server(("127.0.0.1", 0)) as listener:
        print(listener.getsockname()[1], flush=True)
        connection = listener.accept()[0]
    with connection:
        visitor = Visitor(connection)
        for _ in range(games):
            print("plies", serve(visitor), flush=True)
        assert visitor.receive() is None, "nothing comes after the last game"


main(int(sys.argv[1]))
