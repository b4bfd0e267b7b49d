"""Links to boards that can be touched: the holder of a link plays as one player, in one match.

A link is signed, and valid for `LASTS`, until its player asks for the next one, gives up their seat
or turns the setting `touch` off. The database has only a digest of it.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from zlib import crc32

from sqlalchemy import Connection

from matches.model.errors import TouchIsOff
from matches.model.ids import MatchId, PlayerId, number_of, public_id
from matches.model.requirements import require_seat
from matches.model.storage_errors import read as looked
from matches.model.storage_errors import write
from matches.settings.declared import read
from matches.settings.players import Preferences
from matches.unit_of_work.queries import get
from storage import keys, players, touch_links
from storage.database import Database
from storage.touch_links import LinkRow

LASTS = timedelta(hours=12)
"""How long a link is valid."""

_KEY = "touch"
_HALF = 16
"""The bytes of a secret's random half, and of its signature."""


@dataclass(frozen=True, slots=True)
class Link:
    """Who plays by a link, in which match, until when, and what they have chosen in their settings.
    `digest` is what its secret is known by.
    """

    match_id: MatchId
    player: PlayerId
    digest: str
    expires_at: datetime
    chosen: Preferences


async def new_link(db: Database, match_id: MatchId, player: PlayerId) -> str:
    """The secret of a new link for somebody who plays in a running match; the one before it is void
    from now on. Raises TouchIsOff, Unavailable, and what `require_seat` raises.
    """
    match = await get(db, match_id)
    require_seat(match, player, adjourned=True)
    now = db.now()

    def work(connection: Connection) -> str | None:
        players.hold(connection, [player])  # So that the setting holds from now on.
        if not read(Preferences, players.preferences(connection, player)).touch:
            return None
        secret = _signed(keys.key(connection, _KEY), secrets.token_bytes(_HALF))
        row = LinkRow(number_of(match.id), player, _digest(secret), now + LASTS)
        touch_links.put(connection, row, now)
        return secret

    made = await write(db, work)
    if made is None:
        raise TouchIsOff(match=match.id)
    return made


async def link_of(db: Database, secret: str) -> Link | None:
    """The link with this secret; None for one that is void, and for anything else. Raises
    Unavailable.
    """
    now = db.now()

    def work(connection: Connection) -> Link | None:
        key = keys.known(connection, _KEY)
        if key is None or not _is_signed(key, secret):
            return None
        row = touch_links.one(connection, _digest(secret), now)
        if row is None:
            return None
        chosen = read(Preferences, players.preferences(connection, row.player_id))
        return Link(public_id(row.match_id), row.player_id, row.digest, row.expires_at, chosen)

    return await looked(db, work)


async def marks(db: Database, digests: Collection[str]) -> dict[str, str]:
    """A mark for each of these links that is still valid: another one whenever something has
    happened in its match, or to what its player has begun there. Raises Unavailable.
    """
    now = db.now()
    found = await looked(db, lambda connection: touch_links.states(connection, digests, now))
    return {digest: mark(seq, text) for digest, (seq, text) in found.items()}


def mark(seq: int, begun: str) -> str:
    """The mark of a match at this entry, with this much of a turn begun by the player."""
    return f"{seq}.{crc32(begun.encode()):x}"


def _signed(key: bytes, random: bytes) -> str:
    return urlsafe_b64encode(random + _signature(key, random)).rstrip(b"=").decode()


def _is_signed(key: bytes, secret: str) -> bool:
    try:
        whole = urlsafe_b64decode(secret.encode("ascii") + b"=")
    except ValueError:
        return False
    random, signature = whole[:_HALF], whole[_HALF:]
    if len(signature) != _HALF or not hmac.compare_digest(signature, _signature(key, random)):
        return False
    return secret == _signed(key, random)


def _signature(key: bytes, random: bytes) -> bytes:
    return hmac.digest(key, b"link" + random, hashlib.sha256)[:_HALF]


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
