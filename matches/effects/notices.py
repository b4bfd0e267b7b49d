"""Enqueuing notices: messages to be sent because something has happened.

Open tables and seats on offer are shown; if others have offered a seat, its player is told. A turn,
a start, an ending and a time-out enqueue the board for everybody, direct messages for players who
prefer these, reminders while somebody's time runs, a message to the opponents once they may claim
that the time is over, and one to players whose prepared turns were dropped. Vacations and credited
downtime are announced. Every notice is written to the outbox in the same transaction as the event
it reports, and removed once it is sent, so no notice is lost when a process dies.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from sqlalchemy import Connection

from games.protocol import Seat
from matches.model.computer_players import is_computer_player
from matches.model.ids import MatchNumber, number_of, public_id
from matches.model.log import Log
from matches.model.match import Listing, Match
from matches.model.played import Dropped
from storage import outbox as rows
from storage.clocks import Running
from storage.outbox import Change, NoticeRow, Reminder

GRACE = timedelta(seconds=8)
"""How long the process that entered a turn may take to show its board before others do."""
TOGETHER = timedelta(minutes=1)
"""How long the message about dropped turns may wait for further ones of the same player."""
_SHARES = (3, 12)
"""Reminders are due when these fractions of the time are left …"""
_LATEST = (timedelta(days=4), timedelta(hours=6))
"""… but not earlier than that before the end."""
_SECOND = timedelta(seconds=1)


def board_key(match: Match) -> str:
    """The key of the notice that shows a match's board, which is its nonce as well."""
    return f"{match.id}.{match.base}"


def enqueue(
    connection: Connection, number: MatchNumber, before: Match, log: Log, after: Match
) -> None:
    """Enqueues the notices for what has just changed, inside its transaction.

    A change that leaves the position as it was enqueues only messages about dropped turns, about
    seats on offer, and from computer players; before the start there are none. A table that is no
    longer open needs no message.
    """
    if before.status == "open" != after.status:
        rows.remove(connection, [table_key(after)])
    now = log.at
    if now is None or after.started_at is None:
        return
    _enqueue_dropped(connection, number, log, after, now)
    _enqueue_replies(connection, number, log, after, now)
    _enqueue_offers(connection, number, before, after, now)
    if after.base != before.base:
        change = Change(board_key(after), number, before.seq + 1, after.base, after.to_move)
        timed = [*_reminders(after, now), *_claims(after)]
        rows.enqueue(connection, change, timed, now, now + GRACE)
        _join_dropped(connection, log, after)
        if after.ending is not None and after.message is not None and not after.apart:
            enqueue_table(connection, number, after, now)


def _reminders(match: Match, now: datetime) -> list[Reminder]:
    """Reminders for when a third of the time is left, and again near its end. Live games and
    computer players get none.
    """
    if match.due_at is None or match.clock is None or match.clock.live or match.to_move is None:
        return []
    if is_computer_player(match.player_to_move):
        return []
    time = match.due_at - now
    if match.left:
        time = match.clock.for_turn(match.left[match.to_move - 1])
    leads = [min(time / share, most) for share, most in zip(_SHARES, _LATEST, strict=True)]
    return [
        _timed("reminder", f"{match.id}.r{number}", match.to_move, match.due_at, lead)
        for number, lead in enumerate(leads)
    ]


def _claims(match: Match) -> list[Reminder]:
    """Notices to the opponents of the seat to move, due when its time is over, if they have to
    claim it.
    """
    if match.due_at is None or match.at_end != "claim" or is_computer_player(match.player_to_move):
        return []
    return [
        _timed("claim", f"{match.id}.c{seat}", seat, match.due_at, timedelta())
        for side in match.game.sides(match.setup)
        if match.to_move not in side
        for seat in side
        if seat not in match.position.withdrawn
    ]


def renew_timed(connection: Connection, number: MatchNumber, match: Match, now: datetime) -> None:
    """Enqueues these again for a match whose time starts again without an entry, inside the
    transaction in which it does: while it was frozen, they were void.
    """
    last = match.turns[-1] if match.turns else None
    batch = last.batch if last is not None and last.seq == match.base else match.base
    rows.enqueue_each(
        connection,
        [
            NoticeRow(one.key, number, one.kind, one.seat, batch, match.base, one.lead, one.due_at)
            for one in (*_reminders(match, now), *_claims(match))
        ],
    )


def _timed(kind: str, key: str, seat: Seat, end: datetime, lead: timedelta) -> Reminder:
    return Reminder(key, kind, seat, end - lead, round(lead / _SECOND))


# Tables


def table_key(match: Listing) -> str:
    """The key of the message that shows a new table, which is its nonce as well."""
    return f"{match.id}.table"


def enqueue_table(
    connection: Connection, number: MatchNumber, match: Listing, now: datetime
) -> None:
    """Enqueues the notice that a table was opened, a challenge was made, or a match that had a
    table is over, inside the transaction that does so.
    """
    key = table_key(match)
    table = NoticeRow(key, number, "table", None, match.seq, match.seq, None, now + GRACE)
    rows.enqueue_each(connection, [table])


# Prepared turns that were dropped


def drop_key(match: Match, dropped: Dropped) -> str:
    """The key of the message to the owner of dropped turns; `match` is its state after they were
    dropped.
    """
    return f"{match.id}.d{match.seq}.{dropped.seat}"


def _enqueue_dropped(
    connection: Connection, number: MatchNumber, log: Log, after: Match, now: datetime
) -> None:
    """Enqueues one message to each owner. A player who dropped their own turns learns it from the
    bot's answer; others learn it from these messages.
    """
    found = list[NoticeRow]()
    for one in log.dropped:
        own = _by_themselves(log, one)
        due = now + GRACE if own else now
        row = NoticeRow(
            drop_key(after, one), number, "dropped", one.seat, log.first, after.base, None, due
        )
        found.append(row if own else _with_earlier(connection, row, after))
    rows.enqueue_each(connection, found)


def _with_earlier(connection: Connection, row: NoticeRow, after: Match) -> NoticeRow:
    """A message about dropped turns that also tells what those should have told that still wait.

    If more turns are prepared, it waits for a moment, since the next ones may drop these, too.
    """
    assert row.seat is not None
    earlier = rows.remove_untried(connection, row.match_id, row.kind, row.seat)
    due = row.due_at + TOGETHER if after.queues.get(row.seat) else row.due_at
    return replace(
        row,
        due_at=min([due, *(one.due_at for one in earlier)]),
        since=min([row.batch, *(one.since or one.batch for one in earlier)]),
    )


def _join_dropped(connection: Connection, log: Log, after: Match) -> None:
    """A player who is to move and has lost prepared turns gets one message about both."""
    if any(one.seat == after.to_move and not _by_themselves(log, one) for one in log.dropped):
        rows.remove(connection, [f"{board_key(after)}.{after.to_move}"])


def _by_themselves(log: Log, dropped: Dropped) -> bool:
    """Whether the owner of dropped turns dropped them personally, and so learns it from the bot's
    answer.
    """
    return dropped.seat == log.entries[0].seat


# What computer players say


def _enqueue_replies(
    connection: Connection, number: MatchNumber, log: Log, after: Match, now: datetime
) -> None:
    """Enqueues that a computer player offers or declines a draw. What a person does is shown at
    once.
    """
    theirs = {
        seat for seat, player in enumerate(after.players, start=1) if is_computer_player(player)
    }
    said = [one for one in log.entries if one.kind in ("offer", "refuse") and one.seat in theirs]
    rows.enqueue_each(
        connection,
        [
            NoticeRow(
                f"{after.id}.{one.seq}.{one.kind[:2]}", number, one.kind, one.seat, one.seq,
                one.seq, None, now,
            )
            for one in said
        ],
    )  # fmt: skip


# Seats that are offered


def seat_key(match: Match, seat: Seat) -> str:
    """The key of the message that a seat is on offer; `match` is its state after the offer."""
    return f"{match.id}.s{match.seq}.{seat}"


def _enqueue_offers(
    connection: Connection, number: MatchNumber, before: Match, after: Match, now: datetime
) -> None:
    """Enqueues messages to everybody, or to the player to whom the seat is offered. The process
    that enters the offer shows it at once.
    """
    new = [one.seat for one in after.offers if one not in before.offers]
    rows.enqueue_each(
        connection,
        [
            NoticeRow(
                seat_key(after, seat), number, "seat", seat, after.seq, after.seq, None, now + GRACE
            )
            for seat in new
        ],
    )


def tell_leaver(
    connection: Connection, number: MatchNumber, after: Match, seat: Seat, now: datetime
) -> None:
    """Tells the player of a seat that others have offered it, inside the transaction that does
    so.
    """
    key = f"{after.id}.l{after.seq}.{seat}"
    leaver = NoticeRow(key, number, "leaver", seat, after.seq, after.seq, None, now)
    rows.enqueue_each(connection, [leaver])


# Announcements


def announce_vacation(
    connection: Connection, kind: str, concerned: Sequence[tuple[Listing, Seat]], now: datetime
) -> None:
    """Announces a "vacation", a "return" from it, or that the player "stays", once in each place
    where they have matches concerned, with their seats there. Must be called inside the transaction
    of the vacation.
    """
    places: dict[object, NoticeRow] = {}
    stamp = round(now.timestamp() * 1000)
    for match, seat in concerned:
        key, number = f"{match.id}.v{seat}.{stamp}", number_of(match.id)
        row = NoticeRow(key, number, kind, seat, match.seq, match.seq, None, now)
        places.setdefault(match.id if match.apart else match.place, row)
    rows.enqueue_each(connection, list(places.values()))


def announce_downtime(
    connection: Connection, short: Sequence[tuple[Running, datetime]], now: datetime
) -> None:
    """Announces that after a downtime little time is left, and until when."""
    rows.enqueue_each(
        connection,
        [
            NoticeRow(
                f"{public_id(one.number)}.b{round(end.timestamp())}", one.number, "downtime",
                one.seat, one.seq, one.base, None, now,
            )
            for one, end in short
        ],
    )  # fmt: skip


# Due times that move


def move_reminders(connection: Connection, ends: Mapping[MatchNumber, datetime]) -> None:
    """Moves reminders to fit the new due times of matches, by number. Must be called inside a
    transaction.
    """
    rows.move_reminders(connection, ends)
