"""A whole turn: from its text until it is durable and the bytes of its picture are ready.

It uses the same functions of `matches` and `bot` as `/move`, without Discord. Its floor is the
turn's bare rows plus one encoding of the same pixels by Pillow. Beside it stands a typical chess
bot (see `usual`).
"""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Iterator
from functools import partial
from gettext import NullTranslations
from io import BytesIO
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter
from types import SimpleNamespace
from typing import Any, NamedTuple

from PIL import Image

import games
from benchmarks import turns
from benchmarks.pictures import pillow
from benchmarks.plain import SQLite
from benchmarks.table import Aim, Row, row, show
from benchmarks.usual import Chain
from bot.app.client import Dreierlei
from bot.config.settings import Settings
from bot.i18n.catalogues import of_locale
from bot.pictures import work
from bot.pictures.prefetch import BoardPrefetch
from games import play
from games.shot import Shot
from matches import Match, Place
from matches.model.ids import GuildId
from render import png
from storage.database import Database

GAMES = ("attangle", "tyr")
"""Games for two whose random matches are long enough."""
BEGUN = 10
ROUNDS, EACH = 6, 5
"""Turns per round: each of the three plays this many, one after the other."""
PAINTED, LONGEST = 40, 60
"""How many random matches the painter has painted beforehand, and their most plies. A bot that has
run for weeks has painted far more.
"""
GUILD = 7

_FLOOR = "its rows by plain `sqlite3`, as durable, and Pillow's level-6 encode of the same pixels"
_USUAL = "python-chess, an ORM's commit, `chess.svg` by cairosvg, as wide and as durable"
PLAIN = Aim("a whole turn", _FLOOR, "ms", "≤ 1.5")
FAST = Aim("a whole turn with `isal`", _FLOOR, "ms", "≤ 0.6")
TIMES = Aim("a whole turn, times faster than usual", _USUAL, "ms", "≥ 8")
FAST_TIMES = Aim("a whole turn with `isal`, times faster than usual", _USUAL, "ms", "≥ 20")
AIMS = (PLAIN, FAST, TIMES, FAST_TIMES)


class _Times(NamedTuple):
    """A round's medians in milliseconds, of the same turns by all three."""

    ours: float
    floor: float
    usual: float


def rows(rounds: int = ROUNDS) -> Iterator[Row]:
    """In milliseconds; the ratios are medians of the rounds'."""
    for plain, times, fast in ((PLAIN, TIMES, False), (FAST, FAST_TIMES, True)):
        for key in GAMES:
            with turns.folder() as place:
                seen = asyncio.run(_measured(Path(place), key, rounds, fast=fast))
            ours, floor, usual = (median(found) for found in zip(*seen, strict=True))
            yield row(plain, key, ours, floor, median(one.ours / one.floor for one in seen))
            yield row(times, key, ours, usual, median(one.usual / one.ours for one in seen))


def paint_plainly() -> None:
    """From now on this process paints as if `isal` were not installed."""
    png.ISAL = None


def paint_match(key: str, seed: int) -> None:
    """Paints the boards of a random match."""
    game, rng = games.get(key), Random(f"painted {seed}")
    setup = play.setup(game, 2, {}, rng)
    position = game.start(setup)
    for move in play.random_line(game, setup, rng, LONGEST):
        before, position = position, game.apply(position, move)
        shot = Shot(position, (play.Step(before, move, position),))
        work.board(work.Order(key, shot, ("Ann", "Bob"), "light"))


async def _measured(place: Path, key: str, rounds: int, *, fast: bool) -> list[_Times]:
    """Rounds of all three. The first does not count, since everything is cold."""
    texts = turns.record(BEGUN + (1 + rounds) * EACH, key)
    path, copy = place / "ours.db", place / "plain.db"
    db = await turns.opened(path)
    match = await turns.begun(db, texts[:BEGUN], key)
    await db.close()
    shutil.copy(path, copy)
    db, floor, chain = await turns.opened(path), SQLite(copy, match), Chain(place / "usual.db")
    bot, seen = _bot(db), list[_Times]()
    await bot.painter.run(work.prepare)
    if not fast:
        await bot.painter.run(paint_plainly)
    for seed in range(PAINTED):
        await bot.painter.run(partial(paint_match, key, seed))
    for first in range(BEGUN, len(texts), EACH):
        some, ours, pictures = texts[first : first + EACH], list[float](), list[bytes]()
        for text in some:
            start = perf_counter()
            match, data = await _turn(bot, db, match, text)
            ours.append(perf_counter() - start)
            pictures.append(data)
        bare = [await _bare(floor, *one, db) for one in zip(some, pictures, strict=True)]
        usual = [_chained(chain) for _ in some]
        seen.append(_Times(*(median(found) * 1e3 for found in (ours, bare, usual))))
    floor.close()
    chain.close()
    await bot.painter.close()
    await db.close()
    return seen[1:]


async def _turn(bot: Dreierlei, db: Database, match: Match, text: str) -> tuple[Match, bytes]:
    prefetch = bot.service(BoardPrefetch)
    with prefetch.turn(_english) as soon:
        match = await turns.played(db, match, text, soon)
        return match, (await prefetch.board(match, await _english(match.place))).data


async def _english(_: Place) -> NullTranslations:
    return of_locale("en-US")


async def _bare(floor: SQLite, text: str, data: bytes, db: Database) -> float:
    with Image.open(BytesIO(data)) as image:
        image.load()
        interaction, now = next(turns.interactions), db.now()
        start = perf_counter()
        await floor.turn(text, interaction, now)
        pillow(image)
        spent = perf_counter() - start
    floor.state = floor.state.after(now)
    return spent


def _chained(chain: Chain) -> float:
    text = chain.next()
    start = perf_counter()
    chain.turn(text)
    return perf_counter() - start


def _bot(db: Database) -> Dreierlei:
    """The bot, not connected, with the names of both players."""
    bot = Dreierlei(Settings(_env_file=None), db)  # type: ignore[call-arg]
    for player, name in ((turns.ANN, "Ann"), (turns.BOB, "Bob")):
        known: Any = SimpleNamespace(id=player, display_name=name, global_name=None, name=name)
        bot.names.meet(GuildId(GUILD), known)
    return bot


if __name__ == "__main__":
    show(rows())
