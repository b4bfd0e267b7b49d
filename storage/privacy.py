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
    insert,
    literal,
    or_,
    select,
    update,
)

from storage import blocks, players, ratings, seals
from storage.downtime import DOWNTIME_BEFORE_END, to_real
from storage.ids import MatchNumber, PlayerId
from storage.matches import LIVE
from storage.schema import block, draft, entry, match, metadata, notice, sealed_block, seat

NOBODY = PlayerId(0)
"""Stands for a forgotten player, or his direct messages, where a column must hold something.
Discord gives no such id."""


def player_columns(table: Table) -> list[Column[Any]]:
    """The columns of a table that hold ids of players."""
    return [column for column in table.columns if column.info.get("player")]


def sealed_columns(table: Table) -> list[Column[Any]]:
    """The columns of a table that hold seals of players."""
    return [column for column in table.columns if column.info.get("sealed")]


def rows_about(connection: Connection, player_id: PlayerId) -> dict[str, list[dict[str, Any]]]:
    """Every row that has to do with the player, by table.

    With the rows that name him come those of his matches and of his seats in them. Ids and seals of
    other players are left out, and who has blocked him is for those others to know.
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
    """What is told of a table's rows; of a match's time, when it is over by the time of day."""
    return select(table, DOWNTIME_BEFORE_END.label("downtime")) if table is match else select(table)


def _about(table: Table, player_id: PlayerId, own: Mapping[str, int | str]) -> Any:
    if table in (block, sealed_block):
        return table.c.player_id == player_id
    if table is match:  # Each half has an index, of which an OR would use none.
        hosted = select(match.c.id).where(match.c.host == player_id)
        return match.c.id.in_(_matches(player_id).union(hosted))
    conditions: list[ColumnElement[bool]] = [table.c[name] == value for name, value in own.items()]
    if not conditions and {"match_id", "seat"} <= set(table.columns.keys()):
        conditions.append(_of_his_seat(table, player_id))
    return or_(*conditions) if conditions else None


def _matches(player_id: PlayerId) -> Any:
    return select(seat.c.match_id).where(seat.c.player_id == player_id)


def _of_his_seat(table: Table, player_id: PlayerId) -> ColumnElement[bool]:
    """Rows of his seats. His matches come first, which are few: the rest is looked up by them."""
    his = exists().where(
        seat.c.match_id == table.c.match_id,
        seat.c.seat == table.c.seat,
        seat.c.player_id == player_id,
    )
    return and_(table.c.match_id.in_(_matches(player_id)), his)


def _without_others(table: Table, row: RowMapping, own: Mapping[str, int | str]) -> dict[str, Any]:
    held = (*player_columns(table), *sealed_columns(table))
    others = {column.name for column in held if row[column.name] != own.get(column.name)}
    told = {name: value for name, value in row.items() if name not in others}
    if table is match:
        told["due_at"] = to_real(told["due_at"], told.pop("downtime"))
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

    Rows that are kept by player are deleted; elsewhere nobody takes his place. His matches get an
    entry that says so, by which all that have read them notice. Their interactions are forgotten,
    too, since Discord knows whose they were, and where the bot is no member the channels: direct
    messages are somebody's. Blocks that keep him away are sealed, and what he has lately made the
    bot write to others is left, which was sealed from the beginning.
    """
    players.hold(connection, [player_id])
    his = _matches(player_id)
    connection.execute(update(match).where(match.c.id.in_(his)).values(seq=match.c.seq + 1))
    away = and_(match.c.guild.is_(None), or_(match.c.id.in_(his), match.c.host == player_id))
    connection.execute(update(match).where(away).values(channel=NOBODY))
    blocks.seal_all(connection, player_id)
    connection.execute(_note(player_id, now))
    connection.execute(update(entry).where(entry.c.match_id.in_(his)).values(interaction=None))
    for table in (draft, notice):
        connection.execute(delete(table).where(_of_his_seat(table, player_id)))
    ratings.forget(connection, player_id)
    for table in reversed(metadata.sorted_tables):
        for column in player_columns(table):
            here = column == player_id
            if column.primary_key:
                connection.execute(delete(table).where(here))
            else:
                nobody = None if column.nullable else NOBODY
                connection.execute(update(table).where(here).values({column: nobody}))


def _note(player_id: PlayerId, now: datetime) -> Any:
    """One more entry in the log of each of his matches, under the number that it has now."""
    values = select(
        match.c.id,
        match.c.seq,
        match.c.seq,
        literal("forget"),
        seat.c.seat,
        literal(""),
        literal(now, entry.c.at.type),
    ).join_from(match, seat, seat.c.match_id == match.c.id)
    return insert(entry).from_select(
        ["match_id", "seq", "batch", "kind", "seat", "text", "at"],
        values.where(seat.c.player_id == player_id),
    )
