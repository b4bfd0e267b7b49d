"""`/play GAME`: a command made of what a game says of itself."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from inspect import Parameter, Signature
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from bot.components import LONGEST
from bot.sentences import cut
from games.protocol import AnyGame, Option
from games.words import N_

if TYPE_CHECKING:
    from bot.client import Interaction

SEATS = N_("How many play")
OPPONENT = N_("Whom you challenge; without anybody the table is open to all")


@dataclass(frozen=True, slots=True)
class Opening:
    """What a user has asked for; what he left out is for the use case to fill in."""

    game: AnyGame
    seats: int | None
    options: Mapping[str, str]
    opponents: Sequence[discord.User | discord.Member]


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
    for option in info.options:
        kinds[option.key], descriptions[option.key] = str, said.get(option.key, option.key)
        if option.values is not None:
            choices[option.key] = _choices(option, said)

    async def play(interaction: Interaction, **chosen: Any) -> None:
        invited = [chosen[name] for name in opponents if chosen[name] is not None]
        options = {option.key: chosen[option.key] for option in info.options}
        given = {key: value for key, value in options.items() if value is not None}
        await open_table(interaction, Opening(game, chosen.get("seats"), given, invited))

    app_commands.describe(**{name: cut(text, LONGEST) for name, text in descriptions.items()})(play)
    app_commands.choices(**choices)(play)
    _declare(play, kinds)
    return app_commands.Command(
        name=info.key, description=cut(game.texts.summary, LONGEST), callback=play
    )


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
