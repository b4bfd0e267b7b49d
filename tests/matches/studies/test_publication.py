"""Publishing what was tried, once the match is over."""

from __future__ import annotations

import pytest

import matches
from games.record import from_json, from_text, to_json, to_text
from games.variations import Tried, Variation
from matches import Match, privacy
from matches.archive import records
from matches.archive.variations import published
from matches.model import errors, study_errors
from matches.model.tree import ROOT
from matches.studies import publication, shelf, steps
from matches.studies.shelf import Start
from matches.studies.study import Study
from storage.database import Database
from tests.matches.conftest import ANN, BOB, Timed


@pytest.fixture
async def running(db: Database, timed: Timed) -> Match:
    """A match of Attangle after its first turn."""
    begun = await timed(None, game="attangle")
    return (await matches.play(db, begun.id, ANN, "c3")).match


async def _over(db: Database, match: Match) -> Match:
    await matches.play(db, match.id, BOB, "d5")
    return (await matches.resign(db, match.id, BOB)).match


async def _tried(db: Database, match: Match, *texts: str) -> Study:
    study = (await shelf.open_at(db, ANN, Start.of(match))).study
    for text in texts:
        study = await steps.play(db, ANN, study.number, text, here=ROOT)
    return study


async def test_part_of_the_record(db: Database, running: Match) -> None:
    """What is published stands in the record, in both forms, and only as it was then."""
    study = await _tried(db, running, "e2", "b3")
    await steps.comment(db, ANN, study.number, 1, "Why not?")
    with pytest.raises(errors.NotOver):
        await publication.publish(db, ANN, study.number, running, 1)
    over = await _over(db, running)
    after = publication.beginning(over, study.root, study.start)
    assert after == 1
    _, without = await records.recorded(db, over.id)
    await publication.publish(db, ANN, study.number, over, after)
    await steps.play(db, ANN, study.number, "a1", here=ROOT)
    _, record = await records.recorded(db, over.id)
    tried = (Tried(1, "e2", "Why not?"), Tried(1, "b3"))
    assert record.variations == (Variation(1, tried),)
    assert from_text(to_text(record)) == record == from_json(to_json(record))
    assert to_text(record).startswith(to_text(without))
    await publication.publish(db, ANN, study.number, over, after)
    _, record = await records.recorded(db, over.id)
    assert [one.text for one in record.variations[0].turns] == ["e2", "b3", "a1"]


async def test_comments_are_deleted(db: Database, running: Match) -> None:
    """A comment that is deleted is gone from the record; the study keeps it."""
    study = await _tried(db, running, "e2")
    await steps.comment(db, ANN, study.number, 1, "Why not?")
    over = await _over(db, running)
    await publication.publish(db, ANN, study.number, over, 1)
    left = await publication.delete_comment(db, over.id, ANN, 1)
    assert left.tree.nodes[0].comment == ""
    assert await published(db, over.id) == [left]
    for author, node in ((ANN, 2), (BOB, 1)):
        with pytest.raises(study_errors.NotPublished):
            await publication.delete_comment(db, over.id, author, node)


async def test_taken_back_and_deleted(db: Database, running: Match) -> None:
    """Its author takes it back; and it goes with their data, which hold it."""
    study = await _tried(db, running, "e2")
    over = await _over(db, running)
    await publication.publish(db, ANN, study.number, over, 1)
    await publication.take_back(db, over.id, ANN)
    with pytest.raises(study_errors.NotPublished):
        await publication.take_back(db, over.id, ANN)
    await publication.publish(db, ANN, study.number, over, 1)
    (row,) = (await privacy.stored(db, ANN))["tables"]["variation"]
    assert row["match"] == over.id
    await privacy.forget(db, ANN)
    assert await published(db, over.id) == []


async def test_what_can_not_be_published(db: Database, running: Match) -> None:
    """A study in which nothing was tried, and one that begins where the match never was."""
    study = await _tried(db, running)
    over = await _over(db, running)
    with pytest.raises(study_errors.NothingTried):
        await publication.publish(db, ANN, study.number, over, 1)
    assert publication.beginning(over, 0, study.start) is None
    assert publication.beginning(over, 9, study.start) is None
