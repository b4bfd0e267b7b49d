"""What leads to a match belongs to one of the deeds of `docs/access.md`. The walk through that page
(`tests/bot/access_walk.py`) holds that each is tried in its column.
"""

from __future__ import annotations

import importlib

import pytest

from bot import cogs
from bot.commands import which_match
from bot.ui import dispatch
from playground.client import Playground
from tests.bot.deeds import ACTIONS, ACTS, COMMANDS, ON_MESSAGES

pytestmark = pytest.mark.shared_bot

for _name in cogs.extensions():
    importlib.import_module(_name)

NO_MATCH = {
    *("challenge", "computer", "computer-game", "computer-level", "find", "find-game"),
    *("find-open", "find-page", "forget", "forget-not", "help-topic", "mine", "new", "new-match"),
    *("open-table", "opponent", "practise", "ranks", "ranks-me", "ranks-on", "seats", "server"),
    *("server-keep", "server-page", "server-reset", "server-reset-all", "setting"),
    *("setting-keep", "setting-page", "setting-reset", "setting-reset-all", "settings"),
    *(
        "find-again",
        "studies",
        "study",
        "study-drop",
        "study-dropped",
        "tables",
        "unblock-gone",
        "whom",
    ),
}
LEARNING = {
    *("learn", "learn-game", "lesson", "lesson-again", "lesson-back", "lesson-end", "lesson-hint"),
    *("lesson-page", "lesson-page-on", "lesson-pick", "lesson-show", "lesson-type", "puzzle"),
    *("puzzle-any", "puzzle-back", "puzzle-confirm", "puzzle-end", "puzzle-hint"),
    *("puzzle-hint-more", "puzzle-next", "puzzle-page", "puzzle-page-on", "puzzle-pick"),
    *("puzzle-show", "puzzle-type", "rules", "rules-game", "rules-of", "rules-on", "rules-section"),
}
"""Controls of lessons, puzzles and rules, which belong to no match either."""
TOURNAMENTS = {
    *("cup", "cup-act", "cup-agree", "cup-attend", "cup-decline", "cup-direct", "cup-form"),
    *("cup-game", "cup-join", "cup-leave", "cup-manage", "cup-new", "cup-pick", "cup-rule"),
    *("cup-report", "cup-section", "cup-skip", "cup-start", "cup-team", "cup-ties", "cup-who"),
    *("cup-withdraw", "cups"),
}
"""Controls of tournaments: `tests/bot/test_tournament*.py` shows who may press them."""
LADDERS = {
    *("ladder", "ladder-accept", "ladder-act", "ladder-challenge", "ladder-decline"),
    *(
        "ladder-declined",
        "ladder-direct",
        "ladder-form",
        "ladder-join",
        "ladder-leave",
        "ladder-left",
    ),
    *("ladder-manage", "ladder-new", "ladder-pick", "ladder-recall", "ladder-whom", "ladders"),
}
"""Controls of ladders: `tests/bot/test_ladders.py` shows who may press them."""
LEAGUES = {
    *("league", "league-act", "league-begin", "league-begun", "league-direct", "league-form"),
    *("league-join", "league-leave", "league-manage", "league-new", "league-pick", "leagues"),
}
"""Controls of leagues: `tests/bot/test_leagues*.py` shows who may press them."""
WISHES = {
    *("seek", "seek-agree", "seek-change", "seek-end", "seek-new", "seek-resume"),
}
"""Controls of wishes: `tests/bot/test_seeking.py` shows who may press them."""


def test_nothing_that_leads_to_a_match_is_forgotten() -> None:
    """Every command, button and menu that names a match belongs to one of the deeds."""
    assert set(which_match.acts()) == set[str]().union(*ACTS.values())
    assert {*dispatch.actions()} == set[str]().union(
        NO_MATCH, LEARNING, TOURNAMENTS, LADDERS, LEAGUES, WISHES, *ACTIONS.values()
    )


async def test_every_command_on_a_message(pg: Playground) -> None:
    """So do the commands in the menu on messages, all of which mean a match."""
    named = {command["name"] for command in await pg.commands() if command["type"] == 3}
    assert named == set[str]().union(*ON_MESSAGES.values())


async def test_every_command_that_names_a_match(pg: Playground) -> None:
    """So does every command with the option `match`."""
    named_one = {
        command["name"]
        for command in await pg.commands()
        if any(option["name"] == "match" for option in command.get("options", ()))
    }
    assert named_one == set[str]().union(*COMMANDS.values())


def test_every_way_has_one_deed() -> None:
    """None belongs to two deeds, each of which would leave it to the other."""
    for ways in (ACTS, ACTIONS, COMMANDS, ON_MESSAGES):
        every = [one for some in ways.values() for one in some]
        assert len(every) == len({*every})
