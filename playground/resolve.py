"""Values of options and menus: checked, and collected in the form in which Discord sends them."""

from __future__ import annotations

import base64
import binascii
from typing import Any

from . import commands, payloads
from .errors import Json
from .limits import NewFile, Upload
from .messages import Messages
from .world import Channel, User


class Unusable(Exception):
    """Something that the client would not let the user do. The text tells the user the reason."""


class Resolver:
    """Checks the values of options, and collects what Discord sends with them as `resolved`."""

    def __init__(self, messages: Messages, channel: Channel) -> None:
        self.messages = messages
        self.world = messages.world
        self.channel = channel
        self.resolved: Json = {}

    def value(self, option: Json, value: Any) -> Any:
        """The value in the form in which Discord sends it. Raises Unusable."""
        kind = option["type"]
        if option.get("choices"):
            for choice in option["choices"]:
                if value in (choice["value"], str(choice["value"])):
                    return choice["value"]
            raise Unusable(f"“{value}” is not a choice of “{option['name']}”.")
        if kind == commands.STRING:
            return self._text(option, str(value))
        if kind in (commands.INTEGER, commands.NUMBER):
            return self._number(option, value)
        if kind == commands.BOOLEAN:
            if value in (True, "true", "True"):
                return True
            if value in (False, "false", "False"):
                return False
            raise Unusable(f"“{option['name']}” must be true or false.")
        if kind == commands.ATTACHMENT:
            return self._attachment(value)
        return self._thing(kind, str(value))

    def _text(self, option: Json, value: str) -> str:
        low, high = option.get("min_length", 0), option.get("max_length", 6000)
        if not low <= len(value) <= high:
            raise Unusable(f"“{option['name']}” must have {low} to {high} characters.")
        return value

    def _number(self, option: Json, value: Any) -> int | float:
        try:
            number = int(value) if option["type"] == commands.INTEGER else float(value)
        except (TypeError, ValueError):
            raise Unusable(f"“{option['name']}” must be a number.") from None
        low, high = option.get("min_value"), option.get("max_value")
        if (low is not None and number < low) or (high is not None and number > high):
            raise Unusable(f"“{option['name']}” is out of range.")
        return number

    def _thing(self, kind: int, value: str) -> str:
        world, guild = self.world, self.channel.guild
        number = int(value) if value.isdecimal() else 0
        if kind in (commands.USER_OPTION, commands.MENTIONABLE) and number in world.users:
            self._add_user(world.users[number])
        elif (
            kind == commands.CHANNEL
            and number in world.channels
            and world.channels[number].guild is guild
        ):
            channel = world.channels[number]
            self._add("channels", number, payloads.partial_channel(world, channel, world.bot))
        elif (
            kind in (commands.ROLE, commands.MENTIONABLE)
            and guild
            and number in {r.id for r in guild.all_roles()}
        ):
            role = next(each for each in guild.all_roles() if each.id == number)
            self._add("roles", number, payloads.role(role))
        else:
            raise Unusable(f"There is no “{value}” here.")
        return value

    def _add_user(self, user: User) -> None:
        self._add("users", user.id, payloads.user(user))
        guild = self.channel.guild
        if guild is not None and user.id in guild.members:
            member = payloads.member(guild, user, with_user=False)
            member["permissions"] = str(int(self.world.permissions(user, self.channel)))
            self._add("members", user.id, member)

    def target(self, kind: int, target: str | None, user: User) -> int:
        """The user or message for which a context menu was opened."""
        number = int(target) if target and target.isdecimal() else 0
        if kind == commands.USER:
            self._thing(commands.USER_OPTION, str(number))
        else:
            message = self.channel.messages.get(number)
            if message is None or not message.visible_to(user):
                raise Unusable("This message no longer exists.")
            self._add("messages", number, payloads.message(message, self.world.base_url))
        return number

    def _attachment(self, value: Any) -> str:
        try:
            filename, data = str(value["filename"]), base64.b64decode(value["data"], validate=True)
        except (TypeError, KeyError, binascii.Error):
            raise Unusable("A file needs a filename and data.") from None
        if len(data) > self.world.settings.attachment_limit:
            raise Unusable("The file is too large.")
        attachment = self.messages.attach(
            self.channel, NewFile(Upload(0, filename, data), filename, None)
        )
        self._add(
            "attachments", attachment.id, payloads.attachment(attachment, self.world.base_url)
        )
        return str(attachment.id)

    def _add(self, kind: str, number: int, payload: Json) -> None:
        self.resolved.setdefault(kind, {})[str(number)] = payload
