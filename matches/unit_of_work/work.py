"""The unit of work of one use case: what it finds, and what it wants to be written."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypedDict

from sqlalchemy import Connection

from games.errors import MoveError
from games.play import play_turn
from games.protocol import Seat
from matches.model.computer_players import is_computer_player
from matches.model.errors import StaleMatch, TimeIsUp
from matches.model.ids import ChannelId, MatchNumber, MessageId, PlayerId
from matches.model.log import Log
from matches.model.match import Match, Status
from matches.model.played import Draft, Played
from storage.matches import Chair


class Changes(TypedDict, total=False):
    """Columns of the match that do not follow from its log."""

    seats: int
    options: dict[str, str]
    status: Status
    to_move: None
    official: bool
    thread: ChannelId
    message: MessageId
    board: MessageId
    other_half: MatchNumber


@dataclass
class UnitOfWork:
    """One match during a use case. Everything the use case leaves here is written, or nothing.

    A use case reads `match`, writes entries into `log`, and sets the fields below where it changes
    more than the log.
    """

    number: MatchNumber
    match: Match
    """The match as it was found, and as it was left once the unit of work is done."""
    log: Log
    seen: int
    """The `seq` that is assumed for a player who names none."""
    stored_draft: str | None
    """The text of the valid draft: "" after a reset, None if there is none."""
    repeated: bool = False
    """Whether the interaction had been carried out before."""
    behind: bool = True
    """Whether the outbox may still hold boards of the match from before the use case."""
    connection: Connection | None = None
    """For use cases that look something up. They must not write with it."""
    draft: Draft | None = None
    """The draft to store."""
    chairs: list[Chair] | None = None
    """The players in their new seats, if an open table's seating changes."""
    newcomer: tuple[Seat, PlayerId] | None = None
    """The player who takes over a seat of a running match, and that seat."""
    leaver: Seat | None = None
    """The seat that is offered by others than its player, who has to be told."""
    changes: Changes = field(default_factory=Changes)
    before_writing: Callable[[Connection], None] | None = None
    """Called first inside the transaction, for what depends on more than this match. It raises to
    refuse."""
    open_beside: Callable[[Connection], MatchNumber] | None = None
    """Called next, if another match begins in the same transaction: the other half of this one."""

    def require_fresh(self, seq: int | None) -> None:
        """Raises StaleMatch if the position is not the one that the player saw."""
        match = self.match
        if not match.base <= (self.seen if seq is None else seq) <= match.seq:
            raise self.stale()

    def require_time(self) -> None:
        """Raises TimeIsUp if the time of the seat to move is over and no claim is needed.

        Computer players never lose on time: how long they take depends on the machine.
        """
        match, now = self.match, self.log.at
        if is_computer_player(match.player_to_move):
            return
        if match.at_end == "automatic" and now is not None and match.time_is_over(now):
            raise TimeIsUp(match=match.id)

    def stale(self) -> StaleMatch:
        """The refusal of what was meant for another position."""
        return StaleMatch(match=self.match.id, seq=self.match.seq)

    def played(self, player: PlayerId) -> Played:
        """The outcome of a use case that concerns turns."""
        log = self.log
        seat = self.match.seat_of(player)
        return Played(
            match=self.match,
            player=player,
            turns=tuple(log.turns),
            events=tuple(log.events),
            draft=self.draft,
            dropped=tuple(log.dropped),
            prepared=log.queues.get(seat, ()) if seat else (),
            repeated=self.repeated,
            behind=self.behind,
        )


def draft_of(match: Match, seat: Seat, text: str | None) -> Draft:
    """The draft with this text; empty if the text can't be played (any more)."""
    if text:
        try:
            turn = play_turn(match.line, text)
        except MoveError:
            pass
        else:
            return Draft(match, seat, turn.text, turn.line, turn.steps)
    return Draft(match, seat, "", match.line)
