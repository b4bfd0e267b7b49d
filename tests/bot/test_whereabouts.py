"""Whoever acts elsewhere is led to where the match is shown: by name, and by a link."""

from __future__ import annotations

import pytest

from bot.messages.board import BOARD, MOVE, TO_BOARD
from playground.answers import Message, Reply
from playground.client import Channel, Playground, User
from tests.support.matches import Game, begin, known, named, place_of

pytestmark = pytest.mark.shared_bot


def _leads_to(message: Message) -> str:
    """The address of the link, from the channel on."""
    (button,) = (one for one in message.buttons if one["label"] in (TO_BOARD, "Zum Brett"))
    return "/".join(button["url"].split("/")[-2:])


async def _refused(menus: Reply) -> Message:
    """What is said when something is chosen from menus of an earlier turn."""
    menu = menus.selects[0]
    chosen = await menus.select(menu["custom_id"], [menu["options"][0]["value"]])
    return (chosen.followups or [chosen])[-1]


async def test_from_the_board_that_opened_the_match(
    pg: Playground, general: Channel, ben: User
) -> None:
    """The private board in the channel leads to the thread, and so do the answer to a turn from
    there, and the refusal of its menus once the match has moved on.
    """
    opened = await ben.command("play attangle", general, computer=1, seating="chosen")
    thread = await place_of(general, named(opened))
    assert thread.id != general.id
    game = Game(thread, named(opened), [ben])
    assert f"It's being played in <#{thread.id}>." in opened.content
    assert opened.labels[:2] == [MOVE, TO_BOARD]
    assert _leads_to(opened) == f"{thread.id}/{(await game.board()).id}"

    begun = await opened.click(MOVE)
    played = await ben.command("move", general, turn="c3", match=game.id)
    assert played.content.endswith(f"It continues in <#{thread.id}>.")
    assert _leads_to(played) == f"{thread.id}/{(await game.boards())[1].id}"

    async def answered() -> list[Message]:
        boards = await game.boards()
        return boards if len(boards) == 3 and TO_BOARD not in boards[-2].labels else []

    *_, last = await pg.wait_for(answered)
    refused = await _refused(begun)
    assert "has moved on" in refused.content
    assert refused.labels == [MOVE, TO_BOARD, BOARD]

    async def noted() -> bool:
        return _leads_to(await _refused(begun)) == f"{thread.id}/{last.id}"

    await pg.wait_for(noted)
    turn = await refused.click(MOVE)
    assert (turn.followups or [turn])[-1].selects


async def test_from_direct_messages(general: Channel, anna: User, ben: User) -> None:
    """In the language of the player; nobody is led to where they are."""
    game = await begin(general, "attangle", anna, ben)
    dm, turns = await anna.dm(), iter(("c3", "c4", "c5", "d5"))
    await known(anna, dm, game.id)
    for seat, player in enumerate(game.players, start=1):
        if player is anna:
            played = await anna.command("move", dm, turn=next(turns), match=game.id)
            assert f"Weiter geht es in <#{game.channel.id}>." in played.content
            assert _leads_to(played) == f"{game.channel.id}/{(await game.board()).id}"
        else:
            played = await game.move(seat, next(turns))
            assert TO_BOARD not in played.labels
            assert f"<#{game.channel.id}>" not in played.content


async def test_a_channel_that_the_player_does_not_see(general: Channel, ben: User) -> None:
    """There is no link that would lead nowhere: the board is shown to them alone."""
    opened = await ben.command("play attangle", general, computer=1, seating="chosen")
    game = Game(await place_of(general, named(opened)), named(opened), [ben])
    await general.permit(user=ben, deny=["view_channel"])
    played = await ben.command("move", await ben.dm(), turn="c3", match=game.id)
    assert f"<#{game.channel.id}>" not in played.content
    assert TO_BOARD not in played.labels
    shown = await played.click(BOARD)
    assert (shown.followups or [shown])[-1].attachments
    await general.permit(user=ben)


async def test_a_match_in_direct_messages(general: Channel, ben: User) -> None:
    """A match that only its players see leads to theirs."""
    opened = await ben.command("play attangle", general, computer=1, seating="chosen", private=True)
    assert opened.content.endswith("It continues in our direct messages.")
    dm = await ben.dm()
    assert _leads_to(opened) == f"{dm.id}/{(await dm.last(ben)).id}"
