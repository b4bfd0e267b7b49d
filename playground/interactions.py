"""Interactions: the deadlines for the bot's answers, and how Discord handles each answer."""

from __future__ import annotations

import asyncio
import secrets
from collections import defaultdict
from collections.abc import Callable
from datetime import datetime
from typing import Any

from . import commands, components, errors, installs
from .errors import ApiError, Json
from .forms import Form
from .interaction import (
    AUTOCOMPLETE,
    CHOICES,
    DEFER,
    DEFER_UPDATE,
    FORM,
    MENU_ANSWER,
    REPLY_NOW,
    SLASH_ANSWER,
    UPDATE,
    Interaction,
    metadata,
    origin,
    payload,
)
from .limits import MessageForm, Upload, read_message, require_content
from .messages import REPLY, Messages
from .world import EPHEMERAL, LOADING, Channel, Message, User, World

Waiting = tuple[Interaction, datetime | None]
"""An interaction whose message is about to be edited, and the time of its last edit."""


class Interactions:
    """All interactions of one world.

    `deliver(payload, guild_id)` sends one to the bot's gateway sessions.
    """

    def __init__(
        self, world: World, messages: Messages, deliver: Callable[[Json, int | None], None]
    ) -> None:
        self.world = world
        self.messages = messages
        self._deliver = deliver
        self.all: dict[int, Interaction] = {}
        self._by_token: dict[str, Interaction] = {}
        self._timers: dict[int, asyncio.TimerHandle] = {}
        self._deferred_updates: dict[int, list[Waiting]] = defaultdict(list)
        world.listen(self._on_event)

    # From the user

    def create(
        self,
        kind: int,
        user: User,
        channel: Channel,
        data: Json,
        *,
        message: Message | None = None,
        parent: Interaction | None = None,
        option_type: int | None = None,
        owners: dict[str, str] | None = None,
    ) -> Interaction:
        """Send an interaction to the bot and start its deadline. Without `owners`, it keeps the
        installations of the interaction that it follows.
        """
        if owners is None:
            owners = _owners(channel, message, parent)
        interaction = Interaction(
            self.world.ids.next(),
            kind,
            user,
            channel,
            data,
            secrets.token_urlsafe(96),
            owners,
            message,
            parent,
            option_type,
        )
        interaction.payload = payload(self.world, interaction)
        self.all[interaction.id] = interaction
        self._by_token[interaction.token] = interaction
        self._schedule(interaction, self.world.settings.deadline, self._expire)
        self.world.emit("interaction.create", interaction)
        self._deliver(interaction.payload, channel.guild.id if channel.guild else None)
        return interaction

    def redeliver(self, interaction: Interaction) -> None:
        """Send the very same interaction again, as a gateway may after a reconnect."""
        self._deliver(
            interaction.payload, interaction.channel.guild.id if interaction.channel.guild else None
        )

    # Deadlines

    def _schedule(
        self, interaction: Interaction, seconds: float, action: Callable[[Interaction], None]
    ) -> None:
        timer = self._timers.pop(interaction.id, None)
        if timer is not None:
            timer.cancel()
        self._timers[interaction.id] = asyncio.get_running_loop().call_later(
            seconds, action, interaction
        )

    def _expire(self, interaction: Interaction) -> None:
        interaction.failed = interaction.ended = True
        interaction.answered.set()
        self.world.emit("interaction.failed", interaction)

    def _end(self, interaction: Interaction) -> None:
        """End the interaction, because its token has expired. A reply still owed will never
        arrive.
        """
        interaction.ended = True
        self._timers.pop(interaction.id, None)
        if interaction.deferred_reply:
            interaction.failed = True
            interaction.answered.set()
            self.world.emit("interaction.failed", interaction)

    def close(self) -> None:
        """Cancel all deadlines."""
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()

    # From the bot: the callback

    def answer(
        self, interaction_id: int, token: str, body: Any, uploads: list[Upload]
    ) -> Interaction:
        """The bot's first answer.

        Raises 10062 if the interaction is unknown or too old, 40060 if it was already answered,
        50035 for an invalid answer.
        """
        interaction = self.all.get(interaction_id)
        if interaction is None or interaction.token != token:
            raise errors.unknown("interaction")
        if interaction.acknowledged:
            raise ApiError(400, 40060, "Interaction has already been acknowledged.")
        if interaction.ended:
            raise errors.unknown("interaction")
        form = Form(body)
        answer = form["type"].choice(interaction.allowed_answers(), required=True)
        form.check()
        assert answer is not None
        data = form["data"].or_empty()
        actions: dict[int, Callable[[Interaction, Form, list[Upload]], None]] = {
            REPLY_NOW: self._reply,
            DEFER: self._defer,
            UPDATE: self._update,
            CHOICES: self._choices,
            FORM: self._modal,
        }
        action = actions.get(answer)
        if action is not None:
            action(interaction, data, uploads)
        interaction.response_type = answer
        if answer == DEFER_UPDATE:
            assert interaction.message is not None
            interaction.original = interaction.message
            message = interaction.message
            self._deferred_updates[message.id].append((interaction, message.edited_at))
        elif answer != DEFER:
            interaction.answered.set()
        self._schedule(interaction, self.world.settings.token_lifetime, self._end)
        self.world.emit("interaction.done", interaction)
        return interaction

    def _read(
        self, form: Form, uploads: list[Upload], edited: Message | None = None
    ) -> MessageForm:
        return read_message(form, uploads, self.world.settings.attachment_limit, edited=edited)

    def _reply(self, interaction: Interaction, data: Form, uploads: list[Upload]) -> None:
        form = self._read(data, uploads)
        require_content(form)
        interaction.original = self._post(interaction, form, bool(form.flags & EPHEMERAL))

    def _defer(self, interaction: Interaction, data: Form, uploads: list[Upload]) -> None:
        flags = data["flags"].integer(0) or 0
        data.check()
        empty = MessageForm(frozenset())
        interaction.original = self._post(interaction, empty, bool(flags & EPHEMERAL), loading=True)

    def _update(self, interaction: Interaction, data: Form, uploads: list[Upload]) -> None:
        message = interaction.message
        assert message is not None
        form = self._read(data, uploads, message)
        if message.id in message.channel.messages:
            self.messages.edit(message, form)
        interaction.original = message

    def _choices(self, interaction: Interaction, data: Form, uploads: list[Upload]) -> None:
        if not data["choices"].given:
            data["choices"].error("BASE_TYPE_REQUIRED", "This field is required")
        choices = commands.choices(data["choices"], interaction.option_type, unique=False)
        data.check()
        interaction.choices = choices

    def _modal(self, interaction: Interaction, data: Form, uploads: list[Upload]) -> None:
        modal = components.modal(data)
        data.check()
        interaction.modal = modal
        self.world.emit("modal.open", interaction)

    def _post(
        self, interaction: Interaction, form: MessageForm, ephemeral: bool, *, loading: bool = False
    ) -> Message:
        """Post a message as the answer."""
        ephemeral = ephemeral or installs.must_be_ephemeral(
            self.world, interaction.user, interaction.channel, interaction.owners
        )
        first = interaction.original is None and interaction.response_type is None
        reference = interaction.message if first else interaction.original
        if reference is not None:
            kind = REPLY
        else:
            kind = MENU_ANSWER if origin(interaction).data.get("type", 1) != 1 else SLASH_ANSWER
        return self.messages.create(
            interaction.channel,
            self.world.bot,
            form,
            kind=kind,
            reference=reference,
            interaction=metadata(interaction, first=first),
            ephemeral_to=interaction.user if ephemeral else None,
            loading=loading,
        )

    # From the bot: the webhook of the token

    def by_token(self, application_id: int, token: str) -> Interaction:
        """The acknowledged interaction with this token.

        Raises 10015 if there is none, 50027 if the token has expired.
        """
        interaction = self._by_token.get(token)
        if interaction is None or application_id != self.world.application_id:
            raise errors.unknown("webhook")
        if not interaction.acknowledged or interaction.type == AUTOCOMPLETE:
            raise errors.unknown("webhook")
        if interaction.ended:
            raise ApiError(401, 50027, "Invalid Webhook Token")
        return interaction

    def follow_up(self, interaction: Interaction, body: Any, uploads: list[Upload]) -> Message:
        """A follow-up message.

        After a deferral the first one becomes the original response, with the deferral's
        visibility. One for everybody is no answer to whoever waits for a message to be updated.
        """
        if interaction.deferred_reply and interaction.original is not None:
            return self.edit(interaction, interaction.original, body, uploads)
        form = self._read(Form(body), uploads)
        require_content(form)
        if (
            installs.only_users(interaction.owners)
            and len(interaction.followups) >= installs.FOLLOW_UPS
        ):
            raise ApiError(
                400, 40094, "This interaction has reached the maximum number of follow-up messages"
            )
        message = self._post(interaction, form, bool(form.flags & EPHEMERAL))
        interaction.followups.append(message)
        if interaction.response_type != DEFER_UPDATE or message.ephemeral_to is not None:
            interaction.answered.set()
        return message

    def message(self, interaction: Interaction, reference: str) -> Message:
        """`@original` or the id of a follow-up. Raises 10008."""
        known = [interaction.original, *interaction.followups]
        if reference == "@original":
            found = interaction.original
        else:
            found = next(
                (each for each in known if each is not None and str(each.id) == reference), None
            )
        if found is None or found.id not in found.channel.messages:
            raise errors.unknown("message")
        return found

    def edit(
        self, interaction: Interaction, message: Message, body: Any, uploads: list[Upload]
    ) -> Message:
        """Edit the original or a follow-up. This ends its "thinking" state."""
        form = self._read(Form(body), uploads, message)
        result = self.messages.edit(message, form)
        interaction.answered.set()
        return result

    def delete(self, interaction: Interaction, message: Message) -> None:
        """Delete the original or a follow-up. After a deferral, the "thinking" state ends, and the
        next follow-up is a message of its own.
        """
        message.flags &= ~LOADING
        self.messages.delete(message)
        interaction.answered.set()

    def _on_event(self, kind: str, subject: Any) -> None:
        """Any other edit of its message also completes a deferred update; starting a thread on the
        message does not.
        """
        if kind in ("message.update", "message.delete"):
            waiting = self._deferred_updates.pop(subject.id, [])
            for interaction, edited_at in waiting:
                if kind == "message.update" and subject.edited_at == edited_at:
                    self._deferred_updates[subject.id].append((interaction, edited_at))
                else:
                    interaction.answered.set()


def _owners(
    channel: Channel, message: Message | None, parent: Interaction | None
) -> dict[str, str]:
    """The owners behind a component of this message, or a form opened by this parent."""
    if parent is not None:
        return parent.owners
    if message is not None and message.interaction is not None:
        known: dict[str, str] = message.interaction["authorizing_integration_owners"]
        return known
    return {"0": str(channel.guild.id) if channel.guild else "0"}
