"""Opening a league: by a command with an option for everything, or by a form of five fields."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import discord

import games
from bot.cogs.leagues import page
from bot.commands import competitions as shared
from bot.commands.command_form import CommandForm
from bot.commands.options import (
    RELIABILITY,
    complete_clock,
    complete_share,
    game_of,
    read_clock,
    share,
)
from bot.context import Bot, Interaction
from bot.delivery import answers
from bot.errors import Refused
from bot.interactions.contexts import channel_of, require_server
from bot.interactions.locale import language_at, language_of
from bot.interactions.ways_out import lead
from bot.messages import league as message
from bot.messages.competition import list_of, page_of
from bot.text import competition as text
from bot.text import competition_terms as terms_text
from bot.text.match import cut
from bot.ui import forms
from bot.ui.controls import NO_MATCH, custom_id
from bot.ui.dispatch import Press, on
from bot.ui.forms import Field, Values
from bot.ui.message import Reply
from competitions.league.events import BOUNDS, LeagueSettings
from competitions.leagues.held import Terms
from competitions.leagues.opening import LONGEST_NAME, SEATS, open_league
from games.words import N_, say
from matches.model.clock import TEXT_LIMIT, Clock
from matches.model.ids import ChannelId, PlayerId
from matches.model.match import Place

SERVERS_ONLY = N_(
    "Leagues are held on servers I've been added to. Here, `/league list` shows those you're "
    "taking part in."
)
OPENED = N_("{name} is open for sign-up in {channel}. The first season starts on {time}.")
NAME = N_("{game} league")
UNTIMED = N_("A league needs a clock, so that its seasons come to an end.")
WRONG_NUMBER = N_("“{typed}” isn't a valid number here. It can be from {least} to {most}.")
NAMELESS = N_("leave it empty, and it's named after the game")

GAME, CALLED = N_("The game"), N_("What it's called")
SIZE = N_("Players in a division")
EXCHANGED = N_("How many go up and down between two divisions")
CLOCK = N_("Time to think, such as 3 days per turn")
DAYS = N_("How many days a season lasts")
START = N_("How many days until the first season starts")
PACE = N_("Whether all matches of a season are played at once")
TWICE = N_("Everyone plays everyone twice")
GAMES = N_("Matches per pairing, swapping seats")
UNFINISHED = N_("What happens to matches that aren't over at the end of a season")
ROLE = N_("Only people with this role can sign up")
ANYWHERE = N_("People from other servers can sign up, too")
CHANNEL = N_("Where it's announced and played (default: here)")

USUAL_CLOCK = Clock.read("3d")
USUAL_START = 7
"""In how many days the first season starts, where nothing else was chosen."""
PACES = {"together": N_("all matches at once"), "rounds": N_("round after round")}
_DAYS = (*range(1, 8), 10, 14, 21, 28)
_LENGTHS = (3, 7, 10, 14, 21, 28, 35, 42, 56, 60, 84, 90, 120, 180)


# By a command


def form() -> CommandForm:
    """The options of `/league new`."""
    made = CommandForm()
    names = {one.info.key: one.info.name for one in games.all_games() if SEATS in one.info.seats}
    made.add(N_("game"), str, GAME, names)
    made.add(N_("size"), int, SIZE)
    made.add(N_("exchanged"), int, EXCHANGED)
    made.add(N_("clock"), str, CLOCK, complete=complete_clock)
    made.add(N_("length"), int, DAYS, {days: str(days) for days in _LENGTHS})
    made.add(N_("start"), int, START, {days: str(days) for days in _DAYS})
    made.add(N_("pace"), str, PACE, PACES)
    made.add(N_("name"), str, CALLED)
    made.add(N_("twice"), bool, TWICE)
    made.add(N_("games"), int, GAMES, {count: str(count) for count in range(1, 5)})
    made.add(N_("unfinished"), str, UNFINISHED, dict(terms_text.UNFINISHED))
    made.add(N_("role"), discord.Role, ROLE)
    made.add(N_("reliability"), int, RELIABILITY, complete=complete_share)
    made.add(N_("anywhere"), bool, ANYWHERE)
    made.add(N_("channel"), discord.TextChannel, CHANNEL)
    return made


async def new(interaction: Interaction, **chosen: Any) -> None:
    """Opens a league with what was chosen; without a game, asks for it by the form."""
    interaction.extras[shared.KIND] = page.LETTER
    if chosen["game"] is None:
        await ask(interaction)
        return
    await interaction.response.defer(ephemeral=True, thinking=True)
    await _open(interaction, chosen)


async def _open(interaction: Interaction, chosen: dict[str, Any]) -> None:
    """Opens what is wanted. The interaction is acknowledged already. Raises Refused,
    CompetitionError.
    """
    game = game_of(chosen["game"])
    interaction.extras["game"] = game
    guild = require_server(interaction, SERVERS_ONLY)
    await shared.require_organizer(interaction)
    elsewhere, here = chosen["channel"], channel_of(interaction)
    place = here if elsewhere is None else ChannelId(elsewhere.id)
    assert place is not None
    await shared.require_room(interaction, game, place)
    settings, clock = _settings(chosen), _clock(chosen["clock"])
    await shared.require_rest(interaction, guild)
    bot = interaction.client
    usual = (await bot.preferences.in_guild(guild)).clock
    language = await language_at(bot, Place(guild, place))
    name = " ".join((chosen["name"] or "").split())
    usual_name = say(NAME, {"game": language.gettext(game.info.name)}, language=language)
    starts_in = USUAL_START if chosen["start"] is None else chosen["start"]
    terms = Terms(
        name=cut(name, LONGEST_NAME) or usual_name,
        guild=guild,
        channel=place,
        game=game,
        clock=clock or usual or USUAL_CLOCK,
        anywhere=bool(chosen["anywhere"]),
        role=None if chosen["role"] is None else chosen["role"].id,
        reliability=share(chosen["reliability"]),
        starts_at=bot.database.now() + timedelta(days=starts_in),
        unfinished=chosen["unfinished"] or "draw",
    )
    player = PlayerId(interaction.user.id)
    held = await open_league(bot.database, terms, settings, player, interaction=interaction.id)
    shared.opened(interaction, held)
    own = language_of(interaction)
    fields = {
        "name": text.called(held.terms.name),
        "channel": f"<#{place}>",
        "time": discord.utils.format_dt(held.terms.starts_at, "f"),
    }
    done = say(OPENED, fields, language=own)
    await answers.show_reply(interaction, Reply(done, (page_of(held.id, own),)))


def _settings(chosen: dict[str, Any]) -> LeagueSettings:
    """The rules, with the usual ones where nothing was chosen. Raises CompetitionError."""
    numbers = {
        "size": chosen["size"],
        "exchanged": chosen["exchanged"],
        "days": chosen["length"],
        "games": chosen["games"],
        "cycles": 2 if chosen["twice"] else None,
        "together": 0 if chosen["pace"] == "rounds" else None,
    }
    return LeagueSettings(**{name: one for name, one in numbers.items() if one is not None})


def _clock(typed: str | None) -> Clock | None:
    if typed is None or not typed.strip():
        return None
    clock = read_clock(typed)
    if clock is None:
        raise Refused(UNTIMED)
    return clock


# By a form


@on("league-new")
async def fill_in(press: Press) -> None:
    """Opens the form."""
    press.interaction.extras[shared.KIND] = page.LETTER
    await ask(press.interaction)


async def ask(interaction: Interaction) -> None:
    """Opens the form for a league. Raises Refused."""
    require_server(interaction, SERVERS_ONLY)
    await shared.require_organizer(interaction)
    language = language_of(interaction)
    here = await interaction.client.preferences.in_guild(interaction.guild_id)
    usual = {
        "size": str(LeagueSettings().size),
        "length": str(LeagueSettings().days),
        "clock": str(here.clock or USUAL_CLOCK),
    }
    offered = {
        one.info.key: one.info.name
        for one in games.all_games()
        if here.offers(one.info.key) and SEATS in one.info.seats
    }
    fields = [*_fields(offered, usual, interaction)]
    to = custom_id("league-new", NO_MATCH, 0)
    await forms.show(interaction, language.gettext(message.NEW), to, fields)


def _fields(
    offered: dict[str, str], usual: dict[str, str], interaction: Interaction
) -> Iterator[Field]:
    say_ = language_of(interaction).gettext
    named = {key: say_(name) for key, name in offered.items()}
    yield forms.choice("game", say_("game").capitalize(), "", named, [*named][:1])
    yield forms.text("size", say_("size").capitalize(), say_(SIZE), usual["size"], most=2)
    clock = say_("clock").capitalize()
    yield forms.text("clock", clock, say_(CLOCK), usual["clock"], most=TEXT_LIMIT)
    yield forms.text("length", say_("length").capitalize(), say_(DAYS), usual["length"], most=3)
    yield forms.text("name", say_("name").capitalize(), say_(NAMELESS), "", most=LONGEST_NAME)


@forms.on("league-new")
async def filled_in(press: Press, values: Values) -> None:
    """Opens the league."""
    interaction = press.interaction
    interaction.extras[shared.KIND] = page.LETTER
    await interaction.response.defer(ephemeral=True, thinking=True)
    given = {name: forms.one(values, name) for name in ("game", "size", "clock", "length", "name")}
    chosen: dict[str, Any] = dict.fromkeys(option.name for option in form())
    chosen |= {name: given[name] for name in ("game", "clock", "name")}
    chosen |= {"size": _number(given["size"], "size"), "length": _number(given["length"], "days")}
    await _open(interaction, chosen)


def _number(typed: str, name: str) -> int | None:
    """A number that was typed; None if nothing was. Raises Refused."""
    if not typed:
        return None
    if not typed.isdecimal():
        least, most = BOUNDS[name]
        raise Refused(WRONG_NUMBER, typed=typed, least=least, most=most)
    return int(typed)


lead(SERVERS_ONLY, lambda refusal: [list_of(page.LETTER, refusal.language)])


async def setup(_: Bot) -> None:
    """The command is added with the others of its group."""
