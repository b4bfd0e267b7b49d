"""What happens to a competition. Its log is a list of these, and says all that is known of it.

Entrants are named by their numbers, never by who they are. Who decided something, and when, stands
beside the event where the log is kept. So do reasons, which are people's own words: once those have
their data deleted, the reason is empty.
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
"""The final order, best first; those who share a place stand together."""


@dataclass(frozen=True, slots=True)
class Opened:
    """Sign-up begins. The first event of every log."""

    settings: Settings


@dataclass(frozen=True, slots=True)
class Joined:
    """Somebody signs up, under the next number. If it is full or has started, they wait. A team has
    no place before all of it have agreed.
    """

    entrant: Entrant


@dataclass(frozen=True, slots=True)
class Agreed:
    """All of a team want to play."""

    entrant: EntrantId


@dataclass(frozen=True, slots=True)
class Left:
    """An entrant leaves before the start, or the waiting list at any time. The first of those who
    wait moves up. The director has a `reason` if it was them.
    """

    entrant: EntrantId
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Started:
    """Sign-up ends. The `seeding` names all entrants in the order of their strength, or as drawn
    by lot; pairing numbers are the places in it.
    """

    seeding: tuple[EntrantId, ...]


@dataclass(frozen=True, slots=True)
class Excused:
    """An entrant asks not to be paired in a round that is to come: a half-point bye."""

    entrant: EntrantId
    round: int


@dataclass(frozen=True, slots=True)
class Attending:
    """An entrant who was excused from a round that is to come takes that back."""

    entrant: EntrantId
    round: int


@dataclass(frozen=True, slots=True)
class Paired:
    """A round is paired: its pairings are counted from 1 in the order of the `tables`.

    What needs no playing is decided by it: byes, and pairings all but one of whom have withdrawn.
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
    """The director takes the pairings of the last round back, of which nothing was played."""

    round: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Stalled:
    """These games won't end by themselves: the director has to decide them."""

    games: tuple[Game, ...]


@dataclass(frozen=True, slots=True)
class Decided:
    """A game has ended; with a `reason`, if the director has decided it."""

    game: Game
    outcome: Outcome
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Corrected:
    """The director changes the outcome of a decided game. Of several corrections the last counts.

    Later rounds stay as they were paired. If it is over already, its order is found anew.
    """

    game: Game
    outcome: Outcome
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """An entrant gives up after the start. They keep their results; their present games are still
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
    """Somebody from the waiting list, `by`, goes on under the number of an entrant who has
    withdrawn.
    """

    entrant: EntrantId
    by: EntrantId
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Ended:
    """It is over, with this final order. After a correction it may be over again, with another."""

    places: Places
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Cancelled:
    """The director ends it without an order, before or after the start."""

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
    """The reason that was given for an event; empty if there is none."""
    return getattr(event, "reason", "")
