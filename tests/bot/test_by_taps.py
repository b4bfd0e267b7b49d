"""One match of each game, played to its end by buttons and menus alone, in German."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest

import games
from bot import i18n
from bot.components import LONGEST
from bot.picking import MENU
from playground.answers import Message
from playground.client import Playground, User
from tests.bot.conftest import Game, named, open_table, started

GERMAN = i18n.language("de").gettext
PEOPLE = ("ben", "david", "emma", "anna")


@dataclass(frozen=True)
class Line:
    """A short match: the turns that are played, and why it is over then."""

    game: str
    seats: int
    turns: str
    reason: str
    options: dict[str, str] = field(default_factory=dict)


LINES = (
    Line(
        "attangle",
        2,
        "f5; c1; e1; c3; c4; d6; e3; g3; e4; a1; c4,e4-c3; a1,c1-c3; g1; e2; e1,e3-e2; d2; e3; e4; "
        "e3,g1-g3; d2,e4-e2; c4; d3; c6; d3,d6-g3",
        "with the third triple",
    ),
    Line("die-drei", 2, "f6; g6; f8; d7; f7", "with Die Drei", {"board": "4b3.2b3.1b1.3a2"}),
    Line(
        "3stein",
        3,
        "a24-b36; d46-d32; e12-e26; a22-d12; d44-b36; e16-e12; d12-d16; b36-a26; d11-c25; "
        "d16-d15 keep:c25,e11,e12; a26-a21",
        "by capturing the second lord",
    ),
    Line(
        "turnier",
        2,
        "Csw@0,0; Sh@-2,4; Cne@-4,6; Cse@4,5; Sh@4,3; g1; k6; c9; i6; h5; i4; f2; i7; c7; i5; f6; "
        "j4; c5; n5; f4; j6; c8; l9; e4; l5; e6; m4; d10; l6; d7; j5; f1; j7; g5; k4; b9; k8; f3; "
        "k5; h6; k9; xk9 xj4 xj5 xl9; xe4 xf3 xe6 xc8; flag:b9 flag:c5 flag:f1",
        "by the fields held",
    ),
    Line("tyr", 4, "5@85=4; 4@69=8; 3@79=5; 4-87=5 3-75=2; 4-65", "with three dice in line"),
)


def _check(shown: Message) -> None:
    """The message names the next step, and is as Discord allows it."""
    next_steps = ("wähle unten", "Wähle unten", "bestätige ihn", "bestätigen")
    assert any(step in shown.content for step in next_steps), shown.content
    assert shown.attachments
    assert shown.attachments[0].description
    for menu in shown.selects:
        assert 1 <= len(menu["options"]) <= MENU
        for option in menu["options"]:
            assert 1 <= len(option["label"]) <= LONGEST
            assert len(option["value"]) <= LONGEST
            assert 1 <= len(option["description"]) <= LONGEST
    begun = "Dein Zug" in shown.content
    assert {GERMAN("Back"), GERMAN("Reset")} <= {*shown.labels} if begun else shown.selects


def _towards(shown: Message, tokens: list[str]) -> tuple[str, str]:
    """The menu and the option that lead on to the move that comes next in these tokens."""
    _, _, _, state = shown.selects[0]["custom_id"].split(":", 3)
    token = tokens[int(state.partition("/")[0])]
    fitting = [
        (len(option["value"]), menu["custom_id"], option["value"])
        for menu in shown.selects
        for option in menu["options"]
        if token.startswith(option["value"])
    ]
    _, menu, value = max(fitting)
    return menu, value


async def _tap(board: Message, player: User, turn: str) -> Message:
    """Plays a turn with taps: opens the menus, picks part by part, confirms."""
    shown: Message = await board.click(GERMAN("Move"), by=player)
    while True:
        assert shown.ephemeral
        _check(shown)
        if GERMAN("Confirm") in shown.labels and any(
            f"`{turn}{more}`" in shown.content for more in ("", " …")
        ):
            return await shown.click(GERMAN("Confirm"))
        menu, value = _towards(shown, turn.split())
        shown = await shown.select(menu, [value])


async def _begin(pg: Playground, line: Line) -> Game:
    """A match on a German server, joined by taps."""
    users = [pg.user(name) for name in PEOPLE[: line.seats]]
    for user in users:
        await user.change(locale="de")
    channel, options = pg.channel("allgemein"), dict[str, Any](line.options)
    if len(games.get(line.game).info.seats) > 1:
        options["seats"] = line.seats
    table = await open_table(users[0], channel, line.game, **options)
    for user in users[1:]:
        await (await table.refresh()).click(GERMAN("Join"), by=user)
    return await started(channel, named(table), tuple(users))


@pytest.mark.parametrize("line", LINES, ids=[line.game for line in LINES])
async def test_a_whole_match_by_taps(line: Line, pg: Playground) -> None:
    """From the first turn to the last, every state names what is to be done next, can be taken
    back, and leads on by one of its buttons or menus.
    """
    game, turns = await _begin(pg, line), line.turns.split("; ")
    for number, turn in enumerate(turns, start=1):
        board = await game.board()
        player = next(user for user in game.players if user.name in board.mentions)
        done = await _tap(board, player, turn)
        assert f"`{turn}`" in done.content
        if number < len(turns):
            assert "am Zug" in done.content
            assert len((await game.board()).mentions) == 1
    board = await game.board()
    assert "🏆" in board.content
    assert GERMAN(line.reason) in board.content
    assert GERMAN("Rematch") in board.labels
