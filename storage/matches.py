"""Rows of matches. Each function runs on a connection; those that write need a transaction."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import Any

from sqlalchemy import (
    BigInteger,
    Connection,
    Row,
    and_,
    bindparam,
    delete,
    func,
    insert,
    or_,
    select,
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
from storage.ids import MatchNumber, MessageId, PlayerId
from storage.schema import draft, entry, match, notice, seat

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
    """A seat and its player. `invited`: it is kept for them. Not `joined`: they have not accepted
    yet.

    `offer` and `offered_to` are as in the table.
    """

    seat: int
    player_id: PlayerId | None
    joined: bool = True
    rank: int | None = None
    clock: int | None = None
    invited: bool = False
    offer: str | None = None
    offered_to: PlayerId | None = None


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The state of a match in its row: enough to see whether a copy of the match is up to date.

    `status` comes from the row, `draft` is the draft that is valid now, `batch` the batch of the
    interaction that was asked about. `stored_due` is the due time as uptime, and `total` all
    downtime until now: both must still be unchanged when something based on them is written.
    `latest` is when the last downtime began, in uptime. `behind`: the outbox still holds boards.
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

_SNAPSHOT = (
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
HEADER_COLUMNS = (
    match,
    seat.c.seat.label("chair"),
    seat.c.player_id,
    seat.c.joined,
    seat.c.invited,
    seat.c.rank,
    seat.c.clock.label("left"),
    seat.c.offer,
    seat.c.offered_to,
    DOWNTIME_BEFORE_END.label("downtime"),
)
"""What a header is read from: a row for each chair of a match, or one without a chair."""
HEADERS = (
    select(*HEADER_COLUMNS)
    .select_from(match.outerjoin(seat, seat.c.match_id == match.c.id))
    .order_by(match.c.id, seat.c.seat)
)
_HEADER = HEADERS.where(match.c.id == bindparam("number"))
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


def snapshot(
    connection: Connection, number: MatchNumber, interaction: int | None = None
) -> Snapshot | None:
    """The state of the match with this number, or None if there is none."""
    row = connection.execute(_SNAPSHOT, {"number": number, "interaction": interaction}).first()
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
    """The row of an existing match and its chairs in order, both read at the same moment."""
    found = connection.execute(_HEADER, {"number": number}).all()
    return found[0], read_chairs(found)


def due_at(row: Row[Any]) -> datetime | None:
    """When the time of the seat to move runs out, according to its match's row."""
    stored: datetime | None = row.due_at
    return to_real(stored, row.downtime)


def read_chairs(found: Sequence[Row[Any]]) -> list[Chair]:
    """The chairs in the rows of one match's header."""
    return [
        Chair(
            row.chair,
            row.player_id,
            row.joined,
            row.rank,
            row.left,
            row.invited,
            row.offer,
            row.offered_to,
        )
        for row in found
        if row.chair is not None
    ]


def entries(connection: Connection, number: MatchNumber, after: int, until: int) -> list[Entry]:
    """Its log from behind entry `after` up to entry `until`."""
    span = {"number": number, "after": after, "until": until}
    return [Entry(*row) for row in connection.execute(_ENTRIES, span)]


def seqs(connection: Connection, numbers: Iterable[MatchNumber]) -> dict[MatchNumber, int]:
    """The number of the last entry of each of these matches. Matches that don't exist are left
    out.
    """
    found = connection.execute(_SEQS, {"numbers": list(numbers)})
    return {row.id: row.seq for row in found}


# Writing

_UPDATE = update(match).where(match.c.id == bindparam("number"), match.c.seq == bindparam("seen"))
_UPDATE_CLOCK = _UPDATE.where(
    match.c.due_at.is_not_distinct_from(bindparam("due")),
    bindparam("total", type_=BigInteger) == TOTAL_DOWNTIME,
)
_INSERT_ENTRY = insert(entry)
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
    """Stores a new match with its first entry. Returns its number. Raises LostRace, at commit at
    the latest.
    """
    key = connection.execute(insert(match), dict(values)).inserted_primary_key
    assert key is not None
    number = MatchNumber(key[0])
    set_chairs(connection, number, seated)
    connection.execute(_INSERT_ENTRY, {"match_id": number, **asdict(first)})
    return number


def append(
    connection: Connection,
    number: MatchNumber,
    at: Snapshot,
    added: Sequence[Entry],
    changes: Mapping[str, Any],
) -> None:
    """Appends to the log of a match that was in the given state, and updates the match's row. A
    lease ends with the time that it was taken for.

    Raises LostRace if the log has grown since; the entries' primary key would refuse them too.
    So does a due time that has been moved since.
    """
    changed = {"number": number, "seen": at.seq, "seq": added[-1].seq, **changes}
    if "due_at" in changed:
        changed["leased_until"] = None
    change = _UPDATE
    if at.stored_due or changed.get("due_at"):
        change = _UPDATE_CLOCK
        changed |= {"due": at.stored_due, "total": at.total}
    if changed.get("due_at"):
        changed["due_at"] = to_stored(changed["due_at"], at.total, at.latest)
    if connection.execute(change, changed).rowcount != 1:
        raise LostRace(f"match {number} has more than {at.seq} entries")
    connection.execute(
        _INSERT_ENTRY,
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
    """Notes that somebody else has the seat from now on."""
    place_of = {"number": number, "place": place}
    connection.execute(_RANK.values(player_id=player_id), place_of)


def set_ranks(connection: Connection, number: MatchNumber, ranks: Sequence[int]) -> None:
    """Stores the ranks of a finished match, and deletes its drafts."""
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
    """Corrects the status in the match's row. Returns the snapshot with the new status. Raises
    LostRace if the row has changed.

    Only the row has the time of this; the log doesn't mention it.
    """
    stored = to_stored(due_at, at.total, at.latest)
    given = {"number": number, "seen": at.seq, "due": at.stored_due, "total": at.total}
    changes: dict[str, Any] = {"status": status, "due_at": stored, "leased_until": None}
    if now is not None:
        changes["moved_at"] = now
    if connection.execute(_UPDATE_CLOCK, given | changes).rowcount != 1:
        raise LostRace(f"match {number} is no longer as it was")
    return replace(at, status=status, due_at=due_at, stored_due=stored)


def put_draft(connection: Connection, number: MatchNumber, new: DraftText) -> None:
    """Stores a draft over the one that was read. Raises LostRace if that has changed."""
    values = {"base": new.base, "text": new.text, "interaction": new.interaction}
    place = {"number": number, "place": new.seat, "on": new.base, "over": new.over}
    if connection.execute(_DRAFT_OVER, {**place, **values}).rowcount != 1:
        # Another writer's row, for this base or a later one, has the same key, so this is a lost
        # race.
        connection.execute(insert(draft), {"match_id": number, "seat": new.seat, **values})


_LAST_BOARDS = select(match.c.id, func.coalesce(match.c.last_board, match.c.board)).where(
    match.c.id.in_(bindparam("numbers", expanding=True))
)
_SHOWN = update(match).where(match.c.id == bindparam("number"))


def last_boards(
    connection: Connection, numbers: Collection[MatchNumber]
) -> dict[MatchNumber, MessageId]:
    """The last message with the board of each match, or the message in which the board is kept up
    to date, where there is one.
    """
    found = connection.execute(_LAST_BOARDS, {"numbers": [*numbers]})
    return {number: message for number, message in found if message is not None}


def note_boards(connection: Connection, shown: Mapping[MatchNumber, MessageId]) -> None:
    """Notes the last messages with the boards of matches, by number."""
    if shown:
        noted = [{"number": number, "last_board": one} for number, one in shown.items()]
        connection.execute(_SHOWN, noted)
