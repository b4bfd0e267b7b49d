"""Each game is opened, and played to each of its ends, by each number of people it is for."""

from __future__ import annotations

import pytest

import games
from bot.ui.layout import heading
from games import play
from playground.client import Playground
from tests.bot.lines import prepared, typed, verdict
from tests.samples import SAMPLES
from tests.samples.sample import End
from tests.support.matches import begin

pytestmark = [pytest.mark.shared_bot, pytest.mark.untraced]

PEOPLE = ("ben", "david", "emma", "anna")
CHANNELS = ("general", "games", "quiet")
_TYPED = 20
"""Longer lines are prepared, except for the last turn."""

ENDS = [end for sample in SAMPLES.values() for end in sample.ends]


@pytest.mark.parametrize("end", ENDS, ids=str)
async def test_every_end(end: End, pg: Playground) -> None:
    """A match is opened with these options and played to this end by the people it needs. The last
    board says who has won and why, or that it is a draw, and the match is over.
    """
    rules = games.get(end.game)
    line = end.line(rules, play.setup(rules, end.seats, end.options))
    assert (line.result.reason, line.setup.seats) == (end.reason, end.seats)
    seats = {"seats": end.seats} if len(rules.info.seats) > 1 else {}
    users = [pg.user(name) for name in PEOPLE[: end.seats]]
    channel = pg.channel(CHANNELS[ENDS.index(end) % len(CHANNELS)])
    game = await begin(channel, end.game, *users, **seats, **end.options)
    ahead = line.turns[:-1]
    await (typed if len(ahead) < _TYPED else prepared)(game, ahead)

    async def shown() -> bool:
        return not ahead or f"{len(ahead)}. `" in (await game.board()).content

    await pg.wait_for(shown)
    before = await game.board()
    assert before.labels[0] == "Move"
    await typed(game, line.turns[-1:])
    over = await game.move(1, line.turns[-1].text)
    assert over.ephemeral
    assert not over.attachments

    async def struck_off() -> bool:
        return (await before.refresh()).labels == ["Latest board"]

    await pg.wait_for(struck_off)
    *_, second, last = await game.boards()
    assert second.id == before.id
    assert last.labels[0] == "Rematch"
    assert f"{len(line.turns)}. `{line.turns[-1].text}`" in last.content
    said = heading(verdict(rules, line.setup, line.result, game)).text
    assert said in last.content.split("\n")
    assert last.attachments[0].description
    assert sorted(last.mentions) == sorted(user.name for user in users)


def test_no_end_is_left_out() -> None:
    """There is a line to each end in a game's texts, for each number of seats, and for each value
    of each option with a list of values.

    One of the two ways to `no-progress` in Turnier cannot be reached from the start. For all
    players to pass, no fighter may have a free neighbouring point, but the ground is connected and
    has more points than there are fighters.
    """
    wanted, reached = set(), {(end.game, end.reason) for end in ENDS}
    chosen = {(end.game, end.seats) for end in ENDS}
    values = set()
    for end in ENDS:
        setup = play.setup(games.get(end.game), end.seats, end.options)
        values |= {(end.game, key, value) for key, value in setup.options.items()}
    for game in games.all_games():
        key = game.info.key
        wanted |= {(key, reason.partition(":")[0]) for reason in game.texts.results}
        assert {(key, seats) for seats in game.info.seats} <= chosen
        for option in game.info.options:
            assert {(key, option.key, value) for value in option.values or ()} <= values
    assert wanted == reached
