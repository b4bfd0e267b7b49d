"""The forms for tournaments, leagues and ladders, sent as they come: only the game is chosen."""

from __future__ import annotations

import pytest

import games
from playground.client import Channel, User
from tests.support.directed import Directed, end_all
from tests.support.ladders import Climb, League
from tests.support.tournaments import Cup

pytestmark = pytest.mark.untraced

KINDS: dict[str, type[Directed]] = {"tournament": Cup, "league": League, "ladder": Climb}


@pytest.fixture(scope="module")
def settings() -> dict[str, str]:
    """Somebody opens a lot of them."""
    return {"HOST_RATE": "100"}


@pytest.mark.parametrize("what", KINDS)
async def test_every_game_goes_with_the_usual_values(
    general: Channel, owner: User, what: str
) -> None:
    """With each number of players that can be chosen along with it."""
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
        reply = await form.submit(game=[chosen])
        assert " is open " in reply.content, (chosen, reply.content)
        await end_all(KINDS[what], owner, general)
