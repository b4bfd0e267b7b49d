"""Who may do what with a match: what makes a match public, and what privacy forbids."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, get_args

import pytest

import matches
from games.play import HANDOVER
from matches.model import access
from matches.model.access import Deed, Standing, is_public, may
from matches.model.handovers import Handover
from storage.database import Database
from tests.matches.conftest import ANN, BOB, CAT, EVE, HERE, Start

EVERYTHING = Standing(EVE, here=True, sees=True, writes=True, manages=True, public=True)


async def test_a_private_match_is_its_players(db: Database, start: Start) -> None:
    """No right that somebody has elsewhere gives them access to a private match."""
    match = replace(await start(ANN, BOB), private=True)
    for deed in get_args(Deed):
        assert not may(deed, match, EVERYTHING), deed
    own = Standing(ANN)
    assert [deed for deed in get_args(Deed) if may(deed, match, own)] == [
        "know",
        "read",
        "join",
        "take",
        "rematch",
    ]


@pytest.mark.parametrize("deed", get_args(Deed))
async def test_what_is_unknown_counts_as_no(db: Database, start: Start, deed: Deed) -> None:
    """Unknown rights count as missing. Each right adds permissions or changes nothing; it never
    takes any away.
    """
    match = await start(ANN, BOB)
    assert not may(deed, match, Standing(EVE))
    for name in ("here", "sees", "writes", "manages", "public"):
        denied: dict[str, Any] = {name: False}
        less = replace(EVERYTHING, **denied)
        assert may(deed, match, EVERYTHING) or not may(deed, match, less)


async def test_public_takes_all(db: Database, start: Start) -> None:
    """A match is public only if the server and every human player agree, also those who have handed
    their seats over or were replaced by a computer player. Computer players need not be asked.
    """
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
    left = Handover(1, 2, 0, match.created_at, HANDOVER, CAT)
    since = replace(match, handovers=(left,))
    assert not is_public(since, server=True, willing=[ANN, BOB])
    assert is_public(since, server=True, willing=[ANN, BOB, CAT])
    replaced = replace(match, handovers=(replace(left, reason="timeout"),))
    assert access.concerned(replaced) == (ANN, BOB, CAT)
    assert not is_public(replaced, server=True, willing=[ANN, BOB])
    assert is_public(replaced, server=True, willing=[ANN, BOB, CAT])
    unknown = replace(match, handovers=(replace(left, reason="timeout", player=None),))
    assert not is_public(unknown, server=True, willing=[ANN, BOB, CAT])
    forgotten = replace(match, handovers=(replace(left, player=None),))
    assert not is_public(forgotten, server=True, willing=[ANN, BOB, CAT])
    apart = replace(match, place=replace(match.place, guild=None))
    assert not is_public(apart, server=True, willing=[ANN, BOB])
