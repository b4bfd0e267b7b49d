"""All rows about one player, found by the columns that `schema` marks as holding a player's id.

Tables added later are covered as soon as their columns are marked.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
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

from storage import (
    blocks,
    competitions,
    handovers,
    ladders,
    leagues,
    match_puzzles,
    players,
    ratings,
    seals,
    wishes,
)
from storage.downtime import (
    DOWNTIME_BEFORE_ANSWER,
    DOWNTIME_BEFORE_END,
    DOWNTIME_BEFORE_HARD_END,
    DOWNTIME_BEFORE_ROUND_END,
    to_real,
)
from storage.ids import MatchNumber, PlayerId
from storage.matches import LIVE
from storage.schema import (
    block,
    competition,
    competition_entry,
    competition_game,
    draft,
    entrant_member,
    entrants_apart,
    entry,
    former_holder,
    ladder,
    ladder_challenge,
    ladder_entry,
    ladder_member,
    league,
    league_entry,
    league_member,
    match,
    match_puzzle,
    metadata,
    notice,
    puzzle_search,
    sealed_block,
    seat,
    wish,
    wish_member,
)

NOBODY = PlayerId(0)
"""The value for a forgotten player, or their direct messages, in columns that can't be empty.
Discord gives no such id.
"""

_UPTIMES: Mapping[Table, Mapping[str, ColumnElement[int]]] = {
    match: {"due_at": DOWNTIME_BEFORE_END},
    competition: {
        "ends_at": DOWNTIME_BEFORE_HARD_END,
        "round_ends_at": DOWNTIME_BEFORE_ROUND_END,
    },
    ladder_challenge: {"until": DOWNTIME_BEFORE_ANSWER},
}
"""The columns that are kept as uptime, with the downtime before them, by table."""

_DOWNTIME = "downtime_before_"


@dataclass(frozen=True, slots=True)
class _Logged:
    """Competitions, ladders or leagues, which have a log and members: their tables, and the
    statuses that mean they are running.
    """

    table: Table
    entries: Table
    members: Table
    going: Collection[str]

    @property
    def owner(self) -> str:
        """The column of the other tables that says which of them a row belongs to."""
        return f"{self.table.name}_id"

    def of_player(self, player_id: PlayerId) -> Select[Any]:
        """The numbers of those to which a player belongs or belonged."""
        query = select(self.members.c[self.owner])
        return query.where(self.members.c.player_id == player_id)

    def directed_by(self, player_id: PlayerId) -> Select[Any]:
        """The numbers of those that the player directs."""
        return select(self.table.c.id).where(self.table.c.host == player_id)

    def with_words(self, player_id: PlayerId) -> Select[Any]:
        """The numbers of those in which the player has given a reason."""
        entries = self.entries.c
        given = and_(entries.player_id == player_id, entries.reason.is_not(None))
        return select(entries[self.owner]).where(given)


_LOGGED = (
    _Logged(competition, competition_entry, entrant_member, competitions.GOING),
    _Logged(ladder, ladder_entry, ladder_member, ladders.GOING),
    _Logged(league, league_entry, league_member, leagues.GOING),
)


def player_columns(table: Table) -> list[Column[Any]]:
    """The columns of a table that hold ids of players."""
    return [column for column in table.columns if column.info.get("player")]


def sealed_columns(table: Table) -> list[Column[Any]]:
    """The columns of a table that hold seals of players."""
    return [column for column in table.columns if column.info.get("sealed")]


def rows_about(connection: Connection, player_id: PlayerId) -> dict[str, list[dict[str, Any]]]:
    """Every row that concerns the player, by table.

    Besides the rows that name them, this includes the rows of their matches and seats. Ids and
    seals of other players are left out, and so is who has blocked them.
    """
    found: dict[str, list[dict[str, Any]]] = {}
    for table in metadata.sorted_tables:
        if table is entrants_apart:
            found[table.name] = _kept_apart(connection, player_id)
            continue
        own = _own(connection, table, player_id)
        condition = _about(table, player_id, own)
        if condition is not None:
            rows = connection.execute(_columns(table).where(condition)).mappings()
            found[table.name] = [_without_others(table, row, own) for row in rows]
    return found


def _kept_apart(connection: Connection, player_id: PlayerId) -> list[dict[str, Any]]:
    """The competitions that keep them apart from somebody whom they have blocked, and their entrant
    there. Rows that exist because somebody else has blocked them are left out.
    """
    mine, theirs, pair = (
        entrant_member.alias("mine"),
        entrant_member.alias("theirs"),
        entrants_apart,
    )
    own = theirs.join(block, block.c.blocked_id == theirs.c.player_id)
    both = or_(
        and_(pair.c.one == mine.c.entrant, pair.c.other == theirs.c.entrant),
        and_(pair.c.other == mine.c.entrant, pair.c.one == theirs.c.entrant),
    )
    blocked = (
        exists()
        .select_from(own)
        .where(
            theirs.c.competition_id == pair.c.competition_id,
            theirs.c.until.is_(None),
            both,
            block.c.player_id == player_id,
        )
        .correlate(mine, pair)
    )
    query = (
        select(mine.c.competition_id, mine.c.entrant)
        .join_from(mine, pair, pair.c.competition_id == mine.c.competition_id)
        .where(mine.c.player_id == player_id, mine.c.until.is_(None), blocked)
        .order_by(pair.c.competition_id, pair.c.one, pair.c.other)
    )
    return [dict(row) for row in connection.execute(query).mappings()]


def _own(connection: Connection, table: Table, player_id: PlayerId) -> dict[str, int | str]:
    """The player's id or seal in the table, by column."""
    own: dict[str, int | str] = {column.name: player_id for column in player_columns(table)}
    sealed = sealed_columns(table)
    key = seals.known_key(connection) if sealed else None
    if key is not None:
        seal = seals.seal(key, table.name, player_id)
        own |= {column.name: seal for column in sealed}
    return own


def _columns(table: Table) -> Select[Any]:
    """The columns of a table that are shown, and the expressions that turn its uptimes into times
    of day.
    """
    uptimes = _UPTIMES.get(table, {}).items()
    return select(table, *(downtime.label(_DOWNTIME + name) for name, downtime in uptimes))


def _about(table: Table, player_id: PlayerId, own: Mapping[str, int | str]) -> Any:
    if table in (block, sealed_block):
        return table.c.player_id == player_id
    if table is match:  # Each part uses its own index; an OR would use none.
        hosted = select(match.c.id).where(match.c.host == player_id)
        return match.c.id.in_(union(*_seats(player_id, seat.c.match_id), hosted))
    if table is entry:
        return _of_their_time(player_id)
    for kind in _LOGGED:
        if table is kind.table:
            return table.c.id.in_(union(kind.of_player(player_id), kind.directed_by(player_id)))
    if table in (competition_game, ladder_challenge, match_puzzle, puzzle_search):
        return table.c.match_id.in_(_matches(player_id))
    if table is wish:
        mine = select(wish_member.c.wish_id).where(wish_member.c.player_id == player_id)
        return wish.c.id.in_(mine)
    conditions: list[ColumnElement[bool]] = [table.c[name] == value for name, value in own.items()]
    if not conditions and {"match_id", "seat"} <= set(table.columns.keys()):
        conditions.append(_of_their_seat(table, player_id))
    return or_(*conditions) if conditions else None


def _matches(player_id: PlayerId) -> Any:
    """The matches in which they have or had a seat, or are offered one."""
    return union(*_seats(player_id, seat.c.match_id))


def _seats(player_id: PlayerId, *columns: Column[Any]) -> list[Select[Any]]:
    """These columns of the seats that they have, had, or are offered."""
    offered = select(*columns).where(seat.c.offered_to == player_id)
    return [*handovers.had(player_id, *columns), offered]


def _of_their_time(player_id: PlayerId) -> ColumnElement[bool]:
    """Entries of their seats from the time when they had them."""

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


def _of_their_seat(table: Table, player_id: PlayerId) -> ColumnElement[bool]:
    """Rows of their seats. Starts with their matches, which are few, and finds the rest through
    them.
    """
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
    for name in _UPTIMES.get(table, {}):
        told[name] = to_real(told[name], told.pop(_DOWNTIME + name))
    return told


def live_matches(
    connection: Connection, player_id: PlayerId, settled: Collection[MatchNumber]
) -> list[MatchNumber]:
    """The numbers of the unfinished matches in which the player has a seat, except settled ones."""
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
    """Removes the player from every table. Must be called inside a transaction.

    Rows that are only about the player are deleted; in other rows their id is emptied. Their
    matches get an entry that says this, so that processes holding a copy of a match notice. Ids of
    interactions are removed, too, since Discord knows whose they were. So are the channels of
    matches played where the bot is not a member, because a direct message channel identifies a
    person. In competitions, ladders and leagues they are former players, and the reasons they have
    given there are deleted. Their wishes are deleted, and wishes that they share with friends end.
    Puzzles from their matches are deleted. Blocks that keep the player away are sealed. Their
    recent approaches to others stay: these were sealed from the beginning.
    """
    players.hold(connection, [player_id])
    _lock(connection, player_id)
    theirs, played = _matches(player_id), union(*handovers.had(player_id, seat.c.match_id))
    connection.execute(update(match).where(match.c.id.in_(theirs)).values(seq=match.c.seq + 1))
    away = and_(match.c.guild.is_(None), or_(match.c.id.in_(played), match.c.host == player_id))
    connection.execute(update(match).where(away).values(channel=NOBODY))
    _leave_competitions(connection, player_id, now)
    wishes.leave(connection, player_id, now)
    blocks.seal_all(connection, player_id)
    match_puzzles.forget(connection, player_id)
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


def _lock(connection: Connection, player_id: PlayerId) -> None:
    """Locks the rows that other code locks, in the same order: leagues before their divisions,
    matches before what they count for. Within each kind they are locked in order of their numbers,
    so that two players who are forgotten at the same time can't deadlock.
    """
    hosted = select(match.c.id).where(match.c.host == player_id)
    numbers = {match: union(*_seats(player_id, seat.c.match_id), hosted)}
    for kind in _LOGGED:
        theirs = (kind.of_player, kind.directed_by, kind.with_words)
        numbers[kind.table] = union(*(found(player_id) for found in theirs))
    for table in (league, match, competition, ladder):
        query = select(table.c.id).where(table.c.id.in_(numbers[table])).order_by(table.c.id)
        connection.execute(query.with_for_update(key_share=True))


def _leave_competitions(connection: Connection, player_id: PlayerId, now: datetime) -> None:
    """Makes the competitions, ladders and leagues due in which there will be a former player, and
    removes the reasons they have given there.
    """
    for kind in _LOGGED:
        of_player = kind.table.c.id.in_(kind.of_player(player_id))
        going = and_(of_player, kind.table.c.status.in_(kind.going))
        connection.execute(update(kind.table).where(going).values(next_at=now))
        theirs = kind.entries.c.player_id == player_id
        said = update(kind.table).where(kind.table.c.id.in_(kind.with_words(player_id)))
        connection.execute(said.values(forgotten=kind.table.c.forgotten + 1))
        done = update(kind.entries).where(theirs)
        connection.execute(done.values(interaction=None, reason=None))


def _note(player_id: PlayerId, now: datetime) -> Any:
    """Adds an entry to the log of each of their matches, at its current number."""
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
