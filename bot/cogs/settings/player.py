"""`/settings`: what a player chooses for himself, shown, changed, taken back."""

from __future__ import annotations

from collections.abc import Mapping
from gettext import NullTranslations
from typing import Any
from zoneinfo import available_timezones

from discord import ButtonStyle, app_commands
from discord.ext import commands

from bot.cogs.settings import _choices
from bot.cogs.settings._choices import AUTOMATIC
from bot.context import Bot, Interaction
from bot.delivery import channels
from bot.errors import Outdated, Refused
from bot.interactions.contexts import everywhere
from bot.interactions.locale import know, language_of, preferences_of
from bot.ui.controls import Control, button, custom_id
from bot.ui.dispatch import Press, on
from bot.ui.message import Reply
from games.words import N_
from matches.model.ids import PlayerId
from matches.settings.players import CHOICES, Preferences

TITLE = N_("Your settings")
NAMES: Mapping[str, str] = {
    "language": N_("Language"),
    "theme": N_("Pictures"),
    "confirm": N_("Confirm turns"),
    "notices": N_("Notices"),
    "quiet": N_("Quiet hours"),
    "zone": N_("Time zone"),
    "spoilers": N_("Hide results"),
    "public": N_("Public matches"),
}
MEANINGS: Mapping[str, str] = {
    "language": N_("in which I talk to you alone; what all can read is in the server's"),
    "theme": N_("the colours of boards that only you see"),
    "confirm": N_("turns that you type wait until you confirm them"),
    "notices": N_("where you hear that it is your turn"),
    "quiet": N_("you get no messages of your own then, but afterwards"),
    "zone": N_("by which quiet hours and vacations go"),
    "spoilers": N_("results in lists and replays stand behind a bar until you tap it"),
    "public": N_(
        "also those may read your matches who don't see their channel, if the server and all other "
        "players agree"
    ),
}
PLACES = {
    "thread": N_("where the match is played"),
    "direct": N_("by direct message"),
    "none": N_("not at all"),
}
AS_DISCORD = N_("as in Discord")
AS_HERE = N_("as everybody sees them")
NO_HOURS = N_("none")
HOW = N_("Quiet hours and your time zone are options of `/settings`.")
SWITCHES_MENU = N_("Switch on or off")
RESET = N_("Reset all")
ALL = "all"
EVERYTHING = N_("everything")
WRONG = N_(
    "Quiet hours are written as `22-8`, `off` for none; a time zone is one of the list, such as "
    "`Europe/Berlin`."
)
SWITCHES = ("confirm", "spoilers", "public")
_OFF = "off"


class Settings(commands.Cog):
    """The command that shows and changes them."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot

    @everywhere
    @app_commands.command(name=N_("settings"), description=N_("How I talk to you: your settings"))
    @app_commands.describe(
        language=N_("The language in which I talk to you alone"),
        theme=N_("The colours of boards that only you see"),
        confirm=N_("Whether turns that you type wait until you confirm them"),
        notices=N_("Where you want to be told that it is your turn"),
        quiet=N_("Hours in which you want no direct messages, such as 22-8, or off"),
        zone=N_("Your time zone"),
        spoilers=N_("Whether results in lists and replays stand behind a bar"),
        public=N_("Whether anybody who has its id may read a match of yours"),
        reset=N_("What shall be as it was at first"),
    )
    @app_commands.choices(
        language=_choices.choices(_choices.language_names(), AS_DISCORD),
        theme=_choices.choices(_choices.theme_names(), AS_HERE),
        notices=_choices.choices(PLACES),
        reset=_choices.choices({ALL: EVERYTHING, **NAMES}),
    )
    async def settings(
        self,
        interaction: Interaction,
        *,
        language: str | None = None,
        theme: str | None = None,
        confirm: bool | None = None,
        notices: str | None = None,
        quiet: str | None = None,
        zone: str | None = None,
        spoilers: bool | None = None,
        public: bool | None = None,
        reset: str | None = None,
    ) -> None:
        """Notes what the user wants, and says what holds now."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        given: dict[str, Any] = {
            "language": language,
            "theme": theme,
            "confirm": confirm,
            "notices": notices,
            "quiet": quiet,
            "zone": zone,
            "spoilers": spoilers,
            "public": public,
        }
        wanted = dict.fromkeys(CHOICES if reset == ALL else [reset] if reset else [])
        wanted |= {name: value for name, value in given.items() if value is not None}
        await _change(interaction, **wanted)

    @settings.autocomplete("zone")
    async def _zones(
        self,
        interaction: Interaction,
        current: str,
    ) -> list[app_commands.Choice[str]]:
        """Time zones in which what is typed occurs."""
        typed = current.strip().lower().replace(" ", "_")
        found = sorted(zone for zone in available_timezones() if typed in zone.lower())
        return [app_commands.Choice(name=zone, value=zone) for zone in found[:25]]


async def _change(interaction: Interaction, **wanted: Any) -> None:
    """Stores what differs from before, and shows all. Raises Refused."""
    client, player = interaction.client, PlayerId(interaction.user.id)
    chosen = {name: _meant(value) for name, value in wanted.items()}
    if not {*chosen} <= {*CHOICES}:
        raise Outdated
    if chosen.get("theme") not in (None, *_choices.theme_names()):
        raise Outdated
    if chosen.get("language") not in (None, *_choices.language_names()):
        raise Outdated
    if preferences_of(interaction).locale != str(interaction.locale):
        chosen["locale"] = str(interaction.locale)
    if chosen:
        try:
            await client.chosen.prefer(player, **chosen)
        except ValueError:
            raise Refused(WRONG) from None
        await know(interaction)
    await channels.show(interaction, _shown(preferences_of(interaction), language_of(interaction)))


def _meant(value: Any) -> Any:
    """What is stored for what was typed or picked: nothing for what takes a choice back."""
    if isinstance(value, str) and value.strip().lower() in (AUTOMATIC, _OFF):
        return None
    return value


def _shown(chosen: Preferences, language: NullTranslations) -> Reply:
    """All settings with what they mean, and menus to change them."""
    said = _values(chosen, language)
    lines = [f"**{language.gettext(TITLE)}**"]
    for name, title in NAMES.items():
        lines.append(f"**{language.gettext(title)}:** {said[name]}")
        lines.append(f"-# {language.gettext(MEANINGS[name])}")
    lines.append(language.gettext(HOW))
    return Reply("\n".join(lines), _controls(chosen, language))


def _values(chosen: Preferences, language: NullTranslations) -> dict[str, str]:
    """What holds, in words."""
    themes, languages = _choices.theme_names(), _choices.language_names()
    return {
        "language": languages.get(chosen.language or "", language.gettext(AS_DISCORD)),
        "theme": language.gettext(themes.get(chosen.theme or "", AS_HERE)),
        "confirm": _choices.switch(chosen.confirm, language),
        "notices": language.gettext(PLACES[chosen.notices]),
        "quiet": chosen.quiet or language.gettext(NO_HOURS),
        "zone": chosen.zone or "UTC",
        "spoilers": _choices.switch(chosen.spoilers, language),
        "public": _choices.switch(chosen.public, language),
    }


def _controls(chosen: Preferences, language: NullTranslations) -> tuple[Control, ...]:
    """Menus for what has few values, and a button that resets all."""
    menus = [
        _choices.menu(
            language.gettext(NAMES[name]),
            "setting",
            name,
            {
                value: f"{language.gettext(NAMES[name])}: {language.gettext(label)}"
                for value, label in names.items()
            },
            [getattr(chosen, name) or AUTOMATIC],
        )
        for name, names in (
            ("language", {AUTOMATIC: AS_DISCORD, **_choices.language_names()}),
            ("theme", {AUTOMATIC: AS_HERE, **_choices.theme_names()}),
            ("notices", PLACES),
        )
    ]
    switches = _choices.menu(
        language.gettext(SWITCHES_MENU),
        "setting",
        "switches",
        {name: language.gettext(NAMES[name]) for name in SWITCHES},
        [name for name in SWITCHES if getattr(chosen, name)],
        several=True,
    )
    to = custom_id("setting-reset", "-", 0)
    reset = button(language.gettext(RESET), to, style=ButtonStyle.danger)
    return (*menus, switches, reset)


@on("settings")
async def show(press: Press) -> None:
    """Shows the user's settings."""
    await press.interaction.response.defer(ephemeral=True, thinking=True)
    await _change(press.interaction)


@on("setting")
async def change(press: Press) -> None:
    """Changes a setting by its menu."""
    await press.interaction.response.defer()
    if press.rest == "switches":
        await _change(press.interaction, **{name: name in press.values for name in SWITCHES})
    else:
        await _change(press.interaction, **{press.rest: press.choice})


@on("setting-reset")
async def reset(press: Press) -> None:
    """Takes all choices back."""
    await press.interaction.response.defer()
    await _change(press.interaction, **dict.fromkeys(CHOICES))


async def setup(bot: Bot) -> None:
    """Adds the command."""
    await bot.add_cog(Settings(bot))
