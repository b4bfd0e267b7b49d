"""What a match takes on the disk: a usual one of each game, with its log and all else it leaves."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

from sqlalchemy import event

import games
import matches
from benchmarks.table import Aim, Row, row, show
from benchmarks.turns import BUDGET, folder, opened, played
from games.protocol import AnyGame
from matches import Match, Place
from matches.model.ids import PlayerId
from storage.database import Database

NUMBER = 10
"""Matches of each game, at random."""
MOST = 60
"""Turns, after which somebody resigns."""
SIZE = Aim("a finished match on the disk", "the text of its turns", "bytes", note="rated, timed")
AIMS = (SIZE,)


def rows(number: int = NUMBER) -> Iterator[Row]:
    """For each game, in bytes a match; and how many turns a match had."""
    for game in games.all_games():
        with folder() as place:
            yield asyncio.run(_of_game(Path(place) / "matches.db", game, number))


async def _of_game(path: Path, game: AnyGame, number: int) -> Row:
    db = await opened(path)
    empty = _size(path)
    _hurry(db)
    found = [await _whole(db, game, Random(seed)) for seed in range(number)]
    await db.close()
    text = sum(len(turn.text) for match in found for turn in match.turns)
    case = f"{game.info.key}, {sum(match.turn_count for match in found) / number:.0f} turns"
    return row(SIZE, case, (_size(path) - empty) / number, text / number)


def _hurry(db: Database) -> None:
    """Waits for no disk: only the size is looked at."""

    @event.listens_for(db.engine, "connect")
    def _(connection: Any, record: object) -> None:
        connection.execute("PRAGMA synchronous = OFF")


async def _whole(db: Database, game: AnyGame, rng: Random) -> Match:
    """A rated match with a clock, played at random to its end, or until somebody resigns."""
    host, *others = map(PlayerId, range(1_001, 1_001 + max(2, min(game.info.seats))))
    match = await matches.open_table(
        db, game=game.info.key, host=host, place=Place(7, 8), invited=others, clock=BUDGET,
        seating="chosen", rng=rng,
    )  # fmt: skip
    for player in others:
        match = await matches.accept(db, match.id, PlayerId(player))
    while match.status == "running" and match.turn_count < MOST:
        match = await played(db, match, _turn(match, rng))
    while match.status == "running":
        assert match.player_to_move is not None
        match = (await matches.resign(db, match.id, match.player_to_move)).match
    return match


def _turn(match: Match, rng: Random) -> str:
    """A turn at random. One that has to be confirmed is a draft first, and the next has another."""
    line, tokens = match.line, list[str]()
    while not tokens or line.position.mid_turn:
        move = rng.choice(match.game.legal_moves(line.position))
        tokens.append(str(move))
        line = line.push(move)
    return " ".join(tokens)


def _size(path: Path) -> int:
    """Bytes of the file without gaps, when everything that was to be sent has been sent."""
    with closing(sqlite3.connect(path)) as connection:
        with connection:
            connection.execute("DELETE FROM notice")
        connection.execute("VACUUM")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return path.stat().st_size


if __name__ == "__main__":
    show(rows())
