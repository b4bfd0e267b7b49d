"""One short match of each game, from the first turn to the end."""

from __future__ import annotations

from typing import Any

import games
from bot.i18n import catalogues
from playground.client import Playground
from tests.samples import SAMPLES
from tests.samples.sample import Short
from tests.support.matches import Game, named, open_table, started

GERMAN = catalogues.language("de").gettext
PEOPLE = ("ben", "david", "emma", "anna")


LINES = {key: sample.short for key, sample in SAMPLES.items()}


async def begin_in_german(pg: Playground, line: Short) -> Game:
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
