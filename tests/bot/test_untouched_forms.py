"""The forms for tournaments, leagues and ladders, sent as they come: only the game is chosen."""

from __future__ import annotations

from typing import Any

import pytest

import games
from playground.answers import Reply
from playground.client import Channel, User
from tests.support.directed import Directed, end_all
from tests.support.ladders import Climb, League, ladder_of, league_of
from tests.support.tournaments import Cup, cup_of

pytestmark = pytest.mark.untraced

FORMS = {"tournament": (Cup, cup_of), "league": (League, league_of), "ladder": (Climb, ladder_of)}


@pytest.fixture(scope="module")
def settings() -> dict[str, str]:
    """Somebody opens a lot of them."""
    return {"HOST_RATE": "100"}


@pytest.mark.parametrize("what", FORMS)
async def test_every_game_goes_with_the_usual_values(
    general: Channel, owner: User, what: str
) -> None:
    """With each number of players that can be chosen along with it."""
    kind, of = FORMS[what]
    form = (await owner.command(f"{what} new", general)).modal
    assert form is not None
    (field,) = [one for one in form.components if one.get("custom_id") == "game"]
    offered = [str(one["value"]) for one in field["options"]]
    assert {one.partition("/")[0] for one in offered} == {
        game.info.key for game in games.all_games()
    }
    for chosen in offered:
        form = (await owner.command(f"{what} new", general)).modal
        assert form is not None
        reply: Reply = await form.submit(game=[chosen])
        assert " is open " in reply.content, (chosen, reply.content)
        opened: Any = of(reply, general, owner)
        assert isinstance(opened, Directed)
        await end_all(kind, owner, general)
