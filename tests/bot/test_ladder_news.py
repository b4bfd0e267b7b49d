"""What the channel of a ladder reads of matches whose challenges have ended without a result."""

from __future__ import annotations

import pytest

import games
from bot.app.client import Dreierlei
from bot.i18n.catalogues import of_locale
from bot.messages.competitions import ladder_news
from bot.text.competition import GO_ON
from competitions.ladders import challenges, direction, news
from competitions.ladders.creation import open_ladder
from competitions.ladders.held import Held
from competitions.ladders.upkeep import advance
from competitions.model.ladder.events import Annulled, LadderSettings, Left
from matches.course.official import stop
from tests.bot.test_prefetch import bot
from tests.competitions.ladders.conftest import BOB, CAT, DAN, HOST, accepted, join, terms

__all__ = ["bot"]


async def _ladder(bot: Dreierlei) -> Held:
    """One on which a challenge is played."""
    db = bot.database
    held = await open_ladder(db, terms(game=games.get("attangle")), LadderSettings(), HOST)
    for player in (BOB, CAT, DAN):
        held = await join(db, held.id, player)
    return await accepted(db, await advance(db, held.id), DAN, CAT)


async def _read(bot: Dreierlei, held: Held, kind: type) -> str:
    """What is told of the last event of a kind."""
    found = [one for one in await news.news(bot.database, held) if isinstance(one.event, kind)]
    (reply,) = await ladder_news.replies(bot, held, found[-1], of_locale("en-US"))
    return reply.text


async def test_a_match_that_is_over_does_not_go_on(bot: Dreierlei) -> None:
    """Its challenge is annulled for that very reason."""
    held = await _ladder(bot)
    match_id = held.match_of(held.ladder.challenges[1])
    assert match_id is not None
    await stop(bot.database, match_id)
    told = await _read(bot, await advance(bot.database, held.id), Annulled)
    assert "annulled" in told
    assert GO_ON not in told


@pytest.mark.parametrize("accept", [True, False])
async def test_a_match_that_goes_on_is_named(bot: Dreierlei, accept: bool) -> None:
    """If the director annuls the challenge, or somebody leaves; not if it hasn't begun."""
    held = await _ladder(bot)
    if not accept:
        held = await direction.annul(bot.database, held.id, HOST, 1, reason="Anew.")
        assert GO_ON in await _read(bot, held, Annulled)
        (member,) = [held.member_of(CAT)]
        assert member is not None
        held = await challenges.challenge(bot.database, held.id, DAN, [member])
    held = await challenges.leave(bot.database, held.id, CAT)
    assert (GO_ON in await _read(bot, held, Left)) == accept
