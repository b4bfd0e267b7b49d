"""The turn that the last hint tells is played with a button, like a typed one."""

from __future__ import annotations

from gettext import NullTranslations

import pytest

import games
from bot.cogs.learning import analysis
from matches.model.played import Draft
from playground.answers import Message
from playground.client import Channel, User
from tests.bot.test_boards import midgame
from tests.support.matches import Game, begin, said

pytestmark = pytest.mark.shared_bot

PLAY = "Play this turn"
TURNS = ("c3", "d5", "c4", "e5", "b3")
PASCH = ("4@33=3", "3@19=1", "5@22=8")
"""In Tyr the second seat can then move a die that makes another one move."""


async def _told(game: Game, channel: Channel) -> tuple[Message, str]:
    """The last hint for the second seat, and the part of the turn that it tells."""
    shown: Message = await game.players[1].command("hint", channel, match=game.id)
    while "Tell me more" in shown.labels:
        assert PLAY not in shown.labels
        shown = await shown.click("Tell me more")
    return shown, shown.content.split("`")[-2]


async def test_the_whole_turn_is_played(general: Channel, ben: User, david: User) -> None:
    """Everybody sees it, and its player is told the same as if they had typed it."""
    game = await begin(general, "attangle", ben, david, rated=False)
    await game.play(*TURNS)
    shown, turn = await _told(game, general)
    assert shown.labels == [PLAY, "Move"]
    done = await shown.click(PLAY)
    assert f"`{game.id}`: you played `{turn}`." in done.content
    await game.board_with(f"6. `{turn}`")


async def test_the_rest_of_a_begun_turn_is_played(general: Channel, ben: User, david: User) -> None:
    """The button plays what had been picked with the rest that the hint told, even if the
    beginning has been taken back meanwhile.
    """
    for reset in (False, True):
        game = await begin(general, "tyr", ben, david, rated=False)
        await game.play(*PASCH)
        begun = await game.move(2, "4-63=8")
        shown, rest = await _told(game, general)
        assert rest.startswith("5-")
        if reset:
            await begun.click("Reset")
        done = await shown.click(PLAY)
        assert f"`{game.id}`: you played `4-63=8 {rest}`." in done.content


async def test_it_waits_for_those_who_confirm_turns(
    general: Channel, ben: User, david: User
) -> None:
    """As after typing it, the turn is shown with a button that confirms it."""
    game = await begin(general, "attangle", ben, david, rated=False)
    await game.play(*TURNS)
    await game.players[1].command("settings", general, confirm=True)
    shown, turn = await _told(game, general)
    asked = await shown.click(PLAY)
    assert f"`{turn}`" in asked.content
    assert "Confirm" in asked.labels
    assert "6. `" not in (await game.board()).content
    await asked.click("Confirm")
    await game.board_with(f"6. `{turn}`")
    await game.players[1].command("settings", general, reset="confirm")


async def test_it_is_played_once_and_in_its_position(
    general: Channel, ben: User, david: User
) -> None:
    """Once the match has moved on, by the same button or otherwise, it plays nothing."""
    game = await begin(general, "attangle", ben, david, rated=False)
    await game.play(*TURNS)
    (shown, turn), (again, _) = await _told(game, general), await _told(game, general)
    await shown.click(PLAY)
    await game.board_with(f"6. `{turn}`")
    assert "has moved on" in (await said(await again.click(PLAY))).content
    first = next(one for one in ("g4", "f2", "d2", "c2") if one not in turn)
    await game.play(first)
    assert "has moved on" in (await said(await again.click(PLAY))).content
    assert "8. `" not in (await game.board()).content


async def test_in_german(general: Channel, anna: User, ben: User) -> None:
    """The button speaks the reader's language."""
    game = await begin(general, "attangle", ben, anna, rated=False)
    if game.players[1] == anna:
        await game.play(TURNS[0])
    shown = await anna.command("hint", general, match=game.id)
    while "Mehr verraten" in shown.labels:
        shown = await shown.click("Mehr verraten")
    assert shown.labels[0] == "Diesen Zug spielen"


def test_no_button_for_a_turn_that_is_too_long() -> None:
    """What a button carries is limited. Then the turn has to be typed, or picked."""
    match = midgame(games.get("attangle"), 2)
    begun = Draft(match, 1, "", match.line)
    (short,) = analysis._play_button(begun, "c3", NullTranslations())
    assert short.custom_id.endswith(":c3")
    assert not [*analysis._play_button(begun, " ".join(["c3"] * 40), NullTranslations())]
