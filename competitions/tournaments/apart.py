"""Whom blocks keep apart in a competition."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping
from functools import partial
from itertools import islice

from competitions.formats.steps import Apart, Pair
from competitions.model.entrants import EntrantId
from competitions.tournaments.held import Held, Teams
from competitions.tournaments.unit_of_work import UnitOfWork
from matches.model.ids import PlayerId
from matches.model.storage_errors import map_storage_errors
from storage import blocks
from storage.database import Database

MOST_SEALS = 10_000
"""So many pairs of people are looked at in vain at most. Each takes milliseconds, so that nobody
can find out whom a seal stands for.
"""


def blocked(unit: UnitOfWork, entrants: Collection[EntrantId]) -> set[Pair]:
    """The pairs of entrants between whom there is a block."""
    of = _entrants(unit.held.teams, entrants)
    pairs = blocks.pairs_apart(unit.connection, of)
    return {(of[one], of[other]) for one, other in pairs if of[one] != of[other]}


async def returned(db: Database, held: Held, apart: Apart) -> set[Pair]:
    """Who has to be kept apart besides these pairs, since a block outlasts the deletion of data.
    That is found before the first round, and then stored with the others. Raises Unavailable.
    """
    if held.competition.rounds:
        return set()
    known = {frozenset(pair) for pair in apart}
    found = await came_back(db, held.teams, held.competition.remaining)
    return {pair for pair in found if frozenset(pair) not in known}


async def came_back(
    db: Database,
    teams: Teams,
    entrants: Collection[EntrantId],
    newcomer: EntrantId | None = None,
) -> set[Pair]:
    """The same for blocks of people who had their data deleted and have come back; only the pairs
    of the newcomer, if there is one. It may take many seconds, so it can't be part of a use case.
    Raises Unavailable.
    """
    of = _entrants(teams, entrants)
    with map_storage_errors():
        sealed = await db.read(partial(blocks.sealed, players=of))
    return set() if sealed is None else await asyncio.to_thread(_held, sealed, of, newcomer)


def _held(
    sealed: blocks.Sealed, of: Mapping[PlayerId, EntrantId], newcomer: EntrantId | None
) -> set[Pair]:
    pairs = (
        (owner, other)
        for owner in sorted(sealed.owners)
        for other in of
        if of[owner] != of[other] and newcomer in (None, of[owner], of[other])
    )
    asked = islice(pairs, MOST_SEALS)
    return {(of[owner], of[other]) for owner, other in asked if sealed.holds(owner, other)}


def _entrants(teams: Teams, entrants: Collection[EntrantId]) -> dict[PlayerId, EntrantId]:
    """To which of these entrants somebody belongs."""
    return {player: id_ for id_ in entrants for player in teams.get(id_, ()) if player}
