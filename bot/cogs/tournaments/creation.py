"""Opening a tournament: by a command with options for everything, or by a form with five fields."""

from __future__ import annotations

from collections.abc import Iterator
from gettext import NullTranslations
from typing import Any

import discord

from bot.cogs.tournaments._wanted import FITTING, KIND_NAMES, KINDS, TOGETHER, USUAL_SIZE, Wanted
from bot.cogs.tournaments.page import KIND
from bot.commands.command_form import CommandForm
from bot.commands.competitions import creation as shared
from bot.commands.competitions import destinations as ways
from bot.commands.game_options import OWN_OPTIONS, complete_options, read_options
from bot.commands.options import RELIABILITY, complete_clock, complete_share, game_of, share
from bot.context import Interaction
from bot.errors import Refused
from bot.interactions.contexts import user_of
from bot.interactions.locale import language_at
from bot.interactions.ways_out import lead
from bot.messages.competitions import tournament as message
from bot.text import competition_terms as terms_text
from bot.ui import forms
from bot.ui.dispatch import Press, on
from bot.ui.forms import Field, Values
from competitions.model.settings import BOUNDS
from competitions.pairing.sections import LARGEST, USUAL
from competitions.tournaments.creation import open_competition
from games.words import N_
from matches.model.clock import Clock
from matches.model.match import Place

SERVERS_ONLY = N_(
    "Tournaments are held on servers I've been added to. Here, `/tournament list` shows those "
    "you're taking part in."
)
lead(SERVERS_ONLY, ways.others)
OPENED = N_("{name} is open for sign-up in {channel}.")
UNTIMED = N_("Choose a clock: without one, a tournament might never end.")
WRONG_SIZE = N_("That isn't a valid number of places. Choose one from {least} to {most}.")

FORMAT = N_("How it's played")
SIZE = N_("Number of places; anyone who signs up after that joins the waiting list")
START = N_("How many days until it starts (default: as soon as it's full)")
END = N_("How many days until everything is decided (default: when the last match is over)")
ROUNDS = N_("Number of rounds (Swiss system and tables)")
TEAMS = N_("Teams of two partners")
UNFINISHED = N_("What happens to matches that aren't over at the end")
REPEATS = N_("How often it repeats")
PACE = N_("How many days a round lasts (default: until its last match is over)")
ROLE = N_("Only people with this role can sign up")
LOWEST = N_("The lowest rating allowed")
HIGHEST = N_("The highest rating allowed")
ANYWHERE = N_("People from other servers can sign up, too")
SERVERS = N_("Other servers can take part, and everyone plays for the server they sign up from")
SECTIONS = N_(
    "The most players in a section; if more sign up, they're divided by rating (default: 400)"
)
UNDIVIDED = N_("Everyone plays together")


# By a command


def form() -> CommandForm:
    """The options of `/tournament new`."""
    made = CommandForm()
    made.add(N_("game"), str, shared.GAME, shared.games_to_choose())
    made.add(N_("format"), str, FORMAT, dict(terms_text.FORMATS))
    made.add(N_("seats"), int, shared.SEATS, shared.seats_to_choose())
    made.add(N_("options"), str, OWN_OPTIONS, complete=complete_options)
    made.add(N_("size"), int, SIZE)
    made.add(N_("clock"), str, shared.CLOCK, complete=complete_clock)
    made.add(N_("start"), int, START, {days: str(days) for days in shared.DAYS})
    made.add(N_("deadline"), int, END, {days: str(days) for days in _ENDS})
    made.add(N_("name"), str, shared.CALLED)
    made.add(N_("rounds"), int, ROUNDS)
    made.add(N_("games"), int, shared.GAMES, {count: str(count) for count in range(1, 5)})
    made.add(N_("twice"), bool, shared.TWICE)
    made.add(N_("teams"), bool, TEAMS)
    made.add(N_("repeats"), str, REPEATS, dict(terms_text.REPEATS))
    made.add(N_("pace"), int, PACE, {days: str(days) for days in shared.DAYS})
    made.add(N_("unfinished"), str, UNFINISHED, dict(terms_text.UNFINISHED))
    made.add(N_("role"), discord.Role, ROLE)
    made.add(N_("lowest"), int, LOWEST)
    made.add(N_("highest"), int, HIGHEST)
    made.add(N_("reliability"), int, RELIABILITY, complete=complete_share)
    made.add(N_("anywhere"), bool, ANYWHERE)
    made.add(N_("servers"), bool, SERVERS)
    made.add(N_("sections"), int, SECTIONS, _SECTIONS)
    made.add(N_("channel"), discord.TextChannel | discord.ForumChannel, shared.CHANNEL)
    return made


_SIZES = (8, 12, 16, 24, 32, 48, 64, 100, 150, 200, 300, USUAL, 600, LARGEST)
_SECTIONS = {count: str(count) for count in _SIZES} | {TOGETHER: UNDIVIDED}
_ENDS = (3, 7, 10, 14, 21, 28, 35, 42, 60, 90, 120, 180)


async def new(interaction: Interaction, **chosen: Any) -> None:
    """Opens a tournament with what was chosen. If no game was, opens the form."""
    if chosen["game"] is None:
        await ask(interaction)
        return
    await interaction.response.defer(ephemeral=True, thinking=True)
    wanted = Wanted(
        game=game_of(chosen["game"]),
        name=chosen["name"] or "",
        format=chosen["format"],
        seats=chosen["seats"],
        options=read_options(chosen["options"]),
        size=chosen["size"],
        clock=shared.chosen_clock(chosen["clock"], UNTIMED),
        rounds=chosen["rounds"],
        games=chosen["games"],
        twice=bool(chosen["twice"]),
        teams=bool(chosen["teams"]),
        starts_in=chosen["start"],
        ends_in=chosen["deadline"],
        unfinished=chosen["unfinished"] or "draw",
        repeats=chosen["repeats"],
        each_round=chosen["pace"],
        role=None if chosen["role"] is None else chosen["role"].id,
        lowest=chosen["lowest"],
        highest=chosen["highest"],
        reliability=share(chosen["reliability"]),
        anywhere=bool(chosen["anywhere"]),
        servers=bool(chosen["servers"]),
        section_size=chosen["sections"],
    )
    await open_it(interaction, wanted, chosen["channel"])


def _require_fitting(size: int | None) -> None:
    """Raises Refused unless there can be so many places."""
    least, most = BOUNDS["most"]
    if size is not None and not least <= size <= most:
        raise Refused(WRONG_SIZE, least=least, most=most)


async def open_it(
    interaction: Interaction, wanted: Wanted, channel: discord.abc.Snowflake | None = None
) -> None:
    """Opens the tournament that is wanted. The interaction is already acknowledged. Raises Refused,
    CompetitionError.
    """
    guild, place = await shared.room(
        interaction, KIND, wanted.game, channel, SERVERS_ONLY, posts=True
    )
    _require_fitting(wanted.size)
    await shared.require_rest(interaction, guild)
    bot = interaction.client
    usual = (await bot.preferences.in_guild(guild)).clock
    language = await language_at(bot, Place(guild, place))
    held = await open_competition(
        bot.database,
        wanted.terms(guild, place, usual, bot.database.now(), language),
        wanted.settings(),
        user_of(interaction),
        interaction=interaction.id,
    )
    await shared.opened(interaction, held, OPENED)


# By a form


@on("cup-new")
async def fill_in(press: Press) -> None:
    """Opens the form."""
    await ask(press.interaction)


async def ask(interaction: Interaction) -> None:
    """Opens the form for a tournament. Raises Refused."""
    await shared.ask(interaction, KIND, message.NEW, fields_of, SERVERS_ONLY)


def fields_of(clock: Clock | None, language: NullTranslations) -> Iterator[Field]:
    """The fields of the form after the one for the game, filled in with the usual values for this
    clock.
    """
    kinds = {key: language.gettext(name) for key, name in KIND_NAMES.items()}
    label, hint = language.gettext("format").capitalize(), language.gettext(FORMAT)
    yield forms.choice("kind", label, hint, kinds, [FITTING])
    yield shared.number_field("size", SIZE, USUAL_SIZE, 4, language)
    yield shared.clock_field(clock, language)
    yield shared.name_field(language)


@forms.on("cup-new")
async def filled_in(press: Press, values: Values) -> None:
    """Opens the tournament."""
    await press.interaction.response.defer(ephemeral=True, thinking=True)
    given = shared.filled_in(values, "kind", "size", "clock", "name")
    game = game_of(given["game"])
    format_, seats = KINDS.get(given["kind"], KINDS[FITTING])
    wanted = Wanted(
        game=game,
        name=given["name"],
        format=format_,
        seats=seats,
        size=_size(given["size"]),
        clock=shared.chosen_clock(given["clock"], UNTIMED),
    )
    await open_it(press.interaction, wanted)


def _size(typed: str) -> int | None:
    if not typed:
        return None
    return int(typed) if typed.isdecimal() and len(typed) < _DIGITS else 0


_DIGITS = 9
"""Numbers with fewer digits may be too large, but are short enough to be read."""
