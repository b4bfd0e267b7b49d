"""`/play GAME`: a command made from a game's description of itself."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from random import SystemRandom
from typing import Any

import discord
from discord import app_commands

from bot.commands import destinations
from bot.commands.command_form import CommandForm, Complete
from bot.commands.options import (
    RELIABILITY,
    complete_clock,
    complete_share,
    read_clock,
    share,
)
from bot.context import Interaction
from bot.errors import Refused
from bot.interactions.contexts import guild_of
from bot.interactions.locale import language_of
from bot.interactions.ways_out import lead
from bot.text.discord_limits import OPTIONS
from bot.text.levels import LEVELS
from games import play as rules
from games.errors import OptionError
from games.protocol import AnyGame, Option, Seat
from games.words import N_
from matches.model.clock import AtEnd, Clock
from matches.model.ids import PlayerId
from matches.model.match import RETURNING, Seating

SEATS = N_("Number of players")
RATED = N_("Rated, even against the computer (default: yes)")
PRIVATE = N_("Only the players can see the match, in direct messages")
CLOCK = N_(
    "Thinking time, such as 3 days per turn, or 10 min + 5 s (default: the server's, or no clock)"
)
TIMEOUT = N_("What happens when a player's time runs out")
TIMEOUTS = (
    ("automatic", N_("They lose; with three or four, they're out")),
    ("claim", N_("Opponents can claim a timeout")),
)
SEATING = N_("Who gets which seat (default: drawn at random)")
SEATINGS: dict[Seating, str] = {
    "random": N_("At random"),
    "chosen": N_("Everyone chooses"),
    "youngest": N_("The youngest goes first"),
}
SEAT = N_("Your seat; the others choose, or sit in the order you name them")
SEAT_IS_DRAWN = N_(
    "You can choose your seat only if everyone chooses theirs. To do that, leave out `seating`."
)
lead(SEAT_IS_DRAWN, destinations.play)
BOTS = N_("Choose a person: bots can't play here.")
AT_RANDOM = "random"
DRAWN = N_("drawn at random")
COMPUTER = N_("Level of the computer players in all other seats")
STAND_IN = N_("Level of a computer player that takes over for anyone who leaves (unrated)")
RETURN = N_("Two matches at once, seats swapped")
RETURN_ADVISED = N_("Two matches at once, seats swapped; recommended, as one seat wins more often")
OPPONENTS = (N_("opponent1"), N_("opponent2"), N_("opponent3"))
OPPONENT = N_("Who to invite; other seats stay open")


@dataclass(frozen=True, slots=True)
class Opening:
    """What a user has asked for. The use case fills in what is missing."""

    game: AnyGame
    seats: int | None = None
    options: Mapping[str, str] = field(default_factory=dict)
    opponents: Sequence[PlayerId] = ()
    private: bool = False
    clock: Clock | None = None
    at_end: AtEnd = "automatic"
    rated: bool = True
    decided: bool = False
    """Whether a clock, or no clock, was named. Otherwise the server's default is used."""
    seating: Seating = "random"
    seat: Seat = 1
    """The host's seat, if seats are chosen."""
    computer: int | None = None
    """The level of computer players for all other seats."""
    stand_in: int | None = None
    """The level of computer players that replace players who withdraw."""
    reliability: int | None = None
    """The percentage of their matches that others must have played to the end."""
    with_return: bool = False
    """Whether a second match begins at once, with exchanged seats."""


def command(
    game: AnyGame, open_table: Callable[[Interaction, Opening], Awaitable[None]]
) -> app_commands.Command[Any, ..., None]:
    """A subcommand with an option for each opponent, and one for each option of the game."""
    form = options_of(game)

    async def play(interaction: Interaction, **chosen: Any) -> None:
        named = [chosen[name] for name in _opponents(game) if chosen[name] is not None]
        if any(user.bot for user in named):
            raise Refused(BOTS)
        interaction.client.names.meet(guild_of(interaction), *named)
        await open_table(interaction, read(game, chosen, [user.id for user in named]))

    return form.command(game.info.key, game.texts.summary, play)


def options_of(game: AnyGame) -> CommandForm:
    """The options of `/play` for a game."""
    info, said, form = game.info, game.texts.options, CommandForm()
    for name in _opponents(game):
        form.add(name, discord.User, OPPONENT)
    if len(info.seats) > 1:
        form.add(N_("seats"), int, SEATS, {number: str(number) for number in info.seats})
    for option in info.options:
        label = said.get(option.key, option.key)
        if option.values is None:
            form.add(option.key, str, label, complete=_completing(option))
        else:
            values = {value: said.get(f"{option.key}={value}", value) for value in option.values}
            form.add(option.key, str, label, values)
    form.add(N_("clock"), str, CLOCK, complete=complete_clock)
    form.add(N_("timeout"), str, TIMEOUT, dict(TIMEOUTS))
    form.add(N_("rated"), bool, RATED)
    form.add(N_("computer"), int, COMPUTER, dict(LEVELS))
    if max(info.seats) > 2:
        form.add(N_("standin"), int, STAND_IN, dict(LEVELS))
    form.add(N_("private"), bool, PRIVATE)
    form.add(N_("seating"), str, SEATING, SEATINGS)
    form.add(N_("seat"), int, SEAT, complete=_seats(game))
    form.add(N_("reliability"), int, RELIABILITY, complete=complete_share)
    if RETURNING in info.seats:
        form.add(N_("return"), bool, RETURN if info.favours is None else RETURN_ADVISED)
    return form


def _opponents(game: AnyGame) -> list[str]:
    """The names of the options for opponents."""
    most = max(game.info.seats)
    return [N_("opponent")] if most == 2 else [*OPPONENTS[: most - 1]]


def read(game: AnyGame, chosen: Mapping[str, Any], opponents: Sequence[PlayerId]) -> Opening:
    """What was asked for, by the names of the options. Raises Refused."""
    typed, seat, seating = chosen["clock"], chosen["seat"], chosen["seating"]
    if seat is not None and seating not in (None, "chosen"):
        raise Refused(SEAT_IS_DRAWN)
    return Opening(
        game,
        chosen.get("seats"),
        own_options(game, chosen),
        opponents,
        private=bool(chosen["private"]),
        clock=None if typed is None else read_clock(typed),
        at_end="claim" if chosen["timeout"] == "claim" else "automatic",
        rated=chosen["rated"] is not False,
        decided=typed is not None,
        seating=seating or ("random" if seat is None else "chosen"),
        seat=seat or 1,
        computer=chosen["computer"],
        stand_in=chosen.get("standin"),
        reliability=share(chosen["reliability"]),
        with_return=bool(chosen.get("return")),
    )


def own_options(game: AnyGame, chosen: Mapping[str, Any]) -> dict[str, str]:
    """The game's own options as chosen, without those that are drawn at random."""
    found = {option: chosen.get(option.key) for option in game.info.options}
    return {
        option.key: value
        for option, value in found.items()
        if value is not None and (value != AT_RANDOM or option.values is not None)
    }


# Completion of other options


def _completing(option: Option) -> Complete:
    """Completes the text of an option: values that fit, and “at random” if it is drawn."""

    async def complete(interaction: Interaction, current: str) -> list[app_commands.Choice[Any]]:
        typed, choices = current.strip(), list[app_commands.Choice[Any]]()
        if option.draw and AT_RANDOM.startswith(typed.lower()):
            label = language_of(interaction).gettext(DRAWN)
            choices.append(app_commands.Choice(name=label, value=AT_RANDOM))
        if option.complete:
            fit = islice(option.complete(typed), OPTIONS - len(choices))
            choices += [app_commands.Choice(name=text, value=text) for text in fit]
        return choices

    return complete


def _seats(game: AnyGame) -> Complete:
    """Completes the host's seat with the seats' names at the table that is being described."""

    async def complete(interaction: Interaction, current: str) -> list[app_commands.Choice[Any]]:
        language, chosen = language_of(interaction), dict(iter(interaction.namespace))
        seats, options = chosen.get("seats"), own_options(game, chosen)
        players = 1 + sum(chosen.get(name) is not None for name in _opponents(game))
        try:
            setup = rules.setup(game, seats, options, SystemRandom(), players=players)
        except OptionError:
            setup = rules.setup(game, None, {}, SystemRandom())
        names = [language.gettext(name) for name in game.seat_names(setup)]
        typed = str(current).strip().lower()
        return [
            app_commands.Choice(name=f"{seat}. {name}", value=seat)
            for seat, name in enumerate(names, start=1)
            if typed in f"{seat}. {name}".lower()
        ]

    return complete
