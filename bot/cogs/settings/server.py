"""`/server`: shows, changes and resets a server's settings; for its managers."""

from __future__ import annotations

from gettext import NullTranslations
from typing import Any

import discord
from discord import app_commands

import games
from bot.cogs.settings import _choices
from bot.cogs.settings._choices import AUTOMATIC
from bot.cogs.settings._declared import Setting, Settings, one_of, switch
from bot.commands import destinations, options
from bot.commands.checks import require_manager
from bot.commands.command_form import CommandForm
from bot.context import Bot, Interaction
from bot.delivery.transport import answers
from bot.errors import Outdated
from bot.interactions.contexts import require_server, servers_only
from bot.interactions.locale import language_of
from bot.interactions.ways_out import lead
from bot.text import clock as clock_text
from bot.ui import forms
from bot.ui.controls import number
from bot.ui.dispatch import Press, on
from bot.ui.forms import Values
from games.words import N_
from matches.settings.guilds import CHOICES, GuildSettings

TITLE = N_("The settings of this server")
SURE = N_("Do you really want to reset all settings of this server to their defaults?")
BOARDS = {
    "new": N_("a new board for each turn"),
    "kept": N_("one board that is kept up to date, and a line for each turn"),
}
OPENERS = {"everyone": N_("everyone"), "managers": N_("server managers")}
EVENTS = {
    "none": N_("none"),
    "visible": N_("for tournaments in channels that everyone can see"),
    "all": N_("for all tournaments, including those in hidden channels"),
}
AS_VISIBLE = N_("where everyone can see the channel")
AS_SERVER = N_("as set for the server in Discord")
EVERYWHERE, ALL_GAMES, NO_CLOCK = N_("everywhere"), N_("all"), N_("none")
USUAL = N_("as usual")
ELSEWHERE = N_(
    "`/server` shows and changes the settings of a server I've been added to. Your own are in "
    "`/settings`, which works everywhere."
)
lead(ELSEWHERE, destinations.settings)
_CHANNELS, _GAMES = "channels", "games"


def _channels(settings: GuildSettings, language: NullTranslations) -> str:
    named = ", ".join(f"<#{one}>" for one in settings.channels)
    return named or language.gettext(EVERYWHERE)


def _clock(settings: GuildSettings, language: NullTranslations) -> str:
    clock = settings.clock
    return clock_text.control(clock, language) if clock else language.gettext(NO_CLOCK)


def _games(settings: GuildSettings, language: NullTranslations) -> str:
    named = ", ".join(games.get(key).info.name for key in settings.games)
    return named or language.gettext(ALL_GAMES)


def _openers(settings: GuildSettings, language: NullTranslations) -> str:
    openers = language.gettext(OPENERS[settings.openers])
    return openers if settings.role is None else f"{openers}, {_role(settings, language)}"


def _role(settings: GuildSettings, _: NullTranslations) -> str:
    return f"<@&{settings.role}>"


_BOARDS = (
    Setting(
        _CHANNELS,
        _channels,
        N_("Channels"),
        N_("Matches can be started in these channels and their threads."),
        kind=discord.abc.GuildChannel,
    ),
    one_of(
        N_("language"),
        N_("Language"),
        N_("Messages that everyone can see are in this language."),
        N_("The language of messages that everyone can see"),
        _choices.language_names(),
        automatic=AS_SERVER,
    ),
    one_of(
        N_("theme"),
        N_("Pictures"),
        N_("Boards that everyone can see have these colours."),
        N_("The colours of boards that everyone can see"),
        _choices.theme_names(),
        automatic=USUAL,
    ),
    switch(
        N_("threads"),
        N_("Threads"),
        N_("Each match gets a thread, wherever I'm allowed to create one."),
        N_("Whether each match gets a thread"),
    ),
    one_of(
        N_("boards"),
        N_("Boards"),
        N_(
            "This is how a match in progress is shown. A board that is kept up to date is edited "
            "where it stands; while people play without long pauses, it moves down to the latest "
            "messages about every 15 minutes."
        ),
        N_("How a match in progress is shown"),
        BOARDS,
    ),
)
_MATCHES = (
    Setting(
        N_("clock"),
        _clock,
        N_("Clock"),
        N_("Matches have this clock if nobody chooses one."),
        N_("The clock if nobody chooses one, such as 3 days per turn, or 10 min + 5 s"),
        complete=options.complete_clock,
        read=options.canonical_clock,
    ),
    Setting(
        _GAMES,
        _games,
        N_("Games"),
        N_("Tables for these games can be opened and joined."),
        choices={game.info.key: game.info.name for game in games.all_games()},
        several=True,
    ),
    Setting(
        N_("openers"),
        _openers,
        N_("Who can start matches"),
        N_("They can open tables and challenge others."),
        N_("Who can open tables and challenge others"),
        choices=OPENERS,
    ),
    Setting(
        N_("role"),
        _role,
        option=N_("A role that can open tables and challenge others, too, besides server managers"),
        kind=discord.Role,
        read=lambda role: role.id,
    ),
)
_TOURNAMENTS = (
    one_of(
        N_("organizers"),
        N_("Who can create competitions"),
        N_("They can create tournaments, leagues and ladders."),
        N_("Who can create tournaments, leagues and ladders"),
        OPENERS,
    ),
    one_of(
        N_("events"),
        N_("Scheduled events"),
        N_(
            "Tournaments with a start or an end get an event in the server's calendar, if I'm "
            "allowed to create events."
        ),
        N_("Which tournaments get a scheduled event"),
        EVENTS,
    ),
    switch(
        N_("outside"),
        N_("Tournaments on other servers"),
        N_("People can sign up from here for tournaments, leagues and ladders on other servers."),
        N_("Whether people can sign up from here for tournaments, leagues and ladders elsewhere"),
    ),
)
_OTHERS = (
    switch(
        N_("public"),
        N_("Public matches"),
        N_(
            "Even people who can't see the channel can view a match, if all its players agree. "
            "If this is on, tournaments between servers show this server's name."
        ),
        N_(
            "Whether matches can be public; if so, tournaments between servers show this "
            "server's name"
        ),
        automatic=AS_VISIBLE,
    ),
    switch(
        N_("web"),
        N_("Web pages"),
        N_(
            "Matches that begin from now on in any channel, even a hidden one, have a page on the "
            "web for everyone, if all their players agree."
        ),
        N_("Whether matches can have pages on the web"),
    ),
)
SETTINGS = Settings(
    {
        N_("Change channels and boards…"): _BOARDS,
        N_("Change games and permissions…"): _MATCHES,
        N_("Change tournament settings…"): _TOURNAMENTS,
        N_("Change who may watch…"): _OTHERS,
    }
)


async def server(interaction: Interaction, **given: Any) -> None:
    """Stores what was given, and shows all settings."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    await _change(interaction, **_agreeing(SETTINGS.wanted(CHOICES, given)))


def _agreeing(wanted: dict[str, Any]) -> dict[str, Any]:
    """The same changes, made consistent: a role is kept only if not everybody may open matches."""
    if wanted.get("role") is not None:
        return wanted | {"openers": "managers"}
    return wanted | ({"role": None} if "openers" in wanted else {})


async def _change(interaction: Interaction, **wanted: Any) -> None:
    """Stores what was given, if anything, and shows all settings. Raises Refused."""
    guild = require_server(interaction, ELSEWHERE)
    require_manager(interaction)
    chosen = interaction.client.preferences
    stored = {name: None if value == AUTOMATIC else value for name, value in wanted.items()}
    if not SETTINGS.fit(stored):
        raise Outdated
    before = await chosen.in_guild(guild)
    try:
        settings = await chosen.configure(guild, **stored)
    except ValueError:
        raise Outdated from None
    language = language_of(interaction)
    shown = SETTINGS.shown("server", TITLE, settings, language, before)
    await answers.show_reply(interaction, shown)


@on("server-page")
async def ask(press: Press) -> None:
    """Opens the form with a page of the settings, as they are stored: all of the page is stored
    again once the form is sent.
    """
    guild = require_server(press.interaction, ELSEWHERE)
    require_manager(press.interaction)
    settings = await press.interaction.client.preferences.stored_in_guild(guild)
    await SETTINGS.ask(press, "server-page", TITLE, settings)


@forms.on("server-page")
async def submitted(press: Press, values: Values) -> None:
    """Changes a page of the settings."""
    guild = require_server(press.interaction, ELSEWHERE)
    await press.interaction.response.defer()
    wanted = SETTINGS.submitted(press, values)
    before = await press.interaction.client.preferences.stored_in_guild(guild)
    if wanted.get("openers", before.openers) != before.openers == "managers":
        wanted["role"] = None  # The form still names the one that was chosen before.
    await _change(press.interaction, **_agreeing(wanted))


@on("server")
async def change(press: Press) -> None:
    """Changes a setting from one of the menus that earlier messages have."""
    require_server(press.interaction, ELSEWHERE)
    await press.interaction.response.defer()
    if press.rest == _CHANNELS:
        await _change(press.interaction, channels=[number(value) for value in press.values])
    else:
        await _change(press.interaction, games=list(press.values))


@on("server-reset")
async def ask_to_reset(press: Press) -> None:
    """Asks whether to reset all settings."""
    require_server(press.interaction, ELSEWHERE)
    require_manager(press.interaction)
    await press.interaction.response.defer()
    question = SETTINGS.question("server", [SURE], language_of(press.interaction))
    await answers.show_reply(press.interaction, question)


@on("server-keep")
async def keep(press: Press) -> None:
    """Shows the settings again, as they are."""
    require_server(press.interaction, ELSEWHERE)
    await press.interaction.response.defer()
    await _change(press.interaction)


@on("server-reset-all")
async def reset(press: Press) -> None:
    """Resets all settings."""
    require_server(press.interaction, ELSEWHERE)
    await press.interaction.response.defer()
    await _change(press.interaction, **dict.fromkeys(CHOICES))


async def setup(bot: Bot) -> None:
    """Adds the command."""
    form = CommandForm()
    SETTINGS.add_options(form)
    SETTINGS.add_reset(form)
    command = form.command(N_("server"), N_("The settings of this server"), server)
    app_commands.default_permissions(manage_guild=True)(command)
    bot.tree.add_command(servers_only(ELSEWHERE)(command))
