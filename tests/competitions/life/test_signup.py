"""Who may sign up and open competitions, and what is offered to whom."""

from __future__ import annotations

import pytest

import matches
from competitions.life import opening
from competitions.life.acts import possible
from competitions.life.directing import dismiss, enter, start
from competitions.life.held import Held
from competitions.life.opening import open_competition
from competitions.life.queries import get
from competitions.life.rounds import advance
from competitions.life.signup import Membership, agree, excuse, join, withdraw
from competitions.model.entrants import EntrantId
from competitions.model.errors import CompetitionError
from competitions.model.settings import Settings
from matches.model.computer_players import of_level
from matches.settings.blocks import block
from matches.settings.players import prefer
from storage.database import Database
from tests.competitions.life.conftest import (
    ANN,
    BOB,
    CAT,
    DAN,
    EVE,
    HOST,
    Open,
    later,
    play_out,
    play_round,
    terms,
)
from tests.competitions.life.test_games import TEAMS
from tests.matches.conftest import Clock, official
from tests.matches.test_conduct import as_if_played


async def refused(
    db: Database, held: Held, code: str, membership: Membership | None = None
) -> None:
    """Ann is not let in."""
    with pytest.raises(CompetitionError, match=code):
        await join(db, held.id, ANN, membership=membership or Membership())


async def test_members_roles_and_ratings(db: Database, hold: Open) -> None:
    """What a competition asks for, of everybody who signs up."""
    held = await hold(count=0, begun=False)
    await refused(db, held, "members-only", Membership(member=False))
    held = await hold(count=0, begun=False, anywhere=True, role=5)
    await refused(db, held, "wrong-role", Membership(roles=(4,)))
    assert (await join(db, held.id, ANN, membership=Membership(False, (5,)))).entrant_of(ANN) == 1
    held = await hold(count=0, begun=False, lowest=-99.0)
    await refused(db, held, "wrong-rating")
    match = await official(db, ANN, BOB)
    for player in (ANN, BOB) * 4:
        await matches.play(db, match.id, player, "step")
    await matches.resign(db, match.id, BOB)
    assert (await join(db, held.id, ANN)).entrant_of(ANN) == 1
    held = await hold(count=0, begun=False, lowest=9000.0, highest=9999.0)
    await refused(db, held, "wrong-rating")


async def test_reliability(db: Database, hold: Open) -> None:
    """Who plays to the end often enough, and newcomers."""
    held = await hold(count=0, begun=False, reliability=90)
    assert (await get(db, held.id)).terms.reliability == 90
    await join(db, held.id, BOB)
    await as_if_played(db, ANN, [True] * 8 + [False] * 2)
    with pytest.raises(CompetitionError, match="unreliable") as caught:
        await join(db, held.id, ANN)
    assert caught.value.fields == {"needed": 90, "share": 80}
    await as_if_played(db, CAT, [True] * 9 + [False])
    assert (await join(db, held.id, CAT)).entrant_of(CAT) == 2


async def test_nobody_signs_up_after_the_hard_end(db: Database, hold: Open, clock: Clock) -> None:
    """Even if nobody has seen to it yet that it is over."""
    held = await hold(count=0, begun=False, ends_at=later(clock, days=30))
    clock.turn(days=31)
    await refused(db, held, "time-up")


async def test_games_at_the_same_time(db: Database, hold: Open) -> None:
    """Nobody plays more than they have said."""
    await prefer(db, ANN, at_once=3)
    first = await hold(Settings("knockout", games=2), 2)
    second = await hold(Settings("knockout", games=2), 0, begun=False)
    await refused(db, second, "too-many-games")
    await play_out(db, first)
    assert (await join(db, second.id, ANN)).entrant_of(ANN) == 1


async def test_partners_who_have_blocked_each_other(db: Database) -> None:
    """They are no team."""
    held = await open_competition(db, terms(game=TEAMS, team=2), Settings("knockout"), HOST)
    await block(db, BOB, ANN)
    with pytest.raises(CompetitionError, match="not-together"):
        await join(db, held.id, ANN, BOB)


async def test_partners_who_decline(db: Database) -> None:
    """Then there is no team, and both may look for another."""
    held = await open_competition(db, terms(game=TEAMS, team=2), Settings("knockout"), HOST)
    await join(db, held.id, ANN, BOB)
    held = await withdraw(db, held.id, BOB)
    assert held.teams == {}
    held = await join(db, held.id, BOB, ANN)
    held = await agree(db, held.id, ANN)
    assert held.teams == {2: (BOB, ANN)}


async def test_partners_who_need_not_be_asked(db: Database) -> None:
    """Two computer players are a team as soon as the director has signed them up."""
    held = await open_competition(db, terms(game=TEAMS, team=2), Settings("knockout"), HOST)
    first = of_level(1)
    held = await enter(db, held.id, HOST, first, of_level(1, [first]))
    assert held.asked == frozenset()
    assert [entrant.id for entrant in held.competition.entrants] == [1]


async def test_not_too_many_by_one_host(
    db: Database, hold: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server isn't flooded; names fit into titles."""
    monkeypatch.setattr(opening, "HOSTED", 1)
    await hold(begun=False)
    with pytest.raises(CompetitionError, match="too-many-hosted"):
        await open_competition(db, terms(), Settings("swiss"), HOST)
    for name in ("", " \n", "x" * 81):
        with pytest.raises(CompetitionError, match="wrong-name"):
            await open_competition(db, terms(name=name), Settings("swiss"), ANN)
    held = await open_competition(db, terms(name="A\n cup\u2028"), Settings("swiss"), ANN)
    assert held.terms.name == "A cup"


async def test_what_is_offered(db: Database, hold: Open, clock: Clock) -> None:
    """By status, and to whom."""
    held = await hold(Settings("swiss", rounds=2), 4, begun=False, ends_at=later(clock, days=30))
    now = clock()
    assert possible(held, EVE, now) == ("join",)
    assert possible(held, ANN, now) == ("withdraw",)
    director = ("join", "start", "enter", "dismiss", "cancel", "change", "hand-over")
    assert possible(held, HOST, now) == director
    assert possible(held, EVE, now, manager=True) == director
    assert possible(held, EVE, later(clock, days=30)) == ()
    late = possible(held, HOST, later(clock, days=30))
    assert late == ("dismiss", "cancel", "change", "hand-over")
    for player in (ANN, BOB, CAT, DAN):
        held = await withdraw(db, held.id, player)
    assert possible(held, HOST, now) == ("join", "enter", "cancel", "change", "hand-over")
    held = await hold(Settings("swiss", rounds=2), 4, begun=False)
    held = await start(db, held.id, HOST)
    assert {"end"} == {"end", "decide", "take-back"} & {*possible(held, HOST, now)}
    held = await advance(db, held.id)
    assert possible(held, ANN, now) == ("withdraw", "excuse")
    held = await excuse(db, held.id, ANN, 2)
    assert possible(held, ANN, now) == ("withdraw", "attend")
    acts = possible(held, HOST, now)
    assert {"decide", "take-back"} <= {*acts}
    assert not {"end", "reinstate", "replace", "start"} & {*acts}
    await join(db, held.id, EVE)
    held = await dismiss(db, held.id, HOST, EntrantId(4), reason="Rude.")
    assert possible(held, DAN, now) == ()
    assert {"reinstate", "replace"} <= {*possible(held, HOST, now)}
    held = await advance(db, held.id)
    held = await play_round(db, held)
    assert "excuse" not in possible(held, BOB, now)
    held = await play_out(db, held)
    assert possible(held, HOST, now) == ("correct", "hand-over")


async def test_what_is_offered_to_partners(db: Database, clock: Clock) -> None:
    """Whoever was asked can agree."""
    held = await open_competition(db, terms(game=TEAMS, team=2), Settings("knockout"), HOST)
    held = await join(db, held.id, ANN, BOB)
    assert possible(held, BOB, clock()) == ("agree", "withdraw")
    assert possible(held, ANN, clock()) == ("withdraw",)
