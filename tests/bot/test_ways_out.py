"""Every refusal that says what is possible instead has a button that does it."""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
import re
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import pytest

import bot
import games
from bot import cogs, errors
from bot.cogs.lobby import new_match, play_form
from bot.cogs.play import cog as play
from bot.commands import acts, destinations, which_match
from bot.commands.competitions import destinations as competition
from bot.interactions import error_handler
from bot.interactions.ways_out import _WAYS
from bot.messages import table as table_message
from bot.messages.board import BOARD, MOVE, REMATCH, RESUME
from bot.text import discord_codes
from bot.text.levels import LEVELS
from competitions.tournaments.texts import REFUSALS as COMPETITION_REFUSALS
from games.words import Sentence
from matches.model.texts import REFUSALS
from playground.answers import Reply
from playground.client import Channel, Playground, User
from tests.bot.discord_requests import REQUESTS
from tests.support.forger import Forger
from tests.support.matches import begin, named, place_of, question_in

for _module in pkgutil.walk_packages(cogs.__path__, f"{cogs.__name__}."):
    importlib.import_module(_module.name)

NO_WAY = {
    "unavailable": "the same again, which stands there already",
    "wrong-invitations": "the command again, with other people",
    "turn-too-long": "a shorter turn",
    "wrong-vacation": "the command again, with other days",
    "vacation-overlaps": "the command again, with other days",
    "vacation-too-long": "the command again, with other days",
    "no-vacation": "nothing to end",
    "opened-too-often": "waiting",
    "invited-too-often": "waiting",
    "server-too-busy": "waiting",
    "left-too-often": "waiting",
    "vacation-too-often": "waiting",
    "not-yourself": "the command again, with somebody else",
    "offered-too-often": "waiting",
}
"""Codes of refusals without a button, and why."""
LED_ELSEWHERE = {"too-many-games"}
"""Codes of those that lead to the user's settings instead of other competitions."""
SAID_WITH_BUTTONS = {error_handler.NOT_SHOWN, error_handler.NOT_BROUGHT}
"""Remarks on something that was done: `bot.delivery.matches.publication` puts the button below."""
_COMMAND = re.compile(r"(?:^|[\s`])/[a-z]{3,}")


def _modules() -> Iterator[ModuleType]:
    for module in pkgutil.walk_packages(bot.__path__, f"{bot.__name__}."):
        if not module.name.endswith("__main__"):
            yield importlib.import_module(module.name)


def _named(module: ModuleType, expression: ast.expr) -> Iterator[Sentence]:
    """The sentences of a module that an expression can stand for."""
    for node in ast.walk(expression):
        found: Any = None
        if isinstance(node, ast.Name):
            found = getattr(module, node.id, None)
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            found = getattr(getattr(module, node.value.id, None), node.attr, None)
        if isinstance(found, dict):
            yield from (one for one in found.values() if isinstance(one, str | tuple))
        elif isinstance(found, str | tuple):
            yield found


def _refusals() -> set[Sentence]:
    """All sentences with which the bot refuses: those of `matches` and `competitions`, those that
    its own code raises, and those that explain other errors.
    """
    found: set[Sentence] = {*REFUSALS.values(), *COMPETITION_REFUSALS.values(), errors.OUTDATED}
    found |= {one.sentence for one in discord_codes._LINES}
    found |= {one for name, one in vars(error_handler).items() if name.isupper()
              and isinstance(one, str) and not name.startswith("_")}  # fmt: skip
    for module in _modules():
        tree = ast.parse(inspect.getsource(module))
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                if node.func.id in ("Refused", "servers_only"):
                    found |= {*_named(module, node.args[0])}
                elif node.func.id == "require_server":
                    found |= {*_named(module, node.args[1])}
    return found


def _texts(sentence: Sentence) -> tuple[str, ...]:
    return (sentence,) if isinstance(sentence, str) else tuple(map(str, sentence))


def test_whatever_names_a_command_has_a_button() -> None:
    """A refusal whose sentence names a command leads there by a button."""
    refusals = _refusals()
    naming = {one for one in refusals if any(map(_COMMAND.search, _texts(one)))}
    assert len(refusals) > 90
    assert len(naming) > 10
    assert {one for one in naming if one not in _WAYS} <= SAID_WITH_BUTTONS


def test_every_refusal_was_thought_of() -> None:
    """Every refusal by `matches` has a way out, or a reason why there is none."""
    assert {code for code, sentence in REFUSALS.items() if sentence not in _WAYS} == {*NO_WAY}


def test_every_refusal_of_a_competition_leads_on() -> None:
    """Whatever competitions, ladders and leagues refuse leads to the page of the one that was
    meant, and to the others here. Nothing else has to be thought of, but what settings decide.
    """
    ways = {code: _WAYS[sentence] for code, sentence in COMPETITION_REFUSALS.items()}
    assert [code for code, found in ways.items() if competition.page not in found] == []
    elsewhere = {code for code, found in ways.items() if competition.others not in found}
    assert elsewhere == LED_ELSEWHERE


@pytest.mark.shared_bot
async def test_a_match_that_is_over(general: Channel, ben: User, david: User) -> None:
    """The players get a rematch, the analysis and the board; others the board."""
    game = await begin(general, "attangle", ben, david)
    await game.move(1, "c3")
    await (await david.command("resign", game.channel)).click("Resign")
    refused = await ben.command("move", game.channel, turn="c4")
    assert refused.labels == [REMATCH, acts.ACTS["analyse"][0], BOARD]
    board = await refused.click(BOARD)
    assert game.id in (board.followups or [board])[-1].content
    other = await ben.pg.user("emma").command("move", game.channel, turn="c4")
    assert other.labels == [BOARD]
    again = await refused.click(REMATCH)
    assert f"{david.mention} to a rematch" in (again.followups or [again])[-1].content


@pytest.mark.shared_bot
async def test_a_turn_that_comes_too_early(
    forger: Forger, general: Channel, ben: User, david: User
) -> None:
    """It is prepared by one button, and by a form. If no turn was named, only by the form: nobody
    has chosen the example.
    """
    game = await begin(general, "attangle", ben, david)
    second = game.players[1]
    seq = (await game.board()).buttons[0]["custom_id"].split(":")[2]
    done = await forger.moved(game.channel).press(second, f"confirm:{game.id}:{seq}:0/0/-/")
    assert (done.followups or [done])[-1].labels == [acts.PREPARE, BOARD]
    refused = await second.command("move", game.channel, turn="c4")
    assert refused.labels == [destinations.PREPARE_IT, BOARD]
    told = await refused.click(destinations.PREPARE_IT)
    assert "you've prepared 1 turn: `c4`" in (told.followups or [told])[-1].content
    listed = await second.command("prepared", game.channel)
    form = await listed.click(acts.PREPARE)
    assert form.modal is not None
    assert form.modal.data["title"] == play.FORM


@pytest.mark.shared_bot
async def test_a_rated_match_leads_to_an_unrated_one_like_it(general: Channel, ben: User) -> None:
    """With its game, seats, options, clock and computer players, so that nothing has to be chosen
    again.
    """
    wanted: dict[str, Any] = {"seats": 3, "line": "any", "computer": 1, "clock": "3d"}
    opened = await ben.command("play tyr", general, seating="chosen", **wanted)
    match = named(opened)
    refused = await ben.command("hint", await place_of(general, match), match=match)
    assert refused.labels[-1] == destinations.UNRATED
    pressed = await refused.click(destinations.UNRATED)
    table = (pressed.followups or [pressed])[-1]
    assert table.content.startswith("### ")
    chosen = {line for line in table.content.splitlines() if line.startswith("**")}
    line = games.get("tyr").texts.options["line=any"]
    assert chosen == {
        "**Clock:** 3 days per turn",
        "**Seats:** 3",
        f"**Line:** {line}",
        "**Rated:** no",
        f"**Computer:** {LEVELS[1]}",
    }
    begun = await table.click(play_form.OPEN)
    assert table_message.UNRATED in begun.content
    assert named(begun) != match


@pytest.mark.shared_bot
async def test_an_adjourned_match(general: Channel, ben: User, david: User) -> None:
    """It is resumed by the button of the refusal."""
    game = await begin(general, "attangle", ben, david)
    await david.command("adjourn", game.channel)
    await (await question_in(game.channel)).click("Accept", by=ben)
    first = game.players[0]
    refused = await first.command("move", game.channel, turn="c3")
    assert refused.labels == [RESUME, BOARD]
    await refused.click(RESUME)
    assert MOVE in (await game.board_with("resumes the match.")).labels
    assert f"`{game.id}`: you played" in (await game.move(1, "c3")).content


@pytest.mark.shared_bot
async def test_a_player_without_a_match(pg: Playground) -> None:
    """The refusal opens one, against people or the computer."""
    refused = await pg.user("emma").command("board", pg.channel("quiet"))
    assert refused.content == which_match.NONE
    assert refused.labels == [destinations.PLAY, destinations.TABLES]
    asked = await refused.click(destinations.PLAY)
    assert asked.content.startswith(new_match.WHAT)
    opened = await asked.select(new_match.WITH_PEOPLE, ["Attangle"])
    assert opened.content == f"Table {named(opened)} is open."


@pytest.mark.shared_bot
async def test_nobody_ends_a_match_of_others_that_they_have_not_named(
    general: Channel, ben: User, david: User
) -> None:
    """In a channel where only others play, the refusal names no match, and leads to one's own."""
    await begin(general, "attangle", ben, david)
    for command in ("resign", "abort"):
        refused = await ben.pg.user("emma").command(command, general)
        assert refused.content == which_match.NONE_HERE
        assert refused.labels == [destinations.GAMES]


@pytest.mark.shared_bot
async def test_a_refusal_whose_buttons_are_refused(pg: Playground) -> None:
    """The sentence is told without them."""
    form = {"status": 400, "code": discord_codes.INVALID}
    place = REQUESTS["answer"][1]

    async def bare() -> Reply | None:
        """On a slow machine the fault may hit a deferral instead."""
        await pg.fault("status", place, method="POST", times=1, **form)
        refused = await pg.user("emma").command("board", pg.channel("quiet"))
        await pg.clear_faults()
        return None if refused.labels else refused

    refused = await pg.wait_for(bare)
    assert refused is not None
    assert refused.content == which_match.NONE
