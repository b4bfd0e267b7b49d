"""One soak, from start to verdict."""

from __future__ import annotations

import asyncio
import math
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

from matches.model.errors import TableError
from matches.model.ids import GuildId, PlayerId
from matches.outbox import queue
from matches.settings.guilds import configure
from matches.settings.players import prefer
from playground.server import Server, serve
from storage.database import Database
from tests import PATIENCE
from tests.soak import audit, earlier
from tests.soak.answers import unacknowledged, unanswered
from tests.soak.fleet import Fleet
from tests.soak.party import Party
from tests.soak.people import Series
from tests.soak.processes import Bot
from tests.soak.requests import Requests
from tests.soak.town import Witness, town
from tests.soak.trouble import KINDS, Trouble
from tests.support.conditions import until
from tests.support.stack import TOKEN

CONCURRENCY = 2
"""How many sessions Discord lets begin at a time."""
SETTLING = 2 * PATIENCE
"""Seconds without faults after which an unsent notice counts as lost."""
BEFORE = "turns acknowledged before the upgrade"


@dataclass(frozen=True)
class Options:
    """The scope and duration of a soak."""

    folder: Path
    seconds: float = 600.0
    users: int = 500
    matches: int = 300
    seed: int = 1
    faults: frozenset[str] = frozenset(KINDS)
    database: str = ""
    """The database's address; by default a new SQLite file in the folder."""
    at_once: int = 16
    """The number of people active at the same time."""
    pace: float = 30.0
    """The average seconds between two kills. The other faults scale with it."""
    fleet: bool = False
    """Whether several processes share the work, on a server."""
    earlier: Path | None = None
    """The tree of an earlier version, which is upgraded after half of the time."""
    revision: str = ""
    """The name of that version."""
    fail_over: Callable[[], None] | None = None
    """Has another server take the place of the database's: done once, after half of the time."""
    limits: bool = False
    """Whether Discord's limits on requests hold."""
    enough: Mapping[str, int] | None = None
    """The soak ends early once all this has been counted. The rarest faults then happen only
    once.
    """


@dataclass
class Outcome:
    """What happened, and what is wrong."""

    options: Options
    counts: Counter[str]
    answers: Counter[str]
    requests: Requests
    problems: list[str] = field(default_factory=list)
    seconds: float = 0.0


async def soak(options: Options) -> Outcome:
    """Lets people play for that time while everything goes wrong, then checks the results."""
    began = time.monotonic()
    address = options.database or f"sqlite:///{options.folder / 'bot.db'}"
    db = Database.connect(address)
    server = await serve(port=0, token=TOKEN, world=town(options.users))
    server.world.settings.rate_limits = options.limits
    server.world.settings.max_concurrency = CONCURRENCY
    party = Party(server, db, Witness(server.world), options.seed, options.at_once)
    requests = Requests()
    server.faults.heard += [requests.hear, party.callbacks.hear]
    where = options.folder, server.api_url, address, party.tally
    bot: Bot | Fleet = Bot(*where)
    if options.fleet:
        bot = Fleet(*where, seed=options.seed, earlier=options.earlier)
    try:
        if options.earlier is None:
            await db.migrate()
        else:
            await bot.say("migrate")
        await _choose(party)
        if options.earlier is not None:
            party.looks.db = await earlier.read_as_now(address)
        bot.start()
        await _online(server)
        await _play(party, bot, options)
        await _settle(party, bot)
        await bot.close()
        requests.compare(party, await audit.logs(db))  # The audit counts answers as messages.
        problems = await audit.audit(party, db, bot.given_up, bot.killed_at, bot.dealt_with)
        problems += unacknowledged(party, bot.ended_at)
        party.tally["looked in vain during an outage"] = party.looks.excused(party.locked)
        problems += party.looks.problems(party.locked)
        problems += [f"unforeseen: {line}" for line in bot.errors]
        problems += [f"didn't come to pass: {one}" for one in missed(party, options)]
        problems += await _reproduced(bot, upgraded=options.earlier is not None)
    finally:
        await bot.close()
        await server.close()
        await db.close()
    seconds = time.monotonic() - began
    answers = unanswered(party, bot.ended_at)
    return Outcome(options, party.counts(), answers, requests, problems, seconds)


async def _choose(party: Party) -> None:
    """Some servers and players choose different settings from most."""
    rng = Random(party.seed)
    for number, guild in enumerate(party.world.guilds):
        threads, boards = number % 3 != 1, "kept" if number % 3 == 2 else None
        await configure(party.db, GuildId(guild), threads=threads, boards=boards)
    for user in party.people:
        if rng.random() < 0.15:
            where = rng.choice(("direct", "direct", "none"))
            await prefer(party.db, PlayerId(user.id), notices=where)
            party.direct |= {user.id} if where == "direct" else set()
        if rng.random() < 0.05:
            await prefer(party.db, PlayerId(user.id), confirm=True)


async def _online(server: Server) -> None:
    await until(lambda: server.gateway.online and bool(server.world.commands[None]), PATIENCE)


async def _play(party: Party, bot: Bot | Fleet, options: Options) -> None:
    """Everybody plays, with faults, for the duration of the soak."""
    other = Database.connect(bot.settings["DATABASE_URL"])
    once = options.enough is not None
    trouble = Trouble(party, bot, other, options.faults, pace=options.pace, once=once)
    boards = [asyncio.create_task(Series(party, n).run()) for n in range(options.matches)]
    making = asyncio.create_task(trouble.run())
    enough = asyncio.create_task(until(lambda: _enough(party, options), math.inf))
    losing = asyncio.create_task(_half_time(party, bot, options))
    tasks = [*boards, making, enough]
    if once or not options.faults:
        tasks.remove(making)  # The last fault has an end, too.
    done, _ = await asyncio.wait(tasks, timeout=options.seconds, return_when="FIRST_COMPLETED")
    if options.earlier is not None or options.fail_over is not None:
        await asyncio.wait([losing], timeout=PATIENCE)  # A slow machine needs longer.
    party.over = True
    making.cancel()
    enough.cancel()
    losing.cancel()
    await asyncio.wait([making, losing])
    trouble.heal()
    await asyncio.gather(*boards)
    for task in (*done, making, losing):
        if not task.cancelled():
            task.result()
    await other.close()


async def _half_time(party: Party, bot: Bot | Fleet, options: Options) -> None:
    """An earlier version is upgraded. The database's server is lost, and its standby takes its
    place.
    """
    await asyncio.sleep(options.seconds / 2)
    if options.earlier is not None and isinstance(bot, Fleet):
        await _upgrade(party, bot)
    if options.fail_over is not None:
        began = datetime.now(UTC)
        await asyncio.to_thread(options.fail_over)
        party.locked.append((began, datetime.now(UTC)))
        party.tally["servers lost"] += 1


async def _upgrade(party: Party, bot: Fleet) -> None:
    """Upgrades the earlier version while people play."""
    party.tally[BEFORE] = len(party.witness.played)
    began, before = datetime.now(UTC), party.looks.db
    party.looks.db = party.db
    await earlier.give_up_reading(before)
    await bot.upgrade()
    party.looks.upgraded.append((began, datetime.now(UTC)))


def missed(party: Party, options: Options) -> Iterator[str]:
    """What was to happen at half-time, and didn't."""
    before = options.earlier
    wanted = {BEFORE: before, "upgraded": before, "servers lost": options.fail_over}
    for what, asked in wanted.items():
        if asked is not None and not party.tally[what]:
            yield what


def _enough(party: Party, options: Options) -> bool:
    return options.enough is not None and party.counts() >= Counter(options.enough)


async def _settle(party: Party, bot: Bot | Fleet) -> None:
    """Waits until the outbox is empty, except for notices with a long wait before their next
    attempt.
    """
    end = time.monotonic() + SETTLING
    await _online(party.server)
    while time.monotonic() < end:
        with suppress(TableError):
            owed = await audit.owed(party.db)
            if not owed:
                return
            await queue.hold(party.db, owed, timedelta())
        await asyncio.sleep(0.5)


async def _reproduced(bot: Bot | Fleet, *, upgraded: bool) -> list[str]:
    """Everything stored reproduces, according to the bot's own command line. After an upgrade, what
    was rated by an earlier model may change once.
    """
    recompute = ("ratings", "recompute")
    wanted = [(("verify",), ": all reproduce"), (recompute, ": 0 changed")]
    if upgraded:
        wanted.insert(1, (recompute, " changed"))
    problems: list[str] = []
    for command, ending in wanted:
        status, said = await bot.say(*command)
        if status or not said.rstrip().endswith(ending):
            problems.append(f"{' '.join(command)} says: {said.strip()}")
        else:
            bot.tally[f"`{' '.join(command)}` says “{said.strip().splitlines()[-1]}”"] = 1
    return problems
