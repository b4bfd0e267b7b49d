"""Forms that were refused are opened again by a button, filled in with what was typed."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import AsyncIterator
from typing import Any

import pytest

import games
from bot import cogs
from bot.cogs.lobby import _play_options, _table_pages, play_form
from bot.cogs.wishes import _form as wishes
from bot.commands import acts
from bot.commands.competitions import creation as competition_creation
from bot.commands.options import WRONG_CLOCK
from bot.errors import OUTDATED
from bot.i18n.catalogues import of_locale
from bot.pictures.men import Emojis
from bot.text.discord_limits import LABEL
from bot.ui import dispatch, refused_forms
from bot.ui.refused_forms import AGAIN, TypedForms
from matches.model.ids import PlayerId
from matches.wishes.terms import kinds
from playground.answers import Message, Modal, Reply
from playground.client import Channel, User
from tests.support.forger import Forger
from tests.support.matches import begin, private

pytestmark = pytest.mark.shared_bot

for _module in pkgutil.walk_packages(cogs.__path__, f"{cogs.__name__}."):
    importlib.import_module(_module.name)

TEXT_INPUT, CHECKBOX = 4, 23
LONG_CLOCK, LONG_NAME = "three moons and a bit, then another one", "A name that is long " * 3
"""Together they are too long for a button."""


@pytest.fixture
async def owner(anna: User, general: Channel) -> AsyncIterator[User]:
    """A manager, who speaks English here."""
    await anna.change(locale="en-US")
    yield anna
    await anna.command("server", general, reset="all")
    await anna.change(locale="de")


async def _form(shown: Message, button: str) -> Modal:
    form = (await shown.click(button)).modal
    assert form is not None
    return form


async def _refused(reply: Reply, why: str) -> Message:
    """The refusal, which leads back to the form first."""
    said = (await private(reply, number=1))[-1]
    assert said.content == why
    assert said.labels[0] == AGAIN
    return said


def _held(form: Modal) -> dict[str, Any]:
    """What the form is filled in with, by field."""
    found = dict[str, Any]()
    for part in (one for one in form.components if "custom_id" in one):
        name = str(part["custom_id"])
        if part["type"] == TEXT_INPUT:
            found[name] = part.get("value", "")
        elif part["type"] == CHECKBOX:
            found[name] = part["default"]
        else:
            chosen = [one["value"] for one in part.get("options", ()) if one.get("default")]
            found[name] = chosen + [one["id"] for one in part.get("default_values", ())]
    return found


async def _page(shown: Message, field: str) -> Modal:
    """The form of the settings with this field."""
    for to in [part["custom_id"] for part in shown.buttons if "-page:" in part["custom_id"]]:
        form = await _form(shown, to)
        if field in form.fields:
            return form
    raise LookupError(field)


def _carries(said: Message) -> str:
    """The `custom_id` of the button back to the form."""
    return next(str(one["custom_id"]) for one in said.buttons if one["label"] == AGAIN)


def test_every_form_can_be_opened_again() -> None:
    """A button opens each of these, or shows what was typed; the forms in which nothing gets lost
    are not among them.
    """
    openers = refused_forms.openers()
    assert {one for one in openers.values() if not dispatch.handles(one)} == set()
    assert {*openers} == {
        *("cup-form", "cup-new", "cup-rule", "cup-team", "cup-withdraw", "find-page"),
        *("ladder-form", "ladder-new", "league-form", "league-new", "prepare-form", "seat-ask"),
        *("try-form", "try-note"),
        *("seek-change", "seek-new", "server-page", "setting-page"),
    }


# Each form


async def test_settings(general: Channel, ben: User) -> None:
    """One wrong value doesn't lose the others. Mended, all of them hold."""
    shown = await ben.command("settings", general)
    given: Any = {"quiet": "at night", "zone": "Europe/Berlin", "notices": ["none"], "hours": False}
    wrong = (
        "**Quiet hours:** “at night” isn't possible. Enter hours like `22-8`, or `off` for none.\n"
        "Nothing was saved."
    )
    refused = await _refused(await (await _page(shown, "quiet")).submit(**given), wrong)
    form = await _form(refused, AGAIN)
    assert _held(form) == given
    shown = await form.submit(quiet="22-8")
    for said in ("Quiet hours:** 22-8", "Time zone:** Europe/Berlin", "Usual hours:** off"):
        assert said in shown.content
    form = await _page(shown, "at_once")
    wrong = (
        "**Matches at the same time:** “{}” isn't possible. Enter a number of matches from 1 to "
        "50, or `off` for no limit.\nNothing was saved."
    )
    refused = await _refused(await form.submit(at_once="0", spoilers=True), wrong.format(0))
    form = await _form(refused, AGAIN)
    assert _held(form).items() >= {"at_once": "0", "spoilers": True}.items()
    refused = await _refused(await form.submit(at_once="many"), wrong.format("many"))
    shown = await (await _form(refused, AGAIN)).submit(at_once="")
    assert "Hide results:** on" in shown.content
    await ben.command("settings", general, reset="all")


async def test_server(general: Channel, owner: User) -> None:
    """Menus are filled in, too."""
    shown = await owner.command("server", general)
    given: Any = {"clock": "3 dogs", "games": ["tyr"], "openers": ["managers"], "role": []}
    refused = await _refused(await (await _page(shown, "clock")).submit(**given), WRONG_CLOCK)
    form = await _form(refused, AGAIN)
    assert _held(form) == given
    shown = await form.submit(clock="3 days")
    for said in ("Games:** Tyr", "Clock:** 3 days per turn"):
        assert said in shown.content
    await owner.command("server", general, reset="all")


@pytest.mark.parametrize(
    ("command", "given"),
    [
        ("tournament new", {"kind": ["swiss"], "size": "12"}),
        ("ladder new", {"game": ["tyr/3"], "reach": "4"}),
        ("league new", {"game": ["tyr/3"], "size": "6", "length": "21"}),
    ],
)
async def test_competitions(
    general: Channel, owner: User, command: str, given: dict[str, Any]
) -> None:
    """What has room in the button stands there; more than that is remembered."""
    form = (await owner.command(command, general)).modal
    assert form is not None
    short = {"game": ["tyr"], **given, "clock": "soon", "name": "Typed"}
    said = await _refused(await form.submit(**short), WRONG_CLOCK)
    assert "Typed" in _carries(said)
    form = await _form(said, AGAIN)
    assert _held(form) == short
    long = {**short, "clock": LONG_CLOCK, "name": LONG_NAME.strip()}
    said = await _refused(await form.submit(**long), WRONG_CLOCK)
    assert "name" not in _carries(said)
    for _ in range(2):
        assert _held(await _form(said, AGAIN)) == long


@pytest.mark.parametrize("command", ["tournament new", "ladder new", "league new"])
async def test_competitions_without_a_game(general: Channel, owner: User, command: str) -> None:
    """Tapping the chosen game takes the choice back. Then the form is not from another version:
    a game has to be chosen.
    """
    form = (await owner.command(command, general)).modal
    assert form is not None
    said = await _refused(await form.submit(game=[], name="Typed"), competition_creation.NO_GAME)
    form = await _form(said, AGAIN)
    held = _held(form)
    assert (held["game"], held["name"]) == ([], "Typed")


async def test_wishes(general: Channel, ben: User, david: User) -> None:
    """All tables and a friend, but no clock."""
    given: Any = {
        "tables": [str(one) for one in kinds()],
        "clocks": [],
        "strength": ["100"],
        "where": ["direct"],
        "friends": [david.id],
    }
    form = await _form(await ben.command("seek", general), "New search")
    said = await _refused(await form.submit(**given), wishes.NO_CLOCK)
    form = await _form(said, AGAIN)
    assert _held(form) == given
    made = await form.submit(clocks=["3d"], friends=[], tables=["attangle-2"])
    assert "up to 100 points stronger or weaker" in made.content
    form = await _form(made, "Change")
    said = await _refused(await form.submit(tables=[]), wishes.NO_GAME)
    form = await _form(said, AGAIN)
    assert _held(form) == {**given, "clocks": ["3d"], "friends": [], "tables": []}
    shown = await form.submit(tables=["tyr-2"])
    await shown.click("Cancel search")


async def test_tables(forger: Forger, ben: User, emma: User) -> None:
    """A table's message holds what was typed into its forms: bots are left out, the others stay."""
    bot = (await forger.pg.request("GET", "control/state"))["bot"]["id"]
    games_ = await forger.press(ben, "find:-:0:")
    table = await games_.click("find-game:-:0:turnier")
    page = next(one["custom_id"] for one in table.buttons if one["label"] == play_form.CHANGE)
    form = await _form(table, page)
    reply = await form.submit(opponents=[bot, emma.id], seats=["3"])
    said = (await private(reply, number=1))[-1]
    assert (said.content, said.labels) == (_play_options.BOTS, [])
    table = await table.refresh()
    assert f"**Opponents:** {emma.mention}\n" in table.content
    assert "**Seats:** 3" in table.content


async def test_prepared_turns(general: Channel, ben: User, david: User) -> None:
    """A form with one line."""
    game = await begin(general, "attangle", ben, david)
    listed = await game.players[1].command("prepared", game.channel)
    form = await _form(listed, acts.PREPARE)
    said = (await private(await form.submit(text="; ;"), number=1))[-1]
    assert said.labels == [AGAIN, acts.PREPARE]
    form = await _form(said, AGAIN)
    assert _held(form) == {"text": "; ;"}
    assert "you've prepared 1 turn" in (await form.submit(text="c4")).content


# What is remembered


async def test_what_is_forgotten(forger: Forger, ben: User) -> None:
    """After a restart the form opens as it does at first, and so does a table; and what nobody was
    shown opens none.
    """
    form = (await forger.press(ben, "again:-:0:4711|setting-page|1|")).modal
    assert form is not None
    assert _held(form)["quiet"] == ""
    table = await forger.press(ben, "again:-:0:4711|find-page|attangle/0/")
    assert table.content.startswith("### Attangle\n")
    for forged in ("", "|", "x|setting-page|1", "|find-page|go/0/", "|settings|", "|cup-new"):
        assert (await forger.press(ben, f"again:-:0:{forged}")).content == OUTDATED


def test_each_has_a_few_forms_for_a_while() -> None:
    """The oldest are forgotten first: of each person, of all, and after an hour. Nobody gets what
    somebody else has typed.
    """
    now = 0.0
    kept = TypedForms(lambda: now)
    ann, bob = PlayerId(1), PlayerId(2)
    kept.keep(bob, 0, ["theirs"])
    for key in range(TypedForms.OF_ONE + 2):
        kept.keep(ann, key, [str(key)])
    assert len(kept) == TypedForms.OF_ONE + 1
    assert kept.find(ann, 1) == ()
    assert kept.find(ann, 2) == ["2"]
    assert kept.find(bob, 2) == ()
    for number in range(TypedForms.MOST):
        kept.keep(PlayerId(100 + number), 0, [])
    assert len(kept) == TypedForms.MOST
    assert kept.find(bob, 0) == ()
    now = TypedForms.FRESH / 2
    kept.keep(ann, 99, ["later"])
    now = TypedForms.FRESH
    assert kept.find(ann, 99) == ["later"]
    assert len(kept) == 1


@pytest.mark.parametrize("clock", ["5 days + 12 hours / 10 days", "x" * 50, "none"])
def test_what_a_table_can_carry(clock: str) -> None:
    """With all else as long as it can be, a clock in many words is carried as it is stored, and of
    what is none the beginning. What has room stays as it was typed.
    """
    for game in games.all_games():
        chosen = {
            "opponents": ",".join(str(2**63 - one) for one in range(1, max(game.info.seats))),
            "seats": str(max(game.info.seats)),
            **{one.key: max(one.values or ("x" * 15,), key=len) for one in game.info.options},
            "clock": clock,
            "timeout": "automatic",
        }
        carried = _table_pages.carriable(game, chosen)
        assert carried["clock"] in (clock, "5d+12h/10d", clock[: len(carried["clock"])])
        assert {**carried, "clock": clock} == chosen
        assert _table_pages.carriable(game, carried) == carried
        table = play_form.table(game, carried, of_locale("en"), Emojis())
        assert table.parts
        for part in table.parts:
            button = getattr(part, "button", None)
            assert button is None or len(button.item.custom_id) <= LABEL
