"""What must hold of tournaments and leagues, however often those who see to them have died."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, pairwise

from sqlalchemy import Connection, func, select

from competitions.league.divisions import Divisions
from competitions.league.events import Begun, Event, Finished
from competitions.leagues import verify as of_leagues
from competitions.leagues.repository import event_of
from competitions.life import queries, verify
from competitions.life.held import Held
from competitions.life.ids import CompetitionId, public_id
from competitions.model.entrants import MemberId
from competitions.model.pairings import Game
from storage import competitions as rows
from storage import leagues as league_rows
from storage.database import Database
from storage.ids import CompetitionNumber, LeagueNumber
from storage.schema import competition, competition_game, entry, league, match, notice

PAIR = 2


async def competitions(db: Database) -> list[Held]:
    """All of them: tournaments and divisions."""

    def work(connection: Connection) -> list[CompetitionNumber]:
        return rows.LOG.numbers_after(connection, 0, 1 << 20)

    return [await queries.get(db, public_id(number)) for number in await db.read(work)]


def winner(held: Held, game: Game) -> int:
    """The seat of whoever has signed up earlier: the player with the lower number."""
    seating = held.competition.pairing(game).seating(game[2])
    playing = [held.teams[id_][0] or 0 for id_ in seating]
    return playing.index(min(playing)) + 1


async def counted(db: Database) -> str:
    """How much there is."""

    def work(connection: Connection) -> str:
        counts = [
            select(func.count()).select_from(one).scalar_subquery() for one in (competition, match)
        ]
        one, other = connection.execute(select(*counts)).one()
        seasons = sum(isinstance(event, Begun) for log in _logs(connection) for event in log)
        return f"{one} competitions, {seasons} seasons, {other} matches"

    return await db.read(work)


async def faults(db: Database, told: Sequence[str]) -> list[str]:
    """What is doubled, lost or wrong, now that all is played that has been paired. `told` are the
    nonces of what a channel was told, in their order.
    """
    found = [
        f"{one.id} {one.fault}"
        for checks in (verify.checks, of_leagues.checks)
        async for one in checks(db)
        if one.fault is not None
    ]
    held = await competitions(db)
    for one in held:
        found += _in_competition(one)
    found += await db.read(lambda connection: [*_in_matches(connection)])
    for seasons in await db.read(_logs):
        found += _in_seasons(seasons)
    ends = {one.id: one.seq for one in held if one.terms.part is None}
    return [*found, *_in_channel(told, ends)]


def _in_competition(held: Held) -> Iterator[str]:
    """It is over, and nobody has met anybody twice, or two at a time, or has had no match."""
    now = held.competition
    met = Counter(frozenset(one.seats) for pairings in now.rounds for one in pairings)
    if now.status != "over":
        yield f"{held.id} is {now.status}"
    if most := [*filter(lambda pair: met[pair] > 1, met)]:
        yield f"{held.id} {most} have met more than once"
    for number, pairings in enumerate(now.rounds, start=1):
        seated = Counter(id_ for one in pairings for id_ in one.seats)
        if max(seated.values()) > 1:
            yield f"{held.id} somebody plays twice in round {number}"
    if held.terms.part is not None and len(met) != len([*combinations(now.entrants, PAIR)]):
        yield f"{held.id} not everybody has met"
    games = {(one.round, one.number, 0) for pairings in now.rounds for one in pairings if one.seats}
    paired = {game for game in games if len(now.pairing(game).seats) == PAIR}
    if {*held.matches} != paired or len({*held.matches.values()}) < len(paired):
        yield f"{held.id} has matches for {sorted(held.matches)}"
    for game, outcome in now.outcomes.items():
        if game in paired and outcome.ranks.index(1) + 1 != winner(held, game):
            yield f"{held.id} {game} was decided as {outcome}"


def _in_matches(connection: Connection) -> Iterator[str]:
    """Each match belongs to a game, and has the log and the notices that all have."""
    count = connection.execute(select(func.count()).select_from(match)).scalar()
    games = connection.execute(select(func.count()).select_from(competition_game)).scalar()
    if count != games:
        yield f"{count} matches for {games} games"
    for table in (entry, notice):
        shapes = defaultdict[int, Counter[str]](Counter)
        for number, one in connection.execute(select(table.c.match_id, table.c.kind)):
            shapes[number][one] += 1
        usual, *others = Counter(str(sorted(one.items())) for one in shapes.values())
        if others or len(shapes) != count:
            yield f"{table.name}: {len(shapes)} matches have {usual} or {others}"


def _logs(connection: Connection) -> list[list[Event]]:
    """What has happened in the leagues."""
    found: list[list[Event]] = []
    for number in connection.execute(select(league.c.id)).scalars():
        log = league_rows.LOG.entries(connection, LeagueNumber(number), 0, 1 << 20)
        found.append([*map(event_of, log)])
    return found


def _in_seasons(log: Iterable[Event]) -> Iterator[str]:
    """Seasons follow each other, all play in each, and who is first goes up, and who is last
    down: those who have signed up earlier win.
    """
    turns = [one for one in log if isinstance(one, Begun | Finished)]
    wanted = [(kind, 1 + at // 2) for at, kind in enumerate([Begun, Finished] * len(turns))]
    if [(type(one), one.season) for one in turns] != wanted[: len(turns)]:
        yield f"seasons: {turns}"
    begun = [one.divisions for one in turns if isinstance(one, Begun)]
    for before, after in pairwise(begun):
        if [*map(sorted, after)] != _next(before):
            yield f"after {before} came {after}"


def _next(divisions: Divisions) -> list[list[MemberId]]:
    """The same a season later: one from above and one from below change places."""
    upper, lower = map(sorted, divisions)
    return [sorted([*upper[:-1], lower[0]]), sorted([upper[-1], *lower[1:]])]


def _in_channel(told: Iterable[str], ends: Mapping[CompetitionId, int]) -> Iterator[str]:
    """Everything was told in its order. Only what was told last may be told again: Discord sends
    nothing twice under the same nonce.
    """
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
