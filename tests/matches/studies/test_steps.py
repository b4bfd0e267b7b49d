"""Trying turns in a study, on both databases, and alone or at once."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from random import Random

import pytest

import games
import matches
from games.errors import MoveError
from matches import Match
from matches.model import errors, study_errors
from matches.model.ids import StudyNumber
from matches.model.tree import DEEPEST, ROOT
from matches.studies import shelf, steps, stored
from matches.studies import study as values
from matches.studies.shelf import MOST, Start
from matches.studies.study import Study
from storage.database import Database
from tests.matches.conftest import ANN, BOB, EVE, Clock, Timed


@pytest.fixture
async def match(db: Database, timed: Timed) -> Match:
    """A match of Attangle after its first turn; Bob is to move."""
    begun = await timed(None, game="attangle")
    return (await matches.play(db, begun.id, ANN, "c3")).match


async def _opened(db: Database, match: Match) -> Study:
    return (await shelf.open_at(db, ANN, Start.of(match))).study


async def _play(db: Database, study: Study, text: str, here: int | None = None) -> Study:
    """Plays a turn where the study's owner is, or at another node."""
    begun = len(study.begun.steps) if here is None else 0
    at = study.here if here is None else here
    return await steps.play(db, ANN, study.number, text, here=at, length=begun)


async def test_back_and_forth_and_branches(db: Database, match: Match) -> None:
    """Turns for all seats are tried from a position, and whatever was tried stays."""
    study = await _opened(db, match)
    assert (study.tree.nodes, study.root) == ((), 1)
    for text in ("d5", "e2", "B2"):
        study = await _play(db, study, text)
    assert study.tree.turns(study.here) == ("d5", "e2", "b2")
    study = await steps.back(db, ANN, study.number, here=study.here, length=0)
    study = await _play(db, study, "b3")
    assert [one.text for one in study.tree.children(2)] == ["b2", "b3"]
    study = await steps.go(db, ANN, study.number, ROOT)
    again = await steps.back(db, ANN, study.number, here=ROOT, length=0)
    assert (again.here, again.seq) == (ROOT, study.seq)
    study = await _play(db, study, "d5")
    assert (study.here, len(study.tree.nodes)) == (1, 4)
    assert await stored.get(db, ANN, study.number) == study
    assert (await matches.get(db, match.id)).turn_count == 1


async def test_only_legal_turns(db: Database, match: Match) -> None:
    """Nothing can be tried that could not be played."""
    study = await _opened(db, match)
    for text in ("c3", "nonsense", "", "d5 d6"):
        with pytest.raises(MoveError):
            await _play(db, study, text)
    with pytest.raises(errors.TurnTooLong):
        await _play(db, study, "d5 " * 400)
    assert await stored.get(db, ANN, study.number) == study


async def test_turns_are_begun_and_ended(db: Database, timed: Timed) -> None:
    """A turn of several parts is begun, taken back and ended, as in a match."""
    begun = await timed(None, game="tyr")
    study = await _opened(db, begun)
    move = str(begun.game.legal_moves(begun.position)[0])
    study = await _play(db, study, move)
    while study.draft:
        length = len(study.begun.steps)
        if study.can_stop:
            shorter = await steps.back(db, ANN, study.number, here=ROOT, length=length)
            assert len(shorter.begun.steps) == length - 1
            with pytest.raises(study_errors.StaleStudy):
                await steps.stop(db, ANN, study.number, here=ROOT, length=length)
            study = await _play(db, shorter, study.draft.split()[-1])
            study = await steps.stop(db, ANN, study.number, here=ROOT, length=length)
            break
        line = study.begun.line
        study = await _play(db, study, str(line.game.legal_moves(line.position)[0]))
    assert (study.here, study.draft, len(study.tree.nodes)) == (1, "", 1)
    with pytest.raises(errors.NothingToConfirm):
        await steps.stop(db, ANN, study.number, here=1, length=0)


async def test_two_clicks_at_once_lose_no_branch(db: Database, match: Match) -> None:
    """Turns that are tried at the same node at the same time all become branches of it."""
    study = await _opened(db, match)
    texts = ("d5", "e2", "b2", "b3", "d2", "e4")
    await asyncio.gather(*(_play(db, study, text, ROOT) for text in texts))
    study = await stored.get(db, ANN, study.number)
    assert {one.text for one in study.tree.children(ROOT)} == {*texts}
    assert study.seq == 1 + len(texts)


async def test_what_is_gone_is_refused(db: Database, match: Match) -> None:
    """A board of a branch that was thrown away, or of a turn that went on, can't be played on."""
    study = await _play(db, await _opened(db, match), "d5")
    study = await _play(db, study, "e2")
    with pytest.raises(study_errors.StaleStudy):  # More was tried since the question.
        await steps.prune(db, ANN, study.number, 1, seq=study.seq - 1)
    with pytest.raises(study_errors.StaleStudy):
        await shelf.remove(db, ANN, study.number, seq=study.seq - 1)
    study = await steps.prune(db, ANN, study.number, 1, seq=study.seq)
    assert (study.here, study.tree.nodes) == (ROOT, ())
    for refused in (
        steps.go(db, ANN, study.number, 2),
        steps.comment(db, ANN, study.number, 2, "?"),
        steps.comment(db, ANN, study.number, ROOT, "?"),
        steps.prune(db, ANN, study.number, 2, seq=study.seq),
        steps.back(db, ANN, study.number, here=ROOT, length=3),
        steps.play(db, ANN, study.number, "d5", here=ROOT, length=1),
        steps.play(db, ANN, study.number, "d5", here=1),
    ):
        with pytest.raises(study_errors.StaleStudy):
            await refused


async def test_names_and_comments(db: Database, match: Match) -> None:
    """They are kept in one line, as long as they may be."""
    study = await _play(db, await _opened(db, match), "d5")
    await steps.name(db, ANN, study.number, "  My \n idea\0 " + "x" * 100)
    study = await steps.comment(db, ANN, study.number, 1, "good\u200b?" + "y" * 300)
    assert (study.name, len(study.name)) == ("My idea " + "x" * 52, 60)
    assert study.tree.node(1) == study.tree.nodes[0]
    assert study.tree.nodes[0].comment == "good?" + "y" * 195
    study = await steps.comment(db, ANN, study.number, 1, "")
    assert study.tree.nodes[0].comment == ""


async def test_nobody_else_finds_it(db: Database, match: Match) -> None:
    """A study is its owner's alone: others have none with its number."""
    study = await _opened(db, match)
    for other in (BOB, EVE):
        for refused in (
            stored.get(db, other, study.number),
            steps.go(db, other, study.number, ROOT),
            shelf.remove(db, other, study.number, seq=study.seq),
        ):
            with pytest.raises(study_errors.UnknownStudy):
                await refused
        assert await shelf.listed(db, other) == []
    assert [one.number for one in await shelf.listed(db, ANN)] == [study.number]


async def test_the_match_goes_along_and_leaves(db: Database, match: Match) -> None:
    """The study knows where the match is in it, as long as it is, and keeps what was tried."""
    study = await _play(db, await _opened(db, match), "d5")
    study = await _play(db, study, "e2")
    assert study.place_of(match) == ROOT
    match = (await matches.play(db, match.id, BOB, "d5")).match
    assert study.place_of(match) == 1
    match = (await matches.play(db, match.id, ANN, "b2")).match
    assert study.place_of(match) is None
    kept = study.tree.nodes
    study = await _opened(db, match)
    assert study.tree.nodes[:2] == kept
    assert (study.place_of(match), study.tree.turns(study.here)) == (study.here, ("d5", "b2"))
    assert len(await shelf.listed(db, ANN)) == 1


@pytest.mark.parametrize("end", ["resignation", "agreement", "timeout"])
async def test_the_match_ends_without_a_turn(
    db: Database, timed: Timed, clock: Clock, end: str
) -> None:
    """What ends the match without a turn leaves it at the position after its last turn, where
    somebody could have moved.
    """
    match = await timed("3d", game="attangle", at_end="claim")
    match = (await matches.play(db, match.id, ANN, "c3")).match
    study = await _play(db, await _opened(db, match), "d5")
    match = (await matches.play(db, match.id, BOB, "d5")).match
    there = study.here
    if end == "resignation":
        match = (await matches.resign(db, match.id, ANN)).match
    elif end == "agreement":
        await matches.offer_draw(db, match.id, ANN)
        match = await matches.accept_draw(db, match.id, BOB)
    else:
        clock.turn(days=30)
        match = (await matches.claim(db, match.id, BOB)).match
    assert match.ending is not None
    assert match.ending.reason == end
    assert (study.place_of(match), study.course(match)) == (there, ("d5",))
    assert not study.passed_by(match)
    assert values.at(study, ROOT).passed_by(match)


async def test_an_ended_match_is_described_once(
    db: Database, match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However often somebody looks at a study of a match that was resigned, the texts of its
    positions are made once: a long match's take milliseconds, in which everybody else waits.
    """
    study = await _opened(db, match)
    ended = (await matches.resign(db, match.id, BOB)).match
    kind = type(ended.position)
    text, made = kind.__str__, []

    def counted(position: object) -> str:
        made.append(position)
        return text(position)

    monkeypatch.setattr(kind, "__str__", counted)
    assert study.place_of(ended) == ROOT
    assert made
    made.clear()
    assert study.place_of(ended) == ROOT
    assert not made


async def test_the_match_ends_by_the_last_of_two_withdrawals(db: Database, timed: Timed) -> None:
    """An earlier one has changed the position in which people went on: a study from before it has
    lost the match, and one from after it is at the position that somebody left last.
    """
    match = await timed(None, ANN, BOB, EVE, game="3stein")
    first = str(match.game.legal_moves(match.position)[0])
    match = (await matches.play(db, match.id, ANN, first)).match
    before = await _opened(db, match)
    match = (await matches.resign(db, match.id, BOB)).match
    after = await _opened(db, match)
    match = (await matches.resign(db, match.id, EVE)).match
    assert match.ending is not None
    assert (before.place_of(match), before.course(match)) == (None, None)
    assert (after.place_of(match), after.course(match)) == (ROOT, ())


async def test_the_match_goes_further_than_a_study_can(db: Database, timed: Timed) -> None:
    """After more turns than a branch has room for, the match begins a study of its own; however
    long it is, nothing of it is replayed for the old one.
    """
    match = await timed(None, game="tyr")
    first = await _opened(db, match)
    line, turns, rng = match.line, list[str](), Random(1)
    while len(turns) < 1_200:
        tokens = list[str]()
        while not tokens or line.position.mid_turn:
            tokens.append(str(rng.choice(match.game.legal_moves(line.position))))
            line = line.read(tokens[-1])[1]
        turns.append(" ".join(tokens))
        if len(turns) == DEEPEST:
            near = replace(Start.of(match), position=str(line.position), turns=tuple(turns))
    assert (await shelf.open_at(db, ANN, near)).study.number == first.number
    values._after.cache_clear()
    far = replace(near, position=str(line.position), turns=tuple(turns))
    second = (await shelf.open_at(db, ANN, far)).study
    assert (second.number, second.root) == (first.number + 1, len(turns))
    assert values._after.cache_info().currsize == 0


async def test_nothing_is_lost_when_turns_are_taken_back(db: Database, match: Match) -> None:
    """What was tried after turns that were taken back stays; the position before them begins a
    study of its own, and so does one that a withdrawal has changed.
    """
    match = (await matches.play(db, match.id, BOB, "d5")).match
    first = await _play(db, await _opened(db, match), "e2")
    request = (await matches.ask_to_take_back(db, match.id, BOB)).match.request
    assert request is not None
    match = (await matches.grant(db, match.id, ANN, request=request.seq)).match
    assert first.place_of(match) is None
    second = await _opened(db, match)
    assert (second.number, second.root) == (first.number + 1, 1)
    match = (await matches.play(db, match.id, BOB, "b2")).match
    assert first.place_of(match) is None  # As many turns, but another position.
    third = await _opened(db, match)
    assert (third.number, third.tree.turns(third.here)) == (second.number, ("b2",))
    assert [one.number for one in await shelf.listed(db, ANN)] == [second.number, first.number]
    assert (await stored.get(db, ANN, first.number)).tree == first.tree


async def test_the_eldest_without_a_name_gives_way(db: Database, match: Match) -> None:
    """There is room for fifty. The one without a name that was left longest ago gives way; where
    all have names, a new one is refused.
    """
    start = Start.of(match)
    alone = Start(start.game, start.setup, start.position)
    opened = [await shelf.open_at(db, ANN, alone) for _ in range(MOST)]
    assert {one.gone for one in opened} == {None}
    numbers = [one.study.number for one in opened]
    await steps.name(db, ANN, numbers[0], "kept")
    more = await shelf.open_at(db, ANN, alone)
    assert more.gone is not None
    assert more.gone.number == numbers[1]
    assert len(await shelf.listed(db, ANN)) == MOST
    for one in await shelf.listed(db, ANN):
        await steps.name(db, ANN, one.number, "kept, too")
    with pytest.raises(study_errors.TooManyStudies):
        await shelf.open_at(db, ANN, alone)
    first = await stored.get(db, ANN, numbers[0])
    await shelf.remove(db, ANN, numbers[0], seq=first.seq)
    assert (await shelf.open_at(db, ANN, alone)).gone is None


async def test_other_rules(db: Database, match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    """A study that the present rules can't read is refused, and can be thrown away."""
    study = await _play(db, await _opened(db, match), "d5")
    values._after.cache_clear()

    def other(text: str) -> object:
        raise ValueError(text)

    with monkeypatch.context() as patch:
        patch.setitem(games._registry(), "attangle", replace(match.game, position=other))
        with pytest.raises(study_errors.UnreadableStudy):
            await _play(db, study, "e2", 1)
        await shelf.remove(db, ANN, study.number, seq=study.seq)
    values._after.cache_clear()
    assert await shelf.listed(db, ANN) == []
    with pytest.raises(study_errors.UnknownStudy):
        await stored.get(db, ANN, StudyNumber(study.number))
