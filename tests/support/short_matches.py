"""One short match of each game, from its first turn to its end."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import games
from bot.i18n import catalogues
from playground.client import Playground
from tests.support.matches import Game, named, open_table, started

GERMAN = catalogues.language("de").gettext
PEOPLE = ("ben", "david", "emma", "anna")


@dataclass(frozen=True)
class Line:
    """A short match: the turns that are played, and why it is over then."""

    game: str
    seats: int
    turns: str
    reason: str
    options: dict[str, str] = field(default_factory=dict)


_LINES = (
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
LINES = {line.game: line for line in _LINES}


async def begin_in_german(pg: Playground, line: Line) -> Game:
    """The match of a line on a German server, joined by taps."""
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
