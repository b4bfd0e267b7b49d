"""Rows of matches. Each function runs on a connection; those that write need a transaction."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import Any

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Connection,
    Row,
    and_,
    bindparam,
    case,
    delete,
    func,
    insert,
    or_,
    select,
    text,
    update,
)

from storage.downtime import (
    DOWNTIME_BEFORE_END,
    LATEST_DOWNTIME,
    TOTAL_DOWNTIME,
    to_real,
    to_stored,
)
from storage.errors import LostRace
from storage.ids import ChannelId, GuildId, MatchNumber, PlayerId
from storage.prepared import Prepared
from storage.schema import STANDING_REMATCH, draft, entry, match, notice, seat

LIVE = ("open", "running", "adjourned", "frozen")
OVER = ("finished", "aborted", "closed")


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a match's log; `batch` is the `seq` of the first one of its transaction."""

    seq: int
    batch: int
    kind: str
    seat: int | None
    text: str
    at: datetime
    interaction: int | None = None


@dataclass(frozen=True, slots=True)
class Chair:
    """A seat and who has it, perhaps as `invited`; not `joined`: he has not accepted yet."""

    seat: int
    player_id: PlayerId | None
    joined: bool = True
    rank: int | None = None
    clock: int | None = None
    invited: bool = False


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Where a match stands: enough to see whether a copy of it is up to date.

    `status` is what its row says, `draft` the draft that is valid now, `batch` the batch of the
    interaction that was asked about. `stored_due` is the due time as uptime, and `total` all
    downtime until now: what is written on the strength of this must find both unchanged. `latest`
    is when the last downtime began, in uptime. `behind`: the outbox still holds boards.
    """

    seq: int
    status: str
    draft: str | None
    draft_interaction: int | None
    batch: int | None
    due_at: datetime | None
    stored_due: datetime | None
    total: int
    latest: datetime | None
    behind: bool


@dataclass(frozen=True, slots=True)
class DraftText:
    """A draft to store: on which `base`, and over which text (None: there is no valid one)."""

    seat: int
    base: int
    text: str
    over: str | None
    interaction: int | None


# Reading one match

_SNAPSHOT = Prepared(
    select(
        match.c.seq,
        match.c.status,
        draft.c.text,
        draft.c.interaction,
        entry.c.batch,
        match.c.due_at,
        DOWNTIME_BEFORE_END.label("downtime"),
        TOTAL_DOWNTIME.label("total"),
        LATEST_DOWNTIME.label("latest"),
        select(notice.c.key)
        .where(notice.c.match_id == match.c.id, notice.c.kind == "board")
        .exists()
        .label("behind"),
    )
    .select_from(
        match.outerjoin(
            draft, and_(draft.c.match_id == match.c.id, draft.c.base == match.c.base)
        ).outerjoin(
            entry,
            and_(
                entry.c.interaction == bindparam("interaction"),
                entry.c.match_id == match.c.id,
            ),
        )
    )
    .where(match.c.id == bindparam("number"))
)
_COLUMNS = (
    match,
    seat.c.seat.label("chair"),
    seat.c.player_id,
    seat.c.joined,
    seat.c.invited,
    seat.c.rank,
    seat.c.clock.label("left"),
    DOWNTIME_BEFORE_END.label("downtime"),
)
_ROWS = (
    select(*_COLUMNS)
    .select_from(match.outerjoin(seat, seat.c.match_id == match.c.id))
    .order_by(match.c.id, seat.c.seat)
)
_HEADER = _ROWS.where(match.c.id == bindparam("number"))
_ENTRIES = (
    select(
        entry.c.seq,
        entry.c.batch,
        entry.c.kind,
        entry.c.seat,
        entry.c.text,
        entry.c.at,
        entry.c.interaction,
    )
    .where(
        entry.c.match_id == bindparam("number"),
        entry.c.seq > bindparam("after"),
        entry.c.seq <= bindparam("until"),
    )
    .order_by(entry.c.seq)
)
_SEQS = select(match.c.id, match.c.seq).where(match.c.id.in_(bindparam("numbers", expanding=True)))
_MATCH_OF_INTERACTION = select(entry.c.match_id).where(
    entry.c.interaction == bindparam("interaction")
)


def snapshot(
    connection: Connection, number: MatchNumber, interaction: int | None = None
) -> Snapshot | None:
    """Where the match stands; None if there is none with this number."""
    row = _SNAPSHOT.first(connection, {"number": number, "interaction": interaction})
    if row is None:
        return None
    return Snapshot(
        seq=row.seq,
        status=row.status,
        draft=row.text,
        draft_interaction=row.interaction,
        batch=row.batch,
        due_at=to_real(row.due_at, row.downtime),
        stored_due=row.due_at,
        total=row.total,
        latest=row.latest,
        behind=row.behind,
    )


def header(connection: Connection, number: MatchNumber) -> tuple[Row[Any], list[Chair]]:
    """The row of a match that is there, and its chairs in order, as they are at one moment."""
    found = connection.execute(_HEADER, {"number": number}).all()
    return found[0], _chairs(found)


def due_at(row: Row[Any]) -> datetime | None:
    """When the time of the seat to move is over, by the row of its match."""
    stored: datetime | None = row.due_at
    return to_real(stored, row.downtime)


def _chairs(found: Sequence[Row[Any]]) -> list[Chair]:
    return [
        Chair(row.chair, row.player_id, row.joined, row.rank, row.left, row.invited)
        for row in found
        if row.chair is not None
    ]


def entries(connection: Connection, number: MatchNumber, after: int, until: int) -> list[Entry]:
    """Its log from behind entry `after` up to entry `until`."""
    span = {"number": number, "after": after, "until": until}
    return [Entry(*row) for row in connection.execute(_ENTRIES, span)]


def seqs(connection: Connection, numbers: Iterable[MatchNumber]) -> dict[MatchNumber, int]:
    """The number of the last entry of each of these matches that is there."""
    found = connection.execute(_SEQS, {"numbers": list(numbers)})
    return {row.id: row.seq for row in found}


def match_of_interaction(connection: Connection, interaction: int) -> MatchNumber | None:
    """The number of the match in whose log this interaction stands."""
    return connection.execute(_MATCH_OF_INTERACTION, {"interaction": interaction}).scalar()


# Writing

_UPDATE = update(match).where(match.c.id == bindparam("number"), match.c.seq == bindparam("seen"))
_UPDATE_CLOCK = _UPDATE.where(
    match.c.due_at.is_not_distinct_from(bindparam("due")),
    bindparam("total", type_=BigInteger) == TOTAL_DOWNTIME,
)
_CHANGE, _CHANGE_CLOCK = Prepared(_UPDATE), Prepared(_UPDATE_CLOCK)
_INSERT_ENTRY = Prepared(insert(entry))
_INSERT_CHAIRS = insert(seat)
_DELETE_CHAIRS = delete(seat).where(seat.c.match_id == bindparam("number"))
_DELETE_DRAFTS = delete(draft).where(draft.c.match_id == bindparam("number"))
_RANK = update(seat).where(
    seat.c.match_id == bindparam("number"), seat.c.seat == bindparam("place")
)
_DRAFT_OVER = update(draft).where(
    draft.c.match_id == bindparam("number"),
    draft.c.seat == bindparam("place"),
    or_(
        draft.c.base < bindparam("on"),
        and_(draft.c.base == bindparam("on"), draft.c.text == bindparam("over")),
    ),
)


def create(
    connection: Connection, values: Mapping[str, Any], first: Entry, seated: Iterable[Chair]
) -> MatchNumber:
    """Stores a new match with its first entry. Returns its number. Raises LostRace by commit."""
    key = connection.execute(insert(match), dict(values)).inserted_primary_key
    assert key is not None
    number = MatchNumber(key[0])
    set_chairs(connection, number, seated)
    _INSERT_ENTRY.run(connection, {"match_id": number, **asdict(first)})
    return number


def append(
    connection: Connection,
    number: MatchNumber,
    at: Snapshot,
    added: Sequence[Entry],
    changes: Mapping[str, Any],
) -> None:
    """Lengthens the log of a match that was found like that, and updates the match's own row.

    Raises LostRace if the log has grown since; the entries' primary key would refuse them too.
    So does a due time that has been moved since.
    """
    changed = {"number": number, "seen": at.seq, "seq": added[-1].seq, **changes}
    change = _CHANGE
    if at.stored_due or changed.get("due_at"):
        change = _CHANGE_CLOCK
        changed |= {"due": at.stored_due, "total": at.total}
    if changed.get("due_at"):
        changed["due_at"] = to_stored(changed["due_at"], at.total, at.latest)
    if change.run(connection, changed) != 1:
        raise LostRace(f"match {number} has more than {at.seq} entries")
    _INSERT_ENTRY.run_each(
        connection,
        [
            {
                "match_id": number,
                "seq": one.seq,
                "batch": one.batch,
                "kind": one.kind,
                "seat": one.seat,
                "text": one.text,
                "at": one.at,
                "interaction": one.interaction,
            }
            for one in added
        ],
    )


def set_chairs(connection: Connection, number: MatchNumber, seated: Iterable[Chair]) -> None:
    """Replaces who sits where."""
    connection.execute(_DELETE_CHAIRS, {"number": number})
    rows = [{"match_id": number, **asdict(chair)} for chair in seated]
    if rows:
        connection.execute(_INSERT_CHAIRS, rows)


def set_player(
    connection: Connection, number: MatchNumber, place: int, player_id: PlayerId
) -> None:
    """Notes that somebody else sits there from now on."""
    place_of = {"number": number, "place": place}
    connection.execute(_RANK.values(player_id=player_id), place_of)


def set_ranks(connection: Connection, number: MatchNumber, ranks: Sequence[int]) -> None:
    """Notes the ranks of a finished match, and throws its drafts away."""
    connection.execute(
        _RANK,
        [{"number": number, "place": place, "rank": rank} for place, rank in enumerate(ranks, 1)],
    )
    connection.execute(_DELETE_DRAFTS, {"number": number})


def set_status(
    connection: Connection,
    number: MatchNumber,
    at: Snapshot,
    status: str,
    due_at: datetime | None,
    *,
    now: datetime | None,
) -> Snapshot:
    """Corrects the status in the match's own row, if that is as it was. Returns how it is then.

    When that was is noted there alone: the log does not tell of it.
    """
    stored = to_stored(due_at, at.total, at.latest)
    given = {"number": number, "seen": at.seq, "due": at.stored_due, "total": at.total}
    changes = {"status": status, "due_at": stored, **({"moved_at": now} if now else {})}
    connection.execute(_UPDATE_CLOCK, given | changes)
    return replace(at, status=status, due_at=due_at, stored_due=stored)


def put_draft(connection: Connection, number: MatchNumber, new: DraftText) -> None:
    """Stores a draft over the one that was read. Raises LostRace if that has changed."""
    values = {"base": new.base, "text": new.text, "interaction": new.interaction}
    place = {"number": number, "place": new.seat, "on": new.base, "over": new.over}
    if connection.execute(_DRAFT_OVER, {**place, **values}).rowcount != 1:
        # Another writer's row, for this base or a later one, has the same key: a lost race.
        connection.execute(insert(draft), {"match_id": number, "seat": new.seat, **values})


# Lists

_URGENCY = case(
    (and_(match.c.status == "running", match.c.to_move == seat.c.seat), 0),
    (match.c.status == "running", 1),
    (match.c.status == "adjourned", 2),
    (match.c.status == "frozen", 3),
    else_=4,
)
_MINE = (
    select(match.c.id)
    .select_from(match.join(seat, seat.c.match_id == match.c.id))
    .where(
        seat.c.player_id == bindparam("player"),
        match.c.status.in_(bindparam("statuses", expanding=True)),
    )
    .limit(bindparam("most"))
    .offset(bindparam("offset"))
)
_URGENT_FIRST = _MINE.order_by(_URGENCY, match.c.moved_at, match.c.id)
_URGENT = (
    select(match.c.id, _URGENCY.label("urgency"))
    .select_from(match.join(seat, seat.c.match_id == match.c.id))
    .where(seat.c.player_id == bindparam("player"), match.c.status == bindparam("status"))
    .order_by(_URGENCY, match.c.moved_at, match.c.id)
    .limit(bindparam("most"))
    .subquery()
)
_URGENT_ROWS = Prepared(
    select(*_COLUMNS)
    .select_from(
        _URGENT.join(match, match.c.id == _URGENT.c.id).outerjoin(
            seat, seat.c.match_id == match.c.id
        )
    )
    .order_by(_URGENT.c.urgency, match.c.moved_at, match.c.id, seat.c.seat)
)
_LATEST_FIRST = _MINE.order_by(match.c.moved_at.desc(), match.c.id.desc())
_SEVERAL = _ROWS.where(match.c.id.in_(bindparam("numbers", expanding=True)))


def numbers_of(
    connection: Connection,
    player_id: PlayerId,
    statuses: Sequence[str],
    limit: int,
    offset: int = 0,
) -> list[MatchNumber]:
    """A player's matches: where he is to move, then the other live ones, the longest untouched
    first; those that are over the latest first.
    """
    span = {"player": player_id, "statuses": list(statuses), "most": limit, "offset": offset}
    return _numbers(connection, _LATEST_FIRST if statuses == OVER else _URGENT_FIRST, span)


def headers_of(
    connection: Connection, player_id: PlayerId, status: str, limit: int
) -> list[tuple[Row[Any], list[Chair]]]:
    """The rows and chairs of a player's live matches with this status, in the order of
    `numbers_of`, by one look.
    """
    span = {"player": player_id, "status": status, "most": limit}
    found: dict[MatchNumber, list[Row[Any]]] = {}
    for row in _URGENT_ROWS.all(connection, span):
        found.setdefault(row.id, []).append(row)
    return [(rows[0], _chairs(rows)) for rows in found.values()]


def numbers_in(
    connection: Connection, channel: ChannelId, statuses: Sequence[str], limit: int
) -> list[MatchNumber]:
    """The matches in a channel or thread that are not private, running ones first, the latest
    touched first.
    """
    there = and_(or_(match.c.channel == channel, match.c.thread == channel), ~match.c.private)
    rank = case((match.c.status == "running", 0), else_=1)
    return _numbers(
        connection,
        select(match.c.id)
        .where(there, match.c.status.in_(statuses))
        .order_by(rank, match.c.moved_at.desc(), match.c.id.desc())
        .limit(limit),
    )


def numbers_open(
    connection: Connection,
    guild: GuildId,
    player_id: PlayerId | None,
    *,
    game: str | None,
    channels: Collection[ChannelId] | None,
    limit: int,
    offset: int,
) -> list[MatchNumber]:
    """The open tables of a guild at which a chair is kept for this player, and then those at which
    there is one for anybody; the oldest first. With a `game` only those at which it is played; with
    `channels` those for anybody only there.
    """
    there = seat.c.match_id == match.c.id
    mine = select(seat.c.match_id).where(there, seat.c.player_id == player_id, ~seat.c.joined)
    taken = select(func.count()).select_from(seat).where(there).scalar_subquery()
    invited: ColumnElement[bool] = mine.exists()
    free = and_(~match.c.private, taken < match.c.seats)
    if channels is not None:
        free = and_(free, match.c.channel.in_(channels))
    wanted = and_(match.c.guild == guild, match.c.status == "open", or_(invited, free))
    if game is not None:
        wanted = and_(wanted, match.c.game == game)
    order = (case((invited, 0), else_=1), match.c.id)
    query = select(match.c.id).where(wanted).order_by(*order).limit(limit).offset(offset)
    return _numbers(connection, query)


def channels_open(connection: Connection, guild: GuildId) -> list[ChannelId]:
    """The channels of a guild in which tables are open that are not private."""
    wanted = and_(match.c.guild == guild, match.c.status == "open", ~match.c.private)
    return list(connection.execute(select(match.c.channel).where(wanted).distinct()).scalars())


def numbers_expired(connection: Connection, now: datetime, limit: int) -> list[MatchNumber]:
    """The open tables whose time to wait for players is over, the longest waiting first."""
    due = and_(match.c.expires_at <= now, match.c.status == "open")
    query = select(match.c.id).where(due).order_by(match.c.expires_at, match.c.id).limit(limit)
    return _numbers(connection, query)


def rematch(connection: Connection, number: MatchNumber) -> MatchNumber | None:
    """The rematch of a match, unless there is none or it came to nothing."""
    # In the words of the index, without which databases would not look at it.
    query = select(match.c.id).where(match.c.rematch_of == number, text(STANDING_REMATCH))
    return connection.execute(query).scalar()


def count_tables(connection: Connection, host: PlayerId) -> int:
    """How many tables this player has opened that wait for others."""
    query = (
        select(func.count())
        .select_from(match.join(seat, seat.c.match_id == match.c.id))
        .where(seat.c.player_id == host, match.c.status == "open", match.c.host == host)
    )
    return int(connection.execute(query).scalar_one())


def count_matches(connection: Connection, player_id: PlayerId) -> int:
    """How many matches this player plays now."""
    query = (
        select(func.count())
        .select_from(match.join(seat, seat.c.match_id == match.c.id))
        .where(seat.c.player_id == player_id, match.c.status.in_(("running", "adjourned")))
    )
    return int(connection.execute(query).scalar_one())


def count_with(connection: Connection, player_id: PlayerId, others: range) -> int:
    """How many matches this player has that are not over, with somebody of these ids."""
    mine, theirs = seat.alias("mine"), seat.alias("theirs")
    with_them = select(theirs.c.match_id).where(
        theirs.c.match_id == match.c.id,
        theirs.c.player_id.between(others.start, others.stop - 1),
    )
    query = (
        select(func.count())
        .select_from(match.join(mine, mine.c.match_id == match.c.id))
        .where(mine.c.player_id == player_id, match.c.status.in_(LIVE), with_them.exists())
    )
    return int(connection.execute(query).scalar_one())


def numbers_after(connection: Connection, number: MatchNumber, limit: int) -> list[MatchNumber]:
    """The numbers of all matches behind this one, in their order."""
    query = select(match.c.id).where(match.c.id > number).order_by(match.c.id).limit(limit)
    return _numbers(connection, query)


def _numbers(
    connection: Connection, query: Any, values: Mapping[str, Any] | None = None
) -> list[MatchNumber]:
    return [MatchNumber(number) for number in connection.execute(query, values).scalars()]


def headers(
    connection: Connection, numbers: Sequence[MatchNumber]
) -> list[tuple[Row[Any], list[Chair]]]:
    """The rows and chairs of several matches, in the order of their numbers in the argument."""
    found: dict[MatchNumber, list[Row[Any]]] = {number: [] for number in numbers}
    if numbers:
        for row in connection.execute(_SEVERAL, {"numbers": list(numbers)}):
            found[row.id].append(row)
    return [(rows[0], _chairs(rows)) for rows in found.values()]
