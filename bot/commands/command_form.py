"""Commands whose options are data, not parameters of a function."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine, Mapping
from inspect import Parameter, Signature
from typing import Any, TypeAlias

from discord import app_commands

from bot.context import Interaction
from bot.text.discord_limits import LABEL
from bot.text.match import cut

Complete: TypeAlias = Callable[
    [Interaction, str], Coroutine[Any, Any, list[app_commands.Choice[Any]]]
]
"""Completes an option's value as it is typed."""


class CommandForm:
    """Collects the options of a command for discord.py."""

    def __init__(self) -> None:
        self._kinds: dict[str, type] = {}
        self._descriptions: dict[str, str] = {}
        self._choices: dict[str, list[app_commands.Choice[Any]]] = {}
        self._completions: dict[str, Complete] = {}

    def add(
        self,
        name: str,
        kind: type,
        description: str,
        choices: Mapping[Any, str] | None = None,
        complete: Complete | None = None,
    ) -> None:
        """Adds an option: with named values, or with completion."""
        self._kinds[name], self._descriptions[name] = kind, cut(description, LABEL)
        if choices is not None:
            self._choices[name] = [
                app_commands.Choice(name=cut(label, LABEL), value=value)
                for value, label in choices.items()
            ]
        if complete is not None:
            self._completions[name] = complete

    def command(
        self, name: str, description: str, callback: Callable[..., Awaitable[None]]
    ) -> app_commands.Command[Any, ..., None]:
        """The command. Its callback gets the interaction, and every option by name: None for
        options that were left out.
        """

        async def run(interaction: Interaction, **given: Any) -> None:
            await callback(interaction, **given)

        run.__module__ = callback.__module__  # The overview groups commands by module.
        run.__signature__ = self._signature()  # type: ignore[attr-defined]
        app_commands.describe(**self._descriptions)(run)
        app_commands.choices(**self._choices)(run)
        app_commands.autocomplete(**self._completions)(run)
        return app_commands.Command(name=name, description=cut(description, LABEL), callback=run)

    def _signature(self) -> Signature:
        """The options in the form that discord.py reads."""
        interaction = Parameter("interaction", Parameter.POSITIONAL_OR_KEYWORD)
        options = [
            Parameter(name, Parameter.KEYWORD_ONLY, default=None, annotation=kind)
            for name, kind in self._kinds.items()
        ]
        return Signature([interaction, *options])
