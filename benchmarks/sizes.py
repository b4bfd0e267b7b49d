"""The disk space of a match: a typical one of each game, with its log and all its other rows."""

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
from matches.model.ids import ChannelId, GuildId, PlayerId
from storage.database import Database

NUMBER = 10
"""Random matches of each game."""
MOST = 60
"""The number of turns after which somebody resigns."""
SIZE = Aim("a finished match on the disk", "the text of its turns", "bytes", note="rated, timed")
AIMS = (SIZE,)


def rows(number: int = NUMBER) -> Iterator[Row]:
    """For each game: bytes per match, and turns per match."""
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
    """Skips syncing to the disk, since only the size matters."""

    @event.listens_for(db.engine, "connect")
    def _(connection: Any, record: object) -> None:
        connection.execute("PRAGMA synchronous = OFF")


async def _whole(db: Database, game: AnyGame, rng: Random) -> Match:
    """A rated match with a clock, played at random until it ends or somebody resigns."""
    host, *others = map(PlayerId, range(1_001, 1_001 + max(2, min(game.info.seats))))
    match = await matches.open_table(
        db, game=game.info.key, host=host, place=Place(GuildId(7), ChannelId(8)), invited=others,
        clock=BUDGET, seating="chosen", rng=rng,
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
    """The text of a random whole turn."""
    line, tokens = match.line, list[str]()
    while not tokens or line.position.mid_turn:
        move = rng.choice(match.game.legal_moves(line.position))
        tokens.append(str(move))
        line = line.push(move)
    return " ".join(tokens)


def _size(path: Path) -> int:
    """The size of the file without free pages, once everything in the outbox has been sent."""
    with closing(sqlite3.connect(path)) as connection:
        with connection:
            connection.execute("DELETE FROM notice")
        connection.execute("VACUUM")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return path.stat().st_size


if __name__ == "__main__":
    show(rows())
