"""`/server`: shown, changed and reset by managers; and the effect of each setting."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

import games
from bot.cogs.settings import server
from bot.cogs.settings._declared import ASK_TO_RESET, CANCEL, RESET
from bot.cogs.settings.server import SETTINGS
from bot.commands import checks
from bot.i18n.catalogues import of_locale
from bot.text.discord_limits import FIELDS
from matches.settings.guilds import CHOICES
from playground.answers import Message, Reply
from playground.client import Channel, Playground, PlaygroundError, User
from tests.support.matches import begin, named, open_table

pytestmark = pytest.mark.shared_bot


@pytest.fixture(autouse=True)
async def settled(pg: Playground, general: Channel) -> AsyncIterator[None]:
    """The server's settings are reset after each test; Anna owns it."""
    yield
    await pg.user("anna").command("server", general, reset="all")


@pytest.fixture
async def owner(anna: User, pg: Playground) -> AsyncIterator[User]:
    """A server manager who speaks English here."""
    await anna.change(locale="en-US")
    yield pg.user("anna")
    await anna.change(locale="de")


def test_each_setting_that_is_stored_can_be_chosen() -> None:
    """Each is declared for the command, in the order in which it is stored."""
    assert tuple(one.name for one in server.SETTINGS) == CHOICES


async def test_all_settings_are_shown_with_what_they_mean(general: Channel, owner: User) -> None:
    """Each has a name, a value and an explanation. Without choices the defaults apply."""
    shown = await owner.command("server", general)
    assert shown.ephemeral
    for one in (one for one in server.SETTINGS if one.title):
        assert f"**{one.title}:** " in shown.content
        off = f"**{one.title}:** off" in shown.content
        assert f"-# {'If on: ' if off else ''}{one.meaning}" in shown.content
    assert "**Channels:** everywhere" in shown.content
    assert "**Threads:** on" in shown.content
    assert "**Who can start matches:** everyone" in shown.content
    assert "Saved" not in shown.content
    shown = await owner.command("server", general, threads=False)
    assert "Saved: **Threads**." in shown.content


async def test_only_those_who_manage_the_server(general: Channel, ben: User, owner: User) -> None:
    """Others are not offered the command, and its controls do nothing for them. Resetting all
    settings asks first.
    """
    with pytest.raises(PlaygroundError):
        await ben.command("server", general)
    shown = await owner.command("server", general, threads=False)
    assert "**Threads:** off" in shown.content
    question = await shown.click(ASK_TO_RESET)
    assert server.SURE in question.content
    shown = await question.click(CANCEL)
    assert "**Threads:** off" in shown.content
    question = await shown.click(ASK_TO_RESET)
    shown = await question.click(RESET)
    assert "**Threads:** on" in shown.content


async def test_where_matches_may_be_opened(
    pg: Playground, general: Channel, ben: User, owner: User
) -> None:
    """In other channels `/play` is refused, with the channels in which it works."""
    shown = await owner.command("server", general)
    place = pg.channel("games")
    shown = await _filled_in(shown, channels=[place.id])
    assert f"**Channels:** <#{place.id}>" in shown.content
    refused = await ben.command("play attangle", general)
    assert refused.content == f"On this server, matches can only be started in <#{place.id}>."
    assert (await open_table(ben, place, "attangle")).labels == [
        "Join",
        "Leave",
        "Computer players…",
        "Rules",
    ]
    await _filled_in(shown, channels=[])
    assert (await open_table(ben, general, "attangle")).labels


async def _filled_in(shown: Message, **values: str | bool | list[str]) -> Reply:
    """The settings after these fields of their forms were filled in."""
    for page in [part for part in shown.buttons if part["label"] in SETTINGS.topics]:
        form = (await shown.click(page["custom_id"])).modal
        assert form is not None
        if {*values} <= {*form.fields}:
            return await form.submit(**values)
    raise LookupError(f"no form has {[*values]}")


async def test_every_setting_has_a_field(general: Channel, owner: User) -> None:
    """The forms' fields are those of the settings, in their order, filled in with what holds. Sent
    as they are, they change nothing.
    """
    await owner.command("server", general, clock="3d", theme="dark", public=False)
    shown = await owner.command("server", general)
    fields = list[str]()
    for page in [part for part in shown.buttons if part["label"] in SETTINGS.topics]:
        form = (await shown.click(page["custom_id"])).modal
        assert form is not None
        assert len(form.fields) <= FIELDS
        fields += form.fields
        assert (await form.submit()).content == shown.content
    assert tuple(fields) == CHOICES
    shown = await _filled_in(shown, clock="")
    shown = await _filled_in(shown, theme=["automatic"], threads=False)
    shown = await _filled_in(shown, public=["on"])
    for said in ("Clock:** none", "Pictures:** as usual", "Public matches:** on", "Threads:** off"):
        assert said in shown.content


async def test_a_role_in_the_form(general: Channel, owner: User) -> None:
    """A role is for managers' matches; whoever lets everyone open them lets it go."""
    role = general.data["guild_id"]
    shown = await _filled_in(await owner.command("server", general), role=[role])
    assert f"**Who can start matches:** server managers, <@&{role}>" in shown.content
    shown = await _filled_in(shown, openers=["everyone"])
    assert "**Who can start matches:** everyone\n" in shown.content


async def test_who_may_open(general: Channel, ben: User, david: User, owner: User) -> None:
    """Managers only, or a role as well. Others may still join."""
    await owner.command("server", general, openers="managers")
    refused = await ben.command("play attangle", general)
    assert refused.content == checks.NOT_YOU
    assert "people with the *Manage Server* permission" in refused.content
    table = await open_table(owner, general, "attangle")
    table = await table.click("Join", by=david)
    assert "The match has begun." in table.content
    await owner.command("server", general, openers="everyone")
    assert (await open_table(ben, general, "attangle")).labels


async def test_the_games_on_offer(general: Channel, ben: User, david: User, owner: User) -> None:
    """Other games can no longer be opened, nor joined at an open table."""
    table = await open_table(ben, general, "attangle")
    shown = await owner.command("server", general)
    shown = await _filled_in(shown, games=["tyr"])
    assert f"**Games:** {games.get('tyr').info.name}" in shown.content
    refused = await ben.command("play attangle", general)
    assert refused.content.startswith("Attangle isn't played on this server. You can play Tyr")
    joined = await table.click("Join", by=david)
    assert (joined.followups or [joined])[-1].content == refused.content
    assert (await open_table(ben, general, "tyr")).labels


async def test_the_usual_clock(general: Channel, ben: User, owner: User) -> None:
    """The default clock applies unless another one, or none, is chosen."""
    shown = await owner.command("server", general, clock="3d")
    assert "**Clock:** 3 days per turn" in shown.content
    assert "3 days per turn" in (await open_table(ben, general, "attangle")).content
    assert "5 minutes" in (await open_table(ben, general, "attangle", clock="5m+5s")).content
    assert "⏱ no clock" in (await open_table(ben, general, "attangle", clock="none")).content
    refused = await owner.command("server", general, clock="soon")
    assert refused.content.startswith("I don't understand that clock")


async def test_the_language_of_what_all_can_read(
    general: Channel, ben: User, david: User, owner: User
) -> None:
    """Tables and boards use it, whatever Discord reports for the server."""
    await owner.command("server", general, language="de")
    german = of_locale("de")
    table = await open_table(ben, general, "attangle")
    assert table.labels == [
        german.gettext(label) for label in ("Join", "Leave", "Computer players…", "Rules")
    ]
    await table.click(german.gettext("Join"), by=david)
    await owner.command("server", general, language="automatic")
    game = await begin(general, "attangle", ben, david)
    assert "The match begins." in (await game.board()).content
    assert named(table) != game.id
