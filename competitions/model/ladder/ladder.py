"""A ladder as an immutable value: the fold of its log.

Two seats: a challenger who wins takes the place of the challenged, if that is still above their
own, and those in between move down by one. After a loss or a draw nobody moves. Those who refuse,
or don't answer in time, have lost.

Three or four seats: all play at one table. They then share out the places that they hold when it
ends: the best gets the highest of them, and so on. Members who share a rank keep their order;
others don't move. Those who refuse or don't answer get the lowest of the places, and everybody
keeps their order otherwise.

A member has at most one challenge of their own running, and is challenged at most once.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import combinations
from typing import Any, TypeAlias

from competitions.model.entrants import MemberId
from competitions.model.errors import CompetitionError
from competitions.model.ladder.events import (
    Accepted,
    Annulled,
    Challenged,
    Closed,
    Dropped,
    Event,
    Joined,
    LadderSettings,
    Lapsed,
    Left,
    Moved,
    Opened,
    Played,
    Recalled,
    Refused,
)

Order: TypeAlias = tuple[MemberId, ...]


@dataclass(frozen=True, slots=True)
class Challenge:
    """A running challenge. The deadline for answers isn't in the log, because it is put off while
    the bot is down.
    """

    number: int
    challenger: MemberId
    challenged: Order
    accepted: frozenset[MemberId] = frozenset()

    @property
    def members(self) -> Order:
        """All who take part, the challenger first."""
        return (self.challenger, *self.challenged)

    @property
    def unanswered(self) -> Order:
        """Those who have not accepted. If there are none, the challenge is being played."""
        return tuple(id_ for id_ in self.challenged if id_ not in self.accepted)


@dataclass(frozen=True, slots=True)
class Ladder:
    """A ladder after the events so far.

    `places` are the members, the best first. `challenges` are the running ones by number; `last`
    and `made` are the highest numbers of members and challenges. `seen` is when a member last did
    something, `dropped` when they last dropped, and `met` when the last challenge between two
    ended; those who have left may come back, and so stay in it. `reason` says why it was closed; it
    is empty if its author's data were deleted.
    """

    settings: LadderSettings
    places: Order = ()
    last: int = 0
    made: int = 0
    challenges: Mapping[int, Challenge] = field(default_factory=dict)
    seen: Mapping[MemberId, datetime] = field(default_factory=dict)
    dropped: Mapping[MemberId, datetime] = field(default_factory=dict)
    met: Mapping[frozenset[MemberId], datetime] = field(default_factory=dict)
    closed: bool = False
    reason: str = ""

    def apply(self, event: Event) -> Ladder:
        """The ladder after an event. Raises CompetitionError if it can't happen now."""
        if self.closed:
            raise CompetitionError("closed")
        return _RULES[type(event)](self, event)

    def running(self, id_: MemberId) -> tuple[Challenge, ...]:
        """The challenges of a member, in either direction."""
        return tuple(one for one in self.challenges.values() if id_ in one.members)

    def reachable(self, id_: MemberId, at: datetime) -> Order:
        """The members whom somebody could challenge at this time; none if the ladder has ended."""
        if self.closed:
            return ()
        blocked = self.blocked(id_, at)
        return tuple(other for other in self._near(id_) if other not in blocked)

    def blocked(self, id_: MemberId, at: datetime) -> dict[MemberId, CompetitionError]:
        """The members within somebody's reach who can't be challenged at this time, and why not."""
        found = {other: _objection(self, id_, other, at) for other in self._near(id_)}
        return {other: error for other, error in found.items() if error is not None}

    def _near(self, id_: MemberId) -> Order:
        place = self.places.index(id_)
        return self.places[max(0, place - self.settings.reach) : place]

    def idle(self, id_: MemberId, at: datetime) -> bool:
        """Whether a member has no challenge running, and has done nothing for too long."""
        return not self.running(id_) and at - self.seen[id_] >= self.settings.days("idle")


def fold(events: Iterable[Event]) -> Ladder:
    """The ladder of a log. Raises CompetitionError at an event that can't happen."""
    first, *others = events
    if not isinstance(first, Opened):
        raise CompetitionError("not-open")
    ladder = Ladder(first.settings)
    for event in others:
        ladder = ladder.apply(event)
    return ladder


def due(ladder: Ladder, at: datetime, late: Collection[int] = ()) -> tuple[Event, ...]:
    """The events that the passing of time has made due: of the challenges in `late`, those that are
    unanswered lapse, and idle members drop. `apply` accepts these events in their order, after
    which nothing more is due at that time.
    """
    if ladder.closed:
        return ()
    events: list[Event] = [
        Lapsed(one.number, at)
        for one in ladder.challenges.values()
        if one.unanswered and one.number in late
    ]
    for event in events:
        ladder = ladder.apply(event)
    # From the bottom up: of several idle members, none passes another.
    for id_ in reversed(ladder.places):
        if _drops(ladder, id_, at):
            events.append(Dropped(id_, at))
            ladder = ladder.apply(events[-1])
    return tuple(events)


def _need_member(now: Ladder, id_: MemberId) -> None:
    if id_ not in now.places:
        raise CompetitionError("unknown-entrant", entrant=id_)


def _need_challenge(now: Ladder, number: int) -> Challenge:
    if number not in now.challenges:
        raise CompetitionError("unknown-challenge", number=number)
    return now.challenges[number]


def _objection(
    now: Ladder, challenger: MemberId, other: MemberId, at: datetime
) -> CompetitionError | None:
    """Why somebody can't challenge another at this time; None if they can."""
    if any(one.challenger == challenger for one in now.running(challenger)):
        return CompetitionError("already-challenging")
    steps = now.places.index(challenger) - now.places.index(other)
    if not 0 < steps <= now.settings.reach:
        return CompetitionError("out-of-reach", entrant=other, reach=now.settings.reach)
    if any(other in one.challenged or challenger in one.members for one in now.running(other)):
        return CompetitionError("already-challenged", entrant=other)
    met = now.met.get(frozenset({challenger, other}))
    if met is not None and at < met + now.settings.days("cooldown"):
        until = met + now.settings.days("cooldown")
        return CompetitionError("cooling-down", entrant=other, until=until.isoformat())
    return None


def _opened(now: Ladder, event: Opened) -> Ladder:
    raise CompetitionError("not-open")


def _joined(now: Ladder, event: Joined) -> Ladder:
    if event.member in now.places:
        raise CompetitionError("on-ladder")
    if not 1 <= event.member <= now.last + 1:
        raise CompetitionError("wrong-number", number=now.last + 1)
    places, last = (*now.places, event.member), max(now.last, event.member)
    return _noticed(replace(now, places=places, last=last), (event.member,), event.at)


def _left(now: Ladder, event: Left) -> Ladder:
    _need_member(now, event.member)
    gone = {one.number for one in now.running(event.member)}
    return replace(
        now,
        places=tuple(id_ for id_ in now.places if id_ != event.member),
        challenges={number: one for number, one in now.challenges.items() if number not in gone},
        seen={id_: at for id_, at in now.seen.items() if id_ != event.member},
        dropped={id_: at for id_, at in now.dropped.items() if id_ != event.member},
    )


def _challenged(now: Ladder, event: Challenged) -> Ladder:
    for id_ in (event.challenger, *event.challenged):
        _need_member(now, id_)
    seats, members = now.settings.seats, (event.challenger, *event.challenged)
    if not len(members) == len(set(members)) == seats:
        raise CompetitionError("wrong-tables", most=seats)
    for other in event.challenged:
        objection = _objection(now, event.challenger, other, event.at)
        if objection is not None:
            raise objection
    number = now.made + 1
    made = Challenge(number, event.challenger, event.challenged)
    now = replace(now, made=number, challenges={**now.challenges, number: made})
    return _noticed(now, (event.challenger,), event.at)


def _asked(now: Ladder, event: Accepted | Refused) -> Challenge:
    """The challenge that a member answers. Refused if they have nothing to answer."""
    challenge = _need_challenge(now, event.number)
    if event.member not in challenge.unanswered:
        raise CompetitionError("not-asked", entrant=event.member)
    return challenge


def _accepted(now: Ladder, event: Accepted) -> Ladder:
    challenge = _asked(now, event)
    accepted = replace(challenge, accepted=challenge.accepted | {event.member})
    now = replace(now, challenges={**now.challenges, event.number: accepted})
    return _noticed(now, (event.member,), event.at)


def _refused(now: Ladder, event: Refused) -> Ladder:
    return _without_playing(now, _asked(now, event), (event.member,), event.at)


def _lapsed(now: Ladder, event: Lapsed) -> Ladder:
    challenge = _need_challenge(now, event.number)
    if not challenge.unanswered:
        raise CompetitionError("not-due")
    return _without_playing(now, challenge, challenge.unanswered, event.at)


def _without_playing(now: Ladder, challenge: Challenge, losers: Order, at: datetime) -> Ladder:
    """The ladder after these members have lost without playing. They cool down with everybody else
    in the challenge; the others count as not having met.
    """
    ranks = tuple(2 if id_ in losers else 1 for id_ in challenge.members)
    met = [pair for pair in _pairs(challenge) if pair.intersection(losers)]
    return _moved_by(_ended(now, challenge, met, at), challenge, ranks)


def _recalled(now: Ladder, event: Recalled) -> Ladder:
    challenge = _need_challenge(now, event.number)
    if not challenge.unanswered:
        raise CompetitionError("being-played")
    return _closed_challenge(now, challenge)


def _played(now: Ladder, event: Played) -> Ladder:
    challenge = _need_challenge(now, event.number)
    seats = len(challenge.members)
    if len(event.ranks) != seats or not all(1 <= rank <= seats for rank in event.ranks):
        raise CompetitionError("wrong-ranks", seats=seats)
    if challenge.unanswered:
        raise CompetitionError("not-accepted")
    now = _ended(now, challenge, _pairs(challenge), event.at)
    return _moved_by(_noticed(now, challenge.members, event.at), challenge, event.ranks)


def _moved_by(now: Ladder, challenge: Challenge, ranks: tuple[int, ...]) -> Ladder:
    """The ladder after a result: who has moved."""
    at = {id_: place for place, id_ in enumerate(now.places)}
    rank = dict(zip(challenge.members, ranks, strict=True))
    places = list(now.places)
    if len(ranks) == 2:
        challenger, other = challenge.members
        if rank[challenger] < rank[other] and at[challenger] > at[other]:
            places.insert(at[other], places.pop(at[challenger]))
        return replace(now, places=tuple(places))
    held = sorted(at[id_] for id_ in rank)
    order = sorted(rank, key=lambda id_: (rank[id_], at[id_]))
    for place, id_ in zip(held, order, strict=True):
        places[place] = id_
    return replace(now, places=tuple(places))


def _annulled(now: Ladder, event: Annulled) -> Ladder:
    return _closed_challenge(now, _need_challenge(now, event.number))


def _drops(now: Ladder, id_: MemberId, at: datetime) -> Order:
    """The members behind whom somebody drops at this time; empty if they don't drop."""
    latest = max(now.seen[id_], now.dropped.get(id_, now.seen[id_]))
    if not now.idle(id_, at) or at - latest < now.settings.days("idle"):
        return ()
    below = now.places[now.places.index(id_) + 1 :]
    return tuple(other for other in below if not now.idle(other, at))[: now.settings.drop]


def _dropped(now: Ladder, event: Dropped) -> Ladder:
    _need_member(now, event.member)
    passing = _drops(now, event.member, event.at)
    if not passing:
        raise CompetitionError("not-due")
    places = [id_ for id_ in now.places if id_ != event.member]
    places.insert(places.index(passing[-1]) + 1, event.member)
    dropped = {**now.dropped, event.member: event.at}
    return replace(now, places=tuple(places), dropped=dropped)


def _moved(now: Ladder, event: Moved) -> Ladder:
    _need_member(now, event.member)
    if not 1 <= event.place <= len(now.places):
        raise CompetitionError("wrong-place", most=len(now.places))
    places = [id_ for id_ in now.places if id_ != event.member]
    places.insert(event.place - 1, event.member)
    return replace(now, places=tuple(places))


def _closed(now: Ladder, event: Closed) -> Ladder:
    return replace(now, closed=True, reason=event.reason, challenges={})


def _noticed(now: Ladder, members: Order, at: datetime) -> Ladder:
    """Notes that these members have just done something."""
    return replace(now, seen={**now.seen, **dict.fromkeys(members, at)})


def _closed_challenge(now: Ladder, challenge: Challenge) -> Ladder:
    others = {number: one for number, one in now.challenges.items() if one is not challenge}
    return replace(now, challenges=others)


def _pairs(challenge: Challenge) -> list[frozenset[MemberId]]:
    return [frozenset(pair) for pair in combinations(challenge.members, 2)]


def _ended(
    now: Ladder, challenge: Challenge, met: Iterable[frozenset[MemberId]], at: datetime
) -> Ladder:
    """Ends a challenge. The pairs who have `met` cool down from now on."""
    return replace(_closed_challenge(now, challenge), met={**now.met, **dict.fromkeys(met, at)})


_RULES: Mapping[type[Event], Callable[[Ladder, Any], Ladder]] = {
    Opened: _opened,
    Joined: _joined,
    Left: _left,
    Challenged: _challenged,
    Accepted: _accepted,
    Refused: _refused,
    Lapsed: _lapsed,
    Recalled: _recalled,
    Played: _played,
    Annulled: _annulled,
    Dropped: _dropped,
    Moved: _moved,
    Closed: _closed,
}
