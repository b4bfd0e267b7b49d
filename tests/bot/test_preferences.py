"""`/settings`: shown, changed by options and by forms, refused, reset; and the effect of each
setting.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest

from bot.cogs.settings import player as settings
from bot.cogs.settings._declared import ASK_TO_RESET, CANCEL, RESET, UNSAVED, WRONG
from bot.i18n.catalogues import of_locale
from bot.text.discord_limits import FIELDS
from matches.model.texts import REFUSALS
from matches.settings.players import CHOICES
from playground.answers import Message, Modal
from playground.client import Channel, Playground, User
from tests.support.forger import Forger
from tests.support.matches import begin

pytestmark = pytest.mark.shared_bot


@pytest.fixture(autouse=True)
async def settled(pg: Playground) -> AsyncIterator[None]:
    """The players' preferences are reset after each test."""
    yield
    for name in ("anna", "ben"):
        await pg.user(name).command("settings", pg.channel("general"), reset="all")


def _refused(**wrong: str) -> str:
    """What is said of wrong values of settings: which ones, the values, and what is possible."""
    known = settings.SETTINGS
    lines = [
        WRONG.format(
            setting=known[name].title,
            given=given,
            possible=known[name].possible.format(**known[name].limits),
        )
        for name, given in wrong.items()
    ]
    return UNSAVED.format(wrong="\n".join(lines))


def test_each_setting_that_is_stored_can_be_chosen() -> None:
    """Each is declared for the command, in the order in which it is stored."""
    assert tuple(one.name for one in settings.SETTINGS) == CHOICES


async def test_all_settings_are_shown_with_what_they_mean(general: Channel, ben: User) -> None:
    """Each has a name, a value and an explanation. Without choices the defaults apply."""
    shown = await ben.command("settings", general)
    assert shown.ephemeral
    for one in settings.SETTINGS:
        assert f"**{one.title}:** " in shown.content
        off = f"**{one.title}:** off" in shown.content
        assert f"-# {'If on: ' if off else ''}{one.meaning}" in shown.content
    assert "**Language:** as in Discord" in shown.content
    assert "**Quiet hours:** none" in shown.content


@pytest.mark.parametrize(("code", "those"), [("en", "who uses this bot"), ("de", "diesen Bot")])
def test_who_gets_puzzles_from_matches_is_said(code: str, those: str) -> None:
    """Where one agrees to give them: in the list of settings, and in the form by itself."""
    one, say = settings.SETTINGS["puzzles"], of_locale(code).gettext
    assert those in say(one.meaning)
    assert those in say(one.option)


async def test_options_change_only_what_they_name(general: Channel, ben: User) -> None:
    """Each can be set and reset separately; the others stay."""
    await ben.command("settings", general, quiet="22-8", zone="Europe/Berlin", confirm=True)
    shown = await ben.command("settings", general, notices="direct", theme="dark")
    assert "Saved: **Pictures**, **Notifications**." in shown.content
    for said in ("Quiet hours:** 22-8", "Time zone:** Europe/Berlin", "Confirm turns:** on"):
        assert said in shown.content
    assert "Notifications:** by direct message" in shown.content
    assert "Pictures:** dark" in shown.content
    shown = await ben.command("settings", general, quiet="off", reset="theme")
    assert "Quiet hours:** none" in shown.content
    assert "Pictures:** as everyone sees them" in shown.content
    assert "Confirm turns:** on" in shown.content
    shown = await ben.command("settings", general, reset="all")
    assert "Confirm turns:** off" in shown.content
    assert "Time zone:** UTC" in shown.content
    assert "Saved" not in (await ben.command("settings", general)).content


async def test_forms_change_them_too(general: Channel, ben: User, anna: User) -> None:
    """Taps are enough. The forms have a field for each setting, filled in with what holds. The
    message shows the new values at once, and the last button resets them once that is confirmed.
    """
    shown: Message = await ben.command("settings", general)
    forms = await _forms(shown)
    assert tuple(name for form in forms for name in form.fields) == CHOICES
    assert all(len(form.fields) <= FIELDS for form in forms)
    changes: dict[str, tuple[str | bool | list[str], str]] = {
        "confirm": (True, "Confirm turns:** on"),
        "notices": (["none"], "Notifications:** not at all"),
        "spoilers": (True, "Hide results:** on"),
        "quiet": ("22-8", "Quiet hours:** 22-8"),
        "zone": ("Europe/Berlin", "Time zone:** Europe/Berlin"),
    }
    for form in forms:
        here = {name: change for name, change in changes.items() if name in form.fields}
        shown = await form.submit(**{name: value for name, (value, _) in here.items()})
        assert all(said in shown.content for _, said in here.values())
    assert all(said in shown.content for _, said in changes.values())
    shown = await ben.command("settings", general)
    assert all(said in shown.content for _, said in changes.values())
    forms = await _forms(shown)
    for form in forms:
        assert (await form.submit()).content == shown.content
    form_of = {name: form for form in forms for name in form.fields}
    wrong = await form_of["quiet"].submit(quiet="at night")
    assert wrong.followups[-1].content == _refused(quiet="at night")
    shown = await form_of["quiet"].submit(quiet="")
    assert "Quiet hours:** none" in shown.content
    shown = await form_of["confirm"].submit(confirm=False)
    assert "Confirm turns:** off" in shown.content
    shown = await form_of["language"].submit(language=["de"])
    german = of_locale("de")
    assert german.gettext(settings.TITLE) in shown.content
    question = await shown.click(german.gettext(ASK_TO_RESET))
    assert question.labels == [german.gettext(RESET), german.gettext(CANCEL)]
    shown = await question.click(german.gettext(RESET))
    assert "Notifications:** where the match is played" in shown.content
    theirs = await anna.command("settings", general)
    assert german.gettext(settings.TITLE) in theirs.content


async def _forms(shown: Message) -> list[Modal]:
    """The forms of all pages of settings."""
    pages = [one["custom_id"] for one in shown.buttons if one["label"] in settings.SETTINGS.topics]
    opened = [(await shown.click(page)).modal for page in pages]
    return [form for form in opened if form is not None]


async def test_resetting_all_asks_first(general: Channel, forger: Forger, ben: User) -> None:
    """Nothing is reset before it is confirmed, not even by the button of an earlier message. The
    question tells whose settings give puzzles that these will be deleted.
    """
    before = await ben.command("settings", general, confirm=True)
    question = await before.click(ASK_TO_RESET)
    assert question.id == before.id
    assert settings.SURE in question.content
    assert settings.ENDS_PUZZLES not in question.content
    assert question.labels == [RESET, CANCEL]
    kept = await question.click(CANCEL)
    assert "Confirm turns:** on" in kept.content
    assert ASK_TO_RESET in kept.labels
    await ben.command("settings", general, puzzles=True)
    question = await forger.press(ben, "setting-reset:-:0:")
    assert settings.ENDS_PUZZLES in question.content
    shown = await question.click(RESET)
    assert "Confirm turns:** off" in shown.content
    assert "Puzzles from my matches:** off" in shown.content


async def test_menus_of_earlier_messages(forger: Forger, ben: User) -> None:
    """Messages of earlier versions have menus of single settings, and those still work."""
    shown = await forger.choose(ben, "setting:-:0:notices", "none")
    assert "Notifications:** not at all" in shown.content
    shown = await forger.choose(ben, "setting:-:0:switches", "spoilers")
    assert "Hide results:** on" in shown.content
    assert "Notifications:** not at all" in shown.content


async def test_what_makes_no_sense_is_refused(general: Channel, ben: User) -> None:
    """The refusal names each wrong setting, what was given and what is possible, and nothing
    changes.
    """
    zones = await ben.autocomplete("settings", "zone", "berl", channel=general)
    assert [zone.value for zone in zones] == ["Europe/Berlin"]
    tries: list[Any] = [
        {"quiet": "at night"},
        {"zone": "Bremen"},
        {"zone": "off"},
        {"zone": "Buenos Aires"},
    ]
    for wrong in (*tries, {"quiet": "at night", "zone": "Bremen", "at_once": "many"}):
        refused = await ben.command("settings", general, confirm=True, **wrong)
        assert refused.content == _refused(**wrong)
    refused = await ben.command("settings", general, quiet="**<@1>**")
    assert r"“\*\*\<@1>\*\*” isn't possible." in refused.content
    shown = await ben.command("settings", general)
    assert "Confirm turns:** off" in shown.content


@pytest.mark.parametrize("typed", ["Berlin", "europe/berlin", " berlin "])
async def test_a_time_zone_by_its_city(general: Channel, ben: User, typed: str) -> None:
    """Nobody has to know how zones are written, by command or by form."""
    shown = await ben.command("settings", general, zone=typed)
    assert "Time zone:** Europe/Berlin" in shown.content


async def test_the_language_governs_what_only_one_sees(
    general: Channel, ben: User, david: User
) -> None:
    """Answers, refusals, buttons and autocomplete use it, whatever language Discord is in, and so
    does what is typed. Public messages do not.
    """
    german = of_locale("de")
    await ben.command("settings", general, language="de", quiet="22-8")
    shown = await ben.command("settings", general, quiet="Aus")
    assert f"{german.gettext('Quiet hours')}:** {german.gettext('none')}" in shown.content
    refused = await ben.command("move", general, turn="c3", match="ZZZZ")
    assert refused.content == german.gettext(str(REFUSALS["unknown-match"])).format(match="ZZZZ")
    clocks = await ben.autocomplete("play attangle", "clock", "3d", channel=general)
    assert clocks[0].name == "3 Tage pro Zug"
    game = await begin(general, "attangle", ben, david)
    question = await ben.command("resign", general, match=game.id)
    assert question.labels == [german.gettext("Resign"), german.gettext("Cancel")]
    kept = await question.click(german.gettext("Cancel"))
    assert kept.content == german.gettext("Match {match} goes on.").format(match=game.id)
    assert "The match begins." in (await game.board()).content
    wrong = await (await game.board()).click("Move", by=ben)
    said = wrong.followups[-1] if wrong.followups else wrong
    assert "spiel" in said.content or "Zug" in said.content


async def test_results_behind_bars(general: Channel, ben: User, david: User) -> None:
    """Spoilers hide results in lists and replays, only for players who want that."""
    game = await begin(general, "attangle", ben, david)
    await game.play("c3", "c4")
    await (await ben.command("resign", general, match=game.id)).click("Resign")
    await ben.command("settings", general, spoilers=True)
    for player, bars in ((ben, True), (david, False)):
        listed = await player.command("games", general, over=True)
        line = next(row for row in listed.texts if f"`{game.id}`" in row)
        assert ("||🏆" in line) == bars
        replay = await player.command("replay", general, match=game.id)
        end = await replay.click("⏭")
        assert (f"||🏆 {david.mention}" in end.content) == bars


async def test_every_turn_confirmed(general: Channel, ben: User, david: User) -> None:
    """Such players see a preview of a typed turn, and play it with a button. Other players' turns
    are played at once.
    """
    await ben.command("settings", general, confirm=True)
    game = await begin(general, "attangle", ben, david)
    seat = 1 + game.players.index(ben)
    if seat == 2:
        assert f"`{game.id}`: you played" in (await game.move(1, "c3")).content
    before = len(await game.boards())
    draft = await game.move(seat, "c4")
    assert draft.ephemeral
    assert "Your turn: `c4`. " in draft.content
    assert " places a piece on c4.\nConfirm your turn if this is what you want." in draft.content
    assert len(await game.boards()) == before
    done = await draft.click("Confirm")
    assert f"`{game.id}`: you played `c4`." in done.content
    assert "`c4`" in (await game.board()).content


async def test_a_limit_of_games(general: Channel, ben: User) -> None:
    """A number; words take it back, and other numbers are refused."""
    shown = await ben.command("settings", general, at_once="3")
    assert "**Matches at the same time:** 3" in shown.content
    for wrong in ("0", "51", "many"):
        refused = await ben.command("settings", general, at_once=wrong)
        assert refused.content == _refused(at_once=wrong)
    shown = await ben.command("settings", general, at_once="off")
    assert "**Matches at the same time:** no limit" in shown.content
