"""Handlers of controls."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from bot import errors
from bot.context import Interaction
from bot.interactions import access, error_handler
from bot.interactions.contexts import guild_of, user_of
from bot.interactions.pipeline import Fail, InteractionKind
from bot.interactions.registry import Registry
from bot.interactions.subject import subject_of
from bot.observability import logs
from bot.ui import controls
from matches.model.ids import MatchId, PlayerId


@dataclass(frozen=True, slots=True)
class Press:
    """A press of a button, or a choice from a menu."""

    interaction: Interaction
    match_id: MatchId
    seq: int
    rest: str
    values: tuple[str, ...]

    @property
    def player(self) -> PlayerId:
        """The user."""
        return user_of(self.interaction)

    @property
    def choice(self) -> str:
        """The chosen option of a menu. Raises Outdated for a button."""
        if not self.values:
            raise errors.Outdated
        return self.values[0]

    def read(self, pattern: str) -> tuple[str, ...]:
        """The groups of a pattern in `rest`. Raises Outdated if it doesn't match."""
        found = re.fullmatch(pattern, self.rest, re.DOTALL)
        if found is None:
            raise errors.Outdated
        return found.groups()


Handler: TypeAlias = Callable[[Press], Awaitable[None]]
HANDLERS: Registry[Handler] = Registry("control")
on = HANDLERS.on
"""Registers a function as the handler of an action."""


def kind_of(handlers: Mapping[str, Handler], fail: Fail = error_handler.answer) -> InteractionKind:
    """The kind of interactions with a `custom_id`: they are answered by the handler of their
    action. If they are about a match, the user first has to be admitted there. `fail` tells the
    user what went wrong.
    """

    def name(interaction: Interaction) -> str:
        action, *_ = controls.read(interaction)
        return action if action in handlers else controls.UNKNOWN

    async def handle(interaction: Interaction) -> None:
        action, named, seq, rest = controls.read(interaction)
        match_id = MatchId(named)
        interaction.client.names.meet(guild_of(interaction), interaction.user)
        subject = subject_of(interaction)
        subject.match_id, subject.action = match_id, action
        logs.match.set(match_id)
        if action not in handlers:
            raise errors.Outdated
        if match_id != controls.NO_MATCH:
            await access.admit(interaction, match_id)
        values = tuple(controls.field(interaction, "values") or ())
        await handlers[action](Press(interaction, match_id, seq, rest, values))

    return InteractionKind(name, handle, fail)


CONTROLS = kind_of(HANDLERS)


def handles(action: str) -> bool:
    """Whether this action has a handler."""
    return action in HANDLERS


def actions() -> list[str]:
    """The names of all actions."""
    return sorted(HANDLERS)
