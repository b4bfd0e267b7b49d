"""Calls: what computer players have to do in a match. They move, and answer offers of a draw.

A call is a row in the outbox, written in the transaction that gives a computer player something to
do. Processes take calls in the same way as messages. So several processes share the work, and if
one dies during a search, another repeats it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from sqlalchemy import Connection

from games.protocol import Seat
from matches.model.computer_players import is_computer_player
from matches.model.consent import waiting
from matches.model.ids import MatchNumber
from matches.model.match import Match
from storage import outbox as rows
from storage.outbox import NoticeRow

_AHEAD = timedelta(days=1)
"""How far calls in live matches are dated back, so that they are among those that processes look
at, however many others wait: somebody is waiting for them.
"""


@dataclass(frozen=True, slots=True)
class Call:
    """Something for the computer player in a seat to do; `seq` is the entry that it is about."""

    kind: Literal["move", "draw"]
    seat: Seat
    seq: int


def calls(match: Match) -> frozenset[Call]:
    """What computer players have to do in the present state of the match."""
    return frozenset(_calls(match)) if match.status == "running" else frozenset()


def _calls(match: Match) -> Iterator[Call]:
    seats = [
        seat for seat, player in enumerate(match.players, start=1) if is_computer_player(player)
    ]
    if match.to_move in seats:
        yield Call("move", match.to_move, match.base)
    if match.draw_offer is not None:
        for seat in {*seats} & {*waiting(match)}:
            yield Call("draw", seat, match.draw_offer.seq)


def call(
    connection: Connection, number: MatchNumber, before: Match, after: Match, now: datetime
) -> None:
    """Calls the computer players that now have something to do, inside the transaction that changes
    the match.
    """
    new = calls(after) - calls(before)
    if new:
        live = after.clock is not None and after.clock.live
        rows.enqueue_each(
            connection,
            [
                NoticeRow(
                    key=f"{after.id}.{one.seq}.{one.kind[0]}{one.seat}",
                    match_id=number,
                    kind=rows.CALL,
                    seat=one.seat,
                    batch=one.seq,
                    base=one.seq,
                    lead=None,
                    due_at=now - _AHEAD if live else now,
                )
                for one in sorted(new, key=str)
            ],
        )
