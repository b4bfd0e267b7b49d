"""One match of each game, played to the end by buttons and menus only, in German."""

from __future__ import annotations

import pytest

import games
from bot.text.discord_limits import LABEL, OPTIONS
from games.protocol import AnyGame
from playground.answers import Message
from playground.client import Playground, User
from tests.samples.sample import Short
from tests.support.picking import leads
from tests.support.short_matches import GERMAN, LINES, begin_in_german

pytestmark = pytest.mark.shared_bot


def _check(shown: Message) -> None:
    """The message names the next step, and is within Discord's limits."""
    next_steps = ("Wähle unten", "bestätige")
    assert any(step in shown.content for step in next_steps), shown.content
    assert shown.attachments
    assert shown.attachments[0].description
    for menu in shown.selects:
        assert 1 <= len(menu["options"]) <= OPTIONS
        for option in menu["options"]:
            assert 1 <= len(option["label"]) <= LABEL
            assert len(option["value"]) <= LABEL
            assert option.get("description") is None or 1 <= len(option["description"]) <= LABEL
    begun = "Dein Zug" in shown.content
    assert {GERMAN("Back"), GERMAN("Reset")} <= {*shown.labels} if begun else shown.selects


def _played(board: Message) -> AnyGame:
    """The game whose name begins a board's message."""
    return next(
        one for one in games.all_games() if board.content.startswith(f"**{GERMAN(one.info.name)}**")
    )


def _towards(game: AnyGame, shown: Message, tokens: list[str]) -> tuple[str, str]:
    """The menu and the option that lead on to the next move of these tokens."""
    _, _, _, state = shown.selects[0]["custom_id"].split(":", 3)
    token = tokens[int(state.partition("/")[0])]
    fitting = [
        (len(option["value"]), menu["custom_id"], option["value"])
        for menu in shown.selects
        for option in menu["options"]
        if leads(game, token, option["value"])
    ]
    _, menu, value = max(fitting)
    return menu, value


async def tap(board: Message, player: User, turn: str) -> Message:
    """Plays a turn with taps: opens the menus, picks step by step, confirms."""
    game = _played(board)
    shown: Message = await board.click(GERMAN("Move"), by=player)
    while True:
        assert shown.ephemeral
        _check(shown)
        if GERMAN("Confirm") in shown.labels and any(
            f"`{turn}{more}`" in shown.content for more in ("", " …")
        ):
            return await shown.click(GERMAN("Confirm"))
        menu, value = _towards(game, shown, turn.split())
        shown = await shown.select(menu, [value])


@pytest.mark.parametrize("line", LINES.values(), ids=LINES)
async def test_a_whole_match_by_taps(line: Short, pg: Playground) -> None:
    """From the first turn to the last, every state names what is to be done next, can be taken
    back, and leads on by one of its buttons or menus.
    """
    game, turns = await begin_in_german(pg, line), line.turns.split("; ")
    for number, turn in enumerate(turns, start=1):
        board = await game.board()
        player = next(user for user in game.players if user.name in board.mentions)
        done = await tap(board, player, turn)
        assert f"`{turn}`" in done.content
        if number < len(turns):
            assert "am Zug" in done.content
            assert len((await game.board()).mentions) == 1
    board = await game.board()
    assert "🏆" in board.content
    assert GERMAN(line.said) in board.content
    assert GERMAN("Rematch") in board.labels
