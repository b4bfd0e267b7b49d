"""Why a use case refuses. `refusal` is for people (see `matches.model.texts`), `str` for logs.

Fields named `player` or `*_player` hold Discord user ids, `match` a match's public id.

    TableError
    ├── UnknownMatch  MatchFrozen  StaleMatch  Unavailable
    ├── NotOpen  NotRunning  MatchOver
    ├── NotSeated  NotYourTurn  NotHost  NotInvited  AlreadyJoined  SeatTaken  TableFull  NotFull
    ├── WrongInvitations  YoungestFirst
    ├── NothingToConfirm  NoDraft  TurnTooLong
    ├── NothingPrepared  NothingToPrepare  TooManyPrepared
    ├── TimeIsUp  NoClock  TimeLeft  NotAgainstYou
    ├── WrongVacation  VacationOverlaps  VacationTooLong  NoVacation
    ├── Adjourned  NotAdjourned  NothingToTakeBack  NoRequest  RequestPending
    ├── AlreadyAsked  AlreadyGranted  NotOver  PlayersGone  RematchExists
    ├── Rated  NothingToAnalyse
    ├── TooManyTables  TooManyMatches  NotTogether  PrivateAlone  NotYourself
    ├── UnknownLevel  TooManyComputerMatches
    ├── OpenedTooOften  InvitedTooOften  ServerTooBusy  LeftTooOften  VacationTooOften
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

    def __str__(self) -> str:
        """What the database says."""
        return str(self.__cause__ or super().__str__())


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
    """More invited players than seats, or the host is among them, or one comes twice."""

    code = "wrong-invitations"


class YoungestFirst(TableError):
    """All are there; the match begins when the youngest says so."""

    code = "youngest-first"


class NothingToConfirm(TableError):
    """No turn has been begun."""

    code = "nothing-to-confirm"


class NoDraft(TableError):
    """There is nothing to take back."""

    code = "no-draft"


class NothingPrepared(TableError):
    """No turns are prepared."""

    code = "nothing-prepared"


class NothingToPrepare(TableError):
    """No turn stands behind the semicolon; `example` is one of the game."""

    code = "nothing-to-prepare"


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


class TimeIsUp(TableError):
    """The time of the seat to move is over."""

    code = "time-is-up"


class NoClock(TableError):
    """The match is played without a clock, so that nobody's time is ever over."""

    code = "no-clock"


class TimeLeft(TableError):
    """The time of `player`, who is to move, is not over before `due_at` (seconds since 1970)."""

    code = "time-left"


class NotAgainstYou(TableError):
    """Only opponents of `player`, who is to move, may claim that his time is over."""

    code = "not-against-you"


class WrongVacation(TableError):
    """A vacation that would end before it begins, or begins in the past or too far ahead."""

    code = "wrong-vacation"


class VacationOverlaps(TableError):
    """The player has a vacation in that time already, until `ends_at` (seconds since 1970)."""

    code = "vacation-overlaps"


class VacationTooLong(TableError):
    """More days than the player has left in that `year`: `left`; each year has `limit`."""

    code = "vacation-too-long"


class NoVacation(TableError):
    """The player is not on vacation and plans none."""

    code = "no-vacation"


class Adjourned(TableError):
    """The match stands still until it is resumed."""

    code = "adjourned"


class NotAdjourned(TableError):
    """The match does not stand still."""

    code = "not-adjourned"


class NothingToTakeBack(TableError):
    """The player has entered no turn, or none since somebody withdrew."""

    code = "nothing-to-take-back"


class NoRequest(TableError):
    """Nobody asks for anything."""

    code = "no-request"


class RequestPending(TableError):
    """Another request waits for an answer; `player` asks."""

    code = "request-pending"


class AlreadyAsked(TableError):
    """The player has asked for the same in this position."""

    code = "already-asked"


class AlreadyGranted(TableError):
    """The player has agreed already, or need not be asked."""

    code = "already-granted"


class NotOver(TableError):
    """The match (or the table) is not over."""

    code = "not-over"


class PlayersGone(TableError):
    """A player of the match had himself forgotten, or never came."""

    code = "players-gone"


class RematchExists(TableError):
    """There is a rematch already: `match`."""

    code = "rematch-exists"


class TooManyTables(TableError):
    """The player has opened `limit` tables that still wait."""

    code = "too-many-tables"


class TooManyMatches(TableError):
    """The player plays `limit` matches already."""

    code = "too-many-matches"


class NotTogether(TableError):
    """One of the players has blocked another; nobody is told who."""

    code = "not-together"


class PrivateAlone(TableError):
    """A private table to which too few are invited: nobody else could ever join it."""

    code = "private-alone"


class NotYourself(TableError):
    """One can't block oneself."""

    code = "not-yourself"


class UnknownLevel(TableError):
    """There are no computer players of level `number`; the levels go from 1 to `most`."""

    code = "unknown-level"


class TooManyComputerMatches(TableError):
    """The player plays `limit` matches with computer players already."""

    code = "too-many-with-robots"


class OpenedTooOften(TableError):
    """The player has opened `limit` tables and challenges lately; `possible_at` (seconds since
    1970) the next one can be opened.
    """

    code = "opened-too-often"


class InvitedTooOften(TableError):
    """The player has invited `other_player` `limit` times lately without their accepting; possible
    again from `possible_at` on.
    """

    code = "invited-too-often"


class ServerTooBusy(TableError):
    """Too much has been opened on this server lately, until `possible_at`."""

    code = "server-too-busy"


class LeftTooOften(TableError):
    """The player has left `limit` tables lately; possible again from `possible_at` on."""

    code = "left-too-often"


class VacationTooOften(TableError):
    """The player has announced `limit` vacations lately; possible again from `possible_at` on."""

    code = "vacation-too-often"


class Rated(TableError):
    """There is no help in a rated match."""

    code = "rated"


class NothingToAnalyse(TableError):
    """No turn was played in the match, or its log does not replay."""

    code = "nothing-to-analyse"
