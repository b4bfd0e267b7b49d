"""Opening a ladder: by a command with an option for everything, or by a form with five fields."""

from __future__ import annotations

from collections.abc import Iterator
from gettext import NullTranslations
from typing import Any

import discord

from bot.cogs.ladders.page import KIND
from bot.commands.command_form import CommandForm
from bot.commands.competitions import creation as shared
from bot.commands.competitions import destinations as ways
from bot.commands.game_options import OWN_OPTIONS, complete_options
from bot.commands.options import RELIABILITY, complete_clock, complete_share, game_of
from bot.context import Interaction
from bot.interactions.contexts import user_of
from bot.interactions.ways_out import lead
from bot.messages.competitions import ladder as message
from bot.ui import forms
from bot.ui.dispatch import Press, on
from bot.ui.forms import Field, Values
from competitions.ladders.creation import open_ladder
from competitions.log.terms import CommonTerms
from competitions.model.ladder.events import BOUNDS, LadderSettings
from games.words import N_
from matches.model.clock import Clock

SERVERS_ONLY = N_(
    "Ladders are held on servers I've been added to. Here, `/ladder list` shows those you're on."
)
lead(SERVERS_ONLY, ways.others)
OPENED = N_("{name} is open in {channel}.")
NAME = N_("{game} ladder")
UNTIMED = N_("Choose a clock: without one, a ladder's matches might never end.")

REACH = N_("How many places up players can challenge")
ANSWER = N_("How many days there are to answer a challenge")
COOLDOWN = N_("How many days until the same players can meet again")
IDLE = N_("How many days without a match or a challenge before somebody drops")
DROP = N_("How many places they drop")
ROLE = N_("Only people with this role can join")
ANYWHERE = N_("People from other servers can join, too")

_NUMBERS = ("reach", "answer", "cooldown", "idle", "drop")


# By a command


def form() -> CommandForm:
    """The options of `/ladder new`."""
    made = CommandForm()
    made.add(N_("game"), str, shared.GAME, shared.games_to_choose())
    made.add(N_("seats"), int, shared.SEATS, shared.seats_to_choose())
    made.add(N_("options"), str, OWN_OPTIONS, complete=complete_options)
    made.add(N_("clock"), str, shared.CLOCK, complete=complete_clock)
    made.add(N_("reach"), int, REACH)
    made.add(N_("name"), str, shared.CALLED)
    made.add(N_("answer"), int, ANSWER)
    made.add(N_("cooldown"), int, COOLDOWN)
    made.add(N_("idle"), int, IDLE)
    made.add(N_("drop"), int, DROP)
    made.add(N_("role"), discord.Role, ROLE)
    made.add(N_("reliability"), int, RELIABILITY, complete=complete_share)
    made.add(N_("anywhere"), bool, ANYWHERE)
    made.add(N_("channel"), discord.TextChannel, shared.CHANNEL)
    return made


async def new(interaction: Interaction, **chosen: Any) -> None:
    """Opens a ladder with what was chosen. If no game was, opens the form."""
    if chosen["game"] is None:
        await ask(interaction)
        return
    await interaction.response.defer(ephemeral=True, thinking=True)
    await _open(interaction, chosen)


async def _open(interaction: Interaction, chosen: dict[str, Any]) -> None:
    """Opens the ladder that is wanted. The interaction is already acknowledged. Raises Refused,
    CompetitionError.
    """
    game = game_of(chosen["game"])
    where = await shared.room(interaction, KIND, game, chosen["channel"], SERVERS_ONLY)
    settings, clock = _settings(chosen), shared.chosen_clock(chosen["clock"], UNTIMED)
    await shared.require_rest(interaction, where[0])
    terms = CommonTerms(**await shared.common_terms(interaction, where, chosen, clock, name=NAME))
    database, player = interaction.client.database, user_of(interaction)
    held = await open_ladder(database, terms, settings, player, interaction=interaction.id)
    await shared.opened(interaction, held, OPENED)


def _settings(chosen: dict[str, Any]) -> LadderSettings:
    """The rules as chosen, with defaults for the rest: the fewest seats that the game has, and at
    least the reach that a table needs for its opponents. Raises CompetitionError.
    """
    seats = chosen["seats"] or min(game_of(chosen["game"]).info.seats)
    numbers = {name: chosen[name] for name in _NUMBERS if chosen[name] is not None}
    return LadderSettings(seats=seats, **numbers)


# By a form


@on("ladder-new")
async def fill_in(press: Press) -> None:
    """Opens the form."""
    await ask(press.interaction)


async def ask(interaction: Interaction) -> None:
    """Opens the form for a ladder. Raises Refused."""
    await shared.ask(interaction, KIND, message.NEW, _fields, SERVERS_ONLY, seats=True)


def _fields(clock: Clock | None, language: NullTranslations) -> Iterator[Field]:
    yield shared.clock_field(clock, language)
    yield shared.number_field("reach", REACH, LadderSettings().reach, 2, language)
    yield shared.name_field(language)


@forms.on("ladder-new")
async def filled_in(press: Press, values: Values) -> None:
    """Opens the ladder."""
    await press.interaction.response.defer(ephemeral=True, thinking=True)
    chosen: dict[str, Any] = dict.fromkeys(option.name for option in form())
    chosen |= shared.filled_in(values, "clock", "name")
    chosen["game"], chosen["seats"] = shared.game_and_seats(chosen["game"])
    chosen["reach"] = shared.chosen_number(forms.one(values, "reach"), BOUNDS["reach"])
    await _open(press.interaction, chosen)
