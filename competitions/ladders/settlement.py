"""What can be entered into a ladder's log now, and what else is missing.

Everything here is derived from the database: from the log, and from the matches of running
challenges.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from competitions.ladders import games
from competitions.ladders.releases import let_go
from competitions.ladders.unit_of_work import UnitOfWork
from competitions.log.due import PORTION, SEEING_TO
from competitions.model.ladder.events import Annulled, Played
from competitions.model.ladder.ladder import due
from matches.course.official import ADJOURNED, UNDECIDED
from matches.model.ids import MatchId, public_id
from matches.unit_of_work.cache import Cache
from matches.unit_of_work.repository import load

NO_RESULT = "no-result"
"""The reason for annulling a challenge whose match ended without a result."""


@dataclass(slots=True)
class Missing:
    """What has to be done besides entering something into the log: `open` the matches of challenges
    that have none, and `resume` matches that have been adjourned long enough. With `more`, further
    results have to be entered first.
    """

    open: tuple[int, ...] = ()
    resume: tuple[MatchId, ...] = ()
    more: bool = False

    @property
    def anything(self) -> bool:
        """Whether there is anything to do."""
        return self.more or bool(self.open or self.resume)


def settle(unit: UnitOfWork, cache: Cache) -> Missing:
    """Enters what has followed, up to a `PORTION` of results, and returns what is missing then."""
    missing = Missing() if unit.ladder.closed else _climb(unit, cache)
    unit.next_at = unit.now + SEEING_TO if missing.anything else _next(unit)
    return missing


def _climb(unit: UnitOfWork, cache: Cache) -> Missing:
    if _enter_results(unit, cache):
        return Missing(more=True)
    _remove_former(unit)
    for event in due(unit.ladder, unit.now, unit.held.late(unit.now)):
        unit.write(event)
    return _missing(unit)


def _enter_results(unit: UnitOfWork, cache: Cache) -> bool:
    """Enters the results of matches that are over, in the order in which they ended. A challenge
    whose match has no result is annulled. Returns whether results are left after this portion.
    """
    played = unit.held.played.items()
    over = [(number, one) for number, one in played if one.status not in UNDECIDED]
    over.sort(key=lambda each: (each[1].moved_at, each[0]))
    for number, one in over[:PORTION]:
        challenge = unit.ladder.challenges[number]
        match, _ = load(unit.connection, cache, one.number)
        ranks = games.ranks_of(unit.held, challenge, match)
        if ranks is None:
            unit.write(Annulled(number, NO_RESULT, unit.now))
        else:
            unit.write(Played(number, ranks, unit.now))
    return len(over) > PORTION


def _remove_former(unit: UnitOfWork) -> None:
    """Takes former players off the ladder."""
    for member, player in unit.held.people.items():
        if player is None:
            let_go(unit, unit.ladder.running(member))
            unit.leave(member)


def _missing(unit: UnitOfWork) -> Missing:
    running, played = unit.ladder.challenges, unit.held.played
    return Missing(
        open=tuple(number for number in games.unopened(unit.held) if number in running),
        resume=tuple(
            public_id(played[number].number)
            for number in running
            if number in played
            and played[number].status == "adjourned"
            and played[number].moved_at + ADJOURNED <= unit.now
        ),
    )


def _next(unit: UnitOfWork) -> datetime | None:
    """When upkeep is next needed."""
    return min((time for time in _times(unit) if time > unit.now), default=None)


def _times(unit: UnitOfWork) -> Iterator[datetime]:
    now, played = unit.ladder, unit.held.played
    if now.closed:
        return
    for number in now.challenges:
        if number in unit.held.until:
            yield unit.held.until[number]
        elif number in played and played[number].status == "adjourned":
            yield played[number].moved_at + ADJOURNED
    for id_ in now.places:
        if not now.running(id_):
            latest = max(now.seen[id_], now.dropped.get(id_, now.seen[id_]))
            yield latest + now.settings.days("idle")
