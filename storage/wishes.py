"""Rows of wishes. Each function runs on a connection; those that write need a transaction."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from typing import Any, Literal, TypeAlias, get_args

from sqlalchemy import (
    BindParameter,
    Connection,
    and_,
    bindparam,
    delete,
    insert,
    select,
    update,
)

from storage.ids import ChannelId, GuildId, MatchNumber, PlayerId, WishNumber
from storage.schema import entry, seat, sought, wish, wish_member

SoughtKind: TypeAlias = tuple[str, int]
"""The key of a game, and a number of seats."""

Status: TypeAlias = Literal[
    "asking", "open", "paused", "matched", "expired", "declined", "withdrawn"
]
"""asking: friends still have to agree · open: a table is sought · paused: one of the party has been
seated by another wish · matched: it came true · expired · declined: a friend does not want to play
(any more) · withdrawn: by its leader.
"""

Due: TypeAlias = Literal["next_at", "tell_at", "expires_at"]
"""What is due: to look for a table, to tell somebody, to end."""

KEPT = timedelta(days=2)
"""How long a wish that has ended is kept, so that its buttons can say what became of it."""

ANYBODY = GuildId(0)
"""Stands for the server of wishes that keep to the people of none. Discord gives no such id."""

GOING: tuple[Status, ...] = ("asking", "open")
"""Statuses of wishes of which something may come."""


@dataclass(frozen=True, slots=True)
class MemberRow:
    """A member of a wish's party; see the table."""

    player_id: PlayerId
    place: int
    agreed: bool
    hours: str | None = None
    told: Status | None = None


@dataclass(frozen=True, slots=True)
class WishRow:
    """A wish and its party, the leader first; see the table."""

    id: WishNumber
    terms: Mapping[str, Any]
    guild: GuildId | None
    channel: ChannelId | None
    shared: bool
    status: Status
    seq: int
    since: datetime
    changed_at: datetime
    expires_at: datetime
    match_id: MatchNumber | None
    members: tuple[MemberRow, ...]


# Reading

_OWN = (
    wish.c.id,
    wish.c.terms,
    wish.c.guild,
    wish.c.channel,
    wish.c.shared,
    wish.c.status,
    wish.c.seq,
    wish.c.since,
    wish.c.changed_at,
    wish.c.expires_at,
    wish.c.match_id,
)
_MEMBER = (
    wish_member.c.player_id,
    wish_member.c.place,
    wish_member.c.agreed,
    wish_member.c.hours,
    wish_member.c.told,
)
_NUMBERS: BindParameter[Any] = bindparam("numbers", expanding=True)
_ROWS = (
    select(*_OWN, *_MEMBER)
    .join_from(wish, wish_member, wish_member.c.wish_id == wish.c.id)
    .where(wish.c.id.in_(_NUMBERS))
    .order_by(wish.c.id, wish_member.c.place)
)
_LOCK = select(wish.c.id).where(wish.c.id == bindparam("number")).with_for_update()
_HOLD = (
    select(wish.c.id)
    .where(wish.c.id.in_(_NUMBERS))
    .order_by(wish.c.id)
    .with_for_update(skip_locked=True)
)
_OF_PLAYER = (
    select(wish_member.c.wish_id)
    .where(wish_member.c.player_id == bindparam("player"))
    .order_by(wish_member.c.wish_id)
)
_OF_INTERACTION = select(wish.c.id).where(wish.c.interaction == bindparam("interaction"))
_SEEKING = (
    select(sought.c.wish_id)
    .where(
        sought.c.game == bindparam("game"),
        sought.c.seats == bindparam("seats"),
        sought.c.guild == bindparam("guild"),
    )
    .order_by(sought.c.wish_id)
    .limit(bindparam("most"))
)
_LATEST = (
    select(seat.c.match_id, seat.c.seat)
    .where(seat.c.player_id == bindparam("player"))
    .order_by(seat.c.match_id.desc())
    .limit(bindparam("matches"))
    .subquery()
)
_TURNS = (
    select(entry.c.at)
    .join_from(
        _LATEST,
        entry,
        and_(entry.c.match_id == _LATEST.c.match_id, entry.c.seat == _LATEST.c.seat),
    )
    .where(entry.c.kind == "turn")
    .order_by(entry.c.match_id.desc(), entry.c.seq.desc())
    .limit(bindparam("turns"))
)


def several(connection: Connection, numbers: Iterable[WishNumber]) -> list[WishRow]:
    """Those of these wishes that exist, by number."""
    wanted = [*numbers]
    if not wanted:
        return []
    found: dict[WishNumber, tuple[Sequence[Any], list[MemberRow]]] = {}
    for row in connection.execute(_ROWS, {"numbers": wanted}):
        own, member = row[: len(_OWN)], MemberRow(*row[len(_OWN) :])
        found.setdefault(row.id, (own, []))[1].append(member)
    return [WishRow(*(*own, tuple(members))) for own, members in found.values()]


def one(connection: Connection, number: WishNumber) -> WishRow | None:
    """A wish."""
    return next(iter(several(connection, [number])), None)


def lock(connection: Connection, number: WishNumber) -> WishRow | None:
    """A wish, locked until the end of the transaction."""
    connection.execute(_LOCK, {"number": number})
    return one(connection, number)


def hold(connection: Connection, numbers: Collection[WishNumber]) -> list[WishRow]:
    """Like `lock`, for several wishes. Those that somebody else is changing are left out."""
    held = connection.execute(_HOLD, {"numbers": [*numbers]}).scalars().all()
    return several(connection, held)


def of_player(connection: Connection, player: PlayerId) -> list[WishRow]:
    """The wishes that a player has made or is asked to share, the oldest first."""
    numbers = connection.execute(_OF_PLAYER, {"player": player}).scalars().all()
    return several(connection, map(WishNumber, numbers))


def of_interaction(connection: Connection, interaction: int) -> WishNumber | None:
    """The wish that was made by this interaction."""
    return connection.execute(_OF_INTERACTION, {"interaction": interaction}).scalar()


def seeking(
    connection: Connection, kind: SoughtKind, guild: GuildId | None, limit: int
) -> list[WishNumber]:
    """The open wishes that seek a table of this kind, the oldest first: those restricted to a
    guild, or with None those not restricted to any guild.
    """
    game, seats = kind
    values = {"game": game, "seats": seats, "guild": guild or ANYBODY, "most": limit}
    return [WishNumber(number) for number in connection.execute(_SEEKING, values).scalars()]


def turns_of(
    connection: Connection, player: PlayerId, *, matches: int, turns: int
) -> list[datetime]:
    """When a player has moved: the times of at most this many turns in their last matches. The cost
    does not depend on how many matches they have.
    """
    values = {"player": player, "matches": matches, "turns": turns}
    return [*connection.execute(_TURNS, values).scalars()]


# Writing

_UPDATE = update(wish).where(wish.c.id == bindparam("number"))
_PAUSE = (
    update(wish)
    .where(wish.c.id == bindparam("number"), wish.c.status.in_(GOING))
    .values(
        status="paused",
        seq=wish.c.seq + 1,
        changed_at=bindparam("now"),
        next_at=None,
        tell_at=bindparam("telling"),
    )
)
_MEMBER_OF = update(wish_member).where(
    wish_member.c.wish_id == bindparam("number"), wish_member.c.player_id == bindparam("player")
)


def create(
    connection: Connection, values: Mapping[str, Any], members: Iterable[MemberRow]
) -> WishNumber:
    """Stores a new wish. Raises LostRace, at commit at the latest, if its interaction has made one
    already.
    """
    key = connection.execute(insert(wish), dict(values)).inserted_primary_key
    assert key is not None
    number = WishNumber(key[0])
    set_members(connection, number, members)
    return number


def change(connection: Connection, number: WishNumber, values: Mapping[str, Any]) -> None:
    """Changes a wish's own row."""
    connection.execute(_UPDATE.values(dict(values)), {"number": number})


def set_members(connection: Connection, number: WishNumber, members: Iterable[MemberRow]) -> None:
    """Replaces a wish's party."""
    connection.execute(delete(wish_member).where(wish_member.c.wish_id == number))
    connection.execute(
        insert(wish_member), [{"wish_id": number, **asdict(member)} for member in members]
    )


def set_agreed(
    connection: Connection,
    number: WishNumber,
    player: PlayerId,
    *,
    agreed: bool,
    hours: str | None = None,
) -> None:
    """Notes whether somebody takes part in a wish, and when they usually move."""
    values = {"agreed": agreed, "hours": hours}
    connection.execute(_MEMBER_OF.values(values), {"number": number, "player": player})


def seek(
    connection: Connection,
    number: WishNumber,
    kinds: Iterable[SoughtKind],
    guild: GuildId | None = None,
) -> None:
    """Sets the kinds of tables sought for a wish, replacing earlier ones. With a guild, they are
    sought only among its people.
    """
    connection.execute(delete(sought).where(sought.c.wish_id == number))
    own = {"guild": guild or ANYBODY, "wish_id": number}
    rows = [{"game": game, "seats": seats, **own} for game, seats in {*kinds}]
    if rows:
        connection.execute(insert(sought), rows)


def end(
    connection: Connection,
    number: WishNumber,
    status: Status,
    now: datetime,
    match_id: MatchNumber | None = None,
) -> None:
    """Ends a wish with this status. Nothing is sought for it any more, and those who took part have
    to be told.
    """
    seek(connection, number, ())
    ended = {
        "status": status,
        "seq": wish.c.seq + 1,
        "changed_at": now,
        "expires_at": now + KEPT,
        "next_at": None,
        "tell_at": now,
        "match_id": match_id,
    }
    change(connection, number, ended)


def pause(
    connection: Connection,
    number: WishNumber,
    knowing: Collection[PlayerId],
    now: datetime,
    *,
    tell: bool,
) -> None:
    """Stops seeking tables for a wish. Members in `knowing` need not be told; with `tell` the
    others are.
    """
    given = {"number": number, "now": now, "telling": now if tell else None}
    if connection.execute(_PAUSE, given).rowcount:
        seek(connection, number, ())
        for player in knowing:
            note_told(connection, number, player, "paused")


def note_told(connection: Connection, number: WishNumber, player: PlayerId, status: Status) -> None:
    """Notes that somebody knows that a wish has this status."""
    connection.execute(_MEMBER_OF.values(told=status), {"number": number, "player": player})


def put_off(
    connection: Connection, number: WishNumber, seq: int, due: Due, until: datetime | None
) -> None:
    """Sets when something is next due for a wish (None: never), unless the wish has changed
    since.
    """
    here = and_(wish.c.id == number, wish.c.seq == seq, wish.c[due].is_not(None))
    connection.execute(update(wish).where(here).values({due: until}))


def remove(connection: Connection, numbers: Collection[WishNumber]) -> None:
    """Deletes wishes and everything that belongs to them."""
    if numbers:
        connection.execute(delete(wish).where(wish.c.id.in_([*numbers])))


# What is due

_DUE: Mapping[Due, Any] = {
    name: select(wish.c.id)
    .where(wish.c[name] <= bindparam("now"))
    .order_by(wish.c[name], wish.c.id)
    .limit(bindparam("most"))
    for name in get_args(Due)
}


def is_due(connection: Connection, due: Due, now: datetime) -> bool:
    """Whether this is due for any wish. Reads only an index."""
    return connection.execute(_DUE[due], {"now": now, "most": 1}).first() is not None


def lease(
    connection: Connection, due: Due, now: datetime, until: datetime, limit: int
) -> list[WishNumber]:
    """The wishes for which this is due, leased to the caller: nobody else gets them until that
    time.
    """
    query = _DUE[due].with_for_update(skip_locked=True)
    found = [*map(WishNumber, connection.execute(query, {"now": now, "most": limit}).scalars())]
    if found:
        connection.execute(update(wish).where(wish.c.id.in_(found)).values({due: until}))
    return found


# Players who go


def leave(connection: Connection, player: PlayerId, now: datetime) -> None:
    """Removes a player whose data are being deleted from all wishes. Their own wishes are deleted,
    and those of friends end as if the player had declined.
    """
    for found in of_player(connection, player):
        if found.members[0].player_id == player:
            remove(connection, [found.id])
        elif found.status in (*GOING, "paused"):
            end(connection, found.id, "declined", now)
