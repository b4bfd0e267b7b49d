"""What the director does with entrants and pairings: removes, replaces, takes back, ends."""

from __future__ import annotations

import pytest

import games
import matches
from competitions.formats.steps import Apart, Step
from competitions.model.competition import Competition
from competitions.model.entrants import EntrantId
from competitions.model.errors import CompetitionError
from competitions.model.settings import Settings
from competitions.tournaments import games as played
from competitions.tournaments import queries, verify
from competitions.tournaments.creation import open_competition
from competitions.tournaments.direction import (
    cancel,
    dismiss,
    end,
    enter,
    reinstate,
    replace,
    start,
)
from competitions.tournaments.rulings import require_unplayed, take_back
from competitions.tournaments.signup import withdraw
from competitions.tournaments.upkeep import advance, in_thread, take_due
from matches import privacy
from matches.model.computer_players import is_computer_player, of_level, several
from matches.model.ids import MatchId
from matches.unit_of_work.cache import resize
from storage.database import Database
from tests.competitions.tournaments.conftest import (
    ANN,
    BOB,
    CAT,
    DAN,
    EVE,
    FOX,
    HOST,
    TEAMS,
    Open,
    join,
    play_round,
    ruled,
    terms,
    win,
)
from tests.matches import toy


async def test_dismissed_and_replaced(db: Database, hold: Open) -> None:
    """The director takes an entrant out; somebody from the waiting list takes over their number."""
    held = await hold(Settings("round-robin", most=4), 4, begun=False)
    held = await advance(db, held.id)
    held = await join(db, held.id, EVE)
    held = await join(db, held.id, FOX)
    with pytest.raises(CompetitionError, match="no-reason"):
        await dismiss(db, held.id, HOST, EntrantId(1), reason=" ")
    await dismiss(db, held.id, HOST, EntrantId(6), reason="Not a member.")
    held = await dismiss(db, held.id, HOST, EntrantId(1), reason="Rude.")
    with pytest.raises(CompetitionError, match="unfinished"):
        await replace(db, held.id, HOST, EntrantId(1), EntrantId(5), reason="They asked.")
    held = await advance(db, held.id)
    with pytest.raises(CompetitionError, match="not-waiting"):
        await replace(db, held.id, HOST, EntrantId(1), EntrantId(2), reason="They asked.")
    held = await replace(db, held.id, HOST, EntrantId(1), EntrantId(5), reason="They asked.")
    assert held.teams.keys() == {1, 2, 3, 4}
    former = [one.player_id for one in held.members if one.until is not None]
    assert former == [ANN, EVE, FOX]
    assert held.teams[EntrantId(1)] == (EVE,)
    held = await play_round(db, held)
    match_ids = [held.matches[game] for game in held.competition.undecided]
    seated = {one for match_id in match_ids for one in (await matches.get(db, match_id)).seated}
    assert seated == {BOB, CAT, DAN, EVE}


async def test_ended_early(db: Database, hold: Open) -> None:
    """The director ends it between two rounds; what was being computed is void."""
    held = await hold()
    for game in held.competition.undecided:
        await win(db, held, game)

    async def pair(competition: Competition, apart: Apart, seed: int) -> Step:
        with pytest.raises(CompetitionError, match="no-reason"):
            await end(db, held.id, HOST, reason="")
        await end(db, held.id, HOST, reason="Enough.")
        return await in_thread(competition, apart, seed)

    ended = await advance(db, held.id, pair=pair)
    assert (ended.competition.status, ended.competition.reason) == ("over", "Enough.")
    assert len(ended.competition.rounds) == 1
    with pytest.raises(CompetitionError, match="not-running"):
        await end(db, held.id, HOST, reason="Again.")


async def test_a_pairing_is_taken_back(db: Database, hold: Open) -> None:
    """Before anybody has moved. Its matches are stopped, and the round is paired again."""
    held = await hold(Settings("swiss", rounds=2), 4)
    old = set(held.matches.values())
    held = await take_back(db, held.id, HOST, 1, reason="Wrong seeds.")
    assert (held.competition.rounds, held.matches) == ((), {})
    held = await advance(db, held.id)
    assert len(held.matches) == 2
    assert {(await matches.get(db, one)).status for one in old} == {"aborted"}
    match = await matches.get(db, held.matches[1, 1, 0])
    await require_unplayed(db, held, 1)
    await matches.play(db, match.id, match.seated[0], "step")
    with pytest.raises(CompetitionError, match="being-played-on"):
        await require_unplayed(db, held, 1)
    with pytest.raises(CompetitionError, match="being-played-on"):
        await take_back(db, held.id, HOST, 1, reason="Again.")


async def test_no_match_of_a_cancelled_competition_is_left_official(
    db: Database, hold: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those of pairings that were taken back are stopped, even if upkeep had not got round to it.
    Frozen ones can be ended by managers.
    """
    held = await hold(Settings("swiss", rounds=2), 4)
    old = set(held.matches.values())
    await take_back(db, held.id, HOST, 1, reason="Wrong seeds.")
    await cancel(db, held.id, HOST, reason="Rain.")
    assert {(await matches.get(db, one)).status for one in old} == {"aborted"}
    held = await hold(Settings("knockout"), 2)
    match = await matches.get(db, held.matches[1, 1, 0])
    await matches.play(db, match.id, match.seated[0], "jump left")
    monkeypatch.setitem(games._registry(), "toy", toy.STRICTER)
    resize(db, 10)
    await cancel(db, held.id, HOST, reason="Rain.")
    match = await matches.get(db, match.id)
    assert (match.status, match.official) == ("frozen", False)
    assert (await matches.end(db, match.id, held.terms.guild)).status == "aborted"
    assert {one.fault async for one in verify.checks(db)} == {None}


async def test_decided_games_are_stopped_when_the_director_ends_it(
    db: Database, hold: Open
) -> None:
    """Even if upkeep had not got round to it."""
    held = await hold(Settings("knockout"), 2)
    await ruled(db, held, (1, 1, 0), 1, 2)
    held = await end(db, held.id, HOST, reason="Enough.")
    assert held.competition.status == "over"
    match = await matches.get(db, held.matches[1, 1, 0])
    assert match.ending == matches.Ending("adjudged")
    assert [one.fault async for one in verify.checks(db)] == [None]


async def test_reinstated(db: Database, hold: Open) -> None:
    """Entrants who have withdrawn come back; former players can't."""
    held = await hold(Settings("swiss", rounds=2), 4)
    await withdraw(db, held.id, ANN)
    held = await reinstate(db, held.id, HOST, EntrantId(1), reason="A mistake.")
    assert held.competition.withdrawn == frozenset()
    await privacy.forget(db, ANN)
    held = await advance(db, held.id)
    with pytest.raises(CompetitionError, match="unknown-entrant") as caught:
        await reinstate(db, held.id, HOST, EntrantId(1), reason="They asked.")
    assert caught.value.fields["player"] == 0


async def test_computer_players_are_entered_by_the_director(db: Database, hold: Open) -> None:
    """Nobody else can sign them up, and the director can't sign up anybody else."""
    robot = of_level(1)
    held = await hold(begun=False, count=1)
    with pytest.raises(CompetitionError, match="no-person"):
        await join(db, held.id, robot)
    with pytest.raises(CompetitionError, match="no-person"):
        await enter(db, held.id, HOST, BOB)
    held = await enter(db, held.id, HOST, robot)
    assert held.teams[EntrantId(2)] == (robot,)


async def test_computer_players_play_each_other_one_after_the_other(
    db: Database, hold: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only so many of their matches go on at once; whoever plays against people plays at once."""
    monkeypatch.setattr(played, "MOST_ALONE", 1)
    held = await hold(begun=False, count=1, together=True)
    await enter(db, held.id, HOST, *several(1, 3))
    await start(db, held.id, HOST)
    alone = list[MatchId]()
    for _ in range(3):
        held = await advance(db, held.id)
        found = [await matches.get(db, one) for one in held.matches.values()]
        assert sum(ANN in one.players for one in found) == 3
        new, *others = (
            one
            for one in found
            if all(map(is_computer_player, one.players)) and one.id not in alone
        )
        assert not others
        alone.append(new.id)
        assert new.players[0] is not None
        await matches.resign(db, new.id, new.players[0])
        assert await take_due(db) == [held.id]
    held = await advance(db, held.id)
    assert len(held.matches) == 6
    assert await advance(db, held.id) == held


async def test_several_computer_players_at_once(db: Database, hold: Open) -> None:
    """All of them or none; where partners play, each two are an entrant."""
    first, second, third = several(1, 3)
    held = await hold(begun=False, count=0)
    held = await enter(db, held.id, HOST, first, second, interaction=5)
    assert [*held.teams.values()] == [(first,), (second,)]
    assert await enter(db, held.id, HOST, first, second, interaction=5) == held
    for refused in ((third, second), (third, third)):
        with pytest.raises(CompetitionError, match="signed-up"):
            await enter(db, held.id, HOST, *refused)
    assert (await queries.get(db, held.id)).teams == held.teams
    held = await open_competition(db, terms(game=TEAMS, team=2), Settings("knockout"), HOST)
    with pytest.raises(CompetitionError, match="wrong-team"):
        await enter(db, held.id, HOST, first, second, third)
    held = await enter(db, held.id, HOST, first, second, *several(2, 2))
    assert [*held.teams.values()] == [(first, second), tuple(several(2, 2))]
    assert len(held.competition.entrants) == 2
