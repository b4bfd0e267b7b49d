"""Parties for tests of the choice, which have waited for some time."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from itertools import count
from random import Random
from typing import Any

from matches.model.ids import ChannelId, GuildId, PlayerId, WishNumber
from matches.model.ratings import Skill
from matches.wishes.choice import Found, Known, Pair, Seeker, best, pool_of
from matches.wishes.terms import CLOCKS, LIVE_LIFETIME, Meeting, TableKind, Terms

NOW = datetime(2030, 1, 1, tzinfo=UTC)
LIVE, DAY, THREE_DAYS, WEEK = CLOCKS
TWO, THREE, FOUR = (TableKind("toy", seats) for seats in (2, 3, 4))
HERE = Meeting(GuildId(700), ChannelId(71))
_numbers = count(1)


def terms(*kinds: TableKind, **changes: Any) -> Terms:
    """What most want in these tests: any strength, 3 days per turn, anywhere."""
    usual: dict[str, Any] = {"clocks": (THREE_DAYS,), "within": None, "where": "anywhere"}
    return Terms(kinds=kinds or (TWO,), **(usual | changes))


def seeker(
    *players: int,
    wished: Terms | None = None,
    waited: timedelta = timedelta(0),
    **more: Any,
) -> Seeker:
    """A party that has waited for so long; each is younger than the one before."""
    since = NOW - waited
    return Seeker(
        id=WishNumber(next(_numbers)),
        players=tuple(map(PlayerId, players)),
        terms=wished or terms(),
        since=since,
        live_until=since + LIVE_LIFETIME,
        **more,
    )


def chosen(
    first: Seeker,
    *others: Seeker,
    skills: Mapping[int, Skill] | None = None,
    apart: Iterable[tuple[int, int]] = (),
    now: datetime = NOW,
    seed: int = 1,
) -> Found | None:
    """The best table for the first one. Skills are the same in all pools."""
    pools = {pool_of(kind, clock) for kind in first.terms.kinds for clock in CLOCKS}
    known = {
        (pool, PlayerId(player)): skill
        for pool in pools
        for player, skill in (skills or {}).items()
    }
    pairs: set[Pair] = {frozenset(map(PlayerId, pair)) for pair in apart}
    return best(first, Known(others=others, skills=known, apart=pairs, now=now), Random(seed))


def at_table(found: Found | None) -> set[int]:
    """Who sits there; nobody if there is no table."""
    return set() if found is None else {*found.players}
