"""Lets Dreierlei's players play a game against each other through the engine protocol.

The first argument is the game, as the protocol's command names it:

    python docs/examples/self_play.py "tyr seats 3"
"""

import subprocess
import sys

GAME = sys.argv[1] if len(sys.argv) > 1 else "attangle"
COMMAND = sys.argv[2:] or ["dreierlei", "engine", "serve"]

server = subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8")


def tell(line):
    """Say something that has no answer, unless it is refused."""
    print(line, file=server.stdin, flush=True)


def ask(line):
    """Ask something that is answered by a line. Return what follows its first word."""
    tell(line)
    word, *rest = server.stdout.readline().split()
    if word == "error":
        sys.exit(" ".join(rest))
    return rest


tell(f"game {GAME}")
moves = []
while ask("query gameover") == ["false"]:
    (seat,) = ask("query turn")
    turn = ask(f"go level {2 if seat == '1' else 1} seed 7")
    print(f"{seat}: {' '.join(turn)}")
    moves += turn
    tell(f"position startpos moves {' '.join(moves)}")
print("result:", *ask("query result"))
tell("quit")
