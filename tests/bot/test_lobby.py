"""The lobby: options of `/play`, seats that are kept, chosen or given to the youngest, and the
menus on people's names.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from typing import Any

import pytest

import games
from bot.cogs.lobby import departure
from bot.commands import options
from bot.i18n.catalogues import of_locale
from games.die_drei import board
from games.words import say
from playground.client import Channel, Playground, User
from tests.support.lobby import closing, seats, settled
from tests.support.matches import named, open_table, said, started

pytestmark = pytest.mark.shared_bot

GERMAN = of_locale("de")


@pytest.fixture(autouse=True)
async def closed(pg: Playground) -> AsyncIterator[None]:
    """Tables are closed after each test, since their number is limited."""
    async with closing(pg):
        yield


# Opening


async def test_every_option_of_every_game_has_a_description(pg: Playground) -> None:
    """`/play` has all choices of each game: opponents, seats, the game's own options, clock, end of
    the time, ratings, privacy, order of seats, own seat, computer players.
    """
    play = next(one for one in await pg.commands() if one["name"] == "play")
    common = {
        *("clock", "timeout", "rated", "private", "seating", "seat", "computer", "reliability"),
    }
    for game in games.all_games():
        group = next(one for one in play["options"] if one["name"] == game.info.key)
        options = {one["name"]: one for one in group["options"]}
        most = max(game.info.seats)
        opponents = {name for name in options if name.startswith("opponent")}
        assert len(opponents) == most - 1
        own = {option.key for option in game.info.options}
        if most > 2:
            own.add("standin")
        if min(game.info.seats) == 2:
            own.add("return")
        assert set(options) - opponents - {"seats"} == common | own
        assert ("seats" in options) == (len(game.info.seats) > 1)
        for option in options.values():
            assert option["description"]
            assert option["description_localizations"]["de"]
            assert option["name"] in own or option["name_localizations"]["de"]


async def test_completion_of_a_board_code(general: Channel, ben: User) -> None:
    """At random, or every code with the typed beginning. All suggestions can be played. The table
    spares its readers the code.
    """

    async def offered(typed: str) -> list[Any]:
        choices = await ben.autocomplete("play die-drei", "board", typed, channel=general)
        return [choice.value for choice in choices]

    everything = await offered("")
    assert everything[0] == "random"
    assert len(everything) == 25
    begun = await offered("4B2.1a")
    assert len(begun) == 25
    assert all(board.check_code(code) == code and code.startswith("4b2.1a") for code in begun)
    assert await offered("4b2.4") == []
    table = await open_table(ben, general, "die-drei", board=begun[3])
    drawn = await open_table(ben, general, "die-drei", board="random")
    for shown in (table, drawn, await ben.command("tables", general)):
        assert "Die Drei" in shown.content
        assert not re.search(r"\d[ab]\d\.\d[ab]\d", shown.content)


async def test_completion_of_the_own_seat(general: Channel, anna: User) -> None:
    """Seats have the names that they get with the options chosen so far."""

    async def offered(typed: str = "", **options: Any) -> dict[str, int]:
        choices = await anna.autocomplete("play turnier", "seat", typed, channel=general, **options)
        return {choice.name: choice.value for choice in choices}

    two = await offered()
    assert list(two.values()) == [1, 2]
    partners, alone = await offered(seats=4), await offered(seats=4, partners="false")
    assert list(partners.values()) == list(alone.values()) == [1, 2, 3, 4]
    assert list(partners) != list(alone)
    assert next(iter(alone)) == f"1. {GERMAN.gettext('Rose')}"
    assert await offered("vio") == {f"2. {GERMAN.gettext('Violet')}": 2}


async def test_some_are_named_and_others_may_come(
    general: Channel, ben: User, david: User, emma: User, anna: User
) -> None:
    """One seat is kept for the invited player; the others are open to all."""
    table = await open_table(ben, general, "tyr", opponent1=david, seats=3)
    assert table.mentions == ["david"]
    assert f"{ben.mention} opens a table and invites {david.mention}." in table.content
    assert table.labels == [
        "Accept",
        "Decline",
        "Join",
        "Leave",
        "Start",
        "Computer players…",
        "Rules",
    ]
    stranger = await table.click("Accept", by=anna)
    table = await table.refresh()
    assert stranger.content == table.content
    assert anna.mention in table.content
    assert table.labels == ["Accept", "Decline", "Leave", "Start", "Rules"]
    refused = await table.click("Accept", by=emma)
    assert "All seats" in refused.followups[-1].content
    table = await table.click("Leave", by=anna)
    table = await table.click("Decline", by=david)
    assert table.labels == ["Join", "Leave", "Start", "Computer players…", "Rules"]
    assert david.mention not in table.content
    for user in (emma, anna):
        await (await table.refresh()).click("Join", by=user)
    assert len(await seats(general, named(table), ben, emma, anna)) == 3


async def test_a_host_at_whose_table_others_sit_is_asked_before_it_is_closed(
    general: Channel, ben: User, david: User
) -> None:
    """Only the host reads the question, and may keep the table. With nobody else there, it is
    closed at once.
    """
    table = await open_table(ben, general, "3stein")
    await table.click("Join", by=david)
    question = await said(await table.click("Leave", by=ben))
    assert departure.SURE in question.content
    assert question.labels == [departure.CLOSE, departure.KEEP]
    kept = await question.click(departure.KEEP)
    assert kept.content == say(departure.KEPT, {"match": named(table)})
    assert "Join" in (await table.refresh()).labels
    question = await said(await table.click("Leave", by=ben))
    await question.click(departure.CLOSE)

    async def closed() -> bool:
        return "Join" not in (await table.refresh()).labels

    await general.pg.wait_for(closed)
    alone = await open_table(ben, general, "3stein")
    assert "Join" not in (await alone.click("Leave", by=ben)).labels


async def test_a_game_for_three_with_one_named(general: Channel, ben: User, david: User) -> None:
    """If the game needs more players than are named, the remaining seats are open."""
    table = await open_table(ben, general, "3stein", opponent1=david)
    assert table.labels == ["Accept", "Decline", "Join", "Leave", "Computer players…", "Rules"]
    await table.click("Leave", by=ben)


async def test_openings_that_make_no_sense(general: Channel, ben: User, david: User) -> None:
    """The host can take a seat only where seats are chosen, and an existing one. A private table is
    for named players only. Bots cannot play.
    """
    drawn = await ben.command("play attangle", general, seating="youngest", seat=1)
    assert "only if everyone chooses theirs" in drawn.content
    missing = await ben.command("play attangle", general, seat=3)
    assert missing.content == "Seat 3 isn't free. Choose another one."
    alone = await ben.command("play tyr", general, private=True, opponent1=david, seats=3)
    assert "name everyone" in alone.content
    many = await ben.command("play tyr", general, opponent1=david, opponent2=ben)
    assert "room for 2 besides you" in many.content


# Seats


async def test_seats_are_chosen(
    general: Channel, ben: User, david: User, emma: User, anna: User
) -> None:
    """The host takes a seat, the others take theirs and may change, so that partners can sit
    together.
    """
    table = await open_table(ben, general, "turnier", seats=4, seat=3)
    assert table.labels[-4:] == ["Leave", "Start", "Computer players…", "Rules"]
    sit = table.labels[:-4]
    assert len(sit) == 3
    assert all(label.startswith("Play as ") for label in sit)
    names = [label.removeprefix("Play as ") for label in sit]
    table = await table.click(sit[2], by=david)
    assert f"4. {names[2]}: {david.mention}" in table.content
    table = await table.click(sit[1], by=david)
    assert f"2. {names[1]}: {david.mention}" in table.content
    table = await table.click(sit[0], by=emma)
    assert table.labels == [sit[2], "Leave", "Start", "Computer players…", "Rules"]
    await table.click(sit[2], by=anna)
    seated = await seats(general, named(table), ben, david, emma, anna)
    assert seated == [emma, david, ben, anna]


async def test_seats_of_a_challenge_are_as_named(
    general: Channel, ben: User, david: User, emma: User
) -> None:
    """The host takes their seat, and the invited players get the others in order."""
    table = await open_table(ben, general, "tyr", opponent1=david, opponent2=emma, seat=2)
    assert table.labels == ["Accept", "Decline", "Withdraw challenge (host)", "Rules"]
    for user in (emma, david):
        await (await table.refresh()).click("Accept", by=user)
    assert await seats(general, named(table), ben, david, emma) == [david, ben, emma]


async def test_the_youngest_begins(
    pg: Playground, ben: User, david: User, emma: User, anna: User
) -> None:
    """When all are there the bot asks who is the youngest. They get the first seat; the others
    follow around the table.
    """
    channel = pg.channel("games")
    table = await open_table(ben, channel, "3stein", seating="youngest")
    assert "The youngest player goes first" in table.content
    for user in (david, emma):
        table = await (await table.refresh()).click("Join", by=user)
    assert table.labels == ["I'm the youngest", "Leave", "Rules"]
    asked = await channel.last(ben)
    assert asked.mentions == ["ben", "david", "emma"]
    assert asked.labels == ["I'm the youngest"]
    stranger = await asked.click("I'm the youngest", by=anna)
    sentence = GERMAN.gettext("You aren't playing in match {match}.")
    assert stranger.followups[-1].content == sentence.format(match=named(table))
    listed = await david.command("games", channel)
    assert f"`{named(table)}` · {ben.mention} {emma.mention}\nbegins when the youngest" in (
        listed.content
    )
    await asked.click("I'm the youngest", by=emma)
    assert await seats(channel, named(table), ben, david, emma) == [emma, ben, david]
    await settled(table)


async def test_the_youngest_of_fewer(general: Channel, ben: User, david: User) -> None:
    """An early start with fewer players asks, too."""
    table = await open_table(ben, general, "tyr", seats=4, seating="youngest")
    table = await table.click("Join", by=david)
    table = await table.click("Start", by=ben)
    assert table.labels == ["I'm the youngest", "Leave", "Rules"]
    assert "3." not in table.content
    await table.click("I'm the youngest", by=david)
    assert await seats(general, named(table), ben, david) == [david, ben]


# The list of tables


# Menus on names


async def test_a_challenge_by_the_menu_on_a_name(
    pg: Playground, general: Channel, ben: User, david: User
) -> None:
    """*Challenge* asks for the game, opens the challenge, and closes itself."""
    asked = await ben.menu("Challenge", david, channel=general)
    assert asked.ephemeral
    assert david.mention in asked.content
    assert "/play" in asked.content
    offered = [option["value"] for option in asked.selects[0]["options"]]
    uneven = [game.info.key for game in games.all_games() if game.info.favours is not None]
    assert {*offered} == {
        *(game.info.key for game in games.all_games()),
        *(f"{one}+return" for one in uneven),
    }
    done = await asked.select(options.WHICH_GAME, ["tyr"])
    assert done.content == f"Table {named(done)} is open."
    assert done.selects == []
    table = await general.last(david)
    assert table.mentions == ["david"]
    assert f"{ben.mention} challenges {david.mention}." in table.content
    await table.click("Accept", by=david)
    assert len(await seats(general, named(table), ben, david)) == 2
    refused = await ben.menu("Challenge", ben, channel=general)
    assert "you can't play against yourself" in refused.content


async def test_a_challenge_stays_one(general: Channel, ben: User, david: User) -> None:
    """Its message says so once it is accepted, too. Nobody else has opened a table."""
    table = await open_table(ben, general, "attangle", opponent=david)
    challenge = f"{ben.mention} challenges {david.mention}."
    assert challenge in table.content
    await table.click("Accept", by=david)
    await started(general, named(table), (ben, david))
    assert challenge in (await table.refresh()).content
    table = await open_table(ben, general, "attangle", opponent=david)
    withdrawn = await table.click("Withdraw challenge (host)", by=ben)
    assert f"{ben.mention} has withdrawn the challenge." in withdrawn.content


async def test_a_challenge_to_two_matches(general: Channel, ben: User, david: User) -> None:
    """Where one seat wins more often the menu offers a return match along with the first."""
    asked = await ben.menu("Challenge", david, channel=general)
    await asked.select(options.WHICH_GAME, ["die-drei+return"])
    table = await general.last(david)
    assert "two matches begin at once" in table.content
    await table.click("Decline", by=david)


async def test_the_menus_have_german_names(pg: Playground, general: Channel, anna: User) -> None:
    """Their names, questions and answers are in the user's language."""
    known = {one["name"]: one for one in await pg.commands() if one["type"] == 2}
    names = {name: one["name_localizations"]["de"] for name, one in known.items()}
    assert names == {"Challenge": "Herausfordern", "Profile": "Profil"}
    known = {one["name"]: one for one in await pg.commands() if one["type"] == 3}
    names = {name: one["name_localizations"]["de"] for name, one in known.items()}
    assert names == {"Analyse": "Analysieren", "Show the board here": "Brett hier zeigen"}
    asked = await anna.menu("Challenge", pg.user("ben"), channel=general)
    assert asked.content.startswith(f"Was möchtest du mit {pg.user('ben').mention} spielen?")


async def test_a_profile_by_the_menu_on_a_name(general: Channel, ben: User, david: User) -> None:
    """*Profile* does the same as `/profile`."""
    by_menu = await ben.menu("Profile", david, channel=general)
    by_command = await ben.command("profile", general, player=david)
    assert by_menu.ephemeral
    assert by_menu.content == by_command.content != ""


# One's own matches
