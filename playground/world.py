"""The simulated world: users, guilds, channels, messages, commands. It is kept in memory and
changed by one event loop.

Every change is announced with `World.emit`; the gateway and the page listen.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, TypeVar

from . import errors
from .errors import Json
from .forums import Tag
from .permissions import EVERYTHING, USUAL, Permission, granted
from .scheduled import ScheduledEvent
from .settings import Settings
from .snowflake import Snowflakes, fixed, time_of

TEXT, DM, GROUP, PUBLIC_THREAD, PRIVATE_THREAD, FORUM = 0, 1, 3, 11, 12, 15
"""The channel types that exist here."""

EPHEMERAL, LOADING, COMPONENTS_V2 = 64, 128, 32768
"""Message flags."""


@dataclass(eq=False)
class User:
    """A person, or the bot."""

    id: int
    username: str
    global_name: str | None = None
    locale: str = "en-US"
    colour: str = "#5865f2"
    bot: bool = False
    dms_open: bool = True
    installed: bool = True
    """Whether they have installed the application to their own account."""

    @property
    def display(self) -> str:
        """The display name."""
        return self.global_name or self.username


@dataclass(eq=False)
class Emoji:
    """An emoji of the application."""

    id: int
    name: str
    content_type: str
    data: bytes


@dataclass(eq=False)
class Role:
    """A role of a guild."""

    id: int
    name: str
    permissions: Permission
    position: int = 0


@dataclass(eq=False)
class Guild:
    """A guild; usually the bot is a member."""

    id: int
    name: str
    preferred_locale: str
    owner: User
    everyone: Role
    roles: dict[int, Role] = field(default_factory=dict)
    members: dict[int, list[Role]] = field(default_factory=dict)
    """The roles of each member, without @everyone."""
    bot_joined: datetime | None = None
    """When the bot was added; None: when the guild was made, like everybody."""
    system_channel: Channel | None = None
    """The channel in which Discord greets new members."""
    channels: dict[int, Channel] = field(default_factory=dict)
    """Its channels and threads."""
    events: dict[int, ScheduledEvent] = field(default_factory=dict)

    def all_roles(self) -> list[Role]:
        """All roles, @everyone first."""
        return [self.everyone, *self.roles.values()]


@dataclass(eq=False)
class Attachment:
    """An uploaded file."""

    id: int
    channel_id: int
    filename: str
    content_type: str
    data: bytes
    description: str | None = None
    size: tuple[int, int] | None = None
    """Width and height in pixels if it is a picture."""

    @property
    def path(self) -> str:
        """The path under which it is served."""
        return f"/attachments/{self.channel_id}/{self.id}/{self.filename}"


@dataclass(eq=False)
class Channel:
    """A text channel, a thread, direct messages with the bot, a group of people, or a forum, whose
    posts are threads.
    """

    id: int
    type: int
    name: str
    guild: Guild | None = None
    parent: Channel | None = None
    topic: str | None = None
    position: int = 0
    overwrites: dict[int, tuple[Permission, Permission]] = field(default_factory=dict)
    """Role or user id -> (allowed, denied)."""
    recipient: User | None = None
    group: list[User] = field(default_factory=list)
    """The members of a private group; the bot is never one."""
    owner: User | None = None
    archived: bool = False
    locked: bool = False
    invitable: bool = True
    auto_archive: int = 1440
    joined: dict[int, User] = field(default_factory=dict)
    messages: dict[int, Message] = field(default_factory=dict)
    last_message_id: int | None = None
    flags: int = 0
    tags: list[Tag] = field(default_factory=list)
    """The tags that a forum offers for its posts."""
    applied: list[int] = field(default_factory=list)
    """The tags of a post."""

    @property
    def is_thread(self) -> bool:
        """Whether it is a thread."""
        return self.type in (PUBLIC_THREAD, PRIVATE_THREAD)


@dataclass(eq=False)
class Message:
    """A message, with Discord's bits in `flags`."""

    id: int
    channel: Channel
    author: User
    type: int = 0
    content: str = ""
    flags: int = 0
    embeds: list[Json] = field(default_factory=list)
    components: list[Json] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    mentions: list[User] = field(default_factory=list)
    notified: list[User] = field(default_factory=list)
    """Whom it has notified: those mentioned when it was new, but nobody whom an edit mentions."""
    mention_roles: list[Role] = field(default_factory=list)
    mention_everyone: bool = False
    nonce: str | int | None = None
    reference: Message | None = None
    ephemeral_to: User | None = None
    interaction: Json | None = None
    """Discord's interaction_metadata, with the command's name."""
    edited_at: datetime | None = None
    thread: Channel | None = None

    @property
    def thinking(self) -> bool:
        """Whether the bot has deferred it."""
        return bool(self.flags & LOADING)

    def visible_to(self, user: User) -> bool:
        """Whether this user sees it, assuming they see the channel."""
        return self.ephemeral_to is None or self.ephemeral_to is user or self.author is user


T = TypeVar("T")
Listener = Callable[[str, Any], None]


class World:
    """Everything that exists, and who may see it."""

    def __init__(self, bot_name: str = "Dreierlei") -> None:
        self.settings = Settings()
        self.ids = Snowflakes()
        self.base_url = ""
        self.bot = User(fixed(1), bot_name.lower(), bot_name, bot=True)
        self.users: dict[int, User] = {self.bot.id: self.bot}
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}
        self._dms: dict[int, Channel] = {}
        """Those between the bot and each user."""
        self.attachments: dict[int, Attachment] = {}
        self.commands: dict[int | None, dict[int, Json]] = defaultdict(dict)
        """Guild id, or None for global commands -> command id -> the command as Discord describes
        it.
        """
        self.emojis: dict[int, Emoji] = {}
        """The application's own emojis."""
        self._listeners: list[Listener] = []

    @property
    def application_id(self) -> int:
        """The bot's id, as for all newer applications."""
        return self.bot.id

    # Events

    def listen(self, listener: Listener) -> None:
        """Call this function for every change."""
        self._listeners.append(listener)

    def emit(self, kind: str, subject: Any) -> None:
        """Call all listeners at once, in order.

        Kinds: `message.create`, `channel.update`, `interaction.failed` and so on.
        """
        for listener in self._listeners:
            listener(kind, subject)

    # Creating

    def add_user(self, user: User) -> User:
        """Add a user."""
        self.users[user.id] = user
        return user

    def add_guild(
        self, guild_id: int, name: str, locale: str, people: list[User], *, bot: bool = True
    ) -> Guild:
        """Add a guild with these members and, unless `bot` is false, the bot. The first member owns
        it.
        """
        guild = Guild(guild_id, name, locale, people[0], Role(guild_id, "@everyone", USUAL))
        guild.members = {user.id: [] for user in people}
        if bot:
            role = Role(guild_id + 1, self.bot.display, USUAL, 1)
            guild.roles[role.id] = role
            guild.members[self.bot.id] = [role]
        self.guilds[guild.id] = guild
        return guild

    def add_channel(self, channel: Channel) -> Channel:
        """Add a channel."""
        self.channels[channel.id] = channel
        if channel.guild is not None:
            channel.guild.channels[channel.id] = channel
        if channel.recipient is not None:
            self._dms[channel.recipient.id] = channel
        return channel

    def remove_channel(self, channel: Channel) -> None:
        """Remove a channel, or a thread. Raises 10003."""
        if self.channels.pop(channel.id, None) is None:
            raise errors.unknown("channel")
        if channel.guild is not None:
            del channel.guild.channels[channel.id]
        if channel.recipient is not None:
            del self._dms[channel.recipient.id]

    def add_bot(self, guild: Guild) -> None:
        """Add the bot to a guild, now."""
        guild.members.setdefault(self.bot.id, [])
        guild.bot_joined = now()
        self.emit("guild.join", guild)

    def clear(self) -> None:
        """Remove everything except the bot, its commands and emojis. The bot is removed from every
        guild.
        """
        joined = self.joined_guilds()
        self.users = {self.bot.id: self.bot}
        for everything in (self.guilds, self.channels, self._dms, self.attachments):
            everything.clear()
        for guild in joined:
            self.emit("guild.leave", guild)

    def open_dm(self, user: User) -> Channel:
        """The direct messages between the bot and this user. It is always the same channel."""
        if user.id in self._dms:
            return self._dms[user.id]
        channel = self.add_channel(Channel(self.ids.next(), DM, self.bot.display, recipient=user))
        self.emit("channel.create", channel)
        return channel

    # Finding

    def user(self, user_id: int) -> User:
        """The user with this id. Raises 10013."""
        return _found(self.users, user_id, "user")

    def guild(self, guild_id: int) -> Guild:
        """The guild with this id. Raises 10004."""
        return _found(self.guilds, guild_id, "guild")

    def channel(self, channel_id: int) -> Channel:
        """The channel with this id. Raises 10003."""
        return _found(self.channels, channel_id, "channel")

    def message(self, channel: Channel, message_id: int) -> Message:
        """The message with this id. Raises 10008."""
        return _found(channel.messages, message_id, "message")

    def joined_guilds(self) -> list[Guild]:
        """The guilds in which the bot is a member."""
        return [guild for guild in self.guilds.values() if self.bot.id in guild.members]

    def channels_of(self, guild: Guild) -> Iterator[Channel]:
        """Channels and threads of a guild, by position and age."""
        yield from sorted(
            guild.channels.values(),
            key=lambda channel: (channel.is_thread, channel.position, channel.id),
        )

    # Permissions

    def permissions(self, user: User, channel: Channel) -> Permission:
        """The permissions of this user in this channel, in Discord's order: roles, then
        overwrites.
        """
        guild = channel.guild
        if guild is None:
            inside = channel.group or (channel.recipient, self.bot)
            return USUAL if user in inside else Permission(0)
        if user.id not in guild.members:
            return Permission(0)
        if user is guild.owner:
            return EVERYTHING
        roles = guild.members[user.id]
        place = channel.parent if channel.parent is not None else channel
        result = granted(
            [guild.everyone.permissions, *(role.permissions for role in roles)],
            [
                [place.overwrites.get(guild.everyone.id)],
                [place.overwrites.get(role.id) for role in roles],
                [place.overwrites.get(user.id)],
            ],
        )
        hidden = channel.type == PRIVATE_THREAD and user.id not in channel.joined
        if hidden and not result & Permission.MANAGE_THREADS:
            return Permission(0)
        return result

    def guild_permissions(self, user: User, guild: Guild) -> Permission:
        """The permissions of this user in the guild as a whole."""
        if user is guild.owner:
            return EVERYTHING
        roles = [guild.everyone, *guild.members.get(user.id, ())]
        return granted([role.permissions for role in roles], [])

    def may(self, user: User, channel: Channel, *needed: Permission) -> bool:
        """Whether the user has all of these permissions in the channel."""
        have = self.permissions(user, channel)
        return all(have & permission for permission in needed)

    def sees(self, user: User, channel: Channel) -> bool:
        """Whether the user sees the channel at all."""
        return self.may(user, channel, Permission.VIEW_CHANNEL)

    def require(self, user: User, channel: Channel, *needed: Permission) -> None:
        """Raise 50001 if the user cannot see the channel, 50013 if they lack one of the
        permissions.
        """
        have = self.permissions(user, channel)
        if not have & Permission.VIEW_CHANNEL:
            raise errors.missing_access()
        if not all(have & permission for permission in needed):
            raise errors.missing_permissions()


def _found(things: dict[int, T], key: int, what: str) -> T:
    try:
        return things[key]
    except KeyError:
        raise errors.unknown(what) from None


def now() -> datetime:
    """The current time (UTC)."""
    return datetime.now(UTC)


def joined_at(guild: Guild, who: User) -> datetime:
    """When somebody joined the guild: when it was made, except for the bot."""
    return (guild.bot_joined if who.bot else None) or time_of(guild.id)
