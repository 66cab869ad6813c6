#!/usr/bin/env python3
"""Plays games on a server of an older version, so that tests have a store as it wrote it.

    damier serve --addr 127.0.0.1:8765 --data FOLDER          (or --store postgres://…)
    make.py http://127.0.0.1:8765
    sqlite3 FOLDER/games.sqlite .dump                         (or pg_dump --inserts --no-owner)

README.md says what was done with the output.
"""

import itertools
import json
import sys
import time
import urllib.error
import urllib.request

BASE = sys.argv[1]


def ask(path, body=None, key=None, cookie=None):
    headers = {"Content-Type": "application/json", "Origin": BASE}
    if key:
        headers["Authorization"] = f"Bearer {key}"
    if cookie:
        headers["Cookie"] = cookie
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(BASE + path, data, headers)
    try:
        with urllib.request.urlopen(request) as answer:
            text = answer.read().decode()
            return (json.loads(text) if text else None), answer.headers
    except urllib.error.HTTPError as error:
        sys.exit(f"{path} {body}: {error.code} {error.read().decode()}")


def register(name):
    _, headers = ask("/api/account", {"name": name, "password": "correct horse battery"})
    return headers["Set-Cookie"].split(";")[0]


def create(label, cookie=None, **order):
    order.setdefault("rules", "russian")
    game, _ = ask("/api/games", order, cookie=cookie)
    print(label, game["id"])
    return game["id"], game["key"], game.get("invitation")


def join(game, invitation, cookie=None, **guest):
    if invitation:
        guest["invitation"] = invitation
    return ask(f"/api/games/{game}/join", guest, cookie=cookie)[0]["key"]


def act(game, key, side, what, value=None):
    ask(f"/api/games/{game}/events", {"side": side, "what": what, "value": value}, key)


def play(game, key, *moves):
    for side, move in moves:
        act(game, key, side, "move", move)


ada, bo = register("Ada"), register("Bo")

game, key, _ = create("computer", level=2, color="white", name="Eve")
act(game, key, "white", "resign")

game, key, invitation = create("like-computer", opponent="friend", color="white", name="Computer, level 10")
other = join(game, invitation)
play(game, key, ("white", "c3-d4"))
act(game, key, "white", "offer", "draw")
act(game, other, "black", "accept", "draw")

game, key, _ = create("one-device", color="white")
act(game, key, "white", "abort")

game, key, _ = create("one-device-named", color="black", names=["White", "Ada (guest)"])
play(game, key, ("white", "c3-d4"))

game, key, _ = create("account-here", cookie=ada, color="white", names=["x", "Magnus"])
play(game, key, ("white", "c3-d4"))

game, key, invitation = create("rated", cookie=ada, opponent="friend", color="white", clock="5m+3s", rated=True)
other = join(game, invitation, cookie=bo)
play(game, key, ("white", "c3-d4"))
play(game, other, ("black", "d6-c5"))
act(game, other, "black", "resign")
act(game, key, "white", "offer", "rematch")
act(game, other, "black", "accept", "rematch")
print("rematch", ask(f"/api/games/{game}")[0]["next"])

create("open", opponent="anybody", color="white", clock="3d/move")
create("invited", opponent="friend", color="black", name="Zoe")

pieces = {"rules": "american", "fen": "B:W18:B14"}
game, key, _ = create("no-pieces", color="white", **pieces)
play(game, key, ("black", "14x23"))


def until_over(label, moves, **order):
    """The same moves again and again; claims whatever can be claimed."""
    game, key, _ = create(label, color="white", **order)
    for move in itertools.cycle(moves.split()):
        table = ask(f"/api/games/{game}")[0]["table"]
        if table["ending"]:
            return
        if table["claims"]:
            act(game, key, table["turn"], "claim")
        else:
            act(game, key, table["turn"], "move", move)


until_over("by-claim", "32-28 1-5 28-32 5-1", rules="american", fen="W:WK32:BK1")
until_over("by-rule", "c1-d2 f8-g7 d2-c1 g7-f8", rules="russian", fen="W:WKc1:BKf8")

game, key, _ = create("flag", color="white", clock="1s")
play(game, key, ("white", "c3-d4"))
while not ask(f"/api/games/{game}")[0]["table"]["ending"]:
    time.sleep(0.2)
