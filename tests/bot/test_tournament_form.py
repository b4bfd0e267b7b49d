"""The form for a tournament: filled in with what can be read again, and never filled in in vain."""

from __future__ import annotations

from typing import Any

import pytest

from bot.commands.competitions import creation as shared
from bot.commands.options import as_typed, read_clock
from bot.i18n import catalogues
from bot.ui.refused_forms import AGAIN
from competitions.tournaments.texts import REFUSALS
from matches.model.clock import PRESETS, TEXT_LIMIT
from playground.client import Channel, User
from tests.support.tournaments import cup_of, open_cup


@pytest.fixture(scope="module")
def settings() -> dict[str, str]:
    """One tournament in ten minutes is enough for anybody: each test has its own person."""
    return {"HOST_RATE": "1"}


@pytest.fixture(autouse=True)
async def _everybody(anna: User, general: Channel) -> None:
    """Everybody opens tournaments here."""
    await anna.change(locale="en-US")
    await anna.command("server", general, reset="all")
    await anna.command("server", general, organizers="everyone")


async def test_the_usual_clock_of_a_server_can_be_left_as_it_is(
    general: Channel, anna: User, david: User
) -> None:
    """It stands in the form in a way that the form can read, also if it is more than a time a
    turn.
    """
    await anna.command("server", general, clock="15m+10s")
    form = (await david.command("tournament new", general)).modal
    assert form is not None
    opened = await form.submit(game=["attangle"], name="Quick")
    poster = await cup_of(opened, general, david).poster()
    assert "⏱ 15 minutes, plus 10 seconds per turn" in poster.content


@pytest.mark.parametrize(
    ("locale", "said"), [("en-US", "3 days per turn"), ("de", "3 Tage pro Zug")]
)
async def test_the_clock_is_filled_in_with_words(
    general: Channel, emma: User, locale: str, said: str
) -> None:
    """In the language of whoever opens it; the form reads them again."""
    await emma.change(locale=locale)
    for kind in ("tournament", "ladder", "league"):
        form = (await emma.command(f"{kind} new", general)).modal
        assert form is not None
        assert {one.get("custom_id"): one.get("value") for one in form.components}["clock"] == said
    await emma.change(locale="en-US")


@pytest.mark.parametrize("code", catalogues.languages())
def test_every_clock_can_be_typed_as_it_is_filled_in(code: str) -> None:
    """In words where they can be read, which is so for a time a turn."""
    language = catalogues.language(code)
    for clock in PRESETS:
        filled = as_typed(clock, language)
        assert read_clock(filled) == clock
        assert len(filled) <= TEXT_LIMIT
        assert (" " in filled) or not clock.per_turn or clock.total


async def test_every_refusal_leads_back_with_what_was_typed(general: Channel, anna: User) -> None:
    """What the game, the channel or the bot's limits don't allow can be changed in the form. A
    refused attempt is not counted.
    """
    form = (await anna.command("tournament new", general)).modal
    assert form is not None
    given: Any = {"game": ["attangle"], "kind": ["tables-3"], "size": "6", "name": "Typed"}
    for _ in range(3):
        refused = await form.submit(**given)
        assert refused.content == "This game is for 2 players, not for 3."
        assert refused.labels[0] == AGAIN
        form = (await refused.click(AGAIN)).modal
        assert form is not None
        typed = {one.get("custom_id"): one.get("value") for one in form.components}
        assert (typed["size"], typed["name"]) == ("6", "Typed")

    await general.permit(deny=["send_messages"])
    refused = await form.submit(kind=["knockout"])
    assert "I'm missing permissions" in refused.content
    assert refused.labels[0] == AGAIN
    await general.permit()

    opened = await form.submit(kind=["knockout"])
    assert "Typed is open for sign-up" in opened.content
    refused = await form.submit(kind=["knockout"])
    assert refused.content == shared.TOO_OFTEN
    assert refused.labels[0] == AGAIN


async def test_rounds_and_teams_that_there_can_not_be(general: Channel, emma: User) -> None:
    """The refusal speaks of rounds, not of places; and of teams only where there are any."""
    refused = await emma.command("tournament new", general, game="tyr", format="swiss", rounds=100)
    assert refused.content == "Rounds: choose a number from 1 to 99 here."
    refused = await emma.command("tournament new", general, game="turnier", seats=3, teams=True)
    assert refused.content == "This game can't be played by 6 players in teams of that size."


async def test_what_means_nothing_in_a_format(general: Channel, emma: User) -> None:
    """It is refused instead of ignored: how many rounds a knockout has, a second turn at tables."""
    refused = await emma.command("tournament new", general, game="attangle", rounds=5)
    assert refused.content == REFUSALS["fixed-rounds"]
    refused = await emma.command("tournament new", general, game="3stein", seats=3, twice=True)
    assert refused.content == REFUSALS["only-once"]
    await emma.change(locale="de")
    refused = await emma.command("tournament new", general, game="3stein", seats=3, twice=True)
    assert "Hin- und Rückrunde" in refused.content
    await emma.change(locale="en-US")


async def test_limits_of_ratings(general: Channel, ben: User) -> None:
    """Where there is one limit, only that is told."""
    cup = await open_cup(ben, general, name="Below", highest=1500)
    (refused,) = await cup.join(ben)
    said = (refused.followups or [refused])[-1]
    assert said.content.startswith("Only players rated up to 1500 can sign up,")
