"""A whole engine for Dreierlei's engine protocol that plays random turns: take it as a beginning.

It knows no rules, and imports nothing of Dreierlei: it asks `dreierlei engine serve`, or whatever
command it is given, which moves are legal.

    dreierlei engine check "python docs/examples/random_engine.py"
"""

import random
import subprocess
import sys

RULES = sys.argv[1:] or ["dreierlei", "engine", "serve"]
rules = subprocess.Popen(RULES, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8")


def ask(*lines):
    """Say lines to the rules. Return all that is answered."""
    print(*lines, "isready", sep="\n", file=rules.stdin, flush=True)
    answers = []
    for answer in map(str.strip, rules.stdout):
        if answer == "readyok":
            return answers
        answers.append(answer)
    sys.exit("The rules have ended.")


def turn(position, seed):
    """Find a random turn, move by move, until the rules say that it is over."""
    rng, moves = random.Random(f"{position} {seed}"), []
    while True:
        answers = ask(" ".join([position, *moves]), "query begun", "query legal")
        if len(answers) != 2 or answers[0].startswith("error"):
            return answers[0]
        begun, legal = answers
        if moves and begun == "response false":
            return " ".join(["bestmove", *moves])
        if legal == "response":
            return "error game-over There is nothing to play."
        moves.append(rng.choice(legal.split()[1:]))


position = START = "position startpos moves"
for line in sys.stdin:
    word, *rest = line.split() or [""]
    if word == "quit":
        break
    if word == "go":
        print(turn(position, rest), flush=True)
    elif word in ("ugi", "game", "position"):
        for answer in ask(line.strip()):
            print("id name Random" if answer.startswith("id name") else answer, flush=True)
        position = " ".join([START, *rest[2:]]) if word == "position" else START
    elif word == "isready":
        print("readyok", flush=True)
rules.stdin.close()
