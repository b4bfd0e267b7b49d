"""The change of seasons: a season ends with its last division, and the next one begins on its day.

Each change is one transaction. A season's end is entered together with everything that follows from
it; a season begins with all its divisions or not at all.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from itertools import chain
from random import Random

from competitions.leagues.held import Held, member_at
from competitions.leagues.unit_of_work import UnitOfWork
from competitions.log.admission import rating_of
from competitions.log.due import SEEING_TO
from competitions.log.folds import Folds
from competitions.log.partners import may_be_mixed, of_partners
from competitions.model.entrants import EntrantId, MemberId
from competitions.model.errors import CompetitionError
from competitions.model.league.divisions import Divisions, Order
from competitions.model.league.events import Begun, Closed, Finished, Left, Postponed
from competitions.model.league.league import League
from competitions.model.pairings import Game, Outcome, games_of
from competitions.model.settings import Settings
from competitions.tournaments import repository as tournaments
from competitions.tournaments.creation import Coming, open_begun
from competitions.tournaments.held import Held as Division
from competitions.tournaments.held import Part, Terms
from competitions.tournaments.ids import CompetitionId, key_of
from games.play import setup
from matches.model.ids import number_of
from matches.unit_of_work.cache import Cache
from matches.unit_of_work.repository import load
from storage.competitions import GOING, Member


@dataclass(slots=True)
class Missing:
    """What has to be done besides entering something into the log: `cancel` the divisions of a
    league that is over.
    """

    cancel: tuple[CompetitionId, ...] = ()

    @property
    def anything(self) -> bool:
        """Whether there is anything to do."""
        return bool(self.cancel)


def settle(unit: UnitOfWork, cache: Cache) -> Missing:
    """Enters everything that has followed, and returns what is missing then."""
    missing = Missing()
    divisions = [*_divisions(unit)]
    if unit.league.status == "over":
        missing.cancel = tuple(one.id for one in divisions if _is_going(one))
    else:
        _remove_former(unit)
        if divisions and not any(map(_is_going, divisions)):
            _finish(unit, cache, divisions)
        if unit.league.status == "open":
            _go_on(unit)
    unit.next_at = unit.now + SEEING_TO if missing.anything else _next(unit)
    return missing


def _next(unit: UnitOfWork) -> datetime | None:
    """When upkeep is next needed. The end of a division triggers it separately."""
    if unit.league.status != "open":
        return None
    starts_at: datetime = unit.changes.get("starts_at", unit.held.terms.starts_at)
    return starts_at


def _divisions(unit: UnitOfWork) -> Iterator[Division]:
    """The competitions of the latest season."""
    for one in unit.held.divisions:
        yield tournaments.load(unit.connection, Folds(), key_of(one))


def _is_going(division: Division) -> bool:
    return division.competition.status in GOING


def _remove_former(unit: UnitOfWork) -> None:
    """Removes former players from those who have signed up for the next season."""
    for member in unit.league.signed:
        if unit.held.people.get(member) is None:
            unit.write(Left(member))


# The end of a season


def _finish(unit: UnitOfWork, cache: Cache, divisions: list[Division]) -> None:
    """Enters the final orders; enters them again if one was corrected before the next season. When
    the season ends, members who were absent lose their place in the next one.
    """
    finals = tuple(_final(unit.held, number, one) for number, one in enumerate(divisions, start=1))
    running = unit.league.status == "running"
    if not running and finals == unit.league.finals:
        return
    unit.write(Finished(unit.league.season, finals))
    if running:
        for number, one in enumerate(divisions, start=1):
            for entrant in _absent(unit, cache, one):
                member = member_at(unit.held, number, entrant)
                if member in unit.league.signed:
                    unit.write(Left(member))


def _final(held: Held, number: int, division: Division) -> Order:
    """The final order of a division, with those who share a place one after the other. If the
    division has none, the order in which it began.
    """
    now = division.competition
    order = [*chain.from_iterable(now.places)] or now.seeding
    return tuple(member_at(held, number, entrant) for entrant in order)


def _absent(unit: UnitOfWork, cache: Cache, division: Division) -> Iterator[EntrantId]:
    """Entrants who have withdrawn, or who have not turned up to any game."""
    now = division.competition
    for entrant in now.seeding:
        theirs = [one for pairings in now.rounds for one in pairings if entrant in one.seats]
        ranked = [
            (game, one.seating(game[2]).index(entrant))
            for one in theirs
            for game in games_of(one)
            if not one.bye and game in now.outcomes
        ]
        came = any(_came(now.outcomes[game], at) for game, at in ranked) or any(
            _moved(unit, cache, division, game, at + 1) for game, at in ranked
        )
        if entrant in now.withdrawn or (ranked and not came):
            yield entrant


def _came(outcome: Outcome, at: int) -> bool:
    """Whether the outcome alone shows that an entrant turned up. Somebody who didn't is never
    ranked first. At larger tables the others play on, so a lower rank there proves nothing.
    """
    played_on = len(outcome.ranks) > 2 and outcome.how in _AT_THE_BOARD
    return outcome.ranks[at] == 1 or not (outcome.how == "forfeit" or played_on)


_AT_THE_BOARD = ("played", "time")


def _moved(unit: UnitOfWork, cache: Cache, division: Division, game: Game, seat: int) -> bool:
    """Whether a seat made a move in a game that was decided at the board."""
    if division.competition.outcomes[game].how not in _AT_THE_BOARD:
        return False
    match, _ = load(unit.connection, cache, number_of(division.matches[game]))
    return seat in {turn.seat for turn in match.turns}


# The beginning of the next one


def _go_on(unit: UnitOfWork) -> None:
    """Begins the next season if it is time and enough have signed up. After the last season, ends
    the league.
    """
    now = unit.league
    if now.ends:
        unit.write(Closed())
    elif unit.held.terms.starts_at <= unit.now:
        unit.changes["starts_at"] = _following(unit)
        if _too_few(now):
            unit.write(Postponed())
        else:
            _begin(unit)


def _following(unit: UnitOfWork) -> datetime:
    """When the season after the next one begins."""
    starts_at, length = unit.held.terms.starts_at, unit.held.each_season
    if _too_few(unit.league):
        return starts_at + length * (1 + (unit.now - starts_at) // length)
    late = unit.now - starts_at > length / 4  # Then those that follow are put off, too.
    return (unit.now if late else starts_at) + length


def begin_early(unit: UnitOfWork, cache: Cache, season: int) -> None:
    """Begins the next season now, by the current final orders; `season` is its number. Raises
    CompetitionError.
    """
    _remove_former(unit)
    require_coming(unit.league, season)
    if divisions := [*_divisions(unit)]:
        _finish(unit, cache, divisions)
    unit.changes["starts_at"] = unit.now + unit.held.each_season
    _begin(unit)


def require_coming(league: League, season: int) -> None:
    """Raises CompetitionError unless this season is the next one, and could begin now."""
    if league.status == "over":
        raise CompetitionError("league-over")
    if league.status == "running" or season != league.season + 1:
        raise CompetitionError("season-begun", season=league.season)
    if _too_few(league):
        count, least = len(league.signed), league.settings.seats
        raise CompetitionError("too-few", count=count, least=least)


def _too_few(league: League) -> bool:
    """Whether too few have signed up to fill a table."""
    return len(league.signed) < league.settings.seats


def _begin(unit: UnitOfWork) -> None:
    """Makes the divisions, and has a competition opened for each of them in this transaction."""
    held, season = unit.held, unit.league.season + 1
    ratings = {id_: _rating(unit, id_) for id_ in unit.league.signed}
    strongest = sorted(
        unit.league.signed, key=lambda id_: (ratings[id_] is None, -(ratings[id_] or 0.0))
    )
    divisions: Divisions = unit.league.next_divisions(strongest)
    unit.write(Begun(season, divisions))
    for number, members in enumerate(divisions, start=1):
        terms = _terms(held, season, number, unit.changes["starts_at"])
        settings = division_settings(held, len(members))
        entrants = [Coming((Member(id_, 1, held.people[id_], 1),), ratings[id_]) for id_ in members]
        unit.writes.append(
            partial(
                open_begun,
                terms=terms,
                settings=settings,
                host=held.host,
                entrants=entrants,
                now=unit.now,
            )
        )


def _rating(unit: UnitOfWork, member: MemberId) -> float | None:
    held, player = unit.held, unit.held.people[member]
    assert player is not None
    seats, partners = held.league.settings.seats, _with_partners(held)
    return rating_of(unit.connection, held.terms, [player], seats, partners=partners)


def _with_partners(held: Held) -> bool:
    """Whether two of four play together, with partners drawn for each match."""
    game, seats = held.terms.game, held.league.settings.seats
    return of_partners(game, setup(game, seats, held.terms.options, Random(0)))


def _terms(held: Held, season: int, division: int, ends_at: datetime) -> Terms:
    """The terms of a division: those of the league, and what follows for the division."""
    common = held.terms
    return Terms(
        name=f"{common.name} · {season}.{division}",
        guild=common.guild,
        channel=common.channel,
        game=common.game,
        clock=common.clock,
        options=common.options,
        at_end=common.at_end,
        anywhere=common.anywhere,
        role=common.role,
        reliability=common.reliability,
        unfinished=common.unfinished,
        ends_at=ends_at,
        together=held.league.settings.at_once,
        part=Part(held.number, season, division),
    )


def division_settings(held: Held, size: int) -> Settings:
    """The rules of a division: everybody meets everybody, or at larger tables as evenly as
    possible.
    """
    chosen = held.league.settings
    if chosen.seats == 2:
        return Settings("round-robin", games=chosen.games, cycles=chosen.cycles, most=size)
    return Settings(
        "tables",
        seats=chosen.seats,
        games=chosen.games,
        rounds=chosen.rounds,
        least=chosen.seats,
        most=size,
        mixed=may_be_mixed(held.terms.game, chosen.seats, held.terms.options),
        partners=_with_partners(held),
    )
