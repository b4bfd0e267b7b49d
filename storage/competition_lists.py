"""Lists of competitions, by their rows alone. Each function runs on a connection."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Integer,
    Row,
    Select,
    and_,
    bindparam,
    distinct,
    func,
    or_,
    select,
    union,
)

from storage.competitions import GOING
from storage.downtime import DOWNTIME_BEFORE_HARD_END
from storage.ids import ChannelId, GuildId, MatchNumber, PlayerId
from storage.schema import (
    competition,
    competition_entry,
    competition_game,
    entrant_member,
)


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which competitions to list: with one of these statuses, of a guild, or of others that anybody
    may join (`elsewhere` than in the guild); of a guild's only those in these `channels`, and those
    that anybody may join; for which a `player` has signed up, or which a `host` directs. Divisions
    of leagues are not listed.
    """

    statuses: Sequence[str]
    guild: GuildId | None = None
    elsewhere: bool = False
    channels: Collection[ChannelId] | None = None
    player: PlayerId | None = None
    host: PlayerId | None = None

    def condition(self) -> ColumnElement[bool]:
        """For a query."""
        found: list[ColumnElement[bool]] = [competition.c.status.in_(list(self.statuses))]
        if self.guild is not None:
            here = competition.c.guild == self.guild
            found.append(and_(~here, competition.c.anywhere.is_(True)) if self.elsewhere else here)
        elif self.elsewhere:
            found.append(competition.c.anywhere.is_(True))
        if self.channels is not None:
            seen = competition.c.channel.in_(sorted(self.channels))
            found.append(or_(seen, competition.c.anywhere))
        theirs: list[Select[Any]] = []  # Each has an index, of which an OR would use none.
        if self.host is not None:
            theirs.append(select(competition.c.id).where(competition.c.host == self.host))
        if self.player is not None:
            theirs.append(_signed(self.player))
        if theirs:
            found.append(competition.c.id.in_(union(*theirs)))
        found.append(competition.c.league.is_(None))
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
    return [*connection.execute(query)]


def count(connection: Connection, wanted: Wanted) -> int:
    """How many such competitions there are."""
    query = select(func.count()).select_from(competition).where(wanted.condition())
    return int(connection.execute(query).scalar_one())


_BELONGING: Select[Any] = (
    select(competition.c.id, competition.c.name, competition_game.c.round)
    .join_from(competition_game, competition, competition.c.id == competition_game.c.competition_id)
    .where(competition_game.c.match_id == bindparam("number"))
)


def belonging(connection: Connection, number: MatchNumber) -> Row[Any] | None:
    """The competition to which a match belongs: its number, its name, and the round."""
    return connection.execute(_BELONGING, {"number": number}).first()


ORDER = 200
"""So many characters of a final order are read: the first three places stand there."""
_RECENT = (
    select(entrant_member.c.competition_id, entrant_member.c.entrant)
    .where(entrant_member.c.player_id == bindparam("player"), entrant_member.c.until.is_(None))
    .order_by(entrant_member.c.competition_id.desc())
    .limit(bindparam("most", type_=Integer))
    .subquery()
)
_ENDED = (
    select(
        competition.c.game,
        _RECENT.c.entrant,
        func.substr(competition_entry.c.text, 1, ORDER).label("places"),
    )
    .join_from(_RECENT, competition, competition.c.id == _RECENT.c.competition_id)
    .join(
        competition_entry,
        and_(
            competition_entry.c.competition_id == competition.c.id,
            competition_entry.c.seq == competition.c.seq,
        ),
    )
    .where(
        competition.c.status == "over",
        competition.c.league.is_(None),
        competition_entry.c.kind == "end",
    )
    .order_by(competition.c.id.desc())
)


def ended(connection: Connection, player: PlayerId, most: int) -> list[Row[Any]]:
    """Of so many competitions in which a player took part last, those that are over: the game, the
    player's number, and the beginning of the final order, which is the last entry of its log.
    Divisions of leagues are left out.
    """
    return [*connection.execute(_ENDED, {"player": player, "most": most})]


def settings_of(connection: Connection, player: PlayerId, besides: int) -> list[Row[Any]]:
    """The settings of the other competitions that go on and for which a player has signed up, but
    for those from which they have withdrawn; and whether all their rounds are played `together`.
    """
    query = select(competition.c.settings, competition.c.together).where(
        competition.c.id.in_(_signed(player).where(~entrant_member.c.withdrawn)),
        competition.c.status.in_(GOING),
        competition.c.id != besides,
    )
    return [*connection.execute(query)]
