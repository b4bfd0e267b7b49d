"""Scenarios from other modules, with the bot on PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.bot.test_drafts import test_a_chain_is_picked, test_prepared_turns
from tests.bot.test_recovery import (
    test_a_lost_answer,
    test_a_race_for_one_turn,
    test_killed_and_started_again,
)
from tests.bot.test_seeking import test_three_with_a_party_of_two, test_two_find_each_other
from tests.bot.test_tables import (
    test_redelivered_interactions_act_once,
    test_two_clicks_at_once_seat_one,
)
from tests.bot.test_whole_game import test_a_whole_game
from tests.support.postgres import EMPTY, Cluster
from tests.support.stack import Stack

pytestmark = pytest.mark.untraced

__all__ = [
    "test_a_chain_is_picked",
    "test_a_lost_answer",
    "test_a_race_for_one_turn",
    "test_a_whole_game",
    "test_killed_and_started_again",
    "test_prepared_turns",
    "test_redelivered_interactions_act_once",
    "test_three_with_a_party_of_two",
    "test_two_clicks_at_once_seat_one",
    "test_two_find_each_other",
]


@pytest.fixture(scope="module")
def stack(tmp_path_factory: pytest.TempPathFactory, cluster: Cluster) -> Iterator[Stack]:
    """Both processes, with an empty database that the bot has to migrate."""
    folder = tmp_path_factory.mktemp("bot")
    with cluster.database(EMPTY) as url:
        running = Stack(folder, DATABASE_URL=url)
        yield running
        running.close()
        running.check()
    assert not list(folder.rglob("*.db"))
