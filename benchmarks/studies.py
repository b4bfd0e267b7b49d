"""What a step in a large study costs: a turn is tried, and the study with all its positions stored.

The study is of a match of Turnier, whose turns are the longest, and is made of random turns. Steps
are taken through `matches.studies`, as in the bot, on SQLite with `synchronous=FULL`. The floor is
the same row, read and written by plain `sqlite3` right after each step.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from random import Random
from statistics import median
from time import perf_counter
from typing import NamedTuple

from sqlalchemy import Connection

import games
from benchmarks.table import Aim, Row, row, show
from benchmarks.turns import folder
from games import play
from games.play import AnyLine
from matches.model.ids import PlayerId
from matches.model.tree import ROOT, Tree
from matches.studies import shelf, steps, stored
from matches.studies.shelf import Start
from matches.studies.study import Study
from storage.database import Database, migrate

GAME = "turnier"
OWNER = PlayerId(1_001)
SMALL, LARGE = 10, 1_900
"""Positions of the studies before the steps. There is room for those."""
DEEP = 40
"""How many turns a branch of them has at most."""
STEPS = 50

STEP = Aim(
    "a step in a study of 2,000 positions", "the same row by plain `sqlite3`, as durable", "ms",
    "≤ 5", note="50 ms are allowed on a machine with nothing else to do",
)  # fmt: skip
GROWTH = Aim("a step in a study of 10 positions", "the same row", "ms")
AIMS = (STEP, GROWTH)


class Cost(NamedTuple):
    """Milliseconds of a step, and of its floor."""

    step: float
    floor: float


def rows() -> Iterator[Row]:
    """Both measurements."""
    small, large = asyncio.run(_measured())
    yield row(STEP, "", *large)
    yield row(GROWTH, "", *small)


async def _measured() -> tuple[Cost, Cost]:
    """A step in a small study, and in a large one."""
    with folder() as at:
        url = f"sqlite:///{at}/studies.db"
        await migrate(url)
        db = Database.connect(url)
        try:
            plain = sqlite3.connect(f"{at}/studies.db", isolation_level=None)
            plain.execute("PRAGMA synchronous = FULL")
            with closing(plain):
                return await _steps(db, plain, SMALL), await _steps(db, plain, LARGE)
        finally:
            await db.close()


async def _steps(db: Database, plain: sqlite3.Connection, positions: int) -> Cost:
    rng = Random(positions)
    study = await _grown(db, positions, rng)
    spent, floors = list[float](), list[float]()
    for _ in range(STEPS):
        study = await steps.go(db, OWNER, study.number, rng.choice([ROOT, *_numbers(study)]))
        line = study.line(study.here)
        if line.position.to_move is None:
            continue
        turn = _random_turn(line, rng)
        began = perf_counter()
        study = await steps.play(db, OWNER, study.number, turn, here=study.here)
        stepped = perf_counter()
        _rewrite(plain, study)
        spent.append(stepped - began)
        floors.append(perf_counter() - stepped)
    return Cost(median(spent) * 1000, median(floors) * 1000)


def _rewrite(plain: sqlite3.Connection, study: Study) -> None:
    this = "WHERE player_id = ? AND number = ?"
    key = (study.owner, study.number)
    plain.execute("BEGIN IMMEDIATE")
    (text,) = plain.execute(f"SELECT tree FROM study {this}", key).fetchone()
    again = json.dumps(json.loads(text), ensure_ascii=False)
    plain.execute(f"UPDATE study SET tree = ?, here = here + 0 {this}", (again, *key))
    plain.execute("COMMIT")


def _numbers(study: Study) -> list[int]:
    return [one.number for one in study.tree.nodes]


async def _grown(db: Database, positions: int, rng: Random) -> Study:
    """A study with so many positions, stored at once."""
    game = games.get(GAME)
    setup = play.setup(game, 2)
    start = Start(game, setup, str(game.start(setup)))
    study = (await shelf.open_at(db, OWNER, start)).study
    tree, lines = Tree(), {ROOT: study.line(ROOT)}
    while len(tree.nodes) < positions:
        node = rng.choice([*lines])
        if lines[node].position.to_move is None or len(tree.branch(node)) >= DEEP:
            continue
        turn = play.play_turn(lines[node], _random_turn(lines[node], rng))
        tree, new = tree.adding(node, turn.text)
        lines[new] = turn.line

    def work(connection: Connection) -> Study:
        return stored.store(db, connection, study, replace(study, tree=tree))

    return await stored.write(db, work)


def _random_turn(line: AnyLine, rng: Random) -> str:
    tokens, now = list[str](), line
    while not tokens or now.position.mid_turn:
        move = rng.choice(list(now.game.legal_moves(now.position)))
        tokens.append(str(move))
        now = now.push(move)
    return " ".join(tokens)


if __name__ == "__main__":
    show(rows())
