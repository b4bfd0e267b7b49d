"""From a study to the match: conditional turns, in every game."""

from __future__ import annotations

from random import Random

import pytest

import games
import matches
from games.protocol import PASS
from matches import Match, privacy
from matches.model import errors, study_errors
from matches.model.ids import MatchId, PlayerId
from matches.model.tree import ROOT
from matches.studies import shelf, steps, stored
from matches.studies.conditions import ahead, play_if_it_happens
from matches.studies.shelf import Start
from matches.studies.study import Study
from storage.database import Database
from tests.matches.conftest import ANN, BOB, CAT, DAN, HERE, Timed
from tests.matches.replayed import verified


async def _begun(db: Database, game: str) -> Match:
    """A match of the game for as many as can play it."""
    seats = min(3, max(games.get(game).info.seats))
    host, *others = (ANN, BOB, CAT, DAN)[:seats]
    match = await matches.open_table(
        db, game=game, host=host, place=HERE, invited=others, seating="chosen", rng=Random(3)
    )
    for other in others:
        match = await matches.accept(db, match.id, other)
    return match


async def _tried(db: Database, owner: PlayerId, study: Study, rng: Random) -> Study:
    """The study after a random turn for whoever is to move, token by token."""
    here, first = study.here, True
    while first or study.draft:
        first = False
        line = study.begun.line
        moves = list(map(str, line.game.legal_moves(line.position)))
        length = len(study.begun.steps)
        if study.can_stop:
            return await steps.stop(db, owner, study.number, here=here, length=length)
        study = await steps.play(
            db, owner, study.number, rng.choice(moves), here=here, length=length
        )
    return study


async def _play_on(db: Database, match_id: MatchId, text: str) -> matches.Played:
    match = await matches.get(db, match_id)
    assert match.player_to_move is not None
    played = await matches.play(db, match_id, match.player_to_move, text)
    if played.draft is not None:  # It costs what the game warns of.
        played = await matches.confirm_draft(
            db, match_id, played.player, seq=played.match.seq, length=played.draft.length
        )
    return played


@pytest.mark.parametrize("game", [game.info.key for game in games.all_games()])
async def test_from_a_tree_of_three_levels(db: Database, game: str) -> None:
    """In a tree with three levels and two branches at each, an answer is chosen for one of them. It
    is played once the match comes there, and the study says where the match is.
    """
    rng, match = Random(5), await _begun(db, game)
    owner, seat = match.players[1] or ANN, 2
    study = (await shelf.open_at(db, owner, Start.of(match))).study
    levels = [[ROOT]]
    for _ in range(3):
        reached = []
        for node in levels[-1]:
            for _ in range(2):
                study = await steps.go(db, owner, study.number, node)
                study = await _tried(db, owner, study, rng)
                reached.append(study.here)
        levels.append(reached)
    assert len(study.tree.nodes) >= 6
    node = next(
        one.number
        for one in study.tree.nodes
        if one.text != PASS and study.line(one.parent).position.to_move == seat
    )
    match, branch = await play_if_it_happens(db, owner, study.number, node, match)
    assert match.conditions[seat].branches == (branch,)
    *before, answer = branch
    for text in before:
        played = await _play_on(db, match.id, text)
    found = [one.turn for one in played.turns if one.turn.seat == seat]
    assert [(one.text, one.origin) for one in found[-1:]] == [(answer, "prepared")]
    study = await stored.get(db, owner, study.number)
    place = study.place_of(played.match)
    assert place is not None
    assert study.tree.turns(place)[: len(branch)] == branch
    await verified(db, played.match)


async def test_only_ahead_of_the_match(db: Database, timed: Timed) -> None:
    """Where the match can't come any more, nothing can be chosen; nor for others, nor without an
    answer of one's own.
    """
    match = await timed(None, game="attangle")
    study = (await shelf.open_at(db, ANN, Start.of(match))).study
    for text in ("c3", "d5", "e2"):
        study = await steps.play(db, ANN, study.number, text, here=study.here)
    assert ahead(study, match, 3) == ("c3", "d5", "e2")
    assert ahead(study, match, ROOT) == ahead(study, match, 99) == ()
    with pytest.raises(errors.NoCondition):
        await play_if_it_happens(db, ANN, study.number, 2, match)
    played = (await matches.play(db, match.id, ANN, "c3")).match
    with pytest.raises(errors.StaleMatch):
        await play_if_it_happens(db, ANN, study.number, 3, match)
    assert ahead(study, played, 3) == ("d5", "e2")
    assert ahead(study, played, 1) == ()
    left = (await matches.play(db, match.id, BOB, "b2")).match
    with pytest.raises(study_errors.NotAhead):
        await play_if_it_happens(db, ANN, study.number, 3, left)


async def test_studies_are_exported_and_deleted(db: Database, timed: Timed) -> None:
    """Somebody gets their studies with their data, and they are gone with them. Others' studies of
    the same match stay.
    """
    match = await timed(None, game="attangle")
    for player in (ANN, BOB):
        study = (await shelf.open_at(db, player, Start.of(match))).study
        study = await steps.play(db, player, study.number, "c3", here=ROOT)
        await steps.comment(db, player, study.number, 1, f"by {player}")
    tables = (await privacy.stored(db, ANN))["tables"]
    (row,) = tables["study"]
    assert (row["match"], row["player_id"]) == (match.id, ANN)
    assert f"by {ANN}" in row["tree"]
    await privacy.forget(db, ANN)
    assert await shelf.listed(db, ANN) == []
    assert (await privacy.stored(db, ANN))["tables"]["study"] == []
    assert len(await shelf.listed(db, BOB)) == 1
