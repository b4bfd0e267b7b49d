"""A competition as an immutable value: the fold of its log."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any, Literal, TypeAlias

from competitions.model.entrants import Entrant, EntrantId
from competitions.model.errors import CompetitionError
from competitions.model.events import (
    Agreed,
    Attending,
    Cancelled,
    Corrected,
    Decided,
    Ended,
    Event,
    Excused,
    Joined,
    Left,
    Opened,
    Paired,
    Places,
    Reinstated,
    Replaced,
    Stalled,
    Started,
    Unpaired,
    Withdrawn,
)
from competitions.model.pairings import (
    BYES,
    PLAYED,
    Game,
    How,
    Outcome,
    Outcomes,
    Pairing,
    forfeited,
    games_of,
    of_game,
)
from competitions.model.settings import BOUNDS, EXCUSING, Settings

Status: TypeAlias = Literal["open", "running", "over", "cancelled"]


@dataclass(frozen=True, slots=True)
class Competition:
    """A competition after the events so far.

    `signed` are all who have signed up and not left, in the order of sign-up; a team takes its
    place when its last partner agrees. `last` is the highest number given out; `agreed` are the
    teams whose members have all agreed. `rounds` are the pairings of each round, `outcomes` the
    decided games including the director's corrections; `stalled` are undecided games that wait for
    the director. `excused` holds rounds and numbers. Guaranteed: nobody is paired twice in a round,
    only paired games have outcomes, ranks are possible, and after the end only results and the
    order change.
    """

    settings: Settings
    status: Status = "open"
    signed: tuple[Entrant, ...] = ()
    last: int = 0
    agreed: frozenset[EntrantId] = frozenset()
    seeding: tuple[EntrantId, ...] = ()
    rounds: tuple[tuple[Pairing, ...], ...] = ()
    outcomes: Outcomes = field(default_factory=dict)
    stalled: frozenset[Game] = frozenset()
    withdrawn: frozenset[EntrantId] = frozenset()
    excused: frozenset[tuple[int, EntrantId]] = frozenset()
    places: Places = ()
    reason: str = ""

    @property
    def entrants(self) -> tuple[Entrant, ...]:
        """Those who take part or have withdrawn. Before the start, those who would take part."""
        if self.seeding:
            known = {entrant.id: entrant for entrant in self.signed}
            return tuple(known[id_] for id_ in sorted(self.seeding))
        return self._complete[: self.settings.most]

    @property
    def full(self) -> bool:
        """Whether all places are taken; never true if there is no limit."""
        return len(self.entrants) == self.settings.most

    @property
    def waiting(self) -> tuple[Entrant, ...]:
        """The waiting list, first come first."""
        taken = {entrant.id for entrant in self.entrants}
        return tuple(entrant for entrant in self._complete if entrant.id not in taken)

    @property
    def forming(self) -> tuple[Entrant, ...]:
        """Teams that still lack a member's agreement. Until then they have no place."""
        return tuple(entrant for entrant in self.signed if not self._is_complete(entrant))

    @property
    def outside(self) -> tuple[Entrant, ...]:
        """Those who can leave without a trace: everybody before the start, then those who wait."""
        return tuple(entrant for entrant in self.signed if entrant.id not in self.seeding)

    @property
    def _complete(self) -> tuple[Entrant, ...]:
        return tuple(filter(self._is_complete, self.signed))

    def _is_complete(self, entrant: Entrant) -> bool:
        return entrant.size == 1 or entrant.id in self.agreed

    @property
    def remaining(self) -> tuple[EntrantId, ...]:
        """Those who have not withdrawn, in the order of seeding."""
        return tuple(id_ for id_ in self.seeding if id_ not in self.withdrawn)

    @property
    def undecided(self) -> tuple[Game, ...]:
        """The games that have no outcome yet, by round."""
        games = (game for pairing in chain.from_iterable(self.rounds) for game in games_of(pairing))
        return tuple(game for game in games if game not in self.outcomes)

    def pairing(self, game: Game) -> Pairing:
        """The pairing of a game."""
        round_, number, _ = game
        if 1 <= round_ <= len(self.rounds) and 1 <= number <= len(self.rounds[round_ - 1]):
            found = self.rounds[round_ - 1][number - 1]
            if game in games_of(found):
                return found
        raise of_game("unknown-game", game)

    def apply(self, event: Event) -> Competition:
        """The competition after an event. Raises CompetitionError if it can't happen now."""
        return _RULES[type(event)](self, event)


def begun(event: Opened) -> Competition:
    """The competition that a log begins with."""
    return Competition(event.settings)


def fold(events: Iterable[Event], known: Competition | None = None) -> Competition:
    """The competition of a log, or `known` after more of its log. Raises CompetitionError at an
    event that can't happen.
    """
    competition = known
    for event in events:
        if competition is not None:
            competition = competition.apply(event)
        elif isinstance(event, Opened):
            competition = begun(event)
        else:
            break
    if competition is None:
        raise CompetitionError("not-open")
    return competition


def _need(now: Competition, *statuses: Status) -> None:
    if now.status not in statuses:
        raise CompetitionError("not-open" if statuses == ("open",) else "not-running")


def _need_entrant(now: Competition, id_: EntrantId) -> None:
    if id_ not in now.seeding:
        raise CompetitionError("unknown-entrant", entrant=id_)


def _need_present(now: Competition, id_: EntrantId) -> None:
    _need(now, "running")
    _need_entrant(now, id_)
    if id_ in now.withdrawn:
        raise CompetitionError("has-withdrawn", entrant=id_)


def _opened(now: Competition, event: Opened) -> Competition:
    raise CompetitionError("not-open")


def _joined(now: Competition, event: Joined) -> Competition:
    _need(now, "open", "running")
    if event.entrant.id != now.last + 1:
        raise CompetitionError("wrong-number", number=now.last + 1)
    return replace(now, signed=(*now.signed, event.entrant), last=event.entrant.id)


def _agreed(now: Competition, event: Agreed) -> Competition:
    _need(now, "open", "running")
    if event.entrant not in {entrant.id for entrant in now.forming}:
        raise CompetitionError("not-listed", entrant=event.entrant)
    team = next(entrant for entrant in now.signed if entrant.id == event.entrant)
    signed = (*_without(now, event.entrant), team)
    return replace(now, signed=signed, agreed=now.agreed | {event.entrant})


def _left(now: Competition, event: Left) -> Competition:
    _need(now, "open", "running")
    if event.entrant not in {entrant.id for entrant in now.outside}:
        raise CompetitionError("not-listed", entrant=event.entrant)
    return replace(now, signed=_without(now, event.entrant))


def _without(now: Competition, id_: EntrantId) -> tuple[Entrant, ...]:
    return tuple(entrant for entrant in now.signed if entrant.id != id_)


def _started(now: Competition, event: Started) -> Competition:
    _need(now, "open")
    here = [entrant.id for entrant in now.entrants]
    if len(here) < now.settings.least:
        raise CompetitionError("too-few", count=len(here), least=now.settings.least)
    if sorted(event.seeding) != sorted(here):
        raise CompetitionError("wrong-seeding")
    return replace(now, status="running", seeding=event.seeding)


def _excused(now: Competition, event: Excused) -> Competition:
    _need_present(now, event.entrant)
    if now.settings.format not in EXCUSING:
        raise CompetitionError("must-play")
    if event.round <= len(now.rounds):
        raise CompetitionError("wrong-round", round=len(now.rounds) + 1)
    return replace(now, excused=now.excused | {(event.round, event.entrant)})


def _attending(now: Competition, event: Attending) -> Competition:
    _need_present(now, event.entrant)
    if event.round <= len(now.rounds):
        raise CompetitionError("wrong-round", round=len(now.rounds) + 1)
    if (event.round, event.entrant) not in now.excused:
        raise CompetitionError("not-excused", entrant=event.entrant, round=event.round)
    return replace(now, excused=now.excused - {(event.round, event.entrant)})


def _paired(now: Competition, event: Paired) -> Competition:
    _need(now, "running")
    if event.round != len(now.rounds) + 1:
        raise CompetitionError("wrong-round", round=len(now.rounds) + 1)
    most, (fewest, highest) = now.settings.seats, BOUNDS["games"]
    sizes = {len(table) for table in event.tables}
    if not sizes or min(sizes) < 1 or max(sizes) > most or not fewest <= event.games <= highest:
        raise CompetitionError("wrong-tables", most=most)
    for id_, times in Counter(chain.from_iterable(event.tables)).items():
        _need_entrant(now, id_)
        if times > 1:
            raise CompetitionError("paired-twice", entrant=id_)
    outcomes = dict(now.outcomes)
    pairings = tuple(_as_played(now, pairing) for pairing in event.pairings)
    for pairing in pairings:
        outcomes.update(_decided_unplayed(now, pairing))
    return replace(now, rounds=(*now.rounds, pairings), outcomes=outcomes)


def _as_played(now: Competition, pairing: Pairing) -> Pairing:
    """The pairing, noting whether partners play in it. They do at full tables only."""
    full = len(pairing.seats) == now.settings.seats
    return replace(pairing, partners=now.settings.partners and full)


def _decided_unplayed(now: Competition, pairing: Pairing) -> Outcomes:
    """The outcomes of a pairing that is not played: byes, and games of those who have withdrawn."""
    gone = [id_ for id_ in pairing.seats if id_ in now.withdrawn]
    excused = [id_ for id_ in pairing.seats if (pairing.round, id_) in now.excused]
    if pairing.bye:
        how: How = "forfeit" if gone else "excused" if excused else "bye"
        return {(pairing.round, pairing.number, 0): Outcome((1,), how)}
    if excused:
        raise CompetitionError("is-excused", entrant=excused[0], round=pairing.round)
    if len(gone) + 1 < len(pairing.seats) and gone:
        raise CompetitionError("has-withdrawn", entrant=gone[0])
    return {game: forfeited(pairing, game, gone) for game in games_of(pairing)} if gone else {}


def _unpaired(now: Competition, event: Unpaired) -> Competition:
    _need(now, "running")
    if not event.round == len(now.rounds) > 0:
        raise CompetitionError("wrong-round", round=len(now.rounds))
    inside = [game for pairing in now.rounds[-1] for game in games_of(pairing)]
    for game in inside:
        if game in now.outcomes and now.outcomes[game].how not in BYES:
            raise of_game("already-decided", game)
    return replace(
        now,
        rounds=now.rounds[:-1],
        outcomes={game: one for game, one in now.outcomes.items() if game not in inside},
        stalled=now.stalled.difference(inside),
    )


def _stalled(now: Competition, event: Stalled) -> Competition:
    _need(now, "running")
    for game in event.games or ((0, 0, 0),):
        now.pairing(game)
        if game in now.outcomes:
            raise of_game("already-decided", game)
    return replace(now, stalled=now.stalled.union(event.games))


def _check(pairing: Pairing, outcome: Outcome) -> None:
    """Refuses impossible ranks: somebody must be first unless all share the last rank; gaps are
    allowed. Refuses byes and games decided in a way that only the other kind can be.
    """
    ranks, seats = outcome.ranks, len(pairing.seats)
    possible = all(1 <= rank <= seats for rank in ranks)
    if len(ranks) != seats or not possible or (min(ranks) > 1 and ranks != (seats,) * seats):
        raise CompetitionError("wrong-ranks", seats=seats)
    if outcome.how not in (BYES if pairing.bye else PLAYED):
        raise CompetitionError("wrong-how", pairing=pairing.number, round=pairing.round)


def _decided(now: Competition, event: Decided) -> Competition:
    _need(now, "running")
    _check(now.pairing(event.game), event.outcome)
    if event.game in now.outcomes:
        raise of_game("already-decided", event.game)
    outcomes = {**now.outcomes, event.game: event.outcome}
    return replace(now, outcomes=outcomes, stalled=now.stalled - {event.game})


def _corrected(now: Competition, event: Corrected) -> Competition:
    _need(now, "running", "over")
    _check(now.pairing(event.game), event.outcome)
    if event.game not in now.outcomes:
        raise of_game("not-decided", event.game)
    outcomes = {**now.outcomes, event.game: event.outcome}
    return replace(now, outcomes=outcomes)


def _withdrawn(now: Competition, event: Withdrawn) -> Competition:
    _need_present(now, event.entrant)
    return replace(now, withdrawn=now.withdrawn | {event.entrant})


def _need_withdrawn(now: Competition, id_: EntrantId) -> None:
    _need(now, "running")
    _need_entrant(now, id_)
    if id_ not in now.withdrawn:
        raise CompetitionError("not-withdrawn", entrant=id_)


def _reinstated(now: Competition, event: Reinstated) -> Competition:
    _need_withdrawn(now, event.entrant)
    return replace(now, withdrawn=now.withdrawn - {event.entrant})


def _replaced(now: Competition, event: Replaced) -> Competition:
    _need_withdrawn(now, event.entrant)
    coming = next((entrant for entrant in now.waiting if entrant.id == event.by), None)
    if coming is None:
        raise CompetitionError("not-waiting", entrant=event.by)
    signed = tuple(
        replace(coming, id=entrant.id) if entrant.id == event.entrant else entrant
        for entrant in _without(now, event.by)
    )
    agreed = now.agreed - {event.by} | ({event.entrant} if coming.size > 1 else set())
    withdrawn = now.withdrawn - {event.entrant}
    excused = frozenset(
        (round_, id_)
        for round_, id_ in now.excused
        if id_ != event.entrant or round_ <= len(now.rounds)
    )
    return replace(now, signed=signed, agreed=agreed, withdrawn=withdrawn, excused=excused)


def _ended(now: Competition, event: Ended) -> Competition:
    _need(now, "running", "over")
    if count := len(now.undecided):
        raise CompetitionError("unfinished", count=count)
    if sorted(chain.from_iterable(event.places)) != sorted(now.seeding):
        raise CompetitionError("wrong-places")
    return replace(now, status="over", places=event.places, reason=event.reason)


def _cancelled(now: Competition, event: Cancelled) -> Competition:
    _need(now, "open", "running")
    return replace(now, status="cancelled", reason=event.reason)


_RULES: Mapping[type[Event], Callable[[Competition, Any], Competition]] = {
    Opened: _opened,
    Joined: _joined,
    Agreed: _agreed,
    Left: _left,
    Started: _started,
    Excused: _excused,
    Attending: _attending,
    Paired: _paired,
    Unpaired: _unpaired,
    Stalled: _stalled,
    Decided: _decided,
    Corrected: _corrected,
    Withdrawn: _withdrawn,
    Reinstated: _reinstated,
    Replaced: _replaced,
    Ended: _ended,
    Cancelled: _cancelled,
}
