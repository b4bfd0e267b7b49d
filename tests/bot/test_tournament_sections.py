"""Tournaments that are divided into sections, and cups of servers: what people see of them."""

from __future__ import annotations

import re
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

import games
from bot.app.client import Dreierlei
from bot.cogs.tournaments import _views
from bot.cogs.tournaments._wanted import TOGETHER
from bot.i18n.catalogues import language
from bot.messages.competitions import end as competition_end
from bot.messages.competitions import servers as competition_servers
from bot.messages.competitions import tournament as message
from bot.messages.competitions.story import Story
from bot.text import standings
from competitions.log.admission import Membership
from competitions.model.events import Ended
from competitions.model.settings import Settings
from competitions.tournaments.creation import open_competition
from competitions.tournaments.direction import start
from competitions.tournaments.held import Held
from competitions.tournaments.ids import CompetitionId
from competitions.tournaments.news import Moment, Told, news
from competitions.tournaments.queries import get
from competitions.tournaments.upkeep import advance
from matches.model.ids import GuildId
from playground.client import Channel, Playground, User
from tests.bot.test_prefetch import bot
from tests.competitions.tournaments.conftest import HOST, PLAYERS, join, ruled, terms
from tests.support.held import NOW, held_of, over
from tests.support.matches import HASTY, private
from tests.support.tournaments import Cup, open_cup

__all__ = ["bot"]

ENGLISH = language("en")
HERE, OPEN, SHUT, USUAL, UNKNOWN = map(GuildId, (71, 72, 73, 74, 75))
NAMES = {HERE: "*Here*", OPEN: "O" * 60, SHUT: "Shut", USUAL: "Usual"}


@pytest.fixture(scope="module")
def settings() -> dict[str, str]:
    """Computer players search little, and answer at once."""
    return HASTY


@pytest.fixture
async def owner(anna: User) -> User:
    """A server manager who speaks English here."""
    await anna.change(locale="en-US")
    return anna


# Sections


async def test_a_tournament_is_divided(
    pg: Playground, general: Channel, owner: User, ben: User, david: User
) -> None:
    """Its announcement says into which sections, and leads everybody to theirs; these lead back.
    Lists have the sections.
    """
    options: dict[str, Any] = {"format": "swiss", "rounds": 1, "sections": 8, "start": 7}
    cup = await open_cup(owner, general, name="Large", **options)
    poster = await cup.poster()
    assert "Sections by rating if more than 8 sign up" in poster.content
    await cup.join(ben, david)
    await cup.add_computer_players(1, 1, 1, 2, 2, 2, 3)
    shown = await cup.start()
    told = await cup.news("It's played in sections: A `C-")
    first, second = re.findall(r"[AB] `(C-[0-9A-Z]+)`", told.content)
    assert told.mentions == []
    poster = await cup.shown(poster, "It's played in sections: A `C-")
    assert poster.labels == ["Go to the tournament"]
    assert "**Section A**\n1. " in poster.content
    assert "**Section B**\n1. " in poster.content
    assert "It's played in sections: A `C-" in shown.content
    assert "You're taking part: Section A." in (await cup.page(ben)).content

    chosen = await poster.select(message.WHICH_SECTION, ["Section B"], by=ben)
    page = (await private(chosen, number=1))[-1]
    assert page.content.startswith("### Large · B\n")
    assert f"Section B of tournament `{cup.id}`" in page.content
    assert (await page.click(message.WHOLE)).content.startswith("### Large\n")
    sections = [Cup(pg, general, id_, owner) for id_ in (first, second)]
    begun = await sections[0].news("Large · A: round 1 of 1 begins")
    assert sorted(begun.mentions) == ["ben", "david"]
    scopes = ("here", "over")  # Section B, in which nobody but computers plays, may be over by now.
    lists = [await ben.command("tournament list", general, scope=one) for one in scopes]
    listed = "".join(one.content for one in lists)
    assert all(f"`{one.id}`" in listed for one in sections)
    assert cup.id not in listed

    table = await cup.page(david, "Standings")
    assert f"**{_views.DIVIDED}**\nSection A · `{first}`: **Round 1 of 1**" in table.content
    page = await table.select(message.WHICH_SECTION, ["Section B"])
    assert page.content.startswith("### Large · B · Standings\n")
    for view in ("Rounds", "My matches"):
        page = await cup.page(david, view)
        assert "It's played in sections: A `C-" in page.content
        assert _views.NOT_PAIRED not in page.content
        page = await page.select(message.WHICH_SECTION, ["Section A"])
        assert page.content.startswith(f"### Large · A · {view}\n")
    for one in sections:
        await one.cancel()


@pytest.mark.parametrize(
    ("chosen", "said"),
    [
        ({"start": 7}, "if more than 400 sign up"),
        ({"size": 500}, "if more than 400 sign up"),
        ({"size": 400}, ""),
        ({"start": 7, "sections": TOGETHER}, ""),
        ({"start": 7, "sections": TOGETHER, "format": "swiss"}, "if more than 1000 sign up"),
    ],
)
async def test_what_is_usual(
    general: Channel, owner: User, chosen: dict[str, Any], said: str
) -> None:
    """Large tournaments are divided, unless their director wants everybody together; then only as
    far as they can be paired.
    """
    cup = await open_cup(owner, general, name="Large", **({"format": "knockout"} | chosen))
    found = re.findall(
        "Sections by rating (if more than [0-9]+ sign up)", (await cup.poster()).content
    )
    assert found == [said] * bool(said)
    await cup.cancel()


# Servers


async def test_a_cup_of_servers(pg: Playground, general: Channel, owner: User, ben: User) -> None:
    """Everybody plays for the server from which they sign up. Others are named only if they let
    matches be public; everybody reads the name of their own.
    """
    there = pg.channel("allgemein")
    clara, david, emma = map(pg.user, ("clara", "david", "emma"))
    await clara.change(locale="en-US")
    cup = await open_cup(owner, general, name="Servers", format="round-robin", size=4, servers=True)
    poster = await cup.poster()
    assert "everyone plays for the server they sign up from" in poster.content
    assert "Open to people from other servers" in poster.content
    await cup.join(david, emma)
    for player in (ben, clara):
        page = await player.command("tournament show", there, tournament=cup.id)
        page = await page.click("Sign up")
        assert "You're taking part for Spielplatz." in page.content
    await cup.news("round 1 of 3 begins")
    assert "You're taking part for Playground." in (await cup.page(emma)).content
    table = (await cup.page(emma, "Standings")).content
    assert "**Servers, by the points of their best 2 players**\n`  1` " in table
    assert "Playground **0**" in table
    assert "another server **0**" in table
    assert "Spielplatz" not in table
    assert "**Players**\n`  1` " in table
    assert f"{emma.mention} · Playground **0**" in table
    assert f"{clara.mention} **0**" in table
    await ben.command("server", there, public=True)
    assert "Spielplatz **0**" in (await cup.page(emma, "Standings")).content
    await ben.command("server", there, reset="all")
    await cup.cancel()


async def test_a_divided_cup_of_servers(
    pg: Playground, general: Channel, owner: User, ben: User
) -> None:
    """The whole has the standings of the servers from all sections, with who plays for them."""
    there = pg.channel("allgemein")
    clara, david, emma = map(pg.user, ("clara", "david", "emma"))
    await clara.change(locale="en-US")
    options: dict[str, Any] = {"format": "swiss", "rounds": 1, "sections": 8, "start": 7}
    cup = await open_cup(owner, general, name="Servers", servers=True, **options)
    await cup.join(david, emma)
    for player in (ben, clara):
        page = await player.command("tournament show", there, tournament=cup.id)
        await page.click("Sign up")
    # Two sections of six: nobody has a bye, and a point for it.
    await cup.add_computer_players(1, 1, 1, 2, 2, 2, 3, 3)
    await cup.start()
    told = await cup.news("It's played in sections: A `C-")
    sections = [Cup(pg, general, id_, owner) for id_ in re.findall(r"[AB] `(C-\S+)`", told.content)]
    for one in sections:
        await one.news("round 1 of 1 begins")
    table = (await cup.page(emma, "Standings")).content
    assert "**Servers, by the points of their best 2 players**\n`  1` " in table
    assert "Playground **0** · 2 entrants" in table
    assert "another server **0** · 2 entrants" in table
    assert f"**{_views.DIVIDED}**\nSection A" in table
    for one in sections:
        await one.cancel()


def _servers(*guilds: GuildId) -> Held:
    """A cup of servers that is over, two players of each."""
    held = held_of(over(Settings("round-robin"), 1, 2 * len(guilds)), 1)
    members = [replace(one, guild=guilds[one.entrant % len(guilds)]) for one in held.members]
    terms = replace(held.terms, guild=HERE, servers=True)
    return replace(held, terms=terms, members=tuple(members))


async def test_which_servers_are_named(bot: Dreierlei, monkeypatch: pytest.MonkeyPatch) -> None:
    """That of the tournament, those that have said so, and that of the reader: no other one."""
    known = {
        id_: SimpleNamespace(id=id_, name=name, unavailable=False) for id_, name in NAMES.items()
    }
    monkeypatch.setattr(bot, "get_guild", known.get)
    await bot.preferences.configure(OPEN, public=True)
    await bot.preferences.configure(SHUT, public=False)
    held = _servers(HERE, OPEN, SHUT, USUAL, UNKNOWN)
    shown: dict[int, str] = {HERE: "\\*Here\\*", OPEN: f"{'O' * 49}…"}
    assert await competition_servers.names(bot, held) == shown
    for_a_reader = await competition_servers.names(bot, held, USUAL)
    assert for_a_reader == shown | {USUAL: "Usual"}
    assert await competition_servers.names(bot, held, UNKNOWN) == shown
    block = standings.servers(held, shown, ENGLISH)
    assert block is not None
    assert sum(standings.ANOTHER in line for line in block.lines) == 3


async def test_pictures_say_for_whom_people_play(
    bot: Dreierlei, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of the servers that may be named; without the marks that keep Markdown out of texts."""
    known = {
        id_: SimpleNamespace(id=id_, name=name, unavailable=False) for id_, name in NAMES.items()
    }
    monkeypatch.setattr(bot, "get_guild", known.get)
    await bot.preferences.configure(SHUT, public=False)
    held = _servers(HERE, SHUT)
    assert await competition_servers.of_entrants(bot, held) == {2: "*Here*", 4: "*Here*"}
    shown = await competition_servers.of_entrants(bot, held, SHUT)
    assert shown == {1: "Shut", 2: "*Here*", 3: "Shut", 4: "*Here*"}
    ordinary = replace(held, terms=replace(held.terms, servers=False))
    assert await competition_servers.of_entrants(bot, ordinary) == {}


async def test_the_end_tells_the_servers(bot: Dreierlei) -> None:
    """Above the final table; only a few of many."""
    for count, more in ((3, False), (12, True)):
        held = _servers(*map(GuildId, range(71, 71 + count)))
        now = held.competition
        moment = Moment(now, held.teams)
        told = Told(9, Ended(now.places), NOW, None, moment, moment)
        reply = await competition_end.ended(bot, Story(told, held), ENGLISH)
        texts = [getattr(part, "text", "") for part in reply.parts]
        assert texts[3].startswith("**Servers, by the points of their best 2 players**\n🥇 ")
        assert ("… and 2 more" in texts[3]) == more


async def test_the_end_of_the_last_section_tells_the_sum(bot: Dreierlei) -> None:
    """The servers by the points from all sections, above those of the section: once, even if the
    first section is told of only after the last has ended, too.
    """
    db, settings = bot.database, Settings("swiss", rounds=1)
    cup = terms(game=games.get("attangle"), servers=True, section_size=8)
    whole = await open_competition(db, cup, settings, HOST)
    for number, player in enumerate(PLAYERS):
        membership = Membership(member=True, here=(HERE, OPEN)[number % 2])
        await join(db, whole.id, player, membership=membership)
        known: Any = SimpleNamespace(id=player, display_name="N", global_name="N", name="n")
        bot.names.meet(cup.guild, known)
    whole = await start(db, whole.id, HOST)

    async def told(id_: CompetitionId) -> str:
        held = await get(db, id_)
        end = next(one for one in await news(db, held) if isinstance(one.event, Ended))
        reply = await competition_end.ended(bot, Story(end, held), ENGLISH)
        return "\n".join(getattr(part, "text", "") for part in reply.parts)

    tales = list[str]()
    for id_ in whole.sections:
        held = await advance(db, id_)
        for game in held.competition.undecided:
            held = await ruled(db, held, game, 1, 2)
        await advance(db, id_)
        tales.append(await told(id_))
    first, last = tales
    title = (
        "**All sections · Servers, by the points of their best 4 players**\n🥇 another server **"
    )
    assert "All sections" not in first + await told(whole.sections[0])
    assert title in last
    assert last.index(title) < last.index("**Servers, by the points of their best 2 players**")
    assert " · 5 entrants\n" in last


def test_without_an_order_nothing_was_decided() -> None:
    """Of a division that was cancelled no match is shown."""
    held = _servers(HERE, OPEN)
    assert competition_end.deciding(held) is not None
    cancelled = replace(held.competition, status="cancelled", places=())
    assert competition_end.deciding(replace(held, competition=cancelled)) is None


def test_sections_that_count_for_servers() -> None:
    """Cancelled ones don't. There are medals once all others are over."""
    held = _servers(HERE, OPEN)
    names: dict[int, str] = {HERE: "Here", OPEN: "Open"}
    cancelled = replace(held, competition=replace(held.competition, status="cancelled"))
    block = standings.servers_of_sections([held, cancelled], names, ENGLISH)
    assert block == standings.servers(held, names, ENGLISH)
    assert block is not None
    assert block.lines[0].startswith("🥇 ")
    assert block.lines[0].endswith(" · 2 entrants")
    running = replace(held, competition=replace(held.competition, status="running"))
    block = standings.servers_of_sections([held, running], names, ENGLISH)
    assert block is not None
    assert block.lines[0].startswith("`  1` ")
    assert block.lines[0].endswith(" · 4 entrants")
    assert standings.servers_of_sections([cancelled], names, ENGLISH) is None


def test_nothing_is_told_of_servers_elsewhere() -> None:
    """In a tournament that is no cup of servers, and where only one has players."""
    held = _servers(HERE, OPEN)
    ordinary = replace(held, terms=replace(held.terms, servers=False))
    assert standings.servers(ordinary, {}, ENGLISH) is None
    assert standings.servers(_servers(HERE), {}, ENGLISH) is None
