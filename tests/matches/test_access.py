"""The rule of who may do what with a match: what makes a match public, and what privacy forbids."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

import pytest

import matches
from matches.model import access
from matches.model.access import Deed, Standing, is_public, may
from storage.database import Database
from tests.matches.conftest import ANN, BOB, EVE, HERE, Start

EVERYTHING = Standing(EVE, here=True, sees=True, writes=True, manages=True, public=True)


async def test_a_private_match_is_its_players(db: Database, start: Start) -> None:
    """Nothing that somebody else may do elsewhere lets them near it."""
    match = replace(await start(ANN, BOB), private=True)
    for deed in get_args(Deed):
        assert not may(deed, match, EVERYTHING), deed
    own = Standing(ANN)
    assert [deed for deed in get_args(Deed) if may(deed, match, own)] == [
        "know",
        "read",
        "join",
        "rematch",
    ]


@pytest.mark.parametrize("deed", get_args(Deed))
async def test_what_is_unknown_counts_as_no(db: Database, start: Start, deed: Deed) -> None:
    """Of somebody of whom nothing is known, nothing is allowed; and each right helps or does not,
    but never takes something away.
    """
    match = await start(ANN, BOB)
    assert not may(deed, match, Standing(EVE))
    for name in ("here", "sees", "writes", "manages", "public"):
        less = replace(EVERYTHING, **{name: False})
        assert may(deed, match, EVERYTHING) or not may(deed, match, less)


async def test_public_takes_all(db: Database, start: Start) -> None:
    """The server and every player have to be willing; computer players need not be asked."""
    match = await start(ANN, BOB)
    assert is_public(match, server=True, willing=[ANN, BOB])
    assert not is_public(match, server=False, willing=[ANN, BOB])
    assert not is_public(match, server=True, willing=[ANN])
    table = await matches.open_table(db, game="toy", host=ANN, place=HERE, invited=[BOB])
    assert access.concerned(table) == (ANN, BOB)
    assert not is_public(table, server=True, willing=[ANN])
    alone = await matches.open_table(db, game="toy", host=ANN, place=HERE, computer_level=1)
    assert is_public(alone, server=True, willing=[ANN])
    gone = replace(match, players=(ANN, None))
    assert not is_public(gone, server=True, willing=[ANN, BOB])
    apart = replace(match, place=replace(match.place, guild=None))
    assert not is_public(apart, server=True, willing=[ANN, BOB])
