"""Seats that are offered to others, and seats that others have taken over."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from games.protocol import Seat
from matches.model.ids import PlayerId


@dataclass(frozen=True, slots=True)
class SeatOffer:
    """A seat of a match that somebody else may take over: the player `to`, or `anyone`. With
    neither, it was offered to a former player, and nobody can take it.
    """

    seat: Seat
    to: PlayerId | None = None
    anyone: bool = False

    def is_for(self, player: PlayerId) -> bool:
        """Whether the player may take it, as far as that depends on the offer."""
        return self.anyone or self.to == player


@dataclass(frozen=True, slots=True)
class Handover:
    """A seat that went over to somebody else in a running match: the log entry, the number of turns
    before it, and the player who had it until then (None for a former player).

    `reason` is "handover"; or why its player withdrew, if a computer player took their place.
    """

    seat: Seat
    seq: int
    turns: int
    at: datetime
    reason: str
    player: PlayerId | None = None
