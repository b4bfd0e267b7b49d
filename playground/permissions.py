"""Discord's permissions, as far as the playground checks them."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntFlag
from functools import reduce
from operator import or_

Overwrite = tuple["Permission", "Permission"]


class Permission(IntFlag):
    """Discord's permission bits."""

    ADMINISTRATOR = 1 << 3
    MANAGE_CHANNELS = 1 << 4
    MANAGE_GUILD = 1 << 5
    ADD_REACTIONS = 1 << 6
    VIEW_CHANNEL = 1 << 10
    SEND_MESSAGES = 1 << 11
    MANAGE_MESSAGES = 1 << 13
    EMBED_LINKS = 1 << 14
    ATTACH_FILES = 1 << 15
    READ_MESSAGE_HISTORY = 1 << 16
    MENTION_EVERYONE = 1 << 17
    USE_EXTERNAL_EMOJIS = 1 << 18
    USE_APPLICATION_COMMANDS = 1 << 31
    MANAGE_EVENTS = 1 << 33
    MANAGE_THREADS = 1 << 34
    CREATE_PUBLIC_THREADS = 1 << 35
    CREATE_PRIVATE_THREADS = 1 << 36
    SEND_MESSAGES_IN_THREADS = 1 << 38
    CREATE_EVENTS = 1 << 44
    USE_EXTERNAL_APPS = 1 << 50


EVERYTHING = Permission((1 << 51) - 1)
_ADMINISTRATOR, _VIEW_CHANNEL = int(Permission.ADMINISTRATOR), int(Permission.VIEW_CHANNEL)

USUAL = (
    Permission.ADD_REACTIONS
    | Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.EMBED_LINKS
    | Permission.ATTACH_FILES
    | Permission.READ_MESSAGE_HISTORY
    | Permission.USE_EXTERNAL_EMOJIS
    | Permission.USE_APPLICATION_COMMANDS
    | Permission.CREATE_PUBLIC_THREADS
    | Permission.CREATE_PRIVATE_THREADS
    | Permission.SEND_MESSAGES_IN_THREADS
    | Permission.USE_EXTERNAL_APPS
)
"""What everybody may do in a new guild. The bot may do no more than that, unless it is granted
more.
"""


def granted(
    roles: Iterable[Permission], layers: Iterable[Iterable[Overwrite | None]]
) -> Permission:
    """The permissions of these roles after the overwrites of each layer. Within a layer, allow
    beats deny.
    """
    have = reduce(or_, map(int, roles), 0)  # Plain integers combine much faster than flags.
    if have & _ADMINISTRATOR:
        return EVERYTHING
    for layer in layers:
        overwrites = [overwrite for overwrite in layer if overwrite is not None]
        for _, denied in overwrites:
            have &= ~int(denied)
        for allowed, _ in overwrites:
            have |= int(allowed)
    return Permission(have if have & _VIEW_CHANNEL else 0)


def named(names: Iterable[str]) -> Permission:
    """The permissions with these names, such as `send_messages`; KeyError for an unknown name."""
    return reduce(or_, (Permission[name.upper()] for name in names), Permission(0))
