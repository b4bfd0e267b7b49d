"""What a director does to entrants, games or the whole competition has a reason in the log."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Iterator, Mapping
from typing import Any

import pytest

from competitions.ladders import direction as of_ladders
from competitions.leagues import direction as of_leagues
from competitions.model.entrants import EntrantId
from competitions.model.errors import CompetitionError
from competitions.model.pairings import Game
from competitions.model.settings import Settings
from competitions.tournaments import direction, rulings
from competitions.tournaments.signup import withdraw
from competitions.tournaments.upkeep import advance
from storage.database import Database
from tests.competitions.ladders.conftest import hold as climb
from tests.competitions.leagues.conftest import hold as season
from tests.competitions.tournaments.conftest import ANN, EVE, HOST, Open, join, ruled
from tests.competitions.tournaments.conftest import hold as cup

__all__ = ["climb", "cup", "season"]

Act = Callable[..., Awaitable[Any]]

MODULES = (direction, rulings, of_ladders, of_leagues)
TAKES_NOTHING = frozenset({"start", "begin", "enter", "change", "hand_over"})
"""These acts take nothing away from anybody."""
SOMEBODY = EntrantId(1)
COMPETITION: Mapping[Act, tuple[Any, ...]] = {
    direction.dismiss: (EntrantId(2),),
    direction.reinstate: (SOMEBODY,),
    direction.replace: (SOMEBODY, EntrantId(5)),
    direction.cancel: (),
    direction.end: (),
    rulings.take_back: (1,),
}
RULINGS: Mapping[Act, Game] = {rulings.decide: (1, 2, 0), rulings.correct: (1, 1, 0)}
"""The game that each ruling is about, in the competition below."""
LADDER: Mapping[Act, tuple[Any, ...]] = {
    of_ladders.remove: (SOMEBODY,),
    of_ladders.move: (SOMEBODY, 2),
    of_ladders.annul: (1,),
    of_ladders.close: (),
}
LEAGUE: Mapping[Act, tuple[Any, ...]] = {
    of_leagues.dismiss: (SOMEBODY,),
    of_leagues.end: (),
    of_leagues.cancel: (),
}


def _acts() -> Iterator[Act]:
    """All use cases of directors."""
    for module in MODULES:
        for _, one in inspect.getmembers(module, inspect.iscoroutinefunction):
            own = one.__module__ == module.__name__ and not one.__name__.startswith("_")
            if own and "manager" in inspect.signature(one).parameters:
                yield one


def test_every_act_takes_a_reason() -> None:
    """Except those that take nothing away; and each has its line here."""
    with_reason = set[Act]()
    for act in _acts():
        asked = inspect.signature(act).parameters.get("reason")
        if act.__name__ in TAKES_NOTHING:
            assert asked is None, act
        else:
            assert getattr(asked, "default", None) is inspect.Parameter.empty, act
            with_reason.add(act)
    assert with_reason == {*COMPETITION, *RULINGS, *LADDER, *LEAGUE}


async def _refused(act: Act, *given: Any, **more: Any) -> None:
    with pytest.raises(CompetitionError, match="no-reason"):
        await act(*given, reason=" \n ", **more)


async def test_in_competitions(db: Database, cup: Open) -> None:
    """One game is decided, the other not; somebody has withdrawn, and somebody is waiting."""
    held = await cup(Settings("round-robin"), 4)
    held = await ruled(db, held, (1, 1, 0), 1, 2)
    await withdraw(db, held.id, ANN)
    await advance(db, held.id)
    held = await join(db, held.id, EVE)
    for act, about in COMPETITION.items():
        await _refused(act, db, held.id, HOST, *about)
    for act, game in RULINGS.items():
        ranks = dict.fromkeys(held.competition.pairing(game).seats, 1)
        await _refused(act, db, held.id, HOST, game, ranks, seen=held.seq)


async def test_on_ladders(db: Database, climb: Open) -> None:
    """Even about a challenge that doesn't exist."""
    held = await climb()
    for act, about in LADDER.items():
        await _refused(act, db, held.id, HOST, *about)


async def test_in_leagues(db: Database, season: Open) -> None:
    """Before a season and during it."""
    for begun in (False, True):
        held = await season(begun=begun)
        for act, about in LEAGUE.items():
            await _refused(act, db, held.id, HOST, *about)
