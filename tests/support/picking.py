"""Which options of the menus lead to a move, for tests that pick one."""

from __future__ import annotations

from typing import Any

from bot.messages import picks as picking
from games import picks
from games.play import Line
from games.protocol import AnyGame
from playground.answers import Message, Reply


async def choose(shown: Message, *values: str) -> Reply:
    """Chooses these options one after the other, each from the menu that has it."""
    assert values
    for value in values:
        offered = {
            str(option["value"]): str(menu["custom_id"])
            for menu in shown.selects
            for option in menu["options"]
        }
        assert value in offered, (value, [*offered])
        shown = answer = await shown.select(offered[value], [value])
    return answer


def leads(game: AnyGame, token: str, value: str) -> bool:
    """Whether an option with this value leads to the move with this token."""
    move = game.read(None, token)
    spelled = (game.steps or game.spellings)(move)
    return any("".join(part.text for part in parts).startswith(value) for parts in spelled)


def taps(line: Line[Any, Any], tokens: list[str]) -> int:
    """How many taps a turn takes: *Move*, each menu and each change of page, *Confirm*."""
    count = 2
    while tokens and tokens != ["end"]:
        had_to_follow = [str(move) for move in picks.forced(line)]
        if had_to_follow:
            assert tokens[: len(had_to_follow)] == had_to_follow
        else:
            stem, move = "", None
            while move is None:
                page, value = _best(line, stem, tokens[0])
                stem, move = picks.pick(line, stem, value)
                count += 1 + page
            assert str(move) == tokens[0]
        for token in had_to_follow or tokens[:1]:
            line = line.read(token)[1]
        tokens = tokens[len(had_to_follow) or 1 :]
    return count


def _best(line: Line[Any, Any], stem: str, token: str) -> tuple[int, str]:
    """The option that leads furthest to a move: its page, and its value."""
    fitting = [
        (len(way.text), -number, way.text)
        for number, page in enumerate(picking.pages(picking.menus(line, stem)))
        for menu in page
        for way in menu.ways
        if leads(line.game, token, way.text)
    ]
    _, number, value = max(fitting)
    return -number, value
