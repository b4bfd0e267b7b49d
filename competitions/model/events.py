"""The events of a competition. Its log is a list of them, and everything else follows from it.

Entrants are named by their numbers, never by who they are. Who decided something, and when, is
stored with the log, beside the event. So are reasons, which are people's own words: a reason
becomes empty when its author's data are deleted.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from competitions.model.entrants import Entrant, EntrantId
from competitions.model.pairings import Game, Outcome, Pairing
from competitions.model.settings import Settings

Tables: TypeAlias = tuple[tuple[EntrantId, ...], ...]
"""Those who sit together, in the order of their seats."""

Places: TypeAlias = tuple[tuple[EntrantId, ...], ...]
"""The final order, best first; those who share a place are together."""


@dataclass(frozen=True, slots=True)
class Opened:
    """Sign-up begins. The first event of every log."""

    settings: Settings


@dataclass(frozen=True, slots=True)
class Joined:
    """Somebody signs up, under the next number. If all places are taken or play has started, they
    wait. A team has no place until all its members have agreed.
    """

    entrant: Entrant


@dataclass(frozen=True, slots=True)
class Agreed:
    """All members of a team have agreed."""

    entrant: EntrantId


@dataclass(frozen=True, slots=True)
class Left:
    """An entrant leaves before the start, or leaves the waiting list at any time. The first on the
    waiting list moves up. There is a `reason` if the director has removed them.
    """

    entrant: EntrantId
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Started:
    """Sign-up ends. The `seeding` names all entrants, in order of strength or as drawn by lot. An
    entrant's pairing number is their place in it.
    """

    seeding: tuple[EntrantId, ...]


@dataclass(frozen=True, slots=True)
class Excused:
    """An entrant asks not to be paired in a future round: a half-point bye."""

    entrant: EntrantId
    round: int


@dataclass(frozen=True, slots=True)
class Attending:
    """An entrant who was excused from a future round wants to play in it after all."""

    entrant: EntrantId
    round: int


@dataclass(frozen=True, slots=True)
class Paired:
    """A round is paired: its pairings are numbered from 1 in the order of the `tables`.

    This also decides what is not played: byes, and pairings all but one of whose entrants have
    withdrawn.
    """

    round: int
    tables: Tables
    games: int = 1

    @property
    def pairings(self) -> tuple[Pairing, ...]:
        """The pairings of the round. A bye is one game."""
        return tuple(
            Pairing(self.round, number, seats, self.games if len(seats) > 1 else 1)
            for number, seats in enumerate(self.tables, 1)
        )


@dataclass(frozen=True, slots=True)
class Unpaired:
    """The director takes back the pairings of the last round, none of which was played."""

    round: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Stalled:
    """These games won't end on their own: the director has to decide them."""

    games: tuple[Game, ...]


@dataclass(frozen=True, slots=True)
class Decided:
    """A game has ended; there is a `reason` if the director decided it."""

    game: Game
    outcome: Outcome
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Corrected:
    """The director changes the outcome of a decided game. The latest correction counts.

    Later rounds stay as they were paired. If the competition is over, its order is computed again.
    """

    game: Game
    outcome: Outcome
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """An entrant withdraws after the start. They keep their results; their running games are still
    to be decided.
    """

    entrant: EntrantId
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Reinstated:
    """An entrant who had withdrawn takes part again, from the next round on."""

    entrant: EntrantId
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Replaced:
    """Somebody from the waiting list, `by`, takes over the number of an entrant who withdrew."""

    entrant: EntrantId
    by: EntrantId
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Ended:
    """The competition is over, with this final order. After a correction this event can follow
    again, with another order.
    """

    places: Places
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Cancelled:
    """The director ends the competition without an order, before or after the start."""

    reason: str = ""


Event: TypeAlias = (
    Opened
    | Joined
    | Agreed
    | Left
    | Started
    | Excused
    | Attending
    | Paired
    | Unpaired
    | Stalled
    | Decided
    | Corrected
    | Withdrawn
    | Reinstated
    | Replaced
    | Ended
    | Cancelled
)


def reason_of(event: Event) -> str:
    """The reason given for an event; empty if there is none."""
    return getattr(event, "reason", "")
