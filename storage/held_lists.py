"""Lists of competitions, ladders and leagues, made from their rows alone. Functions of a connection
only read.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Row,
    Select,
    Table,
    and_,
    distinct,
    exists,
    func,
    or_,
    select,
    true,
)

from storage import competitions, ladders, leagues
from storage.downtime import DOWNTIME_BEFORE_HARD_END
from storage.ids import ChannelId, GuildId, LadderNumber, PlayerId
from storage.schema import (
    competition,
    entrant_member,
    ladder,
    ladder_member,
    league,
    league_member,
)


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which ones to list. A field that is None does not restrict the list."""

    statuses: Sequence[str]
    """One of these."""
    guild: GuildId | None = None
    """Held on this server."""
    elsewhere: bool = False
    """Instead: held on other servers than that one, and open to everyone."""
    channels: Collection[ChannelId] | None = None
    """Held in one of these channels, or open to everyone."""
    player: PlayerId | None = None
    """This player takes part in it, or directs it."""


class Listed:
    """One kind with its members. `present` is the condition for current members, `listed` the
    condition for being listed at all; rows have `more` columns besides their own. Those that a
    player directs are counted by the distinct values of `counted`.
    """

    def __init__(
        self,
        table: Table,
        members: Table,
        present: ColumnElement[bool],
        *,
        listed: ColumnElement[bool] | None = None,
        counted: ColumnElement[int] | None = None,
        more: Sequence[ColumnElement[Any]] = (),
    ) -> None:
        self.table, self._members, self._present = table, members, present
        self._listed = true() if listed is None else listed
        self.counted: ColumnElement[int] = table.c.id if counted is None else counted
        self._more = more
        self._owner = members.c[f"{table.name}_id"]

    def lines(
        self, connection: Connection, wanted: Wanted, limit: int, offset: int = 0
    ) -> list[Row[Any]]:
        """Their rows, the latest first."""
        query = (
            select(self.table, *self._more)
            .where(self._condition(wanted))
            .order_by(self.table.c.id.desc())
            .limit(limit)
            .offset(offset)
        )
        return list(connection.execute(query).all())

    def count(self, connection: Connection, wanted: Wanted) -> int:
        """How many of them there are."""
        query = select(func.count()).select_from(self.table).where(self._condition(wanted))
        return int(connection.execute(query).scalar_one())

    def directed(self, host: PlayerId, going: Sequence[str]) -> ColumnElement[bool]:
        """For a query: those still running that a player directs."""
        mine = self.table.c
        return and_(mine.host == host, mine.status.in_(going), self._listed)

    def of_player(self, player: PlayerId) -> Select[Any]:
        """The numbers of those to which a player belongs."""
        return select(self._owner).where(self._members.c.player_id == player, self._present)

    def _condition(self, wanted: Wanted) -> ColumnElement[bool]:
        mine = self.table.c
        found: list[ColumnElement[bool]] = [mine.status.in_(list(wanted.statuses)), self._listed]
        if wanted.elsewhere:
            found.append(mine.anywhere.is_(True))
        if wanted.guild is not None:
            here = mine.guild == wanted.guild
            found.append(~here if wanted.elsewhere else here)
        if wanted.channels is not None:
            found.append(or_(mine.channel.in_(sorted(wanted.channels)), mine.anywhere))
        if wanted.player is not None:  # Each half uses its own index; an OR would use neither.
            directed = select(mine.id).where(mine.host == wanted.player)
            found.append(mine.id.in_(self.of_player(wanted.player).union(directed)))
        return and_(*found)


_ENTRANTS = (
    select(func.count(distinct(entrant_member.c.entrant)))
    .where(entrant_member.c.competition_id == competition.c.id, entrant_member.c.until.is_(None))
    .correlate(competition)
    .scalar_subquery()
)

_SECTION = competition.alias("one_section")
_DIVIDED = exists().where(_SECTION.c.whole == competition.c.id, _SECTION.c.whole.is_not(None))
"""The second condition lets the query use the index, which has only rows with a whole."""

COMPETITIONS = Listed(
    competition,
    entrant_member,
    entrant_member.c.until.is_(None),
    listed=and_(competition.c.league.is_(None), ~_DIVIDED),
    counted=func.coalesce(competition.c.whole, competition.c.id),
    more=(DOWNTIME_BEFORE_HARD_END.label("downtime"), _ENTRANTS.label("entrants")),
)
"""All but divisions of leagues and what was divided into sections, with the number of their
entrants. Sections of the same whole count once among those that somebody directs.
"""
LADDERS = Listed(ladder, ladder_member, ladder_member.c.until.is_(None))
LEAGUES = Listed(league, league_member, leagues.CONCERNED)


_DIRECTED = (
    (COMPETITIONS, competitions.GOING),
    (LADDERS, ladders.GOING),
    (LEAGUES, leagues.GOING),
)


def count_hosted(
    connection: Connection, host: PlayerId, besides: tuple[str, int] | None = None
) -> int:
    """How many running competitions, ladders and leagues a player directs, `besides` one, which is
    given by its table and its number. Divisions of leagues don't count, and sections of the same
    whole count once.
    """
    found = 0
    for kind, going in _DIRECTED:
        query = select(func.count(distinct(kind.counted))).where(kind.directed(host, going))
        if besides is not None and besides[0] == kind.table.name:
            query = query.where(kind.table.c.id != besides[1])
        found += int(connection.execute(query).scalar_one())
    return found


def count_ladders(connection: Connection, player: PlayerId, besides: LadderNumber | None) -> int:
    """The number of other running ladders that a player is on."""
    query = select(func.count()).where(
        ladder.c.id.in_(LADDERS.of_player(player)),
        ladder.c.status.in_(ladders.GOING),
        ladder.c.id != besides,
    )
    return int(connection.execute(query).scalar_one())
