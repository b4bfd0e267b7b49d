"""Phases in which something is built up in many small turns: one board that is kept up to date,
several men in one go, and nobody called to a turn that they have prepared.
"""

from __future__ import annotations

import re

import pytest

import games
from bot.messages import picking
from games import play
from games.turnier.help import fight as help_fight
from playground.answers import Message
from playground.client import Channel, User
from tests.support.matches import Game, begin

pytestmark = pytest.mark.shared_bot

LAID = ("Sh@0,0", "Sh@0,2", "Sh@0,4", "Sh@0,6")


async def _lines(game: Game) -> list[Message]:
    return [one for one in await game.channel.messages() if "To the board" in one.content]


async def test_building_up_by_taps(general: Channel, ben: User, david: User) -> None:
    """A board is laid by its shape and a number in the picture. Fighters are drawn up by one menu
    with several choices: the first now, the others without calling their player again.
    """
    game = await begin(general, "turnier", ben, david)
    first, second = game.players
    for number, turn in enumerate(LAID):
        await game.move(number % 2 + 1, turn)
    (board,) = await game.boards()
    menus = await board.click("Move", by=first)
    menus = await menus.select("Board", ["▙ Csw"])
    (places,) = [one for one in menus.selects if "lower" not in one["placeholder"]][:1]
    assert "elbow" in places["placeholder"]
    assert [option["label"] for option in places["options"]][:2] == ["1", "2"]
    menus = await menus.select(places["custom_id"], [places["options"][0]["value"]])
    assert re.search(r"`Csw@-?\d+,-?\d+`", menus.content)
    await menus.click("Confirm")
    (board,) = await game.boards()
    assert "Drawing up" in board.content

    async def draw_up(player: User, *points: str) -> None:
        board = await game.board()
        menus = await board.click("Move", by=player)
        menu = next(one for one in menus.selects if points[0] in _values(one))
        assert menu["max_values"] > 1
        menus = await menus.select(menu["custom_id"], [*points])
        assert all(f"`{point}`" in menus.content for point in points)
        await menus.click("Confirm")

    first, second = second, first  # After five boards seat 1 begins again.
    points = _values(next(iter((await (await game.board()).click("Move", by=second)).selects)))
    mine, theirs = points[:3], points[3:6]
    await draw_up(second, *mine)
    called = len(await _lines(game))
    await draw_up(first, *theirs)
    (last,) = (await _lines(game))[called:]
    assert [*last.mentions] == [second.name]
    (board,) = await game.boards()
    assert all(f"`{point}`" in last.content for point in (mine[2], theirs[2]))


def _values(menu: dict[str, object]) -> list[str]:
    options = menu["options"]
    assert isinstance(options, list)
    return [option["value"] for option in options]


def test_no_label_is_a_piece_of_notation() -> None:
    """Menus call shapes by how they look, places by numbers, and flags by their fighters."""
    game = games.get("turnier")
    named: set[str] = set()
    for text in (
        f"2+flags {'/'.join(LAID)} laying 1 -/- 3,3 - 0 - - - -",
        help_fight("c5*,d6,e2/b1,b5,c4,e8", "2,3"),
        help_fight("a1,c5,d6,e2/b3,e8,f3", "3,3"),
    ):
        line = play.Line.at(game, game.position(text))
        shown = picking.menus(line, "")
        named |= {picking.name(way) for menu in shown for way in menu.ways}
        stems = [way.text for menu in shown for way in menu.ways if way.move is None]
        for stem in stems:
            named |= {picking.name(way) for menu in picking.menus(line, stem) for way in menu.ways}
    assert {"▙ Csw", "1", "2", "c5 → d6"} <= named
    assert not any(":" in name or "@" in name or "," in name for name in named)
