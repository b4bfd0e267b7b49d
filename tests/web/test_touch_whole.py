"""Whole matches by touch alone: how many taps they take, and what their page weighs."""

from __future__ import annotations

from statistics import median

import pytest

import matches
from matches import Match
from matches.effects.notices import board_key
from matches.outbox import queue
from matches.settings import players
from matches.touch import new_link
from storage.database import Database
from tests.samples import SAMPLES
from tests.web.conftest import PEOPLE, Visitor, begun
from tests.web.touching import Hand, offered


@pytest.mark.parametrize("key", [*SAMPLES])
async def test_a_whole_match_of_each_game(db: Database, visitor: Visitor, key: str) -> None:
    """By touch alone: every part of every turn is offered, and each turn is shown in Discord as
    soon as the process there looks. In German, as they have chosen. No turn takes more taps than it
    has parts; a usual one two, and three where a die is turned, too.
    """
    short = SAMPLES[key].short
    people = PEOPLE[: short.seats]
    for one in people:
        await players.prefer(db, one, language="de")
    match = await begun(db, key, short.seats, 0, **short.options)
    hands = [Hand(visitor, await new_link(db, match.id, one)) for one in people]
    turns = [one.strip() for one in short.turns.split(";")]
    taps, parts = list[int](), list[int]()
    for text in turns:
        mover = (await matches.get(db, match.id)).player_to_move
        assert mover is not None
        hand = hands[people.index(mover)]
        before, least = hand.picks, _parts(await matches.get(db, match.id), text)
        seen = await hand.turn(key, text)
        taps.append(hand.picks - before)
        parts.append(least)
        assert not seen["refused"], seen["said"]
        after = await matches.get(db, match.id)
        due = {one.key for one in await queue.due(db)}
        assert board_key(after) in due
    assert all(tapped <= least for tapped, least in zip(taps, parts, strict=True))
    assert median(taps) <= max(2, median(parts))
    assert after.ending is not None
    assert [one.text for one in after.turns if one.origin == "played"][: len(turns)]
    over = await hands[0].look()
    assert offered(over) == []
    assert "gewinn" in over["standing"]


def _parts(match: Match, turn: str) -> int:
    """How many parts the moves of a turn have, such as a man and where it goes."""
    line, found = match.line, 0
    for token in turn.split():
        moves, line = line.read(token)
        spelled = (match.game.steps or match.game.spellings)(moves[0])
        found += max(map(len, spelled))
    return found
