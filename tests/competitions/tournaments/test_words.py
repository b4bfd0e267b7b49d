"""Every refusal has a sentence, and ids are read as people type them."""

from __future__ import annotations

import inspect
from string import Formatter
from typing import get_args

import pytest

from competitions.model import errors
from competitions.model.errors import CompetitionError
from competitions.model.ladder.events import BOUNDS as OF_LADDERS
from competitions.model.league.events import BOUNDS as OF_LEAGUES
from competitions.model.settings import BOUNDS, Settings
from competitions.tournaments.ids import (
    CompetitionId,
    CompetitionNumber,
    key_of,
    number_of,
    public_id,
)
from competitions.tournaments.texts import REFUSALS, SETTINGS, refused


def test_every_refusal_has_a_sentence() -> None:
    """The codes are exactly the keys of the sentences, and their fields are documented."""
    assert set(get_args(errors.Code)) == set(REFUSALS)
    documented = inspect.getsource(errors)
    for sentence in REFUSALS.values():
        for text in (sentence,) if isinstance(sentence, str) else sentence:
            for _, field, _, _ in Formatter().parse(text):
                assert field is None or f"`{field}`" in documented


def test_ids() -> None:
    """Each number has one id, which is read forgivingly. Ids of matches are refused."""
    ids = [public_id(CompetitionNumber(number)) for number in range(1, 300)]
    assert len({*ids}) == len(ids)
    assert [number_of(f" {one.lower()}") for one in ids] == list(range(1, 300))
    assert number_of("#" + ids[0]) == 1
    for typed in (ids[0].removeprefix("C-"), "C-", "", "C-!?"):
        with pytest.raises(ValueError, match="not an id"):
            number_of(typed)
        with pytest.raises(CompetitionError, match="unknown-competition"):
            key_of(CompetitionId(typed))


def test_settings_have_names() -> None:
    """A refusal names the setting in words, not by its key."""
    assert SETTINGS.keys() == {
        *BOUNDS,
        *OF_LADDERS,
        *OF_LEAGUES,
        "each_round",
        "lowest",
        "section_size",
    }
    with pytest.raises(CompetitionError) as caught:
        Settings("swiss", rounds=0)
    assert refused(caught.value).fields["name"] == "Rounds"
    assert refused(CompetitionError("not-open")).fields == {}
