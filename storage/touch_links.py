"""Rows of links to boards that can be touched. Functions that write need a transaction."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from datetime import datetime

from sqlalchemy import Connection, and_, bindparam, delete, select

from storage.ids import MatchNumber, PlayerId
from storage.schema import draft, match, seat, touch_link
from storage.upserts import upsert


@dataclass(frozen=True, slots=True)
class LinkRow:
    """A link; see the table."""

    match_id: MatchNumber
    player_id: PlayerId
    digest: str
    expires_at: datetime


_SEATED = (
    touch_link.join(match, match.c.id == touch_link.c.match_id)
    .join(
        seat,
        and_(seat.c.match_id == match.c.id, seat.c.player_id == touch_link.c.player_id),
    )
    .outerjoin(
        draft,
        and_(
            draft.c.match_id == match.c.id,
            draft.c.seat == seat.c.seat,
            draft.c.base == match.c.base,
        ),
    )
)
"""Links with the seats that their players still have, and the drafts that these have begun."""
_BY_DIGEST = (
    select(touch_link)
    .select_from(_SEATED)
    .where(touch_link.c.digest == bindparam("wanted"), touch_link.c.expires_at > bindparam("now"))
)
_STATES = (
    select(touch_link.c.digest, match.c.seq, draft.c.text)
    .select_from(_SEATED)
    .where(
        touch_link.c.digest.in_(bindparam("wanted", expanding=True)),
        touch_link.c.expires_at > bindparam("now"),
    )
)
_REVOKE = delete(touch_link).where(touch_link.c.player_id == bindparam("player"))
_EXPIRED = delete(touch_link).where(touch_link.c.expires_at <= bindparam("now"))


def put(connection: Connection, row: LinkRow, now: datetime) -> None:
    """Stores a link, replacing the player's previous one in this match, and removes expired
    links.
    """
    connection.execute(_EXPIRED, {"now": now})
    connection.execute(upsert(connection, touch_link), asdict(row))


def one(connection: Connection, digest: str, now: datetime) -> LinkRow | None:
    """The link with this digest, if it is still valid and its player still has their seat."""
    row = connection.execute(_BY_DIGEST, {"wanted": digest, "now": now}).first()
    return None if row is None else LinkRow(*row)


def states(
    connection: Connection, digests: Iterable[str], now: datetime
) -> dict[str, tuple[int, str]]:
    """For each of these links that is still valid: the last entry of its match, and the text of its
    player's draft there.
    """
    found = connection.execute(_STATES, {"wanted": [*digests], "now": now})
    return {digest: (seq, text or "") for digest, seq, text in found}


def revoke(connection: Connection, player: PlayerId) -> None:
    """Removes all links of a player."""
    connection.execute(_REVOKE, {"player": player})
