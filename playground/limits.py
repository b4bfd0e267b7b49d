"""Discord's limits on messages: content, embeds, attachments, mentions.

Turns a body into a `MessageForm`, or raises ApiError.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from . import components, errors
from .errors import ApiError, Json
from .forms import Form
from .world import COMPONENTS_V2, EPHEMERAL, Message

SUPPRESS_EMBEDS, SUPPRESS_NOTIFICATIONS = 4, 4096
EMBED_TOTAL = 6000
MEDIA = ("http", "https", "attachment")


@dataclass
class Upload:
    """One file of a multipart body: the number in its field `files[n]`, its name, its bytes."""

    index: int
    filename: str
    data: bytes


@dataclass
class NewFile:
    """A file to attach, with the name and the alt text that the message gives it."""

    upload: Upload
    filename: str
    description: str | None


@dataclass
class AllowedMentions:
    """Whom a message may notify. By default that is everybody it mentions."""

    users: set[int] | None = None
    """None: all users mentioned."""
    everyone: bool = True
    replied_user: bool = False


@dataclass
class MessageForm:
    """A message as it was sent; it is valid by itself.

    Absent fields keep their default and are not in `given`.
    """

    given: frozenset[str]
    content: str = ""
    embeds: list[Json] = field(default_factory=list)
    components: list[Json] = field(default_factory=list)
    flags: int = 0
    kept: dict[int, str | None] | None = None
    """The ids of attachments to keep in an edit, with their new descriptions; None: all."""
    files: list[NewFile] = field(default_factory=list)
    allowed: AllowedMentions = field(default_factory=AllowedMentions)
    nonce: str | int | None = None
    enforce_nonce: bool = False
    reference: int | None = None
    reference_required: bool = True

    @property
    def layout(self) -> bool:
        """Whether it uses components v2."""
        return bool(self.flags & COMPONENTS_V2)


def read_message(
    form: Form, uploads: list[Upload], size_limit: int, *, edited: Message | None = None
) -> MessageForm:
    """Read a message that is sent or, with `edited`, changed.

    Raises ApiError for what Discord would refuse.
    """
    if any(len(upload.data) > size_limit for upload in uploads):
        raise errors.too_large()
    if not form.mapping(required=True):
        form.check()
    result = MessageForm(frozenset(key for key in form.value))
    result.flags = form["flags"].integer(0) or 0
    if edited is not None:
        result.flags |= edited.flags & COMPONENTS_V2
    result.content = form["content"].text(0, 2000) or ""
    if "embeds" in form:
        result.embeds = _embeds(form["embeds"])
    elif "embed" in form and form["embed"].given:
        form["embed"].error("UNKNOWN_FIELD", "Use embeds")
    result.components = components.message_components(form["components"], result.layout)
    if result.layout and (result.content or result.embeds):
        for key in ("content", "embeds"):
            if form[key].value:
                form[key].error(
                    "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
                    f"The '{key}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2",
                )
    _attachments(form, uploads, result, edited)
    result.allowed = _allowed_mentions(form["allowed_mentions"])
    if "nonce" in form and form["nonce"].given:
        text = form["nonce"].text(0, 25)
        result.nonce = form["nonce"].value if text is not None else None
    result.enforce_nonce = form["enforce_nonce"].boolean() or False
    if form["message_reference"].given:
        result.reference = form["message_reference"]["message_id"].snowflake(required=True)
        result.reference_required = (
            form["message_reference"]["fail_if_not_exists"].boolean() is not False
        )
    form.check()
    _check_media(result, edited)
    return result


def require_content(form: MessageForm, message: Message | None = None) -> None:
    """Raise 50006 if the message would be empty (after an edit of `message`)."""
    content = message.content if message and "content" not in form.given else form.content
    embeds = message.embeds if message and "embeds" not in form.given else form.embeds
    parts = message.components if message and "components" not in form.given else form.components
    files = bool(form.files) or bool(
        message and (message.attachments if form.kept is None else form.kept)
    )
    if not (content.strip() or embeds or files or (form.layout and parts)):
        raise errors.empty_message()


def _attachments(
    form: Form, uploads: list[Upload], result: MessageForm, edited: Message | None
) -> None:
    existing = {item.id for item in edited.attachments} if edited else set()
    by_index = {upload.index: upload for upload in uploads}
    described: dict[int, tuple[str | None, str | None]] = {}
    if "attachments" in form:
        result.kept = {}
        for item in form["attachments"].items(0, 10):
            number = item["id"].snowflake(required=True)
            description = item["description"].text(0, 1024)
            name = item["filename"].text(1, 1024)
            if number is None:
                continue
            if number in existing:
                result.kept[number] = description
            elif number in by_index:
                described[number] = (name, description)
            else:
                item["id"].error(
                    "ATTACHMENT_NOT_FOUND",
                    f"Attachment data or upload for id {number} was not found",
                )
    for index, upload in sorted(by_index.items()):
        name, description = described.get(index, (None, None))
        result.files.append(NewFile(upload, _clean(name or upload.filename), description))
    kept = len(existing) if result.kept is None else len(result.kept)
    if len(result.files) + kept > 10:
        form["attachments"].error("BASE_TYPE_MAX_LENGTH", "Must be 10 or fewer in length.")


def _clean(filename: str) -> str:
    """The name under which Discord serves a file."""
    return re.sub(r"[^\w.\-]", "_", filename) or "file"


def _allowed_mentions(form: Form) -> AllowedMentions:
    if not form.given or not form.mapping():
        return AllowedMentions()
    parse = [item.value for item in form["parse"].items(0, 3)] if form["parse"].given else []
    for i, kind in enumerate(parse):
        if kind not in ("users", "roles", "everyone"):
            form["parse"][str(i)].error(
                "BASE_TYPE_CHOICES", "Value must be one of {'everyone', 'roles', 'users'}."
            )
    users = (
        {item.snowflake() or 0 for item in form["users"].items(0, 100)}
        if form["users"].given
        else set()
    )
    if form["roles"].given:
        form["roles"].items(0, 100)
    for kind in ("users", "roles"):
        if kind in parse and form[kind].value:
            form.error(
                "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
                f'parse:["{kind}"] and {kind}: [ids...] are mutually exclusive.',
            )
    return AllowedMentions(
        users=None if "users" in parse else users,
        everyone="everyone" in parse,
        replied_user=form["replied_user"].boolean() or False,
    )


# Embeds


def _embeds(form: Form) -> list[Json]:
    embeds = [_embed(item) for item in form.items(0, 10)] if form.given else []
    if sum(_length(embed) for embed in embeds) > EMBED_TOTAL:
        form.error("MAX_EMBED_SIZE_EXCEEDED", f"Embed size exceeds maximum size of {EMBED_TOTAL}")
    return embeds


def _embed(form: Form) -> Json:
    if not form.mapping():
        return {}
    embed: Json = {"type": "rich"}
    simple: list[tuple[str, Any]] = [
        ("title", form["title"].text(0, 256)),
        ("description", form["description"].text(0, 4096)),
        ("url", form["url"].url(("http", "https")) if form["url"].value else None),
        ("color", form["color"].integer(0, 0xFFFFFF)),
        ("timestamp", form["timestamp"].text(0, 64)),
    ]
    embed |= {key: value for key, value in simple if value is not None}
    for key, name, high in (("author", "name", 256), ("footer", "text", 2048)):
        if form[key].given and form[key].mapping():
            embed[key] = {name: form[key][name].text(1, high, required=True)}
            for link in ("url", "icon_url"):
                if form[key][link].value:
                    embed[key][link] = form[key][link].url(MEDIA)
    for key in ("image", "thumbnail"):
        if form[key].given and form[key].mapping():
            embed[key] = {"url": form[key]["url"].url(MEDIA, required=True)}
    if form["fields"].given:
        embed["fields"] = [
            {
                "name": item["name"].text(1, 256, required=True),
                "value": item["value"].text(1, 1024, required=True),
                "inline": item["inline"].boolean() or False,
            }
            for item in form["fields"].items(0, 25)
        ]
    return embed


def _length(embed: Json) -> int:
    """The characters that count towards the total of a message."""
    texts = [embed.get("title"), embed.get("description")]
    texts += [embed.get("author", {}).get("name"), embed.get("footer", {}).get("text")]
    for each in embed.get("fields", []):
        texts += [each["name"], each["value"]]
    return sum(len(text or "") for text in texts)


# attachment:// references


def media_urls(embeds: list[Json], parts: list[Json]) -> list[Json]:
    """Every object with a `url` that may name an attachment of the same message."""
    found = [embed[key] for embed in embeds for key in ("image", "thumbnail") if embed.get(key)]
    for part in components.walk(parts):
        found += [part[key] for key in ("media", "file") if key in part]
        found += [item["media"] for item in part.get("items", [])]
    return found


def _check_media(form: MessageForm, edited: Message | None) -> None:
    names = {item.filename for item in form.files}
    names |= {item.filename for item in edited.attachments} if edited else set()
    for media in media_urls([], form.components):
        url = str(media["url"])
        if (
            url.startswith("attachment://")
            and _clean(url.removeprefix("attachment://")) not in names
        ):
            message = f'The referenced attachment "{url}" was not found'
            error = {
                "_errors": [
                    {
                        "code": "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
                        "message": message,
                    }
                ]
            }
            raise ApiError(400, 50035, "Invalid Form Body", {"components": error})


def allowed_flags(flags: int, *, interaction: bool) -> int:
    """The flags that a sender may set. Discord ignores all others."""
    mask = (
        SUPPRESS_EMBEDS | SUPPRESS_NOTIFICATIONS | COMPONENTS_V2 | (EPHEMERAL if interaction else 0)
    )
    return flags & mask
