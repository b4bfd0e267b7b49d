"""The ids of tournaments, ladders and leagues say of which kind they are."""

from __future__ import annotations

import pytest

from competitions.ladders import ids as of_ladders
from competitions.leagues import ids as of_leagues
from competitions.log.ids import kind_of
from competitions.tournaments import ids as of_tournaments
from storage.ids import CompetitionNumber, LadderNumber, LeagueNumber


def test_an_id_says_of_which_kind_it_is() -> None:
    """Ids that are made are told apart again."""
    assert kind_of(of_tournaments.public_id(CompetitionNumber(7))) == "tournament"
    assert kind_of(of_ladders.public_id(LadderNumber(7))) == "ladder"
    assert kind_of(of_leagues.public_id(LeagueNumber(7))) == "league"


@pytest.mark.parametrize("text", ["", "-", "C", "C7F2", "L7F2", "X-K7F2"])
def test_what_is_no_id_of_a_competition_is_not_taken_for_one(text: str) -> None:
    """Not even for a tournament's."""
    with pytest.raises(KeyError):
        kind_of(text)
