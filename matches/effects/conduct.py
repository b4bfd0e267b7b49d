"""When a match ends, it is noted how each person has played it. Their reliability is computed from
this.
"""

from __future__ import annotations

from sqlalchemy import Connection

from matches.model.conduct import LAST, Reliability, conduct_of, reliability
from matches.model.errors import TooUnreliable
from matches.model.ids import MatchNumber, PlayerId
from matches.model.match import Match
from storage import conduct as rows


def note_conduct(connection: Connection, number: MatchNumber, match: Match) -> None:
    """Notes how people have played a match that has just finished, inside the transaction that
    writes its end.
    """
    rows.note(connection, number, conduct_of(match))


def reliability_of(connection: Connection, player: PlayerId) -> Reliability:
    """How reliably a player has played lately."""
    return reliability(rows.of_player(connection, player, LAST))


def require_reliability(connection: Connection, player: PlayerId, needed: int | None) -> None:
    """Raises TooUnreliable unless the player has played at least that percentage of their matches
    to the end.
    """
    if needed is None:
        return
    found = reliability_of(connection, player)
    if not found.suffices(needed):
        raise TooUnreliable(needed=needed, share=found.percent or 0, count=found.matches)
