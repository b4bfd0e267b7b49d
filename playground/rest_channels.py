"""REST: channels, messages and threads."""

from __future__ import annotations

from aiohttp import web

from . import errors, payloads
from .api import PREFIX, number, read_body, reply
from .errors import ApiError
from .forms import Form
from .forums import REQUIRE_TAG, Tag, moderated, read_applied
from .limits import Upload, read_message
from .messages import Messages
from .permissions import Permission
from .world import FORUM, PRIVATE_THREAD, PUBLIC_THREAD, TEXT, Channel, Message, World

ARCHIVE_MINUTES = (60, 1440, 4320, 10080)


class ChannelRest:
    """The handlers; `routes` lists them."""

    def __init__(self, world: World, messages: Messages) -> None:
        self.world = world
        self.messages = messages

    def routes(self) -> list[web.RouteDef]:
        """All routes of this module."""
        channel = PREFIX + "/channels/{channel}"
        message = channel + "/messages/{message}"
        return [
            web.get(channel, self.get),
            web.patch(channel, self.change),
            web.delete(channel, self.delete),
            web.post(channel + "/typing", self.typing),
            web.get(channel + "/messages", self.list_messages),
            web.post(channel + "/messages", self.send),
            web.get(message, self.get_message),
            web.patch(message, self.edit_message),
            web.delete(message, self.delete_message),
            web.post(channel + "/threads", self.start_thread),
            web.post(message + "/threads", self.start_thread),
            web.get(channel + "/thread-members", self.thread_members),
            web.get(channel + "/thread-members/{user}", self.thread_member),
            web.put(channel + "/thread-members/{user}", self.add_to_thread),
            web.delete(channel + "/thread-members/{user}", self.remove_from_thread),
        ]

    def _channel(self, request: web.Request, *needed: Permission) -> Channel:
        """The channel of the path. The bot must see it and have these permissions there."""
        channel = self.world.channel(number(request, "channel"))
        self.world.require(self.world.bot, channel, *needed)
        return channel

    def _message(self, request: web.Request, channel: Channel) -> Message:
        message = self.world.message(channel, number(request, "message"))
        if message.ephemeral_to is not None:
            raise errors.unknown("message")
        return message

    # Channels

    async def get(self, request: web.Request) -> web.Response:
        """One channel."""
        return reply(payloads.channel(self._channel(request)))

    async def change(self, request: web.Request) -> web.Response:
        """Change the name, topic, tags, archived or locked state."""
        channel = self._channel(request)
        body, _ = await read_body(request)
        form = Form(body)
        name = form["name"].text(1, 100)
        topic = form["topic"].text(0, 1024)
        archived, locked = form["archived"].boolean(), form["locked"].boolean()
        minutes = form["auto_archive_duration"].choice(ARCHIVE_MINUTES)
        tags = read_applied(form["applied_tags"], _tags_of(channel))
        form.check()
        self._check_change(channel, archived, locked)
        if "applied_tags" in form:
            self._check_tags(channel, tags)
        if channel.archived and archived is not False:
            raise ApiError(400, 50083, "Thread is archived")
        channel.name = name if name is not None else channel.name
        channel.topic = topic if "topic" in form else channel.topic
        if channel.is_thread:
            channel.archived = channel.archived if archived is None else archived
            channel.locked = channel.locked if locked is None else locked
            channel.auto_archive = minutes or channel.auto_archive
            channel.applied = tags if "applied_tags" in form else channel.applied
        self.world.emit("channel.update", channel)
        return reply(payloads.channel(channel))

    def _check_change(self, channel: Channel, archived: bool | None, locked: bool | None) -> None:
        """A thread's owner may rename and archive it, and unarchive it unless it is locked;
        everything else requires a permission.
        """
        bot = self.world.bot
        locks = locked is not None and locked != channel.locked
        unarchives = channel.locked and channel.archived and archived is False
        if not channel.is_thread:
            self.world.require(bot, channel, Permission.MANAGE_CHANNELS)
        elif channel.owner is not bot or locks or unarchives:
            self.world.require(bot, channel, Permission.MANAGE_THREADS)

    def _check_tags(self, post: Channel, after: list[int]) -> None:
        """Some tags may be used only by those who manage threads, and some forums require one in
        each post.
        """
        forum = post.parent
        if forum is None:
            return
        if moderated(forum.tags, post.applied, after):
            self.world.require(self.world.bot, forum, Permission.MANAGE_THREADS)
        if forum.flags & REQUIRE_TAG and not after:
            said = "A tag is required to create a forum post in this channel"
            raise ApiError(400, 40067, said)

    async def delete(self, request: web.Request) -> web.Response:
        """Delete a channel or thread. Direct messages are only closed."""
        channel = self._channel(request)
        if channel.guild is not None:
            needed = Permission.MANAGE_THREADS if channel.is_thread else Permission.MANAGE_CHANNELS
            self.world.require(self.world.bot, channel, needed)
            self.messages.delete_channel(channel)
        return reply(payloads.channel(channel))

    async def typing(self, request: web.Request) -> web.Response:
        """Show that the bot is typing."""
        channel = self._channel(request)
        if channel.guild is not None:
            self.world.require(self.world.bot, channel, Permission.SEND_MESSAGES)
        self.world.emit("typing", (channel, self.world.bot))
        return reply()

    # Messages

    async def list_messages(self, request: web.Request) -> web.Response:
        """Messages, newest first, as Discord lists them."""
        channel = self._channel(request)
        form = Form({key: request.query[key] for key in request.query})
        limit = form["limit"].integer(1, 100) or 50
        before, after, around = (form[key].snowflake() for key in ("before", "after", "around"))
        form.check()
        found = [each for each in channel.messages.values() if each.ephemeral_to is None]
        if not self.world.may(self.world.bot, channel, Permission.READ_MESSAGE_HISTORY):
            found = []
        if around is not None:
            found = sorted(found, key=lambda each: abs(each.id - around))[:limit]
            found.sort(key=lambda each: each.id)
        elif after is not None:
            found = [each for each in found if each.id > after][:limit]
        elif before is not None:
            found = [each for each in found if each.id < before]
        return reply(
            [payloads.message(each, self.world.base_url) for each in reversed(found[-limit:])]
        )

    async def send(self, request: web.Request) -> web.Response:
        """Send a message."""
        body, uploads = await read_body(request)
        channel = self._channel(request)
        form = read_message(Form(body), uploads, self.world.settings.attachment_limit)
        message = self.messages.send(channel, self.world.bot, form)
        return reply(payloads.message(message, self.world.base_url))

    async def get_message(self, request: web.Request) -> web.Response:
        """One message."""
        channel = self._channel(request, Permission.READ_MESSAGE_HISTORY)
        return reply(payloads.message(self._message(request, channel), self.world.base_url))

    async def edit_message(self, request: web.Request) -> web.Response:
        """Change one of the bot's own messages."""
        body, uploads = await read_body(request)
        channel = self._channel(request)
        message = self._message(request, channel)
        form = read_message(
            Form(body), uploads, self.world.settings.attachment_limit, edited=message
        )
        if message.author is not self.world.bot:
            raise ApiError(403, 50005, "Cannot edit a message authored by another user")
        self.messages.edit(message, form)
        return reply(payloads.message(message, self.world.base_url))

    async def delete_message(self, request: web.Request) -> web.Response:
        """Delete a message; other people's messages require a permission."""
        channel = self._channel(request)
        message = self._message(request, channel)
        if message.author is not self.world.bot:
            self.world.require(self.world.bot, channel, Permission.MANAGE_MESSAGES)
        self.messages.delete(message)
        return reply()

    # Threads

    async def start_thread(self, request: web.Request) -> web.Response:
        """Start a thread, from a message or without one."""
        channel = self._channel(request)
        source = self._message(request, channel) if "message" in request.match_info else None
        body, uploads = await read_body(request)
        form = Form(body)
        if channel.type == FORUM:
            return self._start_post(channel, form, uploads)
        name = form["name"].text(1, 100, required=True)
        kinds = (10, PUBLIC_THREAD, PRIVATE_THREAD)
        kind = PUBLIC_THREAD if source else form["type"].choice(kinds) or PRIVATE_THREAD
        minutes = form["auto_archive_duration"].choice(ARCHIVE_MINUTES) or 1440
        form["rate_limit_per_user"].integer(0, 21600)
        invitable = form["invitable"].boolean()
        form.check()
        if channel.type != TEXT:
            raise ApiError(400, 50024, "Cannot execute action on this channel type")
        private = kind == PRIVATE_THREAD
        self.world.require(
            self.world.bot,
            channel,
            Permission.CREATE_PRIVATE_THREADS if private else Permission.CREATE_PUBLIC_THREADS,
        )
        thread = self.messages.start_thread(
            channel, self.world.bot, name or "", kind, minutes, source=source
        )
        thread.invitable = invitable is not False
        member = payloads.thread_member(thread, self.world.bot)
        return reply(payloads.channel(thread) | {"member": member}, 201)

    def _start_post(self, forum: Channel, form: Form, uploads: list[Upload]) -> web.Response:
        """Start a post in a forum, with its first message."""
        bot, limit = self.world.bot, self.world.settings.attachment_limit
        name = form["name"].text(1, 100, required=True)
        minutes = form["auto_archive_duration"].choice(ARCHIVE_MINUTES) or 1440
        form["rate_limit_per_user"].integer(0, 21600)
        tags = read_applied(form["applied_tags"], forum.tags)
        message = read_message(form["message"], uploads, limit)
        post = Channel(
            self.world.ids.next(), PUBLIC_THREAD, name or "", forum.guild, forum, owner=bot
        )
        post.auto_archive = minutes
        self._check_tags(post, tags)
        post.applied = tags
        first = self.messages.start_post(post, bot, message)
        member = payloads.thread_member(post, bot)
        shown = payloads.message(first, self.world.base_url)
        return reply(payloads.channel(post) | {"member": member, "message": shown}, 201)

    def _thread(self, request: web.Request) -> Channel:
        channel = self._channel(request)
        if not channel.is_thread:
            raise ApiError(400, 50024, "Cannot execute action on this channel type")
        return channel

    async def thread_members(self, request: web.Request) -> web.Response:
        """The people who have joined a thread."""
        thread = self._thread(request)
        return reply([payloads.thread_member(thread, user) for user in thread.joined.values()])

    def _user_id(self, request: web.Request) -> int:
        return self.world.bot.id if request.match_info["user"] == "@me" else number(request, "user")

    async def thread_member(self, request: web.Request) -> web.Response:
        """One person who has joined a thread."""
        thread, user_id = self._thread(request), self._user_id(request)
        if user_id not in thread.joined:
            raise errors.unknown("member")
        return reply(payloads.thread_member(thread, thread.joined[user_id]))

    async def add_to_thread(self, request: web.Request) -> web.Response:
        """Join a thread, or add someone."""
        thread = self._thread(request)
        user = self.world.user(self._user_id(request))
        if thread.archived:
            raise ApiError(400, 50083, "Thread is archived")
        if thread.guild is None or user.id not in thread.guild.members:
            raise errors.unknown("member")
        if user is not self.world.bot:
            self.world.require(self.world.bot, thread, Permission.SEND_MESSAGES_IN_THREADS)
        thread.joined[user.id] = user
        self.world.emit("channel.update", thread)
        return reply()

    async def remove_from_thread(self, request: web.Request) -> web.Response:
        """Leave a thread, or remove someone."""
        thread, user_id = self._thread(request), self._user_id(request)
        if user_id != self.world.bot.id and thread.owner is not self.world.bot:
            self.world.require(self.world.bot, thread, Permission.MANAGE_THREADS)
        thread.joined.pop(user_id, None)
        self.world.emit("channel.update", thread)
        return reply()


def _tags_of(channel: Channel) -> list[Tag]:
    """The tags that a post can have."""
    return [] if channel.parent is None else channel.parent.tags
