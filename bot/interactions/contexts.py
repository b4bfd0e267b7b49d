"""Where a command works. Discord is told this, so that it doesn't offer the command elsewhere; the
bot checks it, too.

For a while Discord remembers what an earlier version told it, and old messages keep their buttons.
So elsewhere, a command that needs a server with the bot is refused, with a sentence that says what
is possible instead.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias, TypeVar

from discord import app_commands

from bot.context import Interaction
from bot.errors import Refused
from matches.model.ids import ChannelId, GuildId, PlayerId

T = TypeVar("T")


AnyCommand: TypeAlias = (
    "app_commands.Command[Any, ..., Any] | app_commands.Group | app_commands.ContextMenu"
)
_Command = TypeVar("_Command", bound="app_commands.Command[Any, ..., Any]")

_INSTEAD = "instead"


def everywhere(command: T) -> T:
    """Marks a command, group or menu that works everywhere: on servers with and without the bot, in
    its direct messages, and in those of others.
    """
    contexts = app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    return app_commands.allowed_installs(guilds=True, users=True)(contexts(command))


def servers_only(instead: str) -> Callable[[_Command], _Command]:
    """Marks a command that works only on servers where the bot is a member. Elsewhere, users read
    `instead`, which says this and what is possible there.
    """

    def limit(command: _Command) -> _Command:
        command.extras[_INSTEAD] = instead
        contexts = app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
        return app_commands.allowed_installs(guilds=True, users=False)(contexts(command))

    return limit


def works(interaction: Interaction, command: AnyCommand) -> bool:
    """Whether a command can work where this interaction happens."""
    return _INSTEAD not in command.extras or is_server(interaction)


def require_context(interaction: Interaction, command: AnyCommand) -> None:
    """Raises Refused if a command can't work where this interaction happens."""
    group = command.root_parent if isinstance(command, app_commands.Command) else None
    instead = (group or command).extras.get(_INSTEAD)
    if instead is not None:
        require_server(interaction, instead)


def require_server(interaction: Interaction, instead: str) -> GuildId:
    """The server's id. Raises Refused outside servers where the bot is a member."""
    guild = guild_of(interaction)
    if guild is None or not is_server(interaction):
        raise Refused(instead)
    return guild


def user_of(interaction: Interaction) -> PlayerId:
    """Who has acted."""
    return PlayerId(interaction.user.id)


def guild_of(interaction: Interaction) -> GuildId | None:
    """The server in which the interaction happened, whether or not the bot is a member there."""
    return None if interaction.guild_id is None else GuildId(interaction.guild_id)


def channel_of(interaction: Interaction) -> ChannelId | None:
    """The channel or thread in which the interaction happened."""
    return None if interaction.channel_id is None else ChannelId(interaction.channel_id)


def is_server(interaction: Interaction) -> bool:
    """Whether the interaction happened on a server where the bot is a member."""
    known = interaction.client.get_guild(interaction.guild_id or 0)
    return interaction.is_guild_integration() or known is not None
