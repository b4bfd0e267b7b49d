"""What somebody would like to play, as values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any, Literal, TypeAlias, get_args

import games
from matches.model.clock import Clock
from matches.model.errors import PartyTooLarge
from matches.model.ids import ChannelId, GuildId
from matches.model.match import is_evened_out

CLOCKS = tuple(map(Clock.read, ("15m+10s", "1d", "3d", "7d")))
"""The clocks that can be wished for, the fastest first. They are few, so that people meet."""
SLOW = tuple(clock for clock in CLOCKS if not clock.live)
"""The clocks with which nobody has to be present when the match begins."""

STRENGTHS = (100, 200, 400, None)
"""The points by which others may be stronger or weaker; None: any number."""

Where: TypeAlias = Literal["anywhere", "direct", "server"]
"""direct: in direct messages · server: in a channel of the server where the wish was made ·
anywhere: there if everybody is there, else in direct messages."""
WHERES: tuple[Where, ...] = get_args(Where)

LIFETIME = timedelta(days=14)
"""How long a wish stands."""
LIVE_LIFETIME = timedelta(hours=1)
"""How long a wish for a live match stands. It is short because the match begins at once, so people
have to be present.
"""


@dataclass(frozen=True, slots=True, order=True)
class TableKind:
    """A kind of table: a game, by its key, and a number of players, perhaps `with_return` match."""

    game: str
    seats: int
    with_return: bool = False

    def __str__(self) -> str:
        return f"{self.game}-{self.seats}{_AND_RETURN if self.with_return else ''}"

    @property
    def sought(self) -> tuple[str, int]:
        """The key by which tables of this kind are looked up: tables with a return match are kept
        apart from others.
        """
        return f"{self.game}{_AND_RETURN if self.with_return else ''}", self.seats

    @property
    def matches(self) -> int:
        """The number of matches that begin at such a table: two with a return match."""
        return 2 if self.with_return else 1

    @classmethod
    def read(cls, text: str) -> TableKind:
        """The inverse of `str`. Raises ValueError for a kind that there isn't."""
        game, _, seats = text.removesuffix(_AND_RETURN).rpartition("-")
        both = text.endswith(_AND_RETURN)
        found = cls(game, int(seats), both) if seats.isdecimal() else None
        if found is None or found not in kinds():
            raise ValueError(f"not a kind of table: {text!r}")
        return found


_AND_RETURN = "+return"


def kinds() -> tuple[TableKind, ...]:
    """All kinds of tables: with a return match in games in which one seat wins more often."""
    return tuple(
        TableKind(game.info.key, seats, with_return)
        for game in games.all_games()
        for seats in game.info.seats
        for with_return in (False, True)
        if not with_return or is_evened_out(game, seats)
    )


@dataclass(frozen=True, slots=True)
class Meeting:
    """A channel in which a wish was made, and whether everybody on the server sees it."""

    guild: GuildId
    channel: ChannelId
    shared: bool = True


@dataclass(frozen=True, slots=True)
class Terms:
    """What a party would like to play: one of these kinds of tables, with one of these clocks,
    against others who are at most `within` points stronger or weaker than each of them.
    """

    kinds: tuple[TableKind, ...]
    clocks: tuple[Clock, ...]
    within: int | None = 200
    where: Where = "anywhere"

    @property
    def live(self) -> bool:
        """Whether only live matches are wished for."""
        return all(clock.live for clock in self.clocks)

    @property
    def lifetime(self) -> timedelta:
        """How long the wish stands."""
        return LIVE_LIFETIME if self.live else LIFETIME

    def stored(self) -> dict[str, Any]:
        """As JSON."""
        return {
            "kinds": [str(kind) for kind in self.kinds],
            "clocks": [str(clock) for clock in self.clocks],
            "within": self.within,
            "where": self.where,
        }


def kept_to(terms: Terms, meeting: Meeting | None) -> GuildId | None:
    """The only server whose people fit a wish made at this meeting; None if anybody may fit."""
    return meeting.guild if meeting is not None and terms.where == "server" else None


def among(terms: Terms, meeting: Meeting | None) -> tuple[GuildId | None, ...]:
    """Where a wish with these terms can find company: among wishes that keep to these servers, and
    (None) among those that keep to none.
    """
    there = meeting is not None and terms.where != "direct"
    return (None, meeting.guild) if meeting is not None and there else (None,)


def read(stored: Mapping[str, Any]) -> Terms:
    """The inverse of `Terms.stored`. Kinds that this version doesn't know are left out."""
    known = {str(kind): kind for kind in kinds()}
    return Terms(
        tuple(known[text] for text in stored["kinds"] if text in known),
        tuple(map(Clock.read, stored["clocks"])),
        stored["within"],
        stored["where"],
    )


def fitting(terms: Terms, party: int) -> Terms:
    """The terms in their usual order, with only those tables that have a seat for somebody outside
    the party. Raises PartyTooLarge if there is none, and ValueError for terms that can't be wished
    for.
    """
    known = kinds()
    if not terms.kinds or not terms.clocks or not {*terms.kinds} <= {*known}:
        raise ValueError(f"nothing to wish for: {terms}")
    if not {*terms.clocks} <= {*CLOCKS} or terms.within not in STRENGTHS:
        raise ValueError(f"not to be wished for: {terms}")
    if terms.where not in WHERES:
        raise ValueError(f"nowhere: {terms}")
    largest = max(kind.seats for kind in terms.kinds)
    if party >= largest:
        raise PartyTooLarge(limit=largest - 2, seats=largest)
    wide = [kind for kind in known if kind in terms.kinds and kind.seats > party]
    return replace(terms, kinds=tuple(wide), clocks=_in_order(terms.clocks))


def _in_order(clocks: Iterable[Clock]) -> tuple[Clock, ...]:
    chosen = {*clocks}
    return tuple(clock for clock in CLOCKS if clock in chosen)
