"""Creating, changing and deleting messages, threads and attachments, in one place for REST,
webhooks and the page.
"""

from __future__ import annotations

import mimetypes
import re
import time
from io import BytesIO
from struct import Struct

from PIL import Image, UnidentifiedImageError

from .components import emojis, walk
from .errors import ApiError, Json
from .limits import (
    SUPPRESS_EMBEDS,
    AllowedMentions,
    MessageForm,
    NewFile,
    allowed_flags,
    require_content,
)
from .permissions import Permission
from .world import (
    COMPONENTS_V2,
    EPHEMERAL,
    FORUM,
    LOADING,
    PUBLIC_THREAD,
    Attachment,
    Channel,
    Message,
    User,
    World,
    now,
)

mimetypes.add_type("image/webp", ".webp")  # Some systems' tables lack it.

HAS_THREAD = 32
THREAD_CREATED, REPLY, THREAD_STARTER = 18, 19, 21
_ROLE_MENTION = re.compile(r"<@&(\d+)>")
_MENTION = re.compile(r"<@!?(\d+)>")
_PNG, _PNG_SIZE = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", Struct(">II")
_EVERYONE = re.compile(r"@(everyone|here)\b")


class Messages:
    """The operations on messages in one world.

    Nonces are kept for `Settings.nonce_window` seconds.
    """

    def __init__(self, world: World) -> None:
        self.world = world
        self._nonces: dict[tuple[int, int, str], tuple[float, Message]] = {}

    # Sending

    def send(self, channel: Channel, author: User, form: MessageForm) -> Message:
        """Send a message to a channel, with Discord's checks. If it has an enforced nonce that was
        seen before, return the earlier message.
        """
        if channel.type == FORUM:
            raise ApiError(400, 50008, "Cannot send messages in a non-text channel")
        self._check_sending(channel, author, form)
        known = self._by_nonce(channel, author, form)
        if known is not None:
            return known
        require_content(form)
        reference = None
        if form.reference is not None:
            reference = channel.messages.get(form.reference)
            if reference is None and form.reference_required:
                message = {
                    "_errors": [
                        {"code": "MESSAGE_REFERENCE_UNKNOWN_MESSAGE", "message": "Unknown message"}
                    ]
                }
                raise ApiError(400, 50035, "Invalid Form Body", {"message_reference": message})
        if channel.archived:
            channel.archived = False
            self.world.emit("channel.update", channel)
        return self.create(
            channel, author, form, kind=REPLY if reference else 0, reference=reference
        )

    def _check_sending(self, channel: Channel, author: User, form: MessageForm) -> None:
        world = self.world
        if channel.recipient is not None:
            if author is world.bot and not channel.recipient.dms_open:
                raise ApiError(403, 50007, "Cannot send messages to this user")
            return
        needed = [
            Permission.SEND_MESSAGES_IN_THREADS if channel.is_thread else Permission.SEND_MESSAGES
        ]
        if form.files:
            needed.append(Permission.ATTACH_FILES)
        if form.embeds:
            needed.append(Permission.EMBED_LINKS)
        if form.reference is not None:
            needed.append(Permission.READ_MESSAGE_HISTORY)
        world.require(author, channel, *needed)
        if channel.locked and not world.may(author, channel, Permission.MANAGE_THREADS):
            raise ApiError(403, 160005, "Thread is locked")

    def _by_nonce(self, channel: Channel, author: User, form: MessageForm) -> Message | None:
        if not form.enforce_nonce or form.nonce is None:
            return None
        at, message = self._nonces.get((author.id, channel.id, str(form.nonce)), (0.0, None))
        fresh = time.monotonic() - at < self.world.settings.nonce_window
        return message if fresh else None

    def create(
        self,
        channel: Channel,
        author: User,
        form: MessageForm,
        *,
        kind: int = 0,
        reference: Message | None = None,
        thread: Channel | None = None,
        interaction: Json | None = None,
        ephemeral_to: User | None = None,
        loading: bool = False,
        id_: int | None = None,
    ) -> Message:
        """Add a message without checking permissions, and announce it."""
        self._require_emojis(form)
        flags = allowed_flags(form.flags, interaction=interaction is not None)
        message = Message(
            id_ or self.world.ids.next(),
            channel,
            author,
            type=kind,
            flags=flags & ~EPHEMERAL
            | (EPHEMERAL if ephemeral_to else 0)
            | (LOADING if loading else 0),
            nonce=form.nonce,
            reference=reference,
            thread=thread,
            interaction=interaction,
            ephemeral_to=ephemeral_to,
        )
        self._fill(message, form)
        message.notified = [*message.mentions]
        channel.messages[message.id] = message
        channel.last_message_id = message.id
        if channel.is_thread and ephemeral_to is None:
            channel.joined.setdefault(author.id, author)
            channel.joined.update({who.id: who for who in message.mentions})
        if form.nonce is not None:
            self._nonces[author.id, channel.id, str(form.nonce)] = (time.monotonic(), message)
        self.world.emit("message.create", message)
        return message

    # Changing

    def edit(self, message: Message, form: MessageForm, *, may_be_empty: bool = False) -> Message:
        """Apply the given fields, and end the "thinking" state.

        Raises 50006 if nothing would remain.
        """
        if message.channel.archived:
            raise ApiError(400, 50083, "Tried to perform an operation on an archived thread")
        if not may_be_empty:
            require_content(form, message)
        self._require_emojis(form)
        if form.layout and not message.flags & COMPONENTS_V2:
            self._require_no_legacy(message, form)
        loading = message.thinking
        message.flags = message.flags & ~LOADING | form.flags & COMPONENTS_V2
        if "flags" in form.given:
            message.flags = message.flags & ~SUPPRESS_EMBEDS | form.flags & SUPPRESS_EMBEDS
        self._fill(message, form)
        message.edited_at = None if loading else now()
        self.world.emit("message.update", message)
        return message

    def _require_emojis(self, form: MessageForm) -> None:
        """Raise 50035 if a button or a menu has an emoji that the bot does not have."""
        if not self.world.emojis.keys() >= set(emojis(form.components)):
            error = {"code": "BUTTON_COMPONENT_INVALID_EMOJI", "message": "Invalid emoji"}
            raise ApiError(400, 50035, "Invalid Form Body", {"components": {"_errors": [error]}})

    @staticmethod
    def _require_no_legacy(message: Message, form: MessageForm) -> None:
        left = [
            key for key in ("content", "embeds") if getattr(message, key) and key not in form.given
        ]
        if left:
            text = f"The '{left[0]}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2"
            code = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"
            raise ApiError(
                400,
                50035,
                "Invalid Form Body",
                {left[0]: {"_errors": [{"code": code, "message": text}]}},
            )

    def _fill(self, message: Message, form: MessageForm) -> None:
        if "content" in form.given:
            message.content = form.content.strip()
        if "embeds" in form.given:
            message.embeds = form.embeds
        if "components" in form.given:
            message.components = form.components
        if form.kept is not None:
            message.attachments = [each for each in message.attachments if each.id in form.kept]
            for each in message.attachments:
                each.description = form.kept[each.id] or each.description
        message.attachments += [self.attach(message.channel, new) for new in form.files]
        # An edit of other fields does not change the mentions of a text.
        texts = {"components"} if message.flags & COMPONENTS_V2 else {"content"}
        if form.given & {*texts, "allowed_mentions"}:
            self._mention(message, form.allowed)

    def _mention(self, message: Message, allowed: AllowedMentions) -> None:
        text = " ".join(
            [message.content, *(str(each.get("content", "")) for each in walk(message.components))]
        )
        named = dict.fromkeys(int(number) for number in _MENTION.findall(text))
        message.mentions = [
            self.world.users[number]
            for number in named
            if number in self.world.users and (allowed.users is None or number in allowed.users)
        ]
        roles = {} if message.channel.guild is None else message.channel.guild.roles
        message.mention_roles = [
            roles[number]
            for number in dict.fromkeys(map(int, _ROLE_MENTION.findall(text)))
            if number in roles and allowed.users is None
        ]
        replied = message.reference.author if message.type == REPLY and message.reference else None
        if replied is not None and allowed.replied_user and replied not in message.mentions:
            message.mentions.append(replied)
        message.mention_everyone = (
            allowed.everyone
            and _EVERYONE.search(text) is not None
            and self.world.may(message.author, message.channel, Permission.MENTION_EVERYONE)
        )

    # Deleting

    def delete(self, message: Message) -> None:
        """Delete a message, and announce it."""
        message.channel.messages.pop(message.id, None)
        self.world.emit("message.delete", message)

    # Attachments

    def attach(self, channel: Channel, new: NewFile) -> Attachment:
        """Store an uploaded file. Its type is derived from its name."""
        content_type = mimetypes.guess_type(new.filename)[0] or "application/octet-stream"
        attachment = Attachment(
            self.world.ids.next(),
            channel.id,
            new.filename,
            content_type,
            new.upload.data,
            new.description,
            _picture_size(new.upload.data) if content_type.startswith("image/") else None,
        )
        self.world.attachments[attachment.id] = attachment
        return attachment

    # Threads and channels

    def start_thread(
        self,
        parent: Channel,
        owner: User,
        name: str,
        kind: int,
        auto_archive: int,
        *,
        source: Message | None = None,
    ) -> Channel:
        """A thread in a text channel, from a message or on its own.

        The caller checks permissions.
        """
        if source is not None and source.thread is not None:
            raise ApiError(400, 160004, "A thread has already been created for this message")
        thread_id = source.id if source else self.world.ids.next()
        thread = Channel(
            thread_id, kind, name, parent.guild, parent, owner=owner, auto_archive=auto_archive
        )
        thread.joined[owner.id] = owner
        self.world.add_channel(thread)
        self.world.emit("channel.create", thread)
        empty = MessageForm(frozenset())
        if source is not None:
            source.thread = thread
            source.flags |= HAS_THREAD
            self.world.emit("message.update", source)
            self.create(thread, owner, empty, kind=THREAD_STARTER, reference=source)
        elif kind == PUBLIC_THREAD:
            notice = MessageForm(frozenset({"content"}), content=name)
            self.create(parent, owner, notice, kind=THREAD_CREATED, thread=thread)
        return thread

    def start_post(self, post: Channel, owner: User, form: MessageForm) -> Message:
        """Start a post in a forum with its first message. Both have the same id. The owner must be
        allowed to send the message.
        """
        assert post.parent is not None
        self._check_sending(post.parent, owner, form)
        require_content(form)
        post.joined[owner.id] = owner
        self.world.add_channel(post)
        self.world.emit("channel.create", post)
        return self.create(post, owner, form, id_=post.id)

    def delete_channel(self, channel: Channel) -> None:
        """Delete a channel and its threads."""
        siblings = [*channel.guild.channels.values()] if channel.guild is not None else []
        for thread in siblings:
            if thread.parent is channel:
                self.delete_channel(thread)
        self.world.remove_channel(channel)
        self.world.emit("channel.delete", channel)


def _picture_size(data: bytes) -> tuple[int, int] | None:
    """Width and height of a picture. In a PNG, they are in its first bytes."""
    if data.startswith(_PNG) and len(data) >= _PNG_SIZE.size + len(_PNG):
        return _PNG_SIZE.unpack_from(data, len(_PNG))
    try:
        with Image.open(BytesIO(data)) as picture:
            return picture.size
    except (UnidentifiedImageError, OSError):
        return None
