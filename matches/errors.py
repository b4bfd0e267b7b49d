"""Why a use case refuses. `refusal` is for people (sentences in `matches.texts`), `str` for logs.

Fields named `player` or `*_player` hold Discord user ids, `match` a match's public id.

    TableError
    ├── UnknownMatch  MatchFrozen  StaleMatch  Unavailable
    ├── NotOpen  NotRunning  MatchOver
    ├── NotSeated  NotYourTurn  NotHost  NotInvited  AlreadyJoined  SeatTaken  TableFull  NotFull
    ├── WrongInvitations
    ├── NothingToConfirm  NoDraft  NothingPrepared  TooManyPrepared  TurnTooLong
    └── NoOffer  AlreadyOffered  AlreadyAgreed  TooLate  HasWithdrawn
"""

from __future__ import annotations

from typing import ClassVar

from games.words import Refusal


class TableError(Exception):
    """A refusal by a use case: nothing was changed."""

    code: ClassVar[str]

    def __init__(self, **fields: str | int) -> None:
        super().__init__(f"{self.code}: {fields}")
        self.refusal = Refusal(self.code, fields)


class UnknownMatch(TableError):
    """There is no match with this id."""

    code = "unknown-match"


class MatchFrozen(TableError):
    """The log does not replay under the present rules; `number` is the turn, `text` its text."""

    code = "match-frozen"


class StaleMatch(TableError):
    """The position (or the draft) is not the one that the player saw; `seq` is the present one."""

    code = "stale-match"


class Unavailable(TableError):
    """The database could not be reached or is too busy; trying again later makes sense."""

    code = "unavailable"


class NotOpen(TableError):
    """The table does not wait for players (any more): it was closed, or the match has begun."""

    code = "not-open"


class NotRunning(TableError):
    """The match has not begun."""

    code = "not-running"


class MatchOver(TableError):
    """The match is finished or was aborted."""

    code = "match-over"


class NotSeated(TableError):
    """Only the players of the match may do this."""

    code = "not-seated"


class NotYourTurn(TableError):
    """Another seat is to move: `player`'s. `text` is what was typed, to show how to prepare it."""

    code = "not-your-turn"


class NotHost(TableError):
    """Only the host of the table may do this."""

    code = "not-host"


class NotInvited(TableError):
    """The challenge is for others."""

    code = "not-invited"


class AlreadyJoined(TableError):
    """The player has a seat already."""

    code = "already-joined"


class SeatTaken(TableError):
    """Somebody else has this seat, or the table has no such seat."""

    code = "seat-taken"


class TableFull(TableError):
    """All seats are taken, and the match has begun."""

    code = "table-full"


class NotFull(TableError):
    """Too few players to start; `allowed` lists the numbers that the game is for."""

    code = "not-full"


class WrongInvitations(TableError):
    """The invited players don't fit the seats, or the host is among them, or one comes twice."""

    code = "wrong-invitations"


class NothingToConfirm(TableError):
    """No turn has been begun."""

    code = "nothing-to-confirm"


class NoDraft(TableError):
    """There is nothing to take back."""

    code = "no-draft"


class NothingPrepared(TableError):
    """No turns are prepared, or none were given."""

    code = "nothing-prepared"


class TooManyPrepared(TableError):
    """More prepared turns than `limit`."""

    code = "too-many-prepared"


class TurnTooLong(TableError):
    """A text of more than `limit` characters."""

    code = "turn-too-long"


class NoOffer(TableError):
    """Nobody has offered a draw."""

    code = "no-offer"


class AlreadyOffered(TableError):
    """The player has offered a draw since his last turn."""

    code = "already-offered"


class AlreadyAgreed(TableError):
    """The player has agreed to the draw already."""

    code = "already-agreed"


class TooLate(TableError):
    """Everyone has moved; the match can't be aborted any more."""

    code = "too-late"


class HasWithdrawn(TableError):
    """The player has withdrawn from the match."""

    code = "has-withdrawn"
