"""One interaction: its state, and its form in Discord's payloads."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from . import commands, installs, payloads
from .errors import Json
from .world import EPHEMERAL, LOADING, Channel, Message, User, World

COMMAND, COMPONENT, AUTOCOMPLETE, MODAL = 2, 3, 4, 5
"""Interaction types."""
PONG, REPLY_NOW, DEFER, DEFER_UPDATE, UPDATE, CHOICES, FORM = 1, 4, 5, 6, 7, 8, 9
"""Callback types."""
KINDS = {COMMAND: "command", COMPONENT: "component", AUTOCOMPLETE: "autocomplete", MODAL: "modal"}
NO_ANSWER = "The application did not respond"
SLASH_ANSWER, MENU_ANSWER = 20, 23
"""Message types of answers to commands."""


@dataclass(eq=False)
class Interaction:
    """One action by a user, and all answers to it."""

    id: int
    type: int
    user: User
    channel: Channel
    data: Json
    token: str
    owners: dict[str, str]
    """The installations that authorize it: see `installs.owners`."""
    message: Message | None = None
    """The message whose component was used; for a modal, the message from which it was opened."""
    parent: Interaction | None = None
    """The interaction that opened the modal."""
    option_type: int | None = None
    """The type of the option being completed."""
    payload: Json = field(default_factory=dict)
    response_type: int | None = None
    failed: bool = False
    ended: bool = False
    """Whether the token has expired."""
    original: Message | None = None
    followups: list[Message] = field(default_factory=list)
    choices: list[Json] | None = None
    modal: Json | None = None
    answered: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when the user has a real answer (not just a deferral), or never will have one."""

    @property
    def acknowledged(self) -> bool:
        """Whether the bot answered in time."""
        return self.response_type is not None

    @property
    def kind(self) -> str:
        """The type as a word."""
        return KINDS[self.type]

    @property
    def deferred_reply(self) -> bool:
        """Whether the bot is "thinking". The first reply becomes the original response, with the
        visibility of the deferral.
        """
        return self.original is not None and self.original.thinking

    def allowed_answers(self) -> set[int]:
        """The callback types that Discord accepts for it."""
        if self.type == COMMAND:
            return {REPLY_NOW, DEFER, FORM}
        if self.type == AUTOCOMPLETE:
            return {CHOICES}
        if self.type == COMPONENT:
            return {REPLY_NOW, DEFER, DEFER_UPDATE, UPDATE, FORM}
        return {REPLY_NOW, DEFER} | ({DEFER_UPDATE, UPDATE} if self.message else set())


def payload(world: World, interaction: Interaction) -> Json:
    """The payload sent over the bot's gateway."""
    user, channel = interaction.user, interaction.channel
    guild = channel.guild
    result: Json = {
        "id": str(interaction.id),
        "application_id": str(world.application_id),
        "type": interaction.type,
        "token": interaction.token,
        "version": 1,
        "data": interaction.data,
        "channel_id": str(channel.id),
        "channel": payloads.partial_channel(world, channel, user),
        "app_permissions": str(
            int(installs.app_permissions(world, user, channel, interaction.owners))
        ),
        "locale": user.locale,
        "entitlements": [],
        "entitlement_sku_ids": [],
        "authorizing_integration_owners": interaction.owners,
        "context": installs.context(channel),
        "attachment_size_limit": world.settings.attachment_limit,
    }
    if interaction.message is not None:
        result["message"] = payloads.message(interaction.message, world.base_url)
    if guild is None:
        return result | {"user": payloads.user(user)}
    return result | {
        "guild_id": str(guild.id),
        "guild": {"id": str(guild.id), "locale": guild.preferred_locale, "features": []},
        "guild_locale": guild.preferred_locale,
        "member": payloads.member(guild, user) | {"permissions": result["channel"]["permissions"]},
    }


def metadata(interaction: Interaction, *, first: bool = True) -> Json:
    """The metadata in a message that answers the interaction: in the `first` message, or in a
    follow-up.
    """
    result: Json = {
        "id": str(interaction.id),
        "type": interaction.type,
        "user": payloads.user(interaction.user),
        "authorizing_integration_owners": interaction.owners,
        "name": _command_name(interaction.data) if interaction.type == COMMAND else None,
    }
    if not first and interaction.original is not None:
        result["original_response_message_id"] = str(interaction.original.id)
    if interaction.type == COMPONENT and interaction.message is not None:
        result["interacted_message_id"] = str(interaction.message.id)
    if interaction.parent is not None:
        result["triggering_interaction_metadata"] = {
            key: value for key, value in metadata(interaction.parent).items() if key != "name"
        }
    return result


def origin(interaction: Interaction) -> Interaction:
    """The command or component at the start of this chain of forms."""
    return interaction if interaction.parent is None else origin(interaction.parent)


def _command_name(data: Json) -> str:
    """The full name of a command with its subcommands, such as `play chess`."""
    words, options = [str(data["name"])], data.get("options", [])
    while options and options[0]["type"] in (commands.SUBCOMMAND, commands.GROUP):
        words.append(options[0]["name"])
        options = options[0].get("options", [])
    return " ".join(words)


def callback_response(interaction: Interaction, base_url: str) -> Json:
    """The body of a callback with `with_response=true`."""
    guild = interaction.channel.guild
    result: Json = {
        "id": str(interaction.id),
        "type": interaction.type,
        "channel_id": str(interaction.channel.id),
    }
    if guild is not None:
        result["guild_id"] = str(guild.id)
    body: Json = {"interaction": result}
    message = interaction.original
    if message is not None and interaction.response_type in (
        REPLY_NOW,
        DEFER,
        UPDATE,
        DEFER_UPDATE,
    ):
        result |= {
            "response_message_id": str(message.id),
            "response_message_loading": bool(message.flags & LOADING),
            "response_message_ephemeral": bool(message.flags & EPHEMERAL),
        }
    if message is not None and interaction.response_type in (REPLY_NOW, UPDATE):
        body["resource"] = {
            "type": interaction.response_type,
            "message": payloads.message(message, base_url),
        }
    return body
