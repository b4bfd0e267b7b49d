"""Opening tournaments: by one command, with every choice, and by the form."""

from __future__ import annotations

from typing import Any

import pytest

from bot.cogs.tournaments import creation
from bot.commands.competitions import creation as shared
from bot.commands.game_options import UNREADABLE
from bot.commands.options import WRONG_CLOCK
from bot.ui.refused_forms import AGAIN
from playground.client import Channel, Playground, User
from tests.support.languages import GERMAN
from tests.support.tournaments import cup_of, open_cup

pytestmark = pytest.mark.shared_bot

NAME = "Spring cup"


async def test_one_command_opens_one(general: Channel, owner: User) -> None:
    """Everything but the game has a default. The channel is told, and can sign up there."""
    reply = await owner.command("tournament new", general, game="attangle")
    assert reply.ephemeral
    assert reply.content.startswith("Attangle cup is open for sign-up in <#")
    poster = await cup_of(reply, general, owner).poster()
    assert poster.content.startswith("### Attangle cup\nGame: **Attangle** · Knockout")
    assert "⏱ 3 days per turn; whoever runs out of time loses" in poster.content
    assert "**Sign-up is open · 0 of 8 places taken**" in poster.content
    assert poster.labels == ["Sign up", "Go to the tournament", "Cancel my sign-up"]
    assert poster.mentions == []


async def test_a_game_can_be_called_like_a_competition(pg: Playground, ben: User) -> None:
    """*Turnier* is German for tournament, so the card says that it is the game."""
    cup = await open_cup(ben, GERMAN.channel(pg), "turnier", GERMAN)
    assert "\nSpiel: **Turnier** · " in (await cup.poster()).content


async def test_everything_can_be_chosen(general: Channel, pg: Playground, owner: User) -> None:
    """What was chosen stands in the announcement, which is made in the channel that was chosen."""
    elsewhere = pg.channel("quiet")
    reply = await owner.command(
        "tournament new",
        general,
        game="tyr",
        format="tables",
        seats=4,
        size=16,
        rounds=4,
        clock="5 days",
        start=3,
        deadline=60,
        name=NAME,
        unfinished="director",
        repeats="month",
        lowest=1000,
        highest=1500,
        anywhere=True,
        servers=True,
        sections=8,
        channel=elsewhere,
    )
    poster = await cup_of(reply, elsewhere, owner).poster()
    assert poster.content.startswith(
        f"### {NAME}\nGame: **Tyr – 3 gewinnt** · Tables of 4 · 4 rounds"
    )
    assert "⏱ 5 days per turn" in poster.content
    assert "Ratings from 1000 to 1500 · open to people from other servers · held every month" in (
        poster.content
    )
    assert "sections by rating if more than 8 sign up" in poster.content
    assert "everyone plays for the server they sign up from" in poster.content
    assert "the director decides unfinished matches" in poster.content
    assert "0 of 16 places taken" in poster.content
    assert "Starts on <t:" in poster.content


async def test_where_a_seat_has_an_advantage_pairings_have_return_matches(
    general: Channel, owner: User
) -> None:
    """The announcement says so, and why. It can be chosen otherwise; where all meet twice anyway,
    a pairing has one match.
    """
    kept = "White has an advantage in this game, so opponents swap seats for a second match."
    favoured = await (await open_cup(owner, general, "die-drei", name=NAME)).poster()
    assert "Knockout · 2 matches per pairing, swapping seats\n" in favoured.content
    assert kept in favoured.content
    form = (await owner.command("tournament new", general)).modal
    assert form is not None
    opened = cup_of(await form.submit(game=["die-drei"], kind=["swiss"]), general, owner)
    assert kept in (await opened.poster()).content
    chosen = await (await open_cup(owner, general, "die-drei", name=NAME, games=1)).poster()
    assert "per pairing" not in chosen.content
    assert kept not in chosen.content
    circle = await open_cup(owner, general, "die-drei", name=NAME, format="round-robin", twice=True)
    twice = await circle.poster()
    assert "Round robin · twice\n" in twice.content
    assert kept in twice.content
    level = await (await open_cup(owner, general, name=NAME, games=2)).poster()
    assert "2 matches per pairing" in level.content
    assert "advantage" not in level.content


async def test_options_of_the_game(general: Channel, owner: User) -> None:
    """Completed as the chosen game and seats have them, told in words, and refused if they can't
    be. Without partners there can be tables of three beside those of four.
    """

    async def offered(typed: str, **given: Any) -> list[str]:
        found = await owner.autocomplete(
            "tournament new", "options", typed, channel=general, **given
        )
        return [str(one.value) for one in found]

    assert await offered("", game="turnier", seats=4) == [
        "partners=false",
        "flags=false",
        "flags=false partners=false",
    ]
    assert await offered("", game="turnier", seats=2) == ["flags=false"]
    assert await offered("for themselves", game="turnier") == [
        "partners=false",
        "flags=false partners=false",
    ]
    assert await offered("", game="3stein") == await offered("") == []
    (board,) = (await offered("extended=true board=1a0.2a0.3a0.4a0", game="die-drei"))[:1]
    assert board == "extended=true board=1a0.2a0.3a0.4a0"

    given: Any = {"name": NAME, "seats": 4}
    cup = await open_cup(owner, general, "turnier", options="flags=false partners=false", **given)
    for shown in (await cup.poster(), await cup.page(owner)):
        assert "Without flags: whoever holds three boards wins" in shown.content
        assert "Everyone for themselves" in shown.content
    boards = await open_cup(owner, general, "die-drei", name=NAME, options=board)
    assert "Board: 1a0.2a0.3a0.4a0" in (await boards.poster()).content
    for typed, why in (
        ("no flags", UNREADABLE.format(typed="no flags")),
        ("flags=no", "“no” is not a valid value for flags. Allowed: true, false"),
        ("line=any", "Turnier has no option “line”. It has: flags, partners"),
    ):
        refused = await owner.command("tournament new", general, game="turnier", options=typed)
        assert refused.content == why


async def test_a_form_opens_one(general: Channel, owner: User) -> None:
    """What is refused leads back to the form with what was typed."""
    listed = await owner.command("tournament list", general)
    form = (await listed.click("New tournament")).modal
    assert form is not None
    assert form.fields == ["game", "kind", "size", "clock", "name"]
    assert shared.RATED["managers"] in str(form.components)
    refused = await form.submit(game=["tyr"], kind=["swiss"], size="5", clock="soon", name=NAME)
    assert refused.content == WRONG_CLOCK
    form = (await refused.click(AGAIN)).modal
    assert form is not None
    opened = await form.submit(clock="2 days")
    poster = await cup_of(opened, general, owner).poster()
    assert poster.content.startswith(f"### {NAME}\nGame: **Tyr – 3 gewinnt** · Swiss system")
    assert "0 of 5 places taken" in poster.content


async def test_who_may_open_one(general: Channel, owner: User, ben: User, pg: Playground) -> None:
    """Managers, unless the server has chosen otherwise; only on servers with the bot."""
    refused = await ben.command("tournament new", general, game="attangle", size=1)
    assert refused.content == shared.ORGANIZERS_ONLY  # Before the size, which is wrong, too.
    assert "people with the *Manage Server* permission" in refused.content
    assert refused.labels == ["Tournaments", "New match"]
    await owner.command("server", general, organizers="everyone")
    reply = await ben.command("tournament new", general, game="attangle")
    await cup_of(reply, general, ben).cancel()
    await owner.command("server", general, reset="all")
    there = await ben.dm()
    refused = await ben.command("tournament new", there, game="attangle")
    assert refused.content == creation.SERVERS_ONLY


async def test_what_can_not_be_opened(general: Channel, owner: User) -> None:
    """Each refusal says why, and leads on."""
    refused = await owner.command("tournament new", general, game="attangle", seats=3)
    assert refused.content == "This game is for 2 players, not for 3."
    refused = await owner.command("tournament new", general, game="attangle", size=1)
    assert refused.content.startswith("That isn't a valid number of places.")
    refused = await owner.command("tournament new", general, game="attangle", clock="none")
    assert refused.content == creation.UNTIMED


async def test_where_the_bot_may_not_write(general: Channel, owner: User, pg: Playground) -> None:
    """Nothing is opened, and the missing permission is named."""
    quiet = pg.channel("quiet")
    await quiet.permit(deny=["send_messages"])
    refused = await owner.command("tournament new", general, game="attangle", channel=quiet)
    assert "I'm missing permissions" in refused.content
    assert "Send Messages" in refused.content
    await quiet.permit()
