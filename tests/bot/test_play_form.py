"""A table opened by taps: which game, forms for the options of `/play`, and *Open the table*."""

from __future__ import annotations

import pytest

import games
from bot.cogs.lobby import _play_options, _table_pages, play_form
from bot.cogs.settings import server
from bot.commands import options
from bot.i18n.catalogues import of_locale
from bot.pictures.men import Emojis
from bot.text.discord_limits import COMPONENTS, FIELDS, LAYOUT_TEXT
from bot.ui.forms import Field
from matches.settings.guilds import GuildSettings
from playground.answers import Message, Modal
from playground.client import Channel, Playground, User
from tests.support.forger import Forger
from tests.support.matches import named

pytestmark = pytest.mark.shared_bot


async def test_where_it_begins(general: Channel, emma: User) -> None:
    """The list of tables has the button."""
    listed = await emma.command("tables", general)
    asked = await listed.click("Open a table…")
    assert asked.content.startswith(f"### {play_form.WHAT}")
    assert asked.ephemeral


async def _table(forger: Forger, user: User, game: str) -> Message:
    """The table of a game as it would be opened."""
    asked = await forger.press(user, "find:-:0:")
    return await asked.click(f"find-game:-:0:{game}")


def _pages(table: Message) -> list[str]:
    return [part["custom_id"] for part in table.buttons if part["label"] == play_form.CHANGE]


async def _form(table: Message, page: int) -> Modal:
    form = (await table.click(_pages(table)[page])).modal
    assert form is not None
    return form


async def test_every_game_has_all_options(forger: Forger, ben: User) -> None:
    """The list has every game. The forms of each have its options, at most five in a form."""
    asked = await forger.press(ben, "find:-:0:")
    assert asked.ephemeral
    assert [part["label"] for part in asked.buttons] == ["Play"] * len(games.all_games())
    for game in games.all_games():
        table = await _table(forger, ben, game.info.key)
        assert len(table.content) <= LAYOUT_TEXT
        assert len(table.components) <= COMPONENTS
        fields = list[str]()
        for page in range(len(_pages(table))):
            form = await _form(table, page)
            assert len(form.fields) <= FIELDS
            fields += form.fields
        known = [one.name for one in _play_options.options_of(game)]
        assert fields[0] == "opponents"
        assert fields[1:] == [name for name in known if not name.startswith("opponent")]


async def test_a_table_by_taps(forger: Forger, general: Channel, ben: User, emma: User) -> None:
    """Nothing has to be filled in. What is filled in stays while other pages are filled in, and the
    table is opened with all of it.
    """
    table = await _table(forger, ben, "attangle")
    for said in ("Opponents: anyone", "Clock: no clock", "Rated: yes", "Seat: drawn at random"):
        assert said in table.content
    opened = await table.click("Open the table")
    assert opened.content == f"Table {named(opened)} is open."
    await (await general.last(ben)).click("Leave")

    table = await _table(forger, ben, "attangle")
    table = await (await _form(table, 0)).submit(opponents=[emma.id], clock="3d", rated=["0"])
    table = await (await _form(table, 1)).submit(seating=["chosen"], seat=["2"])
    assert f"**Opponents:** {emma.mention}" in table.content
    assert "**Rated:** no" in table.content
    form = await _form(table, 0)
    assert (await form.submit()).content == table.content
    opened = await table.click("Open the table")
    shown = await general.last(ben)
    assert named(opened) in shown.content
    assert f"{ben.mention} challenges {emma.mention}." in shown.content
    for said in ("3 days per turn", "This match is unrated.", f"Black: {ben.mention}"):
        assert said in shown.content
    await shown.click("Withdraw challenge (host)", by=ben)


async def test_the_longest_table(
    forger: Forger, pg: Playground, general: Channel, ben: User
) -> None:
    """Three opponents and the longest clock have room in the buttons."""
    others = [pg.user(name) for name in ("anna", "david", "emma")]
    table = await _table(forger, ben, "turnier")
    form = await _form(table, 0)
    others_too = await _form(table, 1)
    clock = int("clock" in others_too.fields)
    table = await form.submit(opponents=[one.id for one in others], seats=["4"])
    table = await (await _form(table, clock)).submit(clock="14d+24h/14d")
    assert all(one.mention in table.content for one in others)
    await table.click("Open the table")
    shown = await general.last(ben)
    assert {*shown.mentions} == {one.name for one in others}
    await shown.click("Withdraw challenge (host)", by=ben)


async def test_what_is_refused(forger: Forger, pg: Playground, ben: User) -> None:
    """A clock that is none is refused at once. What was typed stays in the form to be mended, and
    examples stand beside it.
    """
    table = await _table(forger, ben, "attangle")
    refused = await (await _form(table, 0)).submit(clock="3 dogs")

    async def told() -> bool:
        return bool((await refused.refresh()).followups)

    await pg.wait_for(told)
    assert "I don't understand that clock." in refused.followups[-1].content
    table = await table.refresh()
    assert "**Clock:** 3 dogs" in table.content
    form = await _form(table, 0)
    (field,) = [one for one in form.components if one.get("custom_id") == "clock"]
    assert field["value"] == "3 dogs"
    mended = await form.submit(clock="3 days")
    assert not mended.followups
    assert "**Clock:** 3 days" in (await table.refresh()).content


@pytest.mark.parametrize(("code", "days"), [("en", "3 days"), ("de", "3 Tage")])
def test_examples_of_a_clock(code: str, days: str) -> None:
    """Forms complete nothing. So two clocks stand below each field for one, in both languages."""
    language = of_locale(code)
    fields = [
        field
        for game in games.all_games()
        for at in range(len(_table_pages.pages(game)))
        for field in play_form.form(game, at, {}, language)
    ]
    fields += [one.field(GuildSettings(), language) for one in server.SETTINGS]
    asked = [field for field in fields if _name(field) == "clock"]
    assert len(asked) == len(games.all_games()) + 1
    for field in asked:
        for example in (days, "10 min + 5 s"):
            assert example in (field.description or "")
            assert options.canonical_clock(example)


@pytest.mark.parametrize(("seats", "rated"), [("", "yes"), ("2", "yes"), ("3", "no")])
def test_only_where_somebody_can_stand_in_a_table_is_unrated(seats: str, rated: str) -> None:
    """Two have no stand-in, whatever was chosen."""
    chosen = {"standin": "3", "seats": seats}
    shown = play_form.table(games.get("tyr"), chosen, of_locale("en"), Emojis())
    assert f"Rated: {rated}" in repr(shown.parts)


def _name(field: Field) -> str:
    return str(getattr(field.component, "custom_id", ""))
