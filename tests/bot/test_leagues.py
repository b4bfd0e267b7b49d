"""Leagues: opening them, signing up, looking at them, directing them."""

from __future__ import annotations

import pytest

from bot.cogs.leagues import creation, signup
from bot.cogs.leagues._lists import LISTS
from bot.cogs.tournaments.signup import NEXT_SEASON
from bot.commands.competitions import creation as shared
from bot.commands.options import WRONG_CLOCK
from bot.i18n.catalogues import language
from bot.ui.refused_forms import AGAIN
from competitions.tournaments.texts import REFUSALS
from playground.answers import Message
from playground.client import Channel, Playground, User
from tests.support.ladders import League, league_of, open_league
from tests.support.matches import said

pytestmark = pytest.mark.shared_bot

NAME = "Spring league"
WAYS = ["Go to the league", "Leagues"]


async def test_one_command_opens_one(general: Channel, owner: User) -> None:
    """Everything but the game has a default. The channel is told, and can sign up there."""
    reply = await owner.command("league new", general, game="attangle")
    assert reply.ephemeral
    assert reply.content.startswith("Attangle league is open for sign-up in <#")
    poster = await league_of(reply, general, owner).poster()
    assert poster.content.startswith(
        "### Attangle league\nGame: **Attangle** · League · Divisions of 8"
    )
    assert (
        "2 players promoted and 2 relegated between divisions. A season lasts 28 days."
        in poster.content
    )
    assert "all matches at once" in poster.content
    assert "**The first season starts on <t:" in poster.content
    assert "Sign-up is open · 0 signed up; at least 2 are needed" in poster.content
    assert "Sign up once, and you play in every season until you cancel." in poster.content
    assert "its players share the time left for it equally" in poster.content
    assert poster.labels == ["Sign up", "Go to the league", "Cancel my sign-up"]
    assert poster.mentions == []


async def test_everything_can_be_chosen(general: Channel, pg: Playground, owner: User) -> None:
    """What was chosen stands in the announcement, which is made in the channel that was chosen."""
    elsewhere = pg.channel("quiet")
    reply = await owner.command(
        "league new",
        general,
        game="tyr",
        size=4,
        exchanged=1,
        clock="2 days",
        length=14,
        start=1,
        pace="rounds",
        name=NAME,
        twice=True,
        games=2,
        unfinished="time",
        anywhere=True,
        channel=elsewhere,
    )
    poster = await league_of(reply, elsewhere, owner).poster()
    assert poster.content.startswith(
        f"### {NAME}\nGame: **Tyr – 3 gewinnt** · League · Divisions of 4\n"
        "*Everyone in a division plays everyone, twice, 2 matches per pairing, swapping seats, "
        "round after round; 1 player promoted and 1 relegated between divisions. A season lasts "
        "14 days. Sign up once, and you play in every season until you cancel.*"
    )
    assert "⏱ 2 days per turn" in poster.content
    assert "unfinished matches go to whoever has used less time" in poster.content


async def test_tables(general: Channel, owner: User) -> None:
    """A game for three has leagues with as many at a table, and one with a choice of seats is
    played by the fewest. What only goes with others is refused.
    """
    reply = await owner.command("league new", general, game="3stein", rounds=4)
    poster = await league_of(reply, general, owner).poster()
    assert poster.content.startswith(
        "### 3Stein league\nGame: **3Stein** · League · Divisions of 9 · Tables of 3\n"
        "*At tables of 3, everyone plays everyone about equally often, 4 rounds, round after round;"
    )
    reply = await owner.command("league new", general, game="tyr", seats=4, size=16)
    poster = await league_of(reply, general, owner).poster()
    assert "League · Divisions of 16 · Tables of 4" in poster.content
    for chosen, refusal in (
        ({"game": "tyr", "rounds": 4}, creation.ONLY_TABLES),
        ({"game": "3stein", "twice": True}, creation.ONLY_PAIRS.format(seats=3)),
        ({"game": "3stein", "pace": "together"}, creation.ONLY_PAIRS.format(seats=3)),
    ):
        refused = await owner.command("league new", general, **chosen)
        assert refused.content == refusal
    refused = await owner.command("league new", general, game="attangle", seats=3)
    assert refused.content == str(REFUSALS["wrong-seats"]).format(seats=3, possible="2")
    refused = await owner.command("league new", general, game="3stein", size=2)
    assert refused.content.startswith("Players in a division: choose a number from 3 to 64")


async def test_where_a_seat_has_an_advantage_pairings_have_return_matches(
    general: Channel, owner: User
) -> None:
    """The announcement says so, and why, unless it was chosen otherwise."""
    kept = "White has an advantage in this game, so opponents swap seats for a second match."
    reply = await owner.command("league new", general, game="die-drei")
    poster = await league_of(reply, general, owner).poster()
    assert "plays everyone, 2 matches per pairing, swapping seats, all matches" in poster.content
    assert kept in poster.content
    reply = await owner.command("league new", general, game="die-drei", games=1)
    poster = await league_of(reply, general, owner).poster()
    assert "per pairing" not in poster.content
    assert kept not in poster.content


async def test_options_of_the_game(general: Channel, owner: User) -> None:
    """The announcement says them in words."""
    reply = await owner.command("league new", general, game="turnier", options="flags=false")
    poster = await league_of(reply, general, owner).poster()
    assert "\nWithout flags: whoever holds three boards wins\n" in poster.content


async def test_a_form_opens_one(general: Channel, owner: User) -> None:
    """What is refused leads back to the form with what was typed."""
    listed = await owner.command("league list", general)
    form = (await listed.click("New league")).modal
    assert form is not None
    assert form.fields == ["game", "size", "clock", "length", "name"]
    assert shared.RATED["managers"] in str(form.components)
    offered = {one["value"]: one["label"] for one in form.components[0]["component"]["options"]}
    assert {"attangle", "3stein", "tyr/2", "tyr/3", "tyr/4"} < {*offered}
    assert offered["tyr/3"] == "Tyr – 3 gewinnt, 3 players"
    refused = await form.submit(game=["tyr/2"], size="6", clock="soon", length="21", name=NAME)
    assert refused.content == WRONG_CLOCK
    form = (await refused.click(AGAIN)).modal
    assert form is not None
    refused = await form.submit(clock="2 days", size="no")
    assert refused.content == shared.WRONG_NUMBER.format(typed="no", least=2, most=64)
    form = (await refused.click(AGAIN)).modal
    assert form is not None
    opened = await form.submit(size="6")
    poster = await league_of(opened, general, owner).poster()
    assert "Divisions of 6\n" in poster.content
    assert "A season lasts 21 days." in poster.content
    form = (await listed.click("New league")).modal
    assert form is not None
    opened = await form.submit(game=["tyr/3"])
    poster = await league_of(opened, general, owner).poster()
    assert "Divisions of 9 · Tables of 3\n" in poster.content


async def test_who_may_open_one(general: Channel, owner: User, ben: User) -> None:
    """Managers, unless the server has chosen otherwise; only on servers with the bot."""
    refused = await ben.command("league new", general, game="attangle")
    assert refused.content == shared.ORGANIZERS_ONLY
    assert refused.labels == ["Leagues", "New match"]
    refused = await ben.command("league new", await ben.dm(), game="attangle")
    assert refused.content == creation.SERVERS_ONLY
    assert refused.labels == ["Leagues"]


async def test_what_can_not_be_opened(general: Channel, owner: User) -> None:
    """Each refusal says why."""
    refused = await owner.command("league new", general, game="attangle", clock="none")
    assert refused.content == creation.UNTIMED
    refused = await owner.command("league new", general, game="attangle", size=1)
    assert refused.content.startswith("Players in a division: choose a number from 2 to 64")


async def test_signing_up_and_out(general: Channel, owner: User, ben: User) -> None:
    """The announcement shows who has signed up; each is told so."""
    league = await open_league(owner, general, name=NAME)
    (joined,) = await league.join(ben)
    assert (await said(joined)).content == signup.SIGNED_UP.format(season=1, name=NAME)
    poster = await league.poster()
    assert f"**Signed up for season 1**\n{ben.mention}" in poster.content
    again = await said(await poster.click("Sign up", by=ben))
    assert again.content == REFUSALS["signed-up"]
    assert again.labels == WAYS
    page = await league.page(ben)
    assert "You're signed up for season 1." in page.content
    mine = await page.click("My season")
    assert mine.texts[-1].startswith("Once the season begins, you'll find your division")
    out = await poster.click("Cancel my sign-up", by=ben)
    assert (await said(out)).content == signup.SIGNED_OUT.format(season=1, name=NAME)
    assert ben.mention not in (await poster.refresh()).content
    assert "The first season hasn't started yet." in (await league.page(ben, "Standings")).content
    mine = await league.page(ben, "My season")
    assert mine.texts[-1].endswith("To take part, sign up.")
    assert mine.labels[0] == "Sign up"


async def test_a_redelivered_interaction(
    general: Channel, owner: User, ben: User, pg: Playground
) -> None:
    """What Discord delivers twice is done once."""
    reply = await owner.command("league new", general, game="attangle", name="Twice")
    await pg.redeliver(reply)
    league = league_of(reply, general, owner)
    (joined,) = await league.join(ben)
    await pg.redeliver(joined)
    listed = await owner.command("league list", general)
    assert listed.content.count("**Twice**") == 1
    assert "1 signed up" in (await league.page(ben)).content


async def test_lists(general: Channel, owner: User, ben: User) -> None:
    """Those of the server, one's own, those that are over."""
    league = await open_league(owner, general, name="Listed")
    listed = await ben.command("league list", general)
    assert f"**Listed** · league `{league.id}`" in listed.content
    mine = await listed.click(LISTS.scopes["mine"])
    assert league.id not in mine.content
    await league.join(ben)
    mine = await ben.command("league list", general, scope="mine")
    assert "**Sign-up is open · 1 signed up**" in mine.content
    shown = await mine.click("Show")
    assert shown.content.startswith("### Listed")
    await league.cancel()
    over = await ben.command("league list", general, scope="over")
    assert league.id in over.content


async def test_whoever_has_left_reads_no_more_of_it(
    pg: Playground, general: Channel, owner: User, ben: User
) -> None:
    """If they don't see its channel any more: neither in their list nor while they type. Those who
    take part do, wherever they are.
    """
    hidden = pg.channel("quiet")
    league = await open_league(owner, hidden, name="Hidden")
    await league.join(ben)
    await hidden.permit(user=ben, deny=["view_channel"])
    league.channel = general
    assert await _listed(league, ben, general)
    await (await league.page(ben)).click("Cancel my sign-up")
    assert not await _listed(league, ben, general)
    assert not await _listed(league, ben, await ben.dm())
    await hidden.permit(user=ben)


async def _listed(league: League, player: User, place: Channel) -> bool:
    """Whether they have it in their list there, and are offered it while they type."""
    mine = await player.command("league list", place, scope="mine")
    offered = await player.autocomplete("league show", "league", channel=place)
    listed = league.id in mine.content
    assert (league.id in [one.value for one in offered]) == listed
    return listed


async def test_an_unknown_one(general: Channel, owner: User, emma: User) -> None:
    """What isn't there, and what one may not see, is refused in the same words."""
    league = await open_league(owner, general, name=NAME)
    refused = await emma.command("league show", general, league="G-ZZZZ")
    assert refused.content == REFUSALS["unknown-competition"].format(  # type: ignore[union-attr]
        competition="G-ZZZZ"
    )
    assert refused.labels == ["Leagues"]
    hidden = await emma.command("league show", await emma.dm(), league=league.id)
    assert hidden.content == refused.content.replace("G-ZZZZ", league.id)
    offered = await emma.autocomplete("league show", "league", channel=general)
    assert league.id in [one.value for one in offered]


async def test_in_german(general: Channel, owner: User, ben: User) -> None:
    """Everybody reads their own language, the channel that of the server."""
    league = await open_league(owner, general, name=NAME)
    await ben.change(locale="de")
    say = language("de").gettext
    page = await league.page(ben)
    assert say("Sign-up is open") in page.content
    assert say("My season") in page.labels
    assert "Sign-up is open" in (await league.poster()).content
    await ben.change(locale="en-US")


_BEGIN = "Begin the season now…"


async def test_divisions_of_another_size(general: Channel, owner: User) -> None:
    """Six are too few for two divisions of four: the question says so beforehand, and the page
    says how it is.
    """
    league = await open_league(owner, general, name=NAME, size=4)
    await league.add_computer_players(1, 1, 2, 2, 3, 3)
    asked = await (await league.manage()).click(_BEGIN)
    assert "One division of 6 players." in asked.content
    begun = await asked.click("Begin season 1")
    assert "One division of 6 players" in begun.content


async def test_beginning_early(general: Channel, owner: User, ben: User, david: User) -> None:
    """The director is asked first; then the season begins, and is announced. Nobody else does."""
    league = await open_league(owner, general, name=NAME)
    await league.join(ben)
    assert _BEGIN not in (await league.manage()).labels
    await league.join(david)
    asked, again = [await (await league.manage()).click(_BEGIN) for _ in range(2)]
    assert "Season 1 will begin right away with 2 players, instead of on <t:" in asked.content
    assert asked.labels == ["Begin season 1", "Back"]
    assert "Season 1 is in progress" in (await asked.click("Begin season 1")).content
    told = await league.news(f"{NAME}: season 1 begins")
    assert sorted(told.mentions) == ["ben", "david"]
    late = await said(await again.click("Begin season 1"))
    assert late.content == "Season 1 has already begun."
    assert "Go to the league" in late.labels
    assert _BEGIN not in (await league.manage()).labels
    games = await (await league.page(ben, "My season")).click("My matches")
    assert "division `C-" in (await games.click("Overview")).content
    form = (await games.click("Withdraw…")).modal
    assert form is not None
    assert NEXT_SEASON in str(form.components)


async def test_the_announcement_is_kept_up_to_date(
    general: Channel, pg: Playground, owner: User, ben: User, david: User
) -> None:
    """It shows whom the director has signed up, who has signed out on their page, its name, that
    the season has begun, who directs it now, and the end.
    """
    league = await open_league(owner, general, name=NAME)
    poster = await league.poster()

    async def shows(text: str) -> bool:
        return bool(await pg.wait_for(lambda: _shows(poster, text)))

    await league.add_computer_players(1, 2)
    assert await shows("2 signed up")
    await league.join(ben, david)
    await (await league.page(ben)).click("Cancel my sign-up")
    assert await shows("3 signed up")
    await league.form("Name and channel…", name="Autumn league")
    assert await shows("### Autumn league")
    asked = await (await league.manage()).click(_BEGIN)
    await asked.click("Begin season 1")
    assert await shows("Season 1 is in progress")
    await league.hand_over(ben)
    assert await shows(f"Director: {ben.mention}")
    await league.cancel()
    assert await shows("This league is over.")
    assert (await poster.refresh()).labels == ["Go to the league"]


async def _shows(message: Message, text: str) -> bool:
    return text in (await message.refresh()).content


async def test_directing(general: Channel, owner: User, ben: User, david: User) -> None:
    """Computer players, taking somebody off, another name, another director, the end."""
    league = await open_league(owner, general, name=NAME)
    await league.join(ben, david)
    assert "Manage…" not in (await league.page(ben)).labels
    await league.add_computer_players(1)
    assert "3 signed up" in (await league.page(ben)).content
    choice = await (await league.manage()).click("Remove from the list…")
    form = (await choice.select(None, [ben.display])).modal
    assert form is not None
    refused = await said(await form.submit())
    assert refused.content == REFUSALS["no-reason"]
    form = (await refused.click(AGAIN)).modal
    assert form is not None
    await form.submit(reason="They asked for it.")
    told = await league.news("has removed")
    assert ben.mention in told.content
    assert "They asked for it." in told.content
    renamed = await league.form("Name and channel…", name="Autumn league")
    assert renamed.content.startswith("### Autumn league")
    await league.hand_over(ben)
    assert "Manage…" in (await league.page(ben)).labels
    await league.form("Cancel it…", reason="Summer.")
    over = await league.news("The league is over.")
    assert "Summer." in over.content
    late = await said(await over.click("Go to the league", by=david))
    assert "This league is over." in late.content
