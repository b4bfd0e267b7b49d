"""Rows of seats that are on offer or were handed over. Functions that write need a transaction."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    Select,
    and_,
    bindparam,
    delete,
    exists,
    insert,
    or_,
    select,
    update,
)

from storage import blocks
from storage.ids import ChannelId, GuildId, MatchNumber, PlayerId
from storage.schema import block, draft, former_holder, match, notice, seat

ANYONE, NAMED = "anyone", "named"
"""To whom a seat is offered."""


@dataclass(frozen=True, slots=True)
class FormerHolder:
    """Who had a seat until entry `until` of the log; None for a former player."""

    until: int
    seat: int
    player_id: PlayerId | None


# Offers

_OFFER = update(seat).where(
    seat.c.match_id == bindparam("number"), seat.c.seat == bindparam("place")
)
_OFFERED = (
    select(match.c.id)
    .join_from(seat, match, match.c.id == seat.c.match_id)
    .where(match.c.status.in_(("running", "adjourned")))
    .distinct()
)


def set_offers(
    connection: Connection,
    number: MatchNumber,
    offers: Mapping[int, tuple[str | None, PlayerId | None]],
) -> None:
    """Notes for seats whether they are offered, and to whom. Unsent notices of earlier offers are
    dropped.
    """
    if offers:
        told = and_(notice.c.match_id == number, notice.c.seat.in_(list(offers)))
        connection.execute(delete(notice).where(told, notice.c.kind.in_(("seat", "leaver"))))
        connection.execute(
            _OFFER,
            [
                {"number": number, "place": place, "offer": offer, "offered_to": to}
                for place, (offer, to) in offers.items()
            ],
        )


def numbers_offered(
    connection: Connection,
    player_id: PlayerId,
    guild: GuildId | None,
    *,
    channels: Collection[ChannelId],
    limit: int,
    offset: int,
) -> list[MatchNumber]:
    """The matches with a seat offered to this player, followed by those in a guild's channels with
    a seat that anyone may take; the oldest first. The second group leaves out matches in which the
    player has or had a seat, and matches with anyone they have blocked or who has blocked them.
    """
    offered = _OFFERED.where(seat.c.offered_to == player_id)
    found = list(connection.execute(offered.order_by(match.c.id)).scalars())
    if guild is not None and channels:
        there = _OFFERED.where(
            seat.c.offer == ANYONE,
            match.c.guild == guild,
            match.c.channel.in_(list(channels)),
            ~match.c.private,
            match.c.id.not_in(found),
            ~_is_out_of_question(player_id),
        )
        after = 0
        while len(found) < offset + limit:
            some = there.where(match.c.id > after).order_by(match.c.id).limit(limit)
            others = list(connection.execute(some).scalars())
            if not others:
                break
            shut, after = _sealed_off(connection, player_id, others), others[-1]
            found += [number for number in others if number not in shut]
    return [MatchNumber(number) for number in found[offset : offset + limit]]


def _is_out_of_question(player_id: PlayerId) -> ColumnElement[bool]:
    """Whether the player is barred from taking a seat in a match."""
    here, had = seat.alias("here"), former_holder
    blocked = select(block.c.blocked_id).where(block.c.player_id == player_id)
    blocking = select(block.c.player_id).where(block.c.blocked_id == player_id)
    others = or_(
        here.c.player_id == player_id,
        here.c.player_id.in_(blocked),
        here.c.player_id.in_(blocking),
    )
    sits = exists().where(here.c.match_id == match.c.id, others)
    sat = exists().where(had.c.match_id == match.c.id, had.c.player_id == player_id)
    return or_(sits, sat)


def _sealed_off(connection: Connection, player_id: PlayerId, numbers: Collection[int]) -> set[int]:
    """Those of these matches in which the player meets somebody from whom a block separates them,
    though one of the two had their data deleted since.
    """
    there = select(seat.c.match_id, seat.c.player_id).where(
        seat.c.match_id.in_(list(numbers)), seat.c.player_id.is_not(None)
    )
    seated = [(number, PlayerId(one)) for number, one in connection.execute(there)]
    sealed = blocks.sealed(connection, {player_id, *(one for _, one in seated)})
    if sealed is None:
        return set()
    met = sealed.between(player_id, {one for _, one in seated})
    return {number for number, one in seated if one in met}


def channels_offered(connection: Connection, guild: GuildId) -> list[ChannelId]:
    """The channels of a guild in which matches are played with a seat that anyone may take."""
    query = _OFFERED.with_only_columns(match.c.channel).where(
        seat.c.offer == ANYONE, match.c.guild == guild, ~match.c.private
    )
    return list(connection.execute(query).scalars())


# Former holders

_FORMER = (
    select(former_holder)
    .where(former_holder.c.match_id.in_(bindparam("numbers", expanding=True)))
    .order_by(former_holder.c.match_id, former_holder.c.until)
)


def add_former(connection: Connection, number: MatchNumber, left: Iterable[FormerHolder]) -> None:
    """Notes who had seats until now. Deletes their drafts and notices about their prepared turns,
    which nobody else may see.
    """
    rows = [{"match_id": number, **asdict(one)} for one in left]
    if not rows:
        return
    connection.execute(insert(former_holder), rows)
    for row in rows:
        theirs = and_(draft.c.match_id == number, draft.c.seat == row["seat"])
        connection.execute(delete(draft).where(theirs))
        told = and_(notice.c.match_id == number, notice.c.seat == row["seat"])
        connection.execute(delete(notice).where(told, notice.c.kind == "dropped"))


def keep_drafts(connection: Connection, number: MatchNumber, base: int, now: int) -> None:
    """Moves other players' drafts from one `base` to another, since nothing has changed for
    them.
    """
    begun = and_(draft.c.match_id == number, draft.c.base == base)
    connection.execute(update(draft).where(begun).values(base=now))


def former_holders(
    connection: Connection, numbers: Iterable[MatchNumber]
) -> dict[MatchNumber, list[FormerHolder]]:
    """The former holders of these matches' seats, in the order in which they left. Matches without
    any are left out.
    """
    found: dict[MatchNumber, list[FormerHolder]] = {}
    for row in connection.execute(_FORMER, {"numbers": list(numbers)}):
        one = FormerHolder(row.until, row.seat, row.player_id)
        found.setdefault(row.match_id, []).append(one)
    return found


def had(player_id: PlayerId, *columns: Column[Any]) -> list[Select[Any]]:
    """These columns of the seats that somebody has or had."""
    before = former_holder.c
    return [
        select(*columns).where(seat.c.player_id == player_id),
        select(*(before[column.name] for column in columns)).where(before.player_id == player_id),
    ]
