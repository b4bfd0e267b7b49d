"""Opening a league: by a command with an option for everything, or by a form with five fields."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from gettext import NullTranslations
from typing import Any

import discord

from bot.cogs.leagues.page import KIND
from bot.commands.command_form import CommandForm
from bot.commands.competitions import creation as shared
from bot.commands.competitions import destinations as ways
from bot.commands.game_options import OWN_OPTIONS, complete_options
from bot.commands.options import RELIABILITY, complete_clock, complete_share, game_of
from bot.context import Interaction
from bot.errors import Refused
from bot.interactions.contexts import user_of
from bot.interactions.ways_out import lead
from bot.messages.competitions import league as message
from bot.text import competition_terms as terms_text
from bot.ui import forms
from bot.ui.dispatch import Press, on
from bot.ui.forms import Field, Values
from competitions.leagues.creation import LONGEST_NAME, open_league
from competitions.leagues.held import Terms
from competitions.log.creation import usual_games
from competitions.model.errors import CompetitionError
from competitions.model.league.events import BOUNDS, LeagueSettings, usual_size
from games.words import N_
from matches.model.clock import Clock

SERVERS_ONLY = N_(
    "Leagues are held on servers I've been added to. Here, `/league list` shows those you're "
    "taking part in."
)
lead(SERVERS_ONLY, ways.others)
OPENED = N_("{name} is open for sign-up in {channel}. The first season starts on {time}.")
NAME = N_("{game} league")
UNTIMED = N_("Choose a clock: without one, a league's seasons might never end.")

SIZE = N_("Players in a division (default: 8, or 9 with three at a table)")
ROUNDS = N_("Number of rounds in a season (only at tables of three or four)")
ONLY_TABLES = N_(
    "The number of rounds can only be chosen for tables of three or four. With two at a table, "
    "everyone plays everyone."
)
ONLY_PAIRS = N_(
    "With {seats} at a table, rounds are played one after the other, and everyone plays "
    "everyone about equally often. Playing all matches at once, or everyone twice, only works "
    "with two at a table."
)
EXCHANGED = N_("How many players are promoted and relegated between two divisions")
DAYS = N_("How many days a season lasts")
START = N_("How many days until the first season starts")
PACE = N_("Whether all matches of a season are played at once")
UNFINISHED = N_("What happens to matches that aren't over at the end of a season")
ROLE = N_("Only people with this role can sign up")
ANYWHERE = N_("People from other servers can sign up, too")

USUAL_START = 7
"""In how many days the first season starts by default."""
PACES = {"together": N_("all matches at once"), "rounds": N_("round after round")}
_LENGTHS = (3, 7, 10, 14, 21, 28, 35, 42, 56, 60, 84, 90, 120, 180)


# By a command


def form() -> CommandForm:
    """The options of `/league new`."""
    made = CommandForm()
    made.add(N_("game"), str, shared.GAME, shared.games_to_choose())
    made.add(N_("seats"), int, shared.SEATS, shared.seats_to_choose())
    made.add(N_("size"), int, SIZE)
    made.add(N_("exchanged"), int, EXCHANGED)
    made.add(N_("options"), str, OWN_OPTIONS, complete=complete_options)
    made.add(N_("clock"), str, shared.CLOCK, complete=complete_clock)
    made.add(N_("length"), int, DAYS, {days: str(days) for days in _LENGTHS})
    made.add(N_("start"), int, START, {days: str(days) for days in shared.DAYS})
    made.add(N_("pace"), str, PACE, PACES)
    made.add(N_("rounds"), int, ROUNDS)
    made.add(N_("name"), str, shared.CALLED)
    made.add(N_("twice"), bool, shared.TWICE)
    made.add(N_("games"), int, shared.GAMES, {count: str(count) for count in range(1, 5)})
    made.add(N_("unfinished"), str, UNFINISHED, dict(terms_text.UNFINISHED))
    made.add(N_("role"), discord.Role, ROLE)
    made.add(N_("reliability"), int, RELIABILITY, complete=complete_share)
    made.add(N_("anywhere"), bool, ANYWHERE)
    made.add(N_("channel"), discord.TextChannel, shared.CHANNEL)
    return made


async def new(interaction: Interaction, **chosen: Any) -> None:
    """Opens a league with what was chosen. If no game was, opens the form."""
    if chosen["game"] is None:
        await ask(interaction)
        return
    await interaction.response.defer(ephemeral=True, thinking=True)
    await _open(interaction, chosen)


async def _open(interaction: Interaction, chosen: dict[str, Any]) -> None:
    """Opens the league that is wanted. The interaction is already acknowledged. Raises Refused,
    CompetitionError.
    """
    game, database = game_of(chosen["game"]), interaction.client.database
    where = await shared.room(interaction, KIND, game, chosen["channel"], SERVERS_ONLY)
    settings, clock = _settings(chosen), shared.chosen_clock(chosen["clock"], UNTIMED)
    await shared.require_rest(interaction, where[0])
    common = await shared.common_terms(
        interaction, where, chosen, clock, name=NAME, most=LONGEST_NAME
    )
    days = USUAL_START if chosen["start"] is None else chosen["start"]
    starts_at = database.now() + timedelta(days=days)
    terms = Terms(**common, starts_at=starts_at, unfinished=chosen["unfinished"] or "draw")
    player = user_of(interaction)
    held = await open_league(database, terms, settings, player, interaction=interaction.id)
    time = discord.utils.format_dt(held.terms.starts_at, "f")
    await shared.opened(interaction, held, OPENED, time=time)


def _settings(chosen: dict[str, Any]) -> LeagueSettings:
    """The rules as chosen, with defaults for the rest: the fewest seats that the game has. Raises
    Refused, CompetitionError.
    """
    game, cycles = game_of(chosen["game"]), 2 if chosen["twice"] else 1
    seats = chosen["seats"] or min(game.info.seats)
    numbers = {
        "seats": seats,
        "rounds": chosen["rounds"],
        "size": usual_size(seats) if chosen["size"] is None else chosen["size"],
        "exchanged": chosen["exchanged"],
        "days": chosen["length"],
        "games": chosen["games"] or usual_games(game, seats, cycles),
        "cycles": cycles,
        "together": None if chosen["pace"] is None else int(chosen["pace"] == "together"),
    }
    try:
        return LeagueSettings(**{name: one for name, one in numbers.items() if one is not None})
    except CompetitionError as error:
        if (said := _UNFIT.get(str(error.fields.get("name")))) is None:
            raise
        raise Refused(said, seats=seats) from error


_UNFIT = {"seats": ONLY_TABLES, "cycles": ONLY_PAIRS, "together": ONLY_PAIRS}
"""The refusals of choices that don't fit the number of seats."""


# By a form


@on("league-new")
async def fill_in(press: Press) -> None:
    """Opens the form."""
    await ask(press.interaction)


async def ask(interaction: Interaction) -> None:
    """Opens the form for a league. Raises Refused."""
    await shared.ask(interaction, KIND, message.NEW, _fields, SERVERS_ONLY, seats=True)


def _fields(clock: Clock | None, language: NullTranslations) -> Iterator[Field]:
    usual = LeagueSettings()
    yield shared.number_field("size", SIZE, None, 2, language)
    yield shared.clock_field(clock, language)
    yield shared.number_field("length", DAYS, usual.days, 3, language)
    yield shared.name_field(language, LONGEST_NAME)


@forms.on("league-new")
async def filled_in(press: Press, values: Values) -> None:
    """Opens the league."""
    await press.interaction.response.defer(ephemeral=True, thinking=True)
    chosen: dict[str, Any] = dict.fromkeys(option.name for option in form())
    chosen |= shared.filled_in(values, "clock", "name")
    chosen["game"], chosen["seats"] = shared.game_and_seats(chosen["game"])
    chosen["size"] = shared.chosen_number(forms.one(values, "size"), BOUNDS["size"])
    chosen["length"] = shared.chosen_number(forms.one(values, "length"), BOUNDS["days"])
    await _open(press.interaction, chosen)
