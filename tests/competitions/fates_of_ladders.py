"""What must be true of ladders, however often the processes that run them have died.

This is a second reading of the rules, as plain as their text. It takes only the log from the
program, and how each match has ended.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Sequence
from datetime import datetime, timedelta
from itertools import combinations

from sqlalchemy import Connection

import matches
from competitions.ladders.held import Held
from competitions.ladders.repository import event_of
from competitions.model.entrants import MemberId
from competitions.model.ladder.events import (
    Accepted,
    Challenged,
    Event,
    Joined,
    LadderSettings,
    Lapsed,
    Opened,
    Played,
    Recalled,
    Refused,
)
from matches.model.ids import MatchId, MatchNumber, PlayerId, public_id
from storage import ladders as rows
from storage.database import Database
from tests.competitions.programmes import drawn

ALL = 1 << 20
"""A limit that is never reached."""


async def faults(db: Database, held: Held) -> list[str]:
    """What is doubled, lost or wrong, once everything that was accepted has been played."""
    log = await db.read(
        lambda connection: [*map(event_of, rows.LOG.entries(connection, held.number, 0, ALL))]
    )
    reading = _Reading(log)
    found = [f"{held.id} entry {seq}: {fault}" for seq, fault in reading.faults()]
    if held.ladder.places != tuple(reading.places):
        found.append(f"{held.id} has the places {held.ladder.places}, not {reading.places}")
    if reading.accepted():
        found.append(f"{held.id} still to be played: {reading.accepted()}")
    opened = await db.read(lambda connection: _matches(connection, held))
    if {*opened} != {*reading.results}:
        found.append(f"{held.id} has played {reading.results}, and has matches for {opened}")
    for number, match_id in opened.items():
        found += [
            f"{held.id} {one}" async for one in _in_match(db, held, reading, number, match_id)
        ]
    return found


def _matches(connection: Connection, held: Held) -> dict[int, MatchId]:
    """The matches of challenges."""
    stored = rows.challenges(connection, held.number, ALL, ALL)
    return {
        one.number: public_id(MatchNumber(one.match_id))
        for one in stored
        if one.match_id is not None
    }


class _Reading:
    """A ladder while its log is read entry by entry."""

    def __init__(self, log: Sequence[Event]) -> None:
        self._log = log
        self._settings = LadderSettings()
        self._unanswered: dict[int, set[MemberId]] = {}
        """Of challenges that are running."""
        self._met: dict[frozenset[MemberId], datetime] = {}
        self.places: list[MemberId] = []
        self.members: dict[int, tuple[MemberId, ...]] = {}
        """Of all challenges that were made, the challenger first."""
        self.results: dict[int, tuple[int, ...]] = {}
        """How challenges were played."""

    def accepted(self) -> list[int]:
        """The challenges that are being played."""
        return [number for number, left in self._unanswered.items() if not left]

    def faults(self) -> Iterator[tuple[int, str]]:
        """The faulty entries, and what is wrong with them."""
        for seq, event in enumerate(self._log, start=1):
            for fault in self._read(event):
                yield seq, fault

    def _read(self, event: Event) -> Iterator[str]:
        match event:
            case Opened():
                self._settings = event.settings
            case Joined():
                if event.member in self.places:
                    yield f"{event.member} is there already"
                self.places.append(event.member)
            case Challenged():
                yield from self._challenged(event)
            case Accepted():
                if event.member not in self._unanswered.get(event.number, ()):
                    yield f"{event} was not to be answered"
                self._unanswered[event.number].discard(event.member)
            case Recalled():
                if not self._unanswered.pop(event.number, None):
                    yield f"{event} can't be"
            case Refused():
                yield from self._lost(event.number, {event.member}, event.at)
            case Lapsed():
                yield from self._lost(
                    event.number, {*self._unanswered.get(event.number, ())}, event.at
                )
            case Played():
                yield from self._played(event)
            case _:
                yield f"{event}, though everybody does what they can"

    def _challenged(self, event: Challenged) -> Iterator[str]:
        """Faults of a challenge. A member makes at most one at a time, is challenged in at most
        one, and no two are in two challenges together. The challenged are above, within reach, and
        have not just met the challenger.
        """
        number, members = len(self.members) + 1, (event.challenger, *event.challenged)
        running = [self.members[one] for one in self._unanswered]
        if event.challenger in {one[0] for one in running}:
            yield f"{event.challenger} challenges twice at once"
        if twice := {id_ for one in running for id_ in one[1:]} & {*event.challenged}:
            yield f"{twice} are challenged twice at once"
        for other in event.challenged:
            pair = frozenset((event.challenger, other))
            if any(pair <= {*one} for one in running):
                yield f"{sorted(pair)} meet twice at once"
            if not 0 < self._place(event.challenger) - self._place(other) <= self._settings.reach:
                yield f"{other} is out of the reach of {event.challenger}"
            met, cooldown = self._met.get(pair), timedelta(days=self._settings.cooldown)
            if met is not None and event.at - met < cooldown:
                yield f"{sorted(pair)} meet again too soon"
        if len({*members}) != self._settings.seats:
            yield f"{members} sit at a table for {self._settings.seats}"
        self.members[number], self._unanswered[number] = members, {*event.challenged}

    def _place(self, member: MemberId) -> int:
        return self.places.index(member)

    def _lost(self, number: int, by: set[MemberId], at: datetime) -> Iterator[str]:
        """These members lose without playing."""
        if not by or not by <= self._unanswered.pop(number, set()):
            yield f"challenge {number} can't be lost by {sorted(by)}"
        members = self.members[number]
        for pair in combinations(members, 2):
            if by & {*pair}:
                self._met[frozenset(pair)] = at
        self._move(members, [2 if id_ in by else 1 for id_ in members])

    def _played(self, event: Played) -> Iterator[str]:
        """Faults of a result. A challenge is decided once, and with the ranks that were drawn."""
        members = self.members[event.number]
        if self._unanswered.pop(event.number, {0}):
            yield f"challenge {event.number} has a result, and is not being played"
        if event.ranks != drawn(event.number, members):
            yield f"challenge {event.number} has ended as {event.ranks}"
        self.results[event.number] = event.ranks
        self._met |= dict.fromkeys(map(frozenset, combinations(members, 2)), event.at)
        self._move(members, event.ranks)

    def _move(self, members: Sequence[MemberId], ranks: Sequence[int]) -> None:
        """Moves members by a result. Of two, a challenger who wins takes the other's place if that
        is above. At larger tables, all divide their places by rank.
        """
        before = {id_: self._place(id_) for id_ in members}
        if len(members) > 2:
            line = sorted(members, key=lambda id_: (ranks[members.index(id_)], before[id_]))
            for place, id_ in zip(sorted(before.values()), line, strict=True):
                self.places[place] = id_
            return
        challenger, other = members
        if ranks[0] < ranks[1] and before[other] < before[challenger]:
            self.places.remove(challenger)
            self.places.insert(before[other], challenger)


async def _in_match(
    db: Database, held: Held, reading: _Reading, number: int, match_id: MatchId
) -> AsyncIterator[str]:
    """Faults of a match. It must be of the challenge's members, and have ended as the log says."""
    members, match = reading.members[number], await matches.get(db, match_id)
    people: list[PlayerId | None] = [held.people[id_] for id_ in members]
    if sorted(match.seated) != sorted(filter(None, people)):
        yield f"challenge {number} was played by {match.seated}"
    if match.ending is None or match.ending.ranks is None:
        yield f"match {match_id} has no result"
        return
    by_player = dict(zip(match.players, match.ending.ranks, strict=True))
    if tuple(by_player.get(one) for one in people) != reading.results.get(number):
        yield f"challenge {number} is entered as {reading.results.get(number)}, not {by_player}"
