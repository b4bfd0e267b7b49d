"""Lists of competitions, by their rows alone. Each function runs on a connection."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Row,
    Select,
    and_,
    distinct,
    false,
    func,
    or_,
    select,
)

from storage.competitions import GOING
from storage.downtime import DOWNTIME_BEFORE_HARD_END
from storage.ids import GuildId, PlayerId
from storage.schema import competition, competition_game, entrant_member, match, seat


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which competitions to list: with one of these statuses, of a guild, or of others that anybody
    may join (`elsewhere` than in the guild); for which a player has signed up, or which they
    direct; in which games wait for the director.
    """

    statuses: Sequence[str]
    guild: GuildId | None = None
    elsewhere: bool = False
    player: PlayerId | None = None
    host: PlayerId | None = None
    stalled: bool = False

    def condition(self) -> ColumnElement[bool]:
        """For a query."""
        found: list[ColumnElement[bool]] = [competition.c.status.in_(list(self.statuses))]
        if self.guild is not None:
            here = competition.c.guild == self.guild
            found.append(and_(~here, competition.c.anywhere) if self.elsewhere else here)
        elif self.elsewhere:
            found.append(competition.c.anywhere.is_(True))
        theirs: list[ColumnElement[bool]] = []
        if self.host is not None:
            theirs.append(competition.c.host == self.host)
        if self.player is not None:
            theirs.append(competition.c.id.in_(_signed(self.player)))
        if theirs:
            found.append(or_(*theirs))
        if self.stalled:
            found.append(competition.c.stalled > 0)
        return and_(*found)


def _signed(player: PlayerId) -> Select[Any]:
    return select(entrant_member.c.competition_id).where(
        entrant_member.c.player_id == player, entrant_member.c.until.is_(None)
    )


_ENTRANTS = (
    select(func.count(distinct(entrant_member.c.entrant)))
    .where(entrant_member.c.competition_id == competition.c.id, entrant_member.c.until.is_(None))
    .correlate(competition)
    .scalar_subquery()
)


def lines(connection: Connection, wanted: Wanted, limit: int, offset: int = 0) -> list[Row[Any]]:
    """Rows of competitions with the number of their entrants, the latest first."""
    query = (
        select(
            competition,
            DOWNTIME_BEFORE_HARD_END.label("downtime"),
            _ENTRANTS.label("entrants"),
        )
        .where(wanted.condition())
        .order_by(competition.c.id.desc())
        .limit(limit)
        .offset(offset)
    )
    return list(connection.execute(query).all())


def count(connection: Connection, wanted: Wanted) -> int:
    """How many such competitions there are."""
    query = select(func.count()).select_from(competition).where(wanted.condition())
    return int(connection.execute(query).scalar_one())


_THEIRS = func.coalesce(match.c.to_move == seat.c.seat, false())


def games_of(
    connection: Connection, player: PlayerId, statuses: Sequence[str], limit: int
) -> list[Row[Any]]:
    """The games of competitions that a player plays in matches of these statuses: where it is
    their turn first.
    """
    query = (
        select(
            competition_game,
            competition.c.name,
            match.c.status,
            match.c.due_at,
            _THEIRS.label("theirs"),
        )
        .join_from(seat, match, match.c.id == seat.c.match_id)
        .join(competition_game, competition_game.c.match_id == match.c.id)
        .join(competition, competition.c.id == competition_game.c.competition_id)
        .where(seat.c.player_id == player, match.c.status.in_(list(statuses)))
        .order_by(_THEIRS.desc(), match.c.id)
        .limit(limit)
    )
    return list(connection.execute(query).all())


def settings_of(connection: Connection, player: PlayerId, besides: int) -> list[str]:
    """The settings of the other competitions that go on and for which a player has signed up."""
    query = select(competition.c.settings).where(
        competition.c.id.in_(_signed(player)),
        competition.c.status.in_(GOING),
        competition.c.id != besides,
    )
    return list(connection.execute(query).scalars())


def count_hosted(connection: Connection, host: PlayerId) -> int:
    """How many competitions that go on a player directs."""
    query = select(func.count()).where(competition.c.host == host, competition.c.status.in_(GOING))
    return int(connection.execute(query).scalar_one())
