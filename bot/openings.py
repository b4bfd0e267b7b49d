"""`/play GAME`: a command made of what a game says of itself."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from inspect import Parameter, Signature
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from bot import times
from bot.components import LONGEST
from bot.errors import Refused
from bot.i18n import of_locale
from bot.sentences import cut
from games.protocol import AnyGame, Option
from games.words import N_
from matches.clock import PRESETS, AtEnd, Clock

if TYPE_CHECKING:
    from bot.client import Interaction

SEATS = N_("How many play")
RATED = N_("Whether the match counts for ratings; it does unless you say no")
PRIVATE = N_("Only its players see the match, in direct messages")
CLOCK = N_("The time to think, such as 3d for each turn, 5d+12h/10d, or 5m+5s; else no clock")
TIMEOUT = N_("What happens when somebody's time is over")
TIMEOUTS = (
    ("automatic", N_("That seat withdraws by itself")),
    ("claim", N_("Opponents may claim it")),
)
WRONG_CLOCK = N_(
    "A clock is written as `3d` (from 1 hour to 14 days for each turn), `5d+12h/10d` (time, more "
    "for each turn, at most), or `5m+5s` for a live match; d, h, m and s are days, hours, minutes "
    "and seconds."
)
COMPUTER = N_("How strong the computer players are that take all other seats, from 1 to 6")
STAND_IN = N_("How strong a computer player takes the place of whoever withdraws; then unrated")
LEVELS = {
    1: N_("1 – for beginners"),
    2: N_("2 – easy"),
    3: N_("3 – moderate"),
    4: N_("4 – strong"),
    5: N_("5 – very strong"),
    6: N_("6 – as strong as it gets"),
}
"""The levels of computer players."""
OPPONENT = N_("Whom you challenge; without anybody the table is open to all")


@dataclass(frozen=True, slots=True)
class Opening:
    """What a user has asked for; what he left out is for the use case to fill in."""

    game: AnyGame
    seats: int | None
    options: Mapping[str, str]
    opponents: Sequence[discord.User | discord.Member]
    private: bool
    clock: Clock | None = None
    at_end: AtEnd = "automatic"
    rated: bool = True
    computer: int | None = None
    stand_in: int | None = None


def command(
    game: AnyGame, open_table: Callable[[Interaction, Opening], Awaitable[None]]
) -> app_commands.Command[Any, ..., None]:
    """A subcommand with an option for each opponent and for each option of the game."""
    info, said = game.info, game.texts.options
    most = max(info.seats)
    opponents = ["opponent"] if most == 2 else [f"opponent{number}" for number in range(1, most)]
    kinds: dict[str, type] = dict.fromkeys(opponents, discord.User)
    descriptions = dict.fromkeys(opponents, OPPONENT)
    choices: dict[str, list[app_commands.Choice[Any]]] = {}
    if len(info.seats) > 1:
        kinds["seats"], descriptions["seats"] = int, SEATS
        choices["seats"] = [app_commands.Choice(name=str(n), value=n) for n in info.seats]
    levels = [app_commands.Choice(name=name, value=level) for level, name in LEVELS.items()]
    kinds["computer"], descriptions["computer"], choices["computer"] = int, COMPUTER, levels
    if most > 2:
        kinds["standin"], descriptions["standin"], choices["standin"] = int, STAND_IN, levels
    kinds["private"], descriptions["private"] = bool, PRIVATE
    kinds["rated"], descriptions["rated"] = bool, RATED
    kinds["clock"], descriptions["clock"] = str, CLOCK
    kinds["timeout"], descriptions["timeout"] = str, TIMEOUT
    choices["timeout"] = [app_commands.Choice(name=name, value=end) for end, name in TIMEOUTS]
    for option in info.options:
        kinds[option.key], descriptions[option.key] = str, said.get(option.key, option.key)
        if option.values is not None:
            choices[option.key] = _choices(option, said)

    async def play(interaction: Interaction, **chosen: Any) -> None:
        invited = [chosen[name] for name in opponents if chosen[name] is not None]
        options = {option.key: chosen[option.key] for option in info.options}
        given = {key: value for key, value in options.items() if value is not None}
        private, rated = bool(chosen["private"]), chosen["rated"] is not False
        clock, at_end = _clock(chosen["clock"]), _at_end(chosen["timeout"])
        computer, stand_in = chosen["computer"], chosen.get("standin")
        wanted = Opening(
            *(game, chosen.get("seats"), given, invited, private, clock, at_end, rated),
            *(computer, stand_in),
        )
        await open_table(interaction, wanted)

    app_commands.describe(**{name: cut(text, LONGEST) for name, text in descriptions.items()})(play)
    app_commands.choices(**choices)(play)
    app_commands.autocomplete(clock=_complete_clock)(play)
    _declare(play, kinds)
    return app_commands.Command(
        name=info.key, description=cut(game.texts.summary, LONGEST), callback=play
    )


def _clock(typed: str | None) -> Clock | None:
    """The clock that was asked for. Raises Refused."""
    if typed is None:
        return None
    try:
        return Clock.read(typed)
    except ValueError:
        raise Refused(WRONG_CLOCK) from None


def _at_end(typed: str | None) -> AtEnd:
    return "claim" if typed == "claim" else "automatic"


async def _complete_clock(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """The usual clocks, and the one that is being typed if it is one."""
    language, typed = of_locale(interaction.locale), current.strip()
    offered = [one for one in PRESETS if typed.lower() in str(one)]
    with suppress(ValueError):
        offered.insert(0, Clock.read(typed))
    return [
        app_commands.Choice(name=f"{clock} – {times.control(clock, language)}", value=str(clock))
        for clock in dict.fromkeys(offered)
    ]


def _choices(option: Option, said: Mapping[str, str]) -> list[app_commands.Choice[Any]]:
    labels = {value: said.get(f"{option.key}={value}", value) for value in option.values or ()}
    return [
        app_commands.Choice(name=cut(label, LONGEST), value=value)
        for value, label in labels.items()
    ]


def _declare(callback: Callable[..., Awaitable[None]], kinds: Mapping[str, type]) -> None:
    """Gives a function the options that Discord's library reads from its signature."""
    interaction = Parameter("interaction", Parameter.POSITIONAL_OR_KEYWORD)
    options = [
        Parameter(name, Parameter.KEYWORD_ONLY, default=None, annotation=kind)
        for name, kind in kinds.items()
    ]
    callback.__signature__ = Signature([interaction, *options])  # type: ignore[attr-defined]
