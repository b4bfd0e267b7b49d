"""Commands whose options are data, not parameters of a function."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine, Iterator, Mapping
from dataclasses import dataclass
from inspect import Parameter, Signature
from keyword import iskeyword
from types import UnionType
from typing import Any, TypeAlias

from discord import app_commands

from bot.context import Interaction
from bot.text.discord_limits import LABEL
from bot.text.match import cut

Complete: TypeAlias = Callable[
    [Interaction, str], Coroutine[Any, Any, list[app_commands.Choice[Any]]]
]
"""Completes an option's value as it is typed."""


@dataclass(frozen=True, slots=True)
class CommandOption:
    """An option of a command: the type of its value, and its named values or completion."""

    name: str
    kind: type | UnionType
    description: str
    choices: Mapping[Any, str] | None = None
    complete: Complete | None = None


class CommandForm:
    """Collects the options of a command, for discord.py and others who need them."""

    def __init__(self) -> None:
        self._options: dict[str, CommandOption] = {}

    def __iter__(self) -> Iterator[CommandOption]:
        return iter(self._options.values())

    def add(
        self,
        name: str,
        kind: type | UnionType,
        description: str,
        choices: Mapping[Any, str] | None = None,
        complete: Complete | None = None,
    ) -> None:
        """Adds an option: with named values, or with completion. Raises ValueError for a second
        one under the same name.
        """
        if name in self._options:
            raise ValueError(f"a second option {name!r}")
        self._options[name] = CommandOption(name, kind, description, choices, complete)

    def command(
        self, name: str, description: str, callback: Callable[..., Awaitable[None]]
    ) -> app_commands.Command[Any, ..., None]:
        """The command. Its callback gets the interaction and every option by name, with None for
        options that were left out.
        """

        async def run(interaction: Interaction, **given: Any) -> None:
            await callback(interaction, **{one.name: given[_parameter(one.name)] for one in self})

        run.__module__ = callback.__module__  # The overview groups commands by module.
        run.__signature__ = self._signature()  # type: ignore[attr-defined]
        app_commands.rename(**{_parameter(one.name): one.name for one in self})(run)
        about = {_parameter(one.name): cut(one.description, LABEL) for one in self}
        app_commands.describe(**about)(run)
        app_commands.choices(
            **{
                _parameter(one.name): [
                    app_commands.Choice(name=cut(label, LABEL), value=value)
                    for value, label in one.choices.items()
                ]
                for one in self
                if one.choices is not None
            }
        )(run)
        completed = {_parameter(one.name): one.complete for one in self if one.complete}
        app_commands.autocomplete(**completed)(run)
        return app_commands.Command(name=name, description=cut(description, LABEL), callback=run)

    def _signature(self) -> Signature:
        """The options in the form that discord.py reads."""
        interaction = Parameter("interaction", Parameter.POSITIONAL_OR_KEYWORD)
        options = [
            Parameter(
                _parameter(one.name), Parameter.KEYWORD_ONLY, default=None, annotation=one.kind
            )
            for one in self
        ]
        return Signature([interaction, *options])


def _parameter(name: str) -> str:
    """An option's name as a Python parameter, since some words can't be one."""
    return f"{name}_" if iskeyword(name) else name
