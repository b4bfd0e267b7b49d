"""Why a use case refuses. `refusal` is for people (see `matches.model.texts`), `str` for logs.

Fields named `player` or `*_player` hold players' ids, `match` holds a match's public id.

    TableError
    ├── UnknownMatch  MatchFrozen  StaleMatch  StaleDraft  Unavailable
    ├── NotOpen  NotRunning  MatchOver
    ├── NotSeated  NotYourTurn  NotHost  NotInvited  AlreadyJoined  SeatTaken  TableFull  NotFull
    ├── WrongInvitations  YoungestFirst
    ├── NothingToConfirm  NoDraft  TurnTooLong
    ├── NothingPrepared  NothingToPrepare  TooManyPrepared
    ├── NoCondition  TooManyConditions  BranchTooLong  NoSuchCondition
    ├── TimeIsUp  NoClock  TimeLeft  NotAgainstYou
    ├── WrongVacation  VacationOverlaps  VacationTooLong  NoVacation
    ├── Adjourned  NotAdjourned  NothingToTakeBack  NoRequest  RequestPending
    ├── AlreadyAsked  NotOver  PlayersGone  RematchExists
    ├── Rated  NothingToAnalyse  OfficialMatch  OfficialEnd
    ├── TooManyTables  TooManyMatches  NotTogether  PrivateAlone  ReturnOfTwo  NotYourself
    ├── UnknownLevel  TooManyComputerMatches
    ├── OpenedTooOften  InvitedTooOften  ServerTooBusy  LeftTooOften  VacationTooOften
    ├── UnknownWish  TooManyWishes  PartyTooLarge  WishFulfilled
    ├── SeatOffered  SeatNotOffered  SeatTimeIsUp  SeatForPeople  HasSeat  HasLeft  NameSomebody
    ├── OfficialSeat  HandedOverOften  OfferedTooOften  TooUnreliable
    ├── TouchIsOff
    └── NoOffer  AlreadyOffered  TooLate  HasWithdrawn

What refuses studies stands in `matches.model.study_errors`, what refuses answers to questions in
`matches.model.answer_errors`.
"""

from __future__ import annotations

import re
from typing import ClassVar

from games.words import Refusal

_CAPITAL = re.compile(r"\B[A-Z]")


class TableError(Exception):
    """A refusal by a use case: nothing was changed."""

    code: ClassVar[str]
    """By which texts are found: the name of the class, as in `not-your-turn`."""

    def __init_subclass__(cls) -> None:
        cls.code = _CAPITAL.sub(r"-\g<0>", cls.__name__).lower()

    def __init__(self, **fields: str | int) -> None:
        super().__init__(f"{self.code}: {fields}")
        self.refusal = Refusal(self.code, fields)


class UnknownMatch(TableError):
    """There is no match with this id."""


class MatchFrozen(TableError):
    """The log does not replay under the present rules; `number` is the turn, `text` its text."""


class StaleMatch(TableError):
    """The position (or an offer) is not the one that the player saw; `seq` is the present one."""


class StaleDraft(TableError):
    """The draft is not the one that the player saw, though the position is."""


class Unavailable(TableError):
    """The database could not be reached or is too busy; trying again later makes sense."""

    def __str__(self) -> str:
        """What the database says."""
        return str(self.__cause__ or super().__str__())


class NotOpen(TableError):
    """The table does not wait for players (any more): it was closed, or the match has begun."""


class NotRunning(TableError):
    """The match has not begun."""


class MatchOver(TableError):
    """The match is finished or was aborted."""


class NotSeated(TableError):
    """Only the players of the match may do this."""


class NotYourTurn(TableError):
    """Another seat is to move: `player`'s. `text` shows how to prepare a turn: the one that was
    `typed`, else an example.
    """


class NotHost(TableError):
    """Only the host of the table may do this."""


class NotInvited(TableError):
    """The challenge is for others."""


class AlreadyJoined(TableError):
    """The player has a seat already."""


class SeatTaken(TableError):
    """Somebody else has this seat, or the table has no such seat."""


class TableFull(TableError):
    """All seats are taken, and the match has begun."""


class NotFull(TableError):
    """Too few players to start; `allowed` lists the numbers that the game is for."""


class WrongInvitations(TableError):
    """More invited players than seats, or the host is among them, or one comes twice."""


class YoungestFirst(TableError):
    """All are there; the match begins when the youngest says so."""


class NothingToConfirm(TableError):
    """No turn has been begun."""


class NoDraft(TableError):
    """There is nothing to take back."""


class NothingPrepared(TableError):
    """No turns are prepared."""


class NothingToPrepare(TableError):
    """There is no turn after the semicolon; `example` is one of the game."""


class TooManyPrepared(TableError):
    """More prepared turns than `limit`."""


class NoCondition(TableError):
    """A branch that doesn't end with a turn of the player's own, or has no turn before it."""


class TooManyConditions(TableError):
    """More branches than `limit`, or more text than a log may hold of them."""


class BranchTooLong(TableError):
    """A branch of more turns than `limit`."""


class NoSuchCondition(TableError):
    """The player has no such conditional turn (any more)."""


class TurnTooLong(TableError):
    """A text of more than `limit` characters."""


class NoOffer(TableError):
    """Nobody has offered a draw."""


class AlreadyOffered(TableError):
    """The player has offered a draw since their last turn."""


class TooLate(TableError):
    """Everyone has moved; the match can't be aborted any more."""


class HasWithdrawn(TableError):
    """The player has withdrawn from the match."""


class TimeIsUp(TableError):
    """The time of the seat to move is over."""


class NoClock(TableError):
    """The match is played without a clock, so that nobody's time is ever over."""


class TimeLeft(TableError):
    """The time of `player`, who is to move, is not over before `due_at` (seconds since 1970)."""


class NotAgainstYou(TableError):
    """Only opponents of `player`, who is to move, may claim that their time is over."""


class WrongVacation(TableError):
    """A vacation that would end before it begins, or begins in the past or too far ahead."""


class VacationOverlaps(TableError):
    """The player has a vacation in that time already, until `ends_at` (seconds since 1970)."""


class VacationTooLong(TableError):
    """More days than the player has left in that `year`: `left`; each year has `limit`."""


class NoVacation(TableError):
    """The player is not on vacation and plans none."""


class Adjourned(TableError):
    """The match stands still until it is resumed."""


class NotAdjourned(TableError):
    """The match does not stand still."""


class NothingToTakeBack(TableError):
    """The player has entered no turn, or none since somebody withdrew."""


class NoRequest(TableError):
    """Nobody asks for anything."""


class RequestPending(TableError):
    """Another request waits for an answer; `player` asks."""


class AlreadyAsked(TableError):
    """The player has asked for the same in this position."""


class NotOver(TableError):
    """The match (or the table) is not over."""


class PlayersGone(TableError):
    """A player of the match has had their data deleted, or never came."""


class RematchExists(TableError):
    """There is a rematch already: `match`."""


class TooManyTables(TableError):
    """The player has opened `limit` tables that still wait."""


class TooManyMatches(TableError):
    """The player plays `limit` matches already."""


class NotTogether(TableError):
    """One of the players has blocked another; nobody is told who."""


class PrivateAlone(TableError):
    """A private table to which too few are invited: nobody else could ever join it."""


class ReturnOfTwo(TableError):
    """A return match at a table of more than two: only two players can exchange their seats."""


class NotYourself(TableError):
    """One can't block oneself."""


class UnknownLevel(TableError):
    """There are no computer players of level `number`; the levels go from 1 to `most`."""


class TooManyComputerMatches(TableError):
    """The player plays `limit` matches with computer players already."""


class OpenedTooOften(TableError):
    """The player has opened `limit` tables and challenges lately; `possible_at` (seconds since
    1970) the next one can be opened.
    """


class InvitedTooOften(TableError):
    """The player has invited `other_player` `limit` times lately without their accepting; possible
    again from `possible_at` on.
    """


class ServerTooBusy(TableError):
    """Too much has been opened on this server lately, until `possible_at`."""


class LeftTooOften(TableError):
    """The player has left `limit` tables, tournaments, ladders or leagues lately; possible again
    from `possible_at` on.
    """


class VacationTooOften(TableError):
    """The player has announced `limit` vacations lately; possible again from `possible_at` on."""


class Rated(TableError):
    """There is no help in a rated match."""


class OfficialMatch(TableError):
    """A game of a competition can't be aborted, and no turns are taken back in it."""


class OfficialEnd(TableError):
    """A game of a competition is ended by its director, not by those who manage the server."""


class SeatOffered(TableError):
    """The seat is on offer already."""


class SeatNotOffered(TableError):
    """The seat is not on offer (any more), or to somebody else."""


class SeatTimeIsUp(TableError):
    """The time of the seat is over: nobody can save it any more."""


class SeatForPeople(TableError):
    """Computer players neither take seats over nor hand them over."""


class HasSeat(TableError):
    """`player` has a seat in the match."""


class HasLeft(TableError):
    """Whoever has handed a seat over can't come back into the match."""


class NameSomebody(TableError):
    """Nobody but its players sees the match, so that a seat can only be offered to somebody."""


class OfficialSeat(TableError):
    """In a game of a competition its director replaces players."""


class HandedOverOften(TableError):
    """The seat has been handed over `limit` times in this match, which is the most."""


class OfferedTooOften(TableError):
    """The player has offered `limit` seats lately; possible again from `possible_at` on."""


class TooUnreliable(TableError):
    """The player has kept to `share` percent of their last `count` matches, and the table asks for
    `needed`.
    """


class NothingToAnalyse(TableError):
    """No turn was played in the match, or its log does not replay."""


class UnknownWish(TableError):
    """The player has no such wish, or it stands no more."""


class TooManyWishes(TableError):
    """The player has `limit` wishes already."""


class PartyTooLarge(TableError):
    """A party that leaves no seat to anybody else, even at the tables with the most `seats`; there
    is room for `limit` friends.
    """


class WishFulfilled(TableError):
    """The wish has come true: as `match`."""


class TouchIsOff(TableError):
    """The player has chosen to have no links to boards that can be touched."""
