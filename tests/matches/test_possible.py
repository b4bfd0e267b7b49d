"""Players are offered exactly the actions that would not be refused."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from random import Random
from typing import Any, get_args

import pytest

import matches
from games.errors import MoveError
from matches import Match, TableError
from matches.course.acts import MatchActName
from matches.learning import analysis
from matches.model.ids import PlayerId
from storage.database import Database
from tests.matches.conftest import ANN, BOB, CAT, EVE, Clock, Timed

Do = Callable[[Database, Match, PlayerId], Awaitable[Any]]


def _request(match: Match) -> int:
    return match.request.seq if match.request else 0


ACTS: dict[MatchActName, Do] = {
    "offer-draw": lambda db, match, who: matches.offer_draw(db, match.id, who),
    "accept-draw": lambda db, match, who: matches.accept_draw(db, match.id, who),
    "decline-draw": lambda db, match, who: matches.decline_draw(db, match.id, who),
    "grant": lambda db, match, who: matches.grant(db, match.id, who, request=_request(match)),
    "deny": lambda db, match, who: matches.deny(db, match.id, who, request=_request(match)),
    "takeback": lambda db, match, who: matches.ask_to_take_back(db, match.id, who),
    "adjourn": lambda db, match, who: matches.ask_to_adjourn(db, match.id, who),
    "resume": lambda db, match, who: matches.resume(db, match.id, who),
    "claim": lambda db, match, who: matches.claim(db, match.id, who),
    "hint": lambda db, match, who: analysis.to_hint(db, match.id, who),
    "analyse": lambda db, match, who: analysis.to_analyse(db, match.id, who),
    "prepared": lambda db, match, who: matches.clear_prepared(db, match.id, who),
    "hand-over": lambda db, match, who: matches.offer_seat(db, match.id, who),
    "keep-seat": lambda db, match, who: matches.keep_seat(db, match.id, who),
    "resign": lambda db, match, who: matches.resign(db, match.id, who),
    "abort": lambda db, match, who: matches.abort(db, match.id, who),
    "rematch": lambda db, match, who: matches.rematch(db, match.id, who),
}
RARE: tuple[MatchActName, ...] = ("resign", "abort", "claim")
ANSWERS: tuple[MatchActName, ...] = ("offer-draw", "adjourn")
"""Requesting what another player has already requested is agreeing, which is offered under another
name.
"""


def _refused(match: Match, act: MatchActName, allowed: tuple[MatchActName, ...]) -> bool:
    looks = act == "analyse" and match.status not in ("running", "adjourned")
    agrees = looks or (act in ANSWERS and (match.draw_offer or match.request) is not None)
    return act not in allowed and not agrees


async def _go_on(db: Database, match: Match, rng: Random, time: Clock) -> None:
    """Plays a turn, prepares one for later, or lets time pass."""
    if match.status != "running" or match.player_to_move is None:
        return
    if rng.random() < 0.1:
        time.turn(days=2)
    elif rng.random() < 0.2:
        await matches.prepare(db, match.id, rng.choice((ANN, BOB, CAT)), "pass")
    else:
        turn = rng.choice(("step", "run end"))
        try:
            await matches.play(db, match.id, match.player_to_move, turn)
        except MoveError:  # The run has won already.
            await matches.play(db, match.id, match.player_to_move, "step")


@pytest.mark.long
@pytest.mark.parametrize("seed", range(6))
async def test_what_is_possible(db: Database, timed: Timed, time: Clock, seed: int) -> None:
    """Throughout a match every offered action succeeds, and every other one is refused."""
    rng, done = Random(seed), set[MatchActName]()
    match = await timed("1d", ANN, BOB, CAT, at_end="claim")
    for _ in range(60):
        match = await matches.get(db, match.id)
        who = rng.choice((ANN, BOB, CAT, EVE))
        allowed = matches.possible(match, who, db.now())
        assert who != EVE or not allowed
        for act in get_args(MatchActName):
            if _refused(match, act, allowed):
                with pytest.raises(TableError):
                    await ACTS[act](db, match, who)
        wanted = [act for act in allowed if act not in RARE or rng.random() < 0.05]
        if wanted and rng.random() < 0.6:
            act = rng.choice(wanted)
            await ACTS[act](db, match, who)
            done.add(act)
            if act == "rematch":
                break
        else:
            with suppress(TableError):  # Withdrawn players cannot prepare turns.
                await _go_on(db, match, rng, time)
    assert done


def test_every_act_is_tried() -> None:
    """The test above covers every existing action."""
    assert set(ACTS) == set(get_args(MatchActName))
