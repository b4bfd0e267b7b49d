"""`/settings`: shows, changes and resets a player's settings."""

from __future__ import annotations

from gettext import NullTranslations
from typing import Any
from zoneinfo import available_timezones

from discord import app_commands

from bot.cogs.settings import _choices
from bot.cogs.settings._choices import AUTOMATIC, OFF
from bot.cogs.settings._declared import Setting, Settings, one_of, switch
from bot.commands.command_form import CommandForm
from bot.context import Bot, Interaction
from bot.delivery.transport import answers
from bot.errors import Outdated
from bot.i18n import catalogues
from bot.interactions.contexts import everywhere, user_of
from bot.interactions.locale import language_of, load_preferences, preferences_of
from bot.text.discord_limits import OPTIONS
from bot.ui import forms
from bot.ui.dispatch import Press, on
from bot.ui.forms import Values
from games.words import N_
from matches.settings.players import CHOICES, MOST_AT_ONCE, Preferences

TITLE = N_("Your settings")
SURE = N_("Do you really want to reset all your settings to their defaults?")
ENDS_PUZZLES = N_("The puzzles from your matches will be deleted.")
PLACES = {
    "thread": N_("where the match is played"),
    "direct": N_("by direct message"),
    "none": N_("not at all"),
}
AS_DISCORD = N_("as in Discord")
AS_HERE = N_("as everyone sees them")
NO_HOURS = N_("none")
WEB = {
    "off": N_("off"),
    "unnamed": N_("on, without my name"),
    "named": N_("on, with my name"),
}
NO_LIMIT = N_("no limit")
QUIET = N_("quiet")


async def _zones(_: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """Time zones that contain what was typed."""
    typed = current.strip().lower().replace(" ", "_")
    found = sorted(zone for zone in available_timezones() if typed in zone.lower())
    return [app_commands.Choice(name=zone, value=zone) for zone in found[:OPTIONS]]


def _zone(typed: Any) -> str:
    """The time zone that was typed, in any case, perhaps only as its city. Raises ValueError if
    there is none, or more than one.
    """
    name = str(typed).strip().lower().replace(" ", "_")
    known = {zone.lower(): zone for zone in available_timezones()}
    if name in known:
        return known[name]
    (zone,) = (zone for key, zone in known.items() if key.split("/")[-1] == name)
    return zone


def _unlimited() -> set[str]:
    """The words for "no limit", in any language."""
    known = map(catalogues.language, catalogues.languages())
    said = {each.gettext(word) for each in known for word in (OFF, NO_LIMIT)}
    return {AUTOMATIC, "", *(word.casefold() for word in said)}


def _limit(typed: Any) -> int | None:
    """The number that was typed; None for a word that takes a limit back. Raises ValueError."""
    text = str(typed).strip()
    if text.casefold() in _unlimited():
        return None
    if not text.isdecimal() or len(text) > len(str(MOST_AT_ONCE)):
        raise ValueError(f"no limit: {text!r}")
    return int(text)


_BOARDS = (
    one_of(
        N_("language"),
        N_("Language"),
        N_(
            "Messages that only you can see are in this language; those for everyone are in the "
            "server's."
        ),
        N_("The language of messages that only you can see"),
        _choices.language_names(),
        automatic=AS_DISCORD,
    ),
    one_of(
        N_("theme"),
        N_("Pictures"),
        N_("Boards that only you see have these colours."),
        N_("The colours of boards that only you see"),
        _choices.theme_names(),
        automatic=AS_HERE,
    ),
    switch(
        N_("confirm"),
        N_("Confirm turns"),
        N_("Turns you type wait until you confirm them."),
        N_("Whether turns you type wait until you confirm them"),
    ),
    switch(
        N_("instant"),
        N_("Play immediately"),
        N_("Turns you pick are played right after the last choice, without *Confirm*."),
        N_("Whether turns you pick are played right after the last choice"),
    ),
    switch(
        N_("touch"),
        N_("Tap-to-play boards"),
        N_(
            "The *Tap to play* button gives you a link to a board on the web where you can play "
            "for 12 hours. If you turn this off, your links stop working."
        ),
        N_("Whether you can get links to boards on the web that you play by tapping"),
    ),
)
_HOURS = (
    one_of(
        N_("notices"),
        N_("Notifications"),
        N_("This is where I'll tell you when it's your turn."),
        N_("Where I tell you when it's your turn"),
        PLACES,
    ),
    Setting(
        QUIET,
        lambda chosen, language: chosen.quiet or language.gettext(NO_HOURS),
        N_("Quiet hours"),
        N_("During these hours I won't send you direct messages; you'll get them afterwards."),
        N_("Hours without direct messages, such as 22-8, or off"),
        possible=N_("Enter hours like `22-8`, or `off` for none."),
    ),
    Setting(
        N_("zone"),
        lambda chosen, _: chosen.zone or "UTC",
        N_("Time zone"),
        N_("Quiet hours and vacations are in this time zone."),
        N_("Your time zone, such as Europe/Berlin or America/New_York"),
        complete=_zones,
        read=_zone,
        possible=N_("Enter a time zone like `Europe/Berlin` or `America/New_York`."),
    ),
    switch(
        N_("hours"),
        N_("Usual hours"),
        N_("`/seek` prefers people who move at about the same hours as you."),
        N_("Whether `/seek` prefers people who move at the same hours as you"),
    ),
)
_MATCHES = (
    switch(
        N_("spoilers"),
        N_("Hide results"),
        N_("Results in lists and replays are hidden until you tap them."),
        N_("Whether results in lists and replays are hidden until you tap them"),
    ),
    Setting(
        N_("at_once"),
        lambda chosen, language: str(chosen.at_once or language.gettext(NO_LIMIT)),
        N_("Matches at the same time"),
        N_("You won't get more tournament, league and ladder matches than this at the same time."),
        N_("The most tournament, league and ladder matches to play at the same time, or off"),
        read=_limit,
        possible=N_("Enter a number of matches from 1 to {most}, or `off` for no limit."),
        limits={"most": MOST_AT_ONCE},
    ),
    switch(
        N_("public"),
        N_("Public matches"),
        N_(
            "Even people who can't see the channel can view your matches, if the server and "
            "all other players agree."
        ),
        N_("Whether anyone who has the ID of one of your matches can view it"),
    ),
    one_of(
        N_("web"),
        N_("Web pages"),
        N_(
            "Matches that begin from now on have a page on the web for everyone, if the server and "
            "all other players agree."
        ),
        N_("Whether your matches have pages on the web"),
        WEB,
    ),
    switch(
        N_("puzzles"),
        N_("Puzzles from my matches"),
        N_(
            "Positions from your finished matches, including earlier ones, may become puzzles for "
            "everyone who uses this bot: without names, and only from matches in which everyone "
            "has turned this on. Turning it off deletes those puzzles."
        ),
        N_(
            "Whether positions from your finished matches may become puzzles for everyone who "
            "uses this bot"
        ),
    ),
)
SETTINGS = Settings(
    {
        N_("Change language and boards…"): _BOARDS,
        N_("Change notifications and hours…"): _HOURS,
        N_("Change matches and spectators…"): _MATCHES,
    }
)
SWITCHES = tuple(
    one.name for one in SETTINGS if one.kind is bool and not getattr(Preferences(), one.name)
)
"""Settings that are off at first. A menu in earlier messages holds some of them."""


async def settings(interaction: Interaction, **given: Any) -> None:
    """Stores what was given, and shows all settings."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    with SETTINGS.refusing(language_of(interaction)):
        wanted = SETTINGS.wanted(CHOICES, given)
    await _change(interaction, **wanted)


async def _change(interaction: Interaction, **wanted: Any) -> None:
    """Stores what differs, and shows all settings. Raises Refused."""
    client, player, before = interaction.client, user_of(interaction), preferences_of(interaction)
    language = language_of(interaction)
    chosen = {name: _meant(name, value, language) for name, value in wanted.items()}
    if not {*chosen} <= {*CHOICES} or not SETTINGS.fit(chosen):
        raise Outdated
    if preferences_of(interaction).locale != str(interaction.locale):
        chosen["locale"] = str(interaction.locale)
    if chosen:
        with SETTINGS.refusing(language):
            await client.preferences.prefer(player, **chosen)
        await load_preferences(interaction)
    now, language = preferences_of(interaction), language_of(interaction)
    await answers.show_reply(interaction, SETTINGS.shown("setting", TITLE, now, language, before))


def _meant(name: str, value: Any, language: NullTranslations) -> Any:
    """The value to store for what was typed or picked; None for a reset."""
    resets = {AUTOMATIC, *((OFF, language.gettext(OFF)) if name == QUIET else ())}
    if isinstance(value, str) and value.strip().lower() in resets:
        return None
    return value


@on("settings")
async def show_settings(press: Press) -> None:
    """Shows the user's settings."""
    await press.interaction.response.defer(ephemeral=True, thinking=True)
    await _change(press.interaction)


@on("setting-page")
async def ask(press: Press) -> None:
    """Opens the form with a page of the settings, as they are stored: all of the page is stored
    again once the form is sent.
    """
    stored = await press.interaction.client.preferences.stored_by_player(press.player)
    await SETTINGS.ask(press, "setting-page", TITLE, stored)


@forms.on("setting-page")
async def submitted(press: Press, values: Values) -> None:
    """Changes a page of the settings."""
    await press.interaction.response.defer()
    with SETTINGS.refusing(language_of(press.interaction)):
        wanted = SETTINGS.submitted(press, values)
    await _change(press.interaction, **wanted)


@on("setting")
async def change(press: Press) -> None:
    """Changes a setting from one of the menus that earlier messages have."""
    await press.interaction.response.defer()
    if press.rest == "switches":
        await _change(press.interaction, **{name: name in press.values for name in SWITCHES})
    else:
        await _change(press.interaction, **{press.rest: press.choice})


@on("setting-reset")
async def ask_to_reset(press: Press) -> None:
    """Asks whether to reset all settings."""
    interaction = press.interaction
    await interaction.response.defer()
    stored = await interaction.client.preferences.stored_by_player(press.player)
    lines = [SURE, ENDS_PUZZLES] if stored.puzzles else [SURE]
    question = SETTINGS.question("setting", lines, language_of(interaction))
    await answers.show_reply(interaction, question)


@on("setting-keep")
async def keep(press: Press) -> None:
    """Shows the settings again, as they are."""
    await press.interaction.response.defer()
    await _change(press.interaction)


@on("setting-reset-all")
async def reset(press: Press) -> None:
    """Resets all settings."""
    await press.interaction.response.defer()
    await _change(press.interaction, **dict.fromkeys(CHOICES))


async def setup(bot: Bot) -> None:
    """Adds the command."""
    form = CommandForm()
    SETTINGS.add_options(form)
    SETTINGS.add_reset(form)
    command = form.command(N_("settings"), N_("See and change your settings"), settings)
    bot.tree.add_command(everywhere(command))
