"""Entrants who are replaced while their matches are being played."""

from __future__ import annotations

import pytest

import matches
from competitions.model.entrants import EntrantId
from competitions.model.errors import CompetitionError
from competitions.model.events import Replaced
from competitions.model.pairings import Outcome
from competitions.model.settings import Settings
from competitions.tournaments import news, verify
from competitions.tournaments.creation import open_competition
from competitions.tournaments.direction import dismiss, enter, reinstate, replace, start
from competitions.tournaments.held import Held
from competitions.tournaments.queries import get
from competitions.tournaments.signup import withdraw
from competitions.tournaments.upkeep import advance
from matches.model.computer_players import of_level
from matches.model.ids import PlayerId
from matches.model.match import Match
from matches.settings.blocks import block, unblock
from storage.database import Database
from tests.competitions.tournaments.conftest import (
    ANN,
    BOB,
    CAT,
    DAN,
    EVE,
    FOX,
    HOST,
    PLAYERS,
    TEAMS,
    Open,
    agree,
    join,
    play_out,
    terms,
)
from tests.matches.conftest import Clock
from tests.support.replay import replay_match


async def test_replaced_while_they_play(db: Database, hold: Open, clock: Clock) -> None:
    """Somebody from the waiting list takes over from an entrant who still takes part, also in
    running matches: with their turns and their clock.
    """
    held = await join(db, (await hold()).id, EVE)
    match = await _of(db, held, ANN)
    seat = match.seat_of(ANN)
    assert seat is not None
    assert match.player_to_move is not None
    await matches.play(db, match.id, match.player_to_move, "step")
    clock.turn(days=1)
    held = await replace(db, held.id, HOST, EntrantId(1), EntrantId(5), reason="Ill.")
    assert held.teams[EntrantId(1)] == (EVE,)
    assert (held.competition.withdrawn, held.competition.waiting) == (frozenset(), ())
    match = await matches.get(db, match.id)
    assert match.players[seat - 1] == EVE
    assert [(one.seat, one.turns, one.player) for one in match.handovers] == [(seat, 1, ANN)]
    assert await replay_match(db, match.id) == match
    held = await play_out(db, held)
    assert set(held.competition.outcomes.values()) == {Outcome((1, 2), "played")}
    assert [one.fault async for one in verify.checks(db)] == [None]


async def _of(db: Database, held: Held, player: PlayerId) -> Match:
    """The match that a player plays in this round."""
    found = [await matches.get(db, held.matches[game]) for game in held.competition.undecided]
    (match,) = (one for one in found if player in one.seated)
    return match


async def test_who_can_not_go_on_at_once(db: Database, hold: Open) -> None:
    """Computer players, people blocked by an opponent, and those who were replaced there before.
    Then nothing has happened, and nobody is told which of these it was.
    """
    held = await join(db, (await hold()).id, EVE)
    first = EntrantId(1)
    held = await enter(db, held.id, HOST, of_level(1))
    with pytest.raises(CompetitionError, match="has-to-wait"):
        await replace(db, held.id, HOST, first, EntrantId(6), reason="Ill.")
    (other,) = {*(await _of(db, held, ANN)).seated} - {ANN}
    await block(db, other, EVE)
    with pytest.raises(CompetitionError, match="has-to-wait"):
        await replace(db, held.id, HOST, first, EntrantId(5), reason="Ill.")
    assert (await get(db, held.id)).competition == held.competition
    await unblock(db, other, EVE)
    held = await replace(db, held.id, HOST, first, EntrantId(5), reason="Ill.")
    held = await join(db, held.id, ANN)
    with pytest.raises(CompetitionError, match="has-to-wait"):
        await replace(db, held.id, HOST, first, EntrantId(7), reason="Well again.")
    assert (await get(db, held.id)).teams[first] == (EVE,)


async def test_whose_time_is_up_is_not_replaced(db: Database, hold: Open, clock: Clock) -> None:
    """Nobody saves a lost game like that."""
    held = await join(db, (await hold()).id, EVE)
    match = await _of(db, held, ANN)
    late = match.player_to_move
    assert late is not None
    entrant = held.entrant_of(late)
    assert entrant is not None
    clock.turn(days=400)
    with pytest.raises(CompetitionError, match="has-to-wait"):
        await replace(db, held.id, HOST, entrant, EntrantId(5), reason="Ill.")
    assert (await matches.get(db, match.id)).players == match.players


async def test_who_has_withdrawn_whom_is_known(db: Database, hold: Open) -> None:
    """For everybody who is replaced, by their last withdrawal: themselves or the director."""
    held = await hold(Settings("round-robin"), 6)
    for newcomer in PLAYERS[6:]:
        held = await join(db, held.id, newcomer)
    held = await withdraw(db, held.id, ANN)
    await dismiss(db, held.id, HOST, EntrantId(2), reason="Rude.")
    await withdraw(db, held.id, CAT)
    await advance(db, held.id)
    held = await reinstate(db, held.id, HOST, EntrantId(3), reason="They asked.")
    for entrant, by in ((1, 7), (2, 8), (3, 9)):
        held = await replace(db, held.id, HOST, EntrantId(entrant), EntrantId(by), reason="Ill.")
    told = [one for one in await news.news(db, held) if isinstance(one.event, Replaced)]
    assert [one.withdrawn_by for one in told] == [ANN, HOST, HOST]
    others = [one for one in await news.news(db, held) if one not in told]
    assert {one.withdrawn_by for one in others} == {None}


async def test_partners_are_replaced_together(db: Database) -> None:
    """In the seats of their team, one for one."""
    held = await open_competition(db, terms(game=TEAMS, team=2), Settings("knockout"), HOST)
    for one, other in ((ANN, BOB), (CAT, DAN)):
        await join(db, held.id, one, other)
        await agree(db, held.id, other)
    await start(db, held.id, HOST)
    held = await advance(db, held.id)
    before = await matches.get(db, held.matches[1, 1, 0])
    await join(db, held.id, EVE, FOX)
    held = await agree(db, held.id, FOX)
    held = await replace(db, held.id, HOST, EntrantId(1), EntrantId(3), reason="Ill.")
    after = await matches.get(db, before.id)
    new = {ANN: EVE, BOB: FOX}
    assert after.players == tuple(new.get(one, one) for one in before.seated)
    await matches.resign(db, after.id, EVE)
    await matches.resign(db, after.id, FOX)
    held = await advance(db, held.id)
    assert held.competition.places == ((2,), (1,))
