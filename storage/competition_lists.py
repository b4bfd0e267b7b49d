"""Competitions found by a match or a player. Each function runs on a connection."""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    Connection,
    Integer,
    Row,
    Select,
    and_,
    bindparam,
    func,
    select,
)

from storage.competitions import GOING
from storage.held_lists import COMPETITIONS
from storage.ids import CompetitionNumber, MatchNumber, PlayerId
from storage.schema import (
    competition,
    competition_entry,
    competition_game,
    entrant_member,
)

_BELONGING: Select[Any] = (
    select(competition.c.id, competition.c.name, competition_game.c.round, competition.c.league)
    .join_from(competition_game, competition, competition.c.id == competition_game.c.competition_id)
    .where(competition_game.c.match_id == bindparam("number"))
)


def belonging(connection: Connection, number: MatchNumber) -> Row[Any] | None:
    """The competition to which a match belongs: its number, its name, the round, and its league's
    number if it is a division.
    """
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
    """Looks at the last competitions, at most this many, in which a player took part. For each one
    that is over, gives the game, the player's number, and the beginning of the final order, which
    is the last entry of its log. Divisions of leagues are left out.
    """
    return [*connection.execute(_ENDED, {"player": player, "most": most})]


def settings_of(
    connection: Connection, player: PlayerId, besides: CompetitionNumber | None
) -> list[Row[Any]]:
    """The settings of the other running competitions for which a player has signed up and from
    which they have not withdrawn, and whether all rounds are played `together`.
    """
    query = select(competition.c.settings, competition.c.together).where(
        competition.c.id.in_(COMPETITIONS.of_player(player).where(~entrant_member.c.withdrawn)),
        competition.c.status.in_(GOING),
        competition.c.id != besides,
    )
    return [*connection.execute(query)]
