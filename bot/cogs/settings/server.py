"""`/server`: what those who manage a server choose for it, shown, changed, taken back."""

from __future__ import annotations

from collections.abc import Mapping
from gettext import NullTranslations
from typing import Any

import discord
from discord import ButtonStyle, app_commands, ui
from discord.ext import commands

import games
from bot.cogs.settings import _choices
from bot.cogs.settings._choices import AUTOMATIC
from bot.commands import options
from bot.commands.checks import require_manager
from bot.context import Bot, Interaction
from bot.delivery import channels as delivery
from bot.errors import Outdated
from bot.interactions.contexts import require_server, servers_only
from bot.interactions.locale import language_of
from bot.text import clock as clock_text
from bot.ui.controls import Control, button, custom_id, number
from bot.ui.dispatch import Press, on
from bot.ui.message import Reply
from games.words import N_
from matches.settings.guilds import CHOICES, MOST_CHANNELS, GuildSettings

TITLE = N_("The settings of this server")
NAMES: Mapping[str, str] = {
    "channels": N_("Channels"),
    "language": N_("Language"),
    "threads": N_("Threads"),
    "boards": N_("Boards"),
    "clock": N_("Clock"),
    "games": N_("Games"),
    "openers": N_("Who may open"),
    "theme": N_("Pictures"),
    "public": N_("Public matches"),
}
MEANINGS: Mapping[str, str] = {
    "channels": N_("where matches may be opened, and in their threads"),
    "language": N_("in which I write what all can read"),
    "threads": N_("each match gets a thread, where I may make one"),
    "boards": N_("how a match is shown as it goes on"),
    "clock": N_("of matches for which nobody names one"),
    "games": N_("which can be opened and joined"),
    "openers": N_("who may open tables and challenge others"),
    "theme": N_("the colours of boards that all can see"),
    "public": N_(
        "whether those may read a match who don't see its channel, if all its players agree"
    ),
}
BOARDS = {
    "new": N_("a new board for each turn"),
    "kept": N_("one board, kept up to date, and a line for each turn"),
}
OPENERS = {"everyone": N_("everyone"), "managers": N_("those who manage the server")}
AS_VISIBLE = N_("where everyone sees the channel")
AS_SERVER = N_("as the server has it in Discord")
EVERYWHERE, ALL_GAMES, NO_CLOCK = N_("everywhere"), N_("all"), N_("none")
USUAL = N_("as usual")
MENUS = N_("Channels and games are chosen below; for the rest `/server` has options.")
ELSEWHERE = N_(
    "`/server` shows and changes the settings of a server of which I am a member. Your own are in "
    "`/settings`, which works everywhere."
)
RESET = N_("Reset all")
ALL = "all"
_CHANNELS, _GAMES = "channels", "games"
EVERYTHING = N_("everything")


class Server(commands.Cog):
    """The command that shows and changes them."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot

    @servers_only(ELSEWHERE)
    @app_commands.command(name=N_("server"), description=N_("The settings of this server"))
    @app_commands.describe(
        language=N_("The language of what all can read"),
        threads=N_("Whether each match gets a thread"),
        boards=N_("How a match is shown as it goes on"),
        clock=N_("The clock of matches for which nobody names one"),
        openers=N_("Who may open tables and challenge others"),
        role=N_("A role whose members may open them, beside those who manage the server"),
        theme=N_("The colours of boards that all can see"),
        public=N_("Whether players may make their matches public"),
        reset=N_("What shall be as it was at first"),
    )
    @app_commands.choices(
        language=_choices.choices(_choices.language_names(), AS_SERVER),
        boards=_choices.choices(BOARDS),
        openers=_choices.choices(OPENERS),
        theme=_choices.choices(_choices.theme_names(), USUAL),
        reset=_choices.choices({ALL: EVERYTHING, **NAMES}),
    )
    @app_commands.autocomplete(clock=options.complete_clock)
    @app_commands.default_permissions(manage_guild=True)
    async def server(
        self,
        interaction: Interaction,
        *,
        language: str | None = None,
        threads: bool | None = None,
        boards: str | None = None,
        clock: str | None = None,
        openers: str | None = None,
        role: discord.Role | None = None,
        theme: str | None = None,
        public: bool | None = None,
        reset: str | None = None,
    ) -> None:
        """Notes what is wanted, and says what holds now."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        given: dict[str, Any] = {
            "language": language,
            "threads": threads,
            "boards": boards,
            "openers": openers,
            "theme": theme,
            "public": public,
        }
        wanted = dict.fromkeys(CHOICES if reset == ALL else [reset] if reset else [])
        if reset == "openers" or openers is not None:
            wanted["role"] = None
        wanted |= {name: value for name, value in given.items() if value is not None}
        if clock is not None:
            wanted["clock"] = options.canonical_clock(clock)
        if role is not None:
            wanted |= {"openers": "managers", "role": role.id}
        await _change(interaction, **wanted)


async def _change(interaction: Interaction, **wanted: Any) -> None:
    """Stores it if there is something to store, and shows all. Raises Refused."""
    guild = require_server(interaction, ELSEWHERE)
    require_manager(interaction)
    chosen = interaction.client.chosen
    stored = {name: None if value == AUTOMATIC else value for name, value in wanted.items()}
    if stored.get("theme") not in (None, *_choices.theme_names()):
        raise Outdated
    if stored.get("language") not in (None, *_choices.language_names()):
        raise Outdated
    try:
        settings = await chosen.configure(guild, **stored)
    except ValueError:
        raise Outdated from None
    await delivery.show(interaction, _shown(settings, language_of(interaction)))


def _shown(settings: GuildSettings, language: NullTranslations) -> Reply:
    """All settings with what they mean, and controls to change them."""
    said = _values(settings, language)
    lines = [f"**{language.gettext(TITLE)}**"]
    for name, title in NAMES.items():
        lines.append(f"**{language.gettext(title)}:** {said[name]}")
        lines.append(f"-# {language.gettext(MEANINGS[name])}")
    lines.append(language.gettext(MENUS))
    return Reply("\n".join(lines), _controls(settings, language))


def _values(settings: GuildSettings, language: NullTranslations) -> dict[str, str]:
    """What holds, in words."""
    themes, languages = _choices.theme_names(), _choices.language_names()
    openers = language.gettext(OPENERS[settings.openers])
    if settings.role is not None:
        openers += f", <@&{settings.role}>"
    clock = settings.clock
    return {
        "channels": ", ".join(f"<#{one}>" for one in settings.channels)
        or language.gettext(EVERYWHERE),
        "language": languages.get(settings.language or "", language.gettext(AS_SERVER)),
        "threads": _choices.switch(settings.threads, language),
        "boards": language.gettext(BOARDS[settings.boards]),
        "clock": clock_text.control(clock, language) if clock else language.gettext(NO_CLOCK),
        "games": ", ".join(games.get(key).info.name for key in settings.games)
        or language.gettext(ALL_GAMES),
        "openers": openers,
        "theme": language.gettext(themes.get(settings.theme or "", USUAL)),
        "public": language.gettext(AS_VISIBLE)
        if settings.public is None
        else _choices.switch(settings.public, language),
    }


def _controls(settings: GuildSettings, language: NullTranslations) -> tuple[Control, ...]:
    where, offer = language.gettext(NAMES[_CHANNELS]), language.gettext(NAMES[_GAMES])
    channels = ui.ChannelSelect[ui.View](
        custom_id=custom_id("server", "-", 0, _CHANNELS),
        placeholder=where,
        channel_types=[
            discord.ChannelType.text,
            discord.ChannelType.news,
            discord.ChannelType.forum,
        ],
        default_values=[
            discord.SelectDefaultValue(id=one, type=discord.SelectDefaultValueType.channel)
            for one in settings.channels
        ],
        min_values=0,
        max_values=MOST_CHANNELS,
    )
    offered = {game.info.key: language.gettext(game.info.name) for game in games.all_games()}
    to = custom_id("server-reset", "-", 0)
    return (
        Control(channels),
        _choices.menu(offer, "server", _GAMES, offered, settings.games, several=True),
        button(language.gettext(RESET), to, style=ButtonStyle.danger),
    )


@on("server")
async def change(press: Press) -> None:
    """Changes a setting by its menu."""
    require_server(press.interaction, ELSEWHERE)
    await press.interaction.response.defer()
    if press.rest == _CHANNELS:
        await _change(press.interaction, channels=[number(value) for value in press.values])
    else:
        await _change(press.interaction, games=list(press.values))


@on("server-reset")
async def reset(press: Press) -> None:
    """Takes all choices back."""
    require_server(press.interaction, ELSEWHERE)
    await press.interaction.response.defer()
    await _change(press.interaction, **dict.fromkeys(CHOICES))


async def setup(bot: Bot) -> None:
    """Adds the command."""
    await bot.add_cog(Server(bot))
