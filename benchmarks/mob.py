"""How long people wait while ten others do everything they can to keep the bot busy.

Ten pairs of people play (`benchmarks.town`). Every now and then ten hostile people join them, for
as long as the peace before. Each of these repeats a few things in several windows at once, as soon
as the last one is answered: the longest records, opened, stepped through and animated; records that
are far too long; animations of long matches; matches that are longer than any record; analyses;
hints; puzzles; lessons; charts; exports of their data; lists of matches, tournaments, ladders and
leagues; searches for opponents; what might happen; autocomplete; boards; pages of the rules; pages
on the web, and links to boards there. Those who ask for exports and lists have played thousands of
matches.
"""

from __future__ import annotations

import asyncio
import base64
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

from aiohttp import ClientError, ClientSession, ClientTimeout
from sqlalchemy import Connection, func, insert, select

import games
import matches
from benchmarks.readers import settings
from benchmarks.table import Aim, Row, show
from benchmarks.town import LONG, PAIRS, PATIENCE, SECONDS, Town, answered, living
from benchmarks.turns import folder
from games import play
from games.record import LONGEST, record, to_text
from matches import Match
from matches.model.ids import MatchId, number_of
from playground.errors import ApiError
from playground.interaction import Interaction
from playground.resolve import Unusable
from playground.world import Channel, Message, User
from storage import schema as tables
from storage.database import Database
from storage.transactions import transaction
from tests.support.long_matches import random_turns

HOSTILE, WINDOWS = 10, 3
MORE = 3
"""Channels behind theirs: for a match that is copied, and two that are long."""
ROUNDS = 20
FAR_TOO_LONG = 6849
FILMED, ENDLESS = 300, LONGEST + 1
"""The turns of the long matches."""
MUCH = 3000
"""How many matches the heaviest player has played."""
_QUIET = "the same people without them, in the same run"
WAIT = Aim("p95 of an answer with ten hostile users", _QUIET, "ms", "≤ 1.5")
AIMS = (WAIT,)

Deed: TypeAlias = "Callable[[Hostile], Awaitable[None]]"


@dataclass
class Mob:
    """What its members share."""

    long: str = ""
    """A long finished match."""
    endless: str = ""
    """One that is longer than a record may be."""
    url: str = ""
    """Where the pages on the web are."""
    done: Counter[str] = field(default_factory=Counter)
    """What they have done."""

    async def prepare(self, db: Database, town: Town) -> None:
        """Makes two matches long; then one of their players resigns. Somebody has played a lot."""
        self.long, self.endless = [
            await _resigned(db, match, length)
            for match, length in zip(town.begun[-2:], (FILMED, ENDLESS), strict=True)
        ]
        short = await _resigned(db, town.begun[PAIRS + HOSTILE], 4)
        await db.write(partial(_copied, short))


async def _resigned(db: Database, match: Match, length: int) -> MatchId:
    for text in random_turns(match.game, match.setup, length):
        assert match.player_to_move is not None
        match = (await matches.play(db, match.id, match.player_to_move, text)).match
    assert match.player_to_move is not None
    return (await matches.resign(db, match.id, match.player_to_move)).match.id


def _copied(match_id: MatchId, connection: Connection) -> None:
    """The same match many times more: one of its players has played a lot."""
    number = number_of(match_id)
    last = connection.execute(select(func.max(tables.match.c.id))).scalar_one()
    of = {tables.match: tables.match.c.id, tables.seat: tables.seat.c.match_id}
    with transaction(connection):
        for table, key in (of | {tables.entry: tables.entry.c.match_id}).items():
            known = connection.execute(select(table).where(key == number)).mappings().all()
            for n in range(1, MUCH + 1):
                given = {"interaction": None} if table is tables.entry else {}
                rows_ = [{**row, key.name: last + n, **given} for row in known]
                connection.execute(insert(table), rows_)


def _said(interaction: Interaction) -> Message | None:
    """The text of the answer."""
    return interaction.followups[-1] if interaction.followups else interaction.original


@dataclass
class Hostile:
    """A member of the mob, and their channel."""

    mob: Mob
    town: Town
    user: User
    channel: Channel
    match: str
    """A match in which it is their turn and hints are allowed."""
    files: tuple[bytes, bytes]
    """A record of the maximum length, and one that is far too long."""

    async def run(self, deed: Deed) -> None:
        """Repeats one action while the mob is there."""
        while not self.town.over:
            if not self.town.disturbed:
                await asyncio.sleep(0.05)
                continue
            self.mob.done[deed.__name__] += 1
            try:
                await deed(self)
            except (Unusable, ApiError, ClientError, TimeoutError):
                await asyncio.sleep(0.05)

    async def say(self, name: str, **options: Any) -> Message | None:
        """A command, and its answer."""
        return _said(await self.town.command(self.user, self.channel, name, **options))

    async def press(self, message: Message, action: str) -> Message | None:
        """A button, and its answer."""
        pressed = await self.town.press(self.user, message, action)
        return None if pressed is None else _said(pressed)

    async def open(self, data: bytes) -> Message | None:
        """Opens a record."""
        file = {"filename": "record.txt", "data": base64.b64encode(data).decode()}
        return await self.say("import", file=file)


async def _step(hostile: Hostile) -> None:
    message = await hostile.open(hostile.files[0])
    for _ in range(100):
        if message is not None and hostile.town.disturbed:
            await hostile.press(message, "replay")
            message = hostile.channel.messages.get(message.id)


async def _too_long(hostile: Hostile) -> None:
    await hostile.open(hostile.files[1])


async def _film_of_file(hostile: Hostile) -> None:
    message = await hostile.open(hostile.files[0])
    for _ in range(5):
        if message is not None and hostile.town.disturbed:
            await hostile.press(message, "animate")


async def _film(hostile: Hostile) -> None:
    await hostile.say("replay", match=hostile.mob.long, animate=0)


async def _jump(hostile: Hostile) -> None:
    await hostile.say("replay", match=hostile.mob.long, turn=999_999)


async def _analyse(hostile: Hostile) -> None:
    message = await hostile.say("analyse", match=hostile.mob.long)
    if message is not None:
        await hostile.press(message, "analysis-cancel")


async def _hint(hostile: Hostile) -> None:
    await hostile.say("hint", match=hostile.match)


async def _puzzle(hostile: Hostile) -> None:
    message = await hostile.say("puzzle")
    for action in ("puzzle-hint", "puzzle-show"):
        if message is not None:
            await hostile.press(message, action)


async def _files(hostile: Hostile) -> None:
    await hostile.say("profile")
    await hostile.say("privacy export")
    await hostile.say("export", match=hostile.mob.long)


async def _complete(hostile: Hostile) -> None:
    options = {"match": hostile.match, "turn": ""}
    await answered(
        hostile.town.invoker.autocomplete(hostile.user, hostile.channel, "move", options, "turn")
    )


async def _boards(hostile: Hostile) -> None:
    await hostile.say("board", match=hostile.match)
    await hostile.say("rules", game=LONG)


async def _endless(hostile: Hostile) -> None:
    await hostile.say("replay", match=hostile.mob.endless, turn=ENDLESS)
    await hostile.say("replay", match=hostile.mob.endless, animate=0)
    await hostile.say("export", match=hostile.mob.endless)
    await hostile.say("analyse", match=hostile.mob.endless)


async def _try_out(hostile: Hostile) -> None:
    for match in (hostile.match, hostile.mob.endless):
        message = await hostile.say("whatif", match=match)
        for action in ("try-back", "try-match", "try-compare", "try-more"):
            if message is not None:
                await hostile.press(message, action)


async def _learn(hostile: Hostile) -> None:
    message = await hostile.say("tutorial", game=LONG)
    for _ in range(5):
        if message is not None:
            await hostile.press(message, "learn")


async def _lists(hostile: Hostile) -> None:
    for name in ("games", "profile", "leaderboard", "tables"):
        await hostile.say(name)
    for name in ("tournament", "ladder", "league"):
        await hostile.say(f"{name} list")


async def _competitions(hostile: Hostile) -> None:
    for name, action in (("tournament", "cup"), ("ladder", "ladder"), ("league", "league")):
        message = await hostile.say(f"{name} new", game=LONG)
        if message is not None:
            await hostile.press(message, action)


async def _seek(hostile: Hostile) -> None:
    message = await hostile.say("seek", game=LONG)
    if message is not None:
        await hostile.press(message, "seek-end")


async def _web(hostile: Hostile) -> None:
    mob, headers = hostile.mob, {"X-Forwarded-For": f"10.0.0.{hostile.user.id % 200}"}
    async with ClientSession(timeout=ClientTimeout(PATIENCE)) as session:
        for place in (f"/m/{mob.long}", f"/m/{mob.endless}", f"/m/{hostile.match}", "/t/some"):
            async with session.get(mob.url + place, headers=headers) as answer:
                await answer.read()


DEEDS: tuple[Deed, ...] = (
    *(_step, _too_long, _film_of_file, _film, _jump, _endless, _try_out, _learn),
    *(_analyse, _hint, _puzzle, _files, _complete, _boards),
    *(_lists, _competitions, _seek, _web),
)
OF_BUSY = (_files, _lists)
"""What takes longer the more somebody has played."""


# Everything together


def _record(length: int) -> bytes:
    game = games.get(LONG)
    setup = play.setup(game, 2)
    return to_text(record(game, setup, random_turns(game, setup, length), None)).encode()


def _join(mob: Mob, town: Town) -> None:
    """Each has a channel, and a match, behind those of the pairs."""
    files = (_record(LONGEST), _record(FAR_TOO_LONG))
    busy = town.people[2 * (PAIRS + HOSTILE)]
    for n in range(HOSTILE):
        at = PAIRS + n
        match: Match = town.begun[at]
        for window in range(WINDOWS):
            deed = DEEDS[(n + window * HOSTILE) % len(DEEDS)]
            user = busy if deed in OF_BUSY else town.people[2 * at]
            hostile = Hostile(mob, town, user, town.channels[at], match.id, files)
            town.begin(hostile.run(deed))


async def _measured(folder: Path, rounds: int) -> tuple[Mob, Town]:
    served = settings() | {"HOST_RATE": "1000"}
    mob = Mob(url=served["WEB_URL"])
    channels = PAIRS + HOSTILE + MORE
    async with living(folder, channels, mob.prepare, web=True, settings=served) as town:
        _join(mob, town)
        for number in range(2 * rounds):
            async with town.counting(disturbed=number % 2 == 1):
                await asyncio.sleep(SECONDS)
    return mob, town


def rows(rounds: int = ROUNDS) -> Iterator[Row]:
    """Waiting times by action, with the mob and without it."""
    with folder() as place:
        mob, town = asyncio.run(_measured(Path(place), rounds))
    lazy = [deed.__name__ for deed in DEEDS if not mob.done[deed.__name__]]
    if lazy:
        raise RuntimeError(f"nobody has done this: {', '.join(lazy)}")
    yield from town.rows(WAIT)


if __name__ == "__main__":
    show(rows())
