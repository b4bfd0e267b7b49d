"""All rows about one player, found by the columns that `schema` marks as holding a player's id.

Tables added later are covered as soon as their columns are marked.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    RowMapping,
    Select,
    Table,
    and_,
    delete,
    exists,
    func,
    insert,
    literal,
    or_,
    select,
    union,
    update,
)

from storage import blocks, players, ratings, seals
from storage.competitions import GOING
from storage.downtime import DOWNTIME_BEFORE_END, DOWNTIME_BEFORE_HARD_END, to_real
from storage.ids import MatchNumber, PlayerId
from storage.matches import LIVE
from storage.schema import (
    block,
    competition,
    competition_entry,
    competition_game,
    draft,
    entrant_member,
    entry,
    former_holder,
    match,
    metadata,
    notice,
    sealed_block,
    seat,
)

NOBODY = PlayerId(0)
"""Stands for a forgotten player, or their direct messages, where a column must hold something.
Discord gives no such id."""


def player_columns(table: Table) -> list[Column[Any]]:
    """The columns of a table that hold ids of players."""
    return [column for column in table.columns if column.info.get("player")]


def sealed_columns(table: Table) -> list[Column[Any]]:
    """The columns of a table that hold seals of players."""
    return [column for column in table.columns if column.info.get("sealed")]


def rows_about(connection: Connection, player_id: PlayerId) -> dict[str, list[dict[str, Any]]]:
    """Every row that has to do with the player, by table.

    With the rows that name them come those of their matches and seats. Ids and seals of
    other players are left out, and who has blocked them is for those others to know.
    """
    found: dict[str, list[dict[str, Any]]] = {}
    for table in metadata.sorted_tables:
        own = _own(connection, table, player_id)
        condition = _about(table, player_id, own)
        if condition is not None:
            rows = connection.execute(_columns(table).where(condition)).mappings()
            found[table.name] = [_without_others(table, row, own) for row in rows]
    return found


def _own(connection: Connection, table: Table, player_id: PlayerId) -> dict[str, int | str]:
    """What stands for the player in the table, by column."""
    own: dict[str, int | str] = {column.name: player_id for column in player_columns(table)}
    sealed = sealed_columns(table)
    key = seals.known_key(connection) if sealed else None
    if key is not None:
        seal = seals.seal(key, table.name, player_id)
        own |= {column.name: seal for column in sealed}
    return own


def _columns(table: Table) -> Select[Any]:
    """What is told of a table's rows; of times that are kept as uptime, the time of day."""
    if table is match:
        return select(table, DOWNTIME_BEFORE_END.label("downtime"))
    if table is competition:
        return select(table, DOWNTIME_BEFORE_HARD_END.label("downtime"))
    return select(table)


def _about(table: Table, player_id: PlayerId, own: Mapping[str, int | str]) -> Any:
    if table in (block, sealed_block):
        return table.c.player_id == player_id
    if table is match:  # Each part has an index, of which an OR would use none.
        hosted = select(match.c.id).where(match.c.host == player_id)
        return match.c.id.in_(union(*_seats(player_id, seat.c.match_id), hosted))
    if table is entry:
        return _of_their_time(player_id)
    if table is competition:
        return or_(competition.c.id.in_(_competitions(player_id)), competition.c.host == player_id)
    if table is competition_game:
        return competition_game.c.match_id.in_(_matches(player_id))
    conditions: list[ColumnElement[bool]] = [table.c[name] == value for name, value in own.items()]
    if not conditions and {"match_id", "seat"} <= set(table.columns.keys()):
        conditions.append(_of_their_seat(table, player_id))
    return or_(*conditions) if conditions else None


def _matches(player_id: PlayerId) -> Any:
    """The matches in which they have or had a seat, or are offered one."""
    return union(*_seats(player_id, seat.c.match_id))


def _seats(player_id: PlayerId, *columns: Column[Any]) -> list[Select[Any]]:
    """These columns of their seats, those that they had, and those that are offered to them."""
    had = former_holder
    return [
        select(*columns).where(seat.c.player_id == player_id),
        select(*columns).where(seat.c.offered_to == player_id),
        select(*(had.c[column.name] for column in columns)).where(had.c.player_id == player_id),
    ]


def _of_their_time(player_id: PlayerId) -> ColumnElement[bool]:
    """Entries of their seats from the time in which they had them."""

    def at(table: Any) -> ColumnElement[bool]:
        return and_(table.c.match_id == entry.c.match_id, table.c.seat == entry.c.seat)

    left, before = former_holder.alias("had"), former_holder.alias("before")
    then = and_(at(before), before.c.until >= entry.c.seq)
    now = exists().where(at(seat), seat.c.player_id == player_id) & ~exists().where(then)
    others = exists().where(then, before.c.until < left.c.until).correlate(entry, left)
    once = exists().where(
        at(left), left.c.player_id == player_id, left.c.until >= entry.c.seq, ~others
    )
    return and_(entry.c.match_id.in_(_matches(player_id)), or_(now, once))


def _competitions(player_id: PlayerId) -> Any:
    return select(entrant_member.c.competition_id).where(entrant_member.c.player_id == player_id)


def _of_their_seat(table: Table, player_id: PlayerId) -> ColumnElement[bool]:
    """Rows of their seats. Their matches come first, which are few; by these the rest is found."""
    theirs = exists().where(
        seat.c.match_id == table.c.match_id,
        seat.c.seat == table.c.seat,
        seat.c.player_id == player_id,
    )
    return and_(table.c.match_id.in_(_matches(player_id)), theirs)


def _without_others(table: Table, row: RowMapping, own: Mapping[str, int | str]) -> dict[str, Any]:
    held = (*player_columns(table), *sealed_columns(table))
    others = {column.name for column in held if row[column.name] != own.get(column.name)}
    told = {name: value for name, value in row.items() if name not in others}
    for timed, column in ((match, "due_at"), (competition, "ends_at")):
        if table is timed:
            told[column] = to_real(told[column], told.pop("downtime"))
    return told


def live_matches(
    connection: Connection, player_id: PlayerId, settled: Collection[MatchNumber]
) -> list[MatchNumber]:
    """The numbers of the matches that are not over in which the player sits, but the settled."""
    query = (
        select(match.c.id)
        .join_from(match, seat, seat.c.match_id == match.c.id)
        .where(
            seat.c.player_id == player_id,
            match.c.status.in_(LIVE),
            match.c.id.not_in(list(settled)),
        )
        .order_by(match.c.id)
    )
    return [MatchNumber(number) for number in connection.execute(query).scalars()]


def forget(connection: Connection, player_id: PlayerId, now: datetime) -> None:
    """Takes the player out of every table. Inside a transaction.

    Rows of the player alone are deleted; elsewhere nobody takes their place. Their matches get an
    entry that says so, so that whoever has read a match notices. Ids of interactions are removed,
    too, since Discord knows whose they were. So are the channels of matches where the bot is no
    member: direct messages belong to somebody. In competitions they are former players, and what
    they have said there is gone. Blocks that
    keep the player away are sealed. What they have lately made the bot write to others stays: it
    was sealed from the beginning.
    """
    players.hold(connection, [player_id])
    theirs = _matches(player_id)
    connection.execute(update(match).where(match.c.id.in_(theirs)).values(seq=match.c.seq + 1))
    away = and_(match.c.guild.is_(None), or_(match.c.id.in_(theirs), match.c.host == player_id))
    connection.execute(update(match).where(away).values(channel=NOBODY))
    _leave_competitions(connection, player_id, now)
    blocks.seal_all(connection, player_id)
    connection.execute(_note(player_id, now))
    connection.execute(update(entry).where(entry.c.match_id.in_(theirs)).values(interaction=None))
    for table in (draft, notice):
        connection.execute(delete(table).where(_of_their_seat(table, player_id)))
    ratings.forget(connection, player_id)
    asked = update(seat).where(seat.c.offered_to == player_id)
    connection.execute(asked.values(offer=None, offered_to=None))
    for table in reversed(metadata.sorted_tables):
        for column in player_columns(table):
            here = column == player_id
            if column.primary_key:
                connection.execute(delete(table).where(here))
            else:
                nobody = None if column.nullable else NOBODY
                connection.execute(update(table).where(here).values({column: nobody}))


def _leave_competitions(connection: Connection, player_id: PlayerId, now: datetime) -> None:
    """Has somebody see to the competitions in which an entrant will be a former player."""
    going = and_(competition.c.id.in_(_competitions(player_id)), competition.c.status.in_(GOING))
    connection.execute(update(competition).where(going).values(next_at=now))
    theirs = competition_entry.c.player_id == player_id
    words = select(competition_entry.c.competition_id).where(
        theirs, competition_entry.c.reason.is_not(None)
    )
    said = update(competition).where(competition.c.id.in_(words))
    connection.execute(said.values(forgotten=competition.c.forgotten + 1))
    done = update(competition_entry).where(theirs)
    connection.execute(done.values(interaction=None, reason=None))


def _note(player_id: PlayerId, now: datetime) -> Any:
    """One more entry in the log of each of their matches, under the number that it has now."""
    found = union(*_seats(player_id, seat.c.match_id, seat.c.seat)).subquery()
    theirs = (
        select(found.c.match_id, func.min(found.c.seat).label("seat"))
        .group_by(found.c.match_id)
        .subquery("theirs")
    )
    values = select(
        match.c.id,
        match.c.seq,
        match.c.seq,
        literal("forget"),
        theirs.c.seat,
        literal(""),
        literal(now, entry.c.at.type),
    ).join_from(theirs, match, theirs.c.match_id == match.c.id)
    return insert(entry).from_select(
        ["match_id", "seq", "batch", "kind", "seat", "text", "at"], values
    )
