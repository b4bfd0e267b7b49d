"""What must be true of tournaments and leagues, however often the processes that run them have
died.

This uses none of the code that pairs rounds or finds places: only what was chosen, what the logs
say, and arithmetic.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, pairwise

from sqlalchemy import Connection, func, select

from competitions.ladders import queries as of_ladders
from competitions.ladders import verify as ladder_checks
from competitions.ladders.held import Held as Ladder
from competitions.ladders.ids import public_id as ladder_id
from competitions.leagues import verify as league_checks
from competitions.leagues.ids import public_id as league_id
from competitions.leagues.repository import event_of
from competitions.model.entrants import MemberId
from competitions.model.league.divisions import Divisions
from competitions.model.league.events import Begun, Event, Finished
from competitions.model.settings import Settings
from competitions.tournaments import queries, verify
from competitions.tournaments.held import Held
from competitions.tournaments.ids import public_id
from storage import competitions as rows
from storage import ladders as ladder_rows
from storage import leagues as league_rows
from storage.database import Database
from storage.ids import CompetitionNumber, LadderNumber, LeagueNumber
from storage.schema import (
    competition,
    competition_game,
    entry,
    ladder_challenge,
    league,
    match,
    notice,
)
from tests.competitions import fates_of_ladders
from tests.competitions.programmes import ranks

ALL = 1 << 20
"""A limit that is never reached."""


async def competitions(db: Database) -> list[Held]:
    """All tournaments and divisions."""

    def work(connection: Connection) -> list[CompetitionNumber]:
        return rows.LOG.numbers_after(connection, 0, ALL)

    return [await queries.get(db, public_id(number)) for number in await db.read(work)]


async def ladders(db: Database) -> list[Ladder]:
    """All ladders."""

    def work(connection: Connection) -> list[LadderNumber]:
        return ladder_rows.LOG.numbers_after(connection, 0, ALL)

    return [await of_ladders.get(db, ladder_id(number)) for number in await db.read(work)]


async def counted(db: Database) -> str:
    """How much of everything there is."""

    def work(connection: Connection) -> str:
        counts = {
            "competitions": func.count(competition.c.id),
            "matches": func.count(match.c.id),
            "challenges": func.count(ladder_challenge.c.number),
        }
        found = {what: connection.execute(select(one)).scalar_one() for what, one in counts.items()}
        logs = _logs(connection).values()
        found["seasons"] = sum(isinstance(event, Begun) for log in logs for event in log)
        return ", ".join(f"{count} {what}" for what, count in found.items() if count)

    return await db.read(work)


async def faults(db: Database, told: Sequence[str], died: int) -> list[str]:
    """What is doubled, lost or wrong, once everything that was paired has been played. `told` are
    the nonces of the messages in a channel, in order; `died` is how many processes have died.
    """
    found = [
        f"{one.id} {one.fault}"
        for checks in (verify.checks, league_checks.checks, ladder_checks.checks)
        async for one in checks(db)
        if one.fault is not None
    ]
    held, climbed = await competitions(db), await ladders(db)
    for one in held:
        found += _in_competition(one)
    for ladder in climbed:
        found += await fates_of_ladders.faults(db, ladder)
    found += await db.read(lambda connection: [*_in_matches(connection)])
    logs = await db.read(_logs)
    for seasons in logs.values():
        found += _in_seasons(seasons)
    ends: dict[str, int] = {one.id: one.seq for one in held if one.terms.part is None}
    ends |= {ladder.id: ladder.seq for ladder in climbed}
    ends |= {id_: len(log) for id_, log in logs.items()}
    return [*found, *_in_channel(told, ends, died)]


def _in_competition(held: Held) -> Iterator[str]:
    """Faults of a competition. It must be over, with all planned rounds, each of them sound."""
    now = held.competition
    if now.status != "over":
        yield f"{held.id} is {now.status}"
    if len(now.rounds) != _rounds(now.settings, len(now.seeding)):
        yield f"{held.id} has {len(now.rounds)} rounds"
    for number, pairings in enumerate(now.rounds, start=1):
        tables = [one.seats for one in pairings if len(one.seats) > 1]
        if max(Counter(chain.from_iterable(one.seats for one in pairings)).values()) > 1:
            yield f"{held.id} somebody sits twice in round {number}"
        if sorted(map(len, tables)) != _sizes(now.settings, len(now.seeding)):
            yield f"{held.id} in round {number} has the tables {tables}"
    yield from _in_meetings(held)
    yield from _in_games(held)


def _rounds(settings: Settings, count: int) -> int:
    """How many rounds are planned: as many as were chosen, or until everybody has met."""
    return settings.rounds or count - 1 + count % 2


def _sizes(settings: Settings, count: int) -> list[int]:
    """The sizes of a round's tables: as many as possible play, at tables as large as possible."""
    most = settings.seats
    least = most - 1 if settings.mixed else most
    for playing in range(count, -1, -1):
        for full in range(playing // most, -1, -1):
            if (playing - full * most) % least == 0:
                return sorted([*(most,) * full, *(least,) * ((playing - full * most) // least)])
    raise AssertionError("nobody plays")


def _in_meetings(held: Held) -> Iterator[str]:
    """Faults in who met whom. Nobody may have a second bye before everybody has had one. With two
    at a table, nobody meets twice, and in a division everybody meets.
    """
    now = held.competition
    met = Counter(frozenset(one.seats) for one in chain.from_iterable(now.rounds))
    played = Counter(id_ for seats in met.elements() if len(seats) > 1 for id_ in seats)
    if max(played.values()) - min(played[id_] for id_ in now.seeding) > 1:
        yield f"{held.id} somebody has rested more often than others: {played}"
    if now.settings.seats > 2:
        return
    if most := [sorted(pair) for pair, times in met.items() if times > 1]:
        yield f"{held.id} {most} have met more than once"
    pairs = len(now.seeding) * (len(now.seeding) - 1) // 2
    if held.terms.part is not None and sum(len(pair) > 1 for pair in met) != pairs:
        yield f"{held.id} not everybody has met"


def _in_games(held: Held) -> Iterator[str]:
    """Faults in games. Each must have its own match, decided by the strength of its players."""
    pairings = chain.from_iterable(held.competition.rounds)
    games = {(one.round, one.number, 0) for one in pairings if len(one.seats) > 1}
    if {*held.matches} != games or len({*held.matches.values()}) < len(games):
        yield f"{held.id} has matches for {sorted(held.matches)}"
    for game in sorted(games):
        outcome = held.competition.outcomes.get(game)
        if outcome is None or (outcome.ranks, outcome.how) != (ranks(held, game), "played"):
            yield f"{held.id} {game} was decided as {outcome}"


def _in_matches(connection: Connection) -> Iterator[str]:
    """Faults in matches. Each must belong to a game or a challenge, and have the log and the
    notices that every match of its size has.
    """
    seats = dict(connection.execute(select(match.c.id, match.c.seats)).tuples().all())
    games = connection.execute(select(competition_game.c.match_id)).scalars().all()
    played = select(ladder_challenge.c.match_id).where(ladder_challenge.c.match_id.is_not(None))
    played_for = sorted([*games, *connection.execute(played).scalars()])
    if played_for != sorted(seats):
        yield f"there are the matches {sorted(seats)} for {played_for}"
    for table in (entry, notice):
        shapes: dict[int, Counter[str]] = {number: Counter() for number in seats}
        for number, one in connection.execute(select(table.c.match_id, table.c.kind)):
            shapes[number][one] += 1
        by_size = defaultdict[int, Counter[str]](Counter)
        for number, shape in shapes.items():
            by_size[seats[number]][str(sorted(shape.items()))] += 1
        for size, found in by_size.items():
            if len(found) > 1 or "[]" in found:
                yield f"{table.name} of matches for {size}: {dict(found)}"


def _logs(connection: Connection) -> dict[str, list[Event]]:
    """The events of each league, by id."""
    found: dict[str, list[Event]] = {}
    for number in map(LeagueNumber, connection.execute(select(league.c.id)).scalars()):
        log = league_rows.LOG.entries(connection, number, 0, ALL)
        found[league_id(number)] = [*map(event_of, log)]
    return found


def _in_seasons(log: Iterable[Event]) -> Iterator[str]:
    """Faults in seasons. They must follow each other, everybody plays in each, the first of a
    division is promoted and the last relegated: those who signed up earlier win.
    """
    turns = [one for one in log if isinstance(one, Begun | Finished)]
    wanted = [(kind, 1 + at // 2) for at, kind in enumerate([Begun, Finished] * len(turns))]
    if [(type(one), one.season) for one in turns] != wanted[: len(turns)]:
        yield f"seasons: {turns}"
    for one in turns:
        if isinstance(one, Finished) and any(list(final) != sorted(final) for final in one.finals):
            yield f"season {one.season} has ended with {one.finals}"
    begun = [one.divisions for one in turns if isinstance(one, Begun)]
    for before, after in pairwise(begun):
        if [*map(sorted, after)] != _next(before):
            yield f"after {before} came {after}"


def _next(divisions: Divisions) -> list[list[MemberId]]:
    """The divisions a season later: one from above and one from below change places."""
    upper, lower = map(sorted, divisions)
    return [sorted([*upper[:-1], lower[0]]), sorted([upper[-1], *lower[1:]])]


def _in_channel(told: Sequence[str], ends: Mapping[str, int], died: int) -> Iterator[str]:
    """Faults in a channel. Everything must be told in order. Only the last message may be told
    again, by the successor of a process that died over it: Discord sends no nonce twice.
    """
    if (again := len(told) - len({*told})) > died:
        yield f"something was told again {again} times, though only {died} have died"
    heard = defaultdict[str, list[int]](list)
    for nonce in told:
        id_, seq = nonce.split(".")
        if [int(seq)] != heard[id_][-1:]:
            heard[id_].append(int(seq))
    for id_, seqs in heard.items():
        if seqs != [*range(seqs[0], seqs[-1] + 1)]:
            yield f"{id_} was told as {seqs}"
    for id_, end in ends.items():
        if heard[id_] != [*range(1, end + 1)]:
            yield f"{id_} has {end} entries, of which were told {heard[id_]}"
