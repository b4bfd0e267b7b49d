"""The world in Discord's JSON, as the bot receives it."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from . import forums
from .errors import Json
from .limits import media_urls
from .permissions import Permission
from .scheduled import ScheduledEvent
from .snowflake import time_of
from .world import (
    DM,
    FORUM,
    GROUP,
    PRIVATE_THREAD,
    Attachment,
    Channel,
    Emoji,
    Guild,
    Message,
    Role,
    User,
    World,
    joined_at,
)


def timestamp(when: datetime | None) -> str | None:
    """A time in Discord's format."""
    return None if when is None else when.isoformat(timespec="microseconds")


def text_id(thing: Any) -> str | None:
    """The id of a user, channel and so on as text, or None."""
    return None if thing is None else str(thing.id)


def user(who: User) -> Json:
    """A user object."""
    return {
        "id": str(who.id),
        "username": who.username,
        "discriminator": "0" if not who.bot else "0000",
        "global_name": who.global_name,
        "avatar": None,
        "bot": who.bot,
        "public_flags": 0,
        "flags": 0,
    }


def member(guild: Guild, who: User, *, with_user: bool = True) -> Json:
    """A member object of a guild."""
    result: Json = {
        "roles": [str(role.id) for role in guild.members[who.id]],
        "nick": None,
        "avatar": None,
        "joined_at": timestamp(joined_at(guild, who)),
        "premium_since": None,
        "communication_disabled_until": None,
        "deaf": False,
        "mute": False,
        "pending": False,
        "flags": 0,
    }
    return result | ({"user": user(who)} if with_user else {})


def role(each: Role) -> Json:
    """A role object."""
    return {
        "id": str(each.id),
        "name": each.name,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "icon": None,
        "unicode_emoji": None,
        "position": each.position,
        "permissions": str(int(each.permissions)),
        "managed": each.position > 0,
        "mentionable": False,
        "flags": 0,
    }


def emoji(each: Emoji, creator: User) -> Json:
    """An emoji of the application."""
    return {
        "id": str(each.id),
        "name": each.name,
        "user": user(creator),
        "roles": [],
        "require_colons": True,
        "managed": False,
        "animated": False,
        "available": True,
    }


def channel(where: Channel) -> Json:
    """A channel object: text channel, thread or direct messages."""
    result: Json = {
        "id": str(where.id),
        "type": where.type,
        "last_message_id": None if where.last_message_id is None else str(where.last_message_id),
        "flags": where.flags,
    }
    if where.type == DM and where.recipient is not None:
        return result | {"recipients": [user(where.recipient)]}
    if where.type == GROUP:
        people = [user(who) for who in where.group]
        return result | {"recipients": people, "name": where.name, "owner_id": text_id(where.owner)}
    result |= {
        "guild_id": text_id(where.guild),
        "name": where.name,
        "parent_id": text_id(where.parent),
        "rate_limit_per_user": 0,
    }
    if where.is_thread:
        return result | _thread(where)
    if where.type == FORUM:
        result["available_tags"] = forums.described(where.tags)
    return result | {
        "topic": where.topic,
        "position": where.position,
        "nsfw": False,
        "permission_overwrites": [
            {
                "id": str(key),
                "type": 0
                if where.guild and any(key == each.id for each in where.guild.all_roles())
                else 1,
                "allow": str(int(allowed)),
                "deny": str(int(denied)),
            }
            for key, (allowed, denied) in where.overwrites.items()
        ],
    }


def _thread(where: Channel) -> Json:
    count = len(where.messages)
    metadata: Json = {
        "archived": where.archived,
        "archive_timestamp": timestamp(time_of(where.id)),
        "auto_archive_duration": where.auto_archive,
        "locked": where.locked,
        "create_timestamp": timestamp(time_of(where.id)),
    }
    if where.type == PRIVATE_THREAD:
        metadata["invitable"] = where.invitable
    return {
        "applied_tags": [str(tag) for tag in where.applied],
        "owner_id": text_id(where.owner),
        "message_count": count,
        "total_message_sent": count,
        "member_count": len(where.joined),
        "thread_metadata": metadata,
    }


def scheduled_event(each: ScheduledEvent, world: World) -> Json:
    """A scheduled event of a guild."""
    return each.described(user(world.users[each.creator_id]))


def thread_member(where: Channel, who: User) -> Json:
    """A user who has joined a thread."""
    return {
        "id": str(where.id),
        "user_id": str(who.id),
        "join_timestamp": timestamp(time_of(where.id)),
        "flags": 0,
    }


def partial_channel(world: World, where: Channel, who: User) -> Json:
    """A channel in an interaction payload, with the user's permissions in it."""
    return channel(where) | {"permissions": str(int(world.permissions(who, where)))}


def guild_summary(world: World, each: Guild) -> Json:
    """A guild in REST's format."""
    return {
        "id": str(each.id),
        "name": each.name,
        "icon": None,
        "splash": None,
        "discovery_splash": None,
        "banner": None,
        "description": None,
        "owner_id": str(each.owner.id),
        "region": "deprecated",
        "afk_channel_id": None,
        "afk_timeout": 300,
        "widget_enabled": False,
        "verification_level": 0,
        "default_message_notifications": 0,
        "explicit_content_filter": 0,
        "mfa_level": 0,
        "nsfw_level": 0,
        "premium_tier": 0,
        "premium_subscription_count": 0,
        "premium_progress_bar_enabled": False,
        "preferred_locale": each.preferred_locale,
        "features": [],
        "roles": [role(one) for one in each.all_roles()],
        "emojis": [],
        "stickers": [],
        "application_id": None,
        "system_channel_id": text_id(each.system_channel),
        "system_channel_flags": 0,
        "rules_channel_id": None,
        "public_updates_channel_id": None,
        "safety_alerts_channel_id": None,
        "vanity_url_code": None,
        "max_members": 500000,
        "max_presences": None,
        "max_video_channel_users": 25,
    }


def guild_create(world: World, each: Guild, *, all_members: bool) -> Json:
    """A guild in the gateway's format. Without the members intent it contains the bot alone."""
    channels = list(world.channels_of(each))
    shown = [world.users[key] for key in each.members] if all_members else [world.bot]
    threads = [
        one for one in channels if one.is_thread and not one.archived and world.sees(world.bot, one)
    ]
    return guild_summary(world, each) | {
        "joined_at": timestamp(joined_at(each, world.bot)),
        "large": False,
        "unavailable": False,
        "member_count": len(each.members),
        "members": [member(each, who) for who in shown],
        "channels": [channel(one) for one in channels if not one.is_thread],
        "threads": [channel(one) | {"member": thread_member(one, world.bot)} for one in threads],
        "voice_states": [],
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": [
            scheduled_event(one, world) for one in each.events.values() if one.listed
        ],
        "soundboard_sounds": [],
    }


def attachment(each: Attachment, base_url: str) -> Json:
    """An attachment object; `base_url` is put in front of its path."""
    result: Json = {
        "id": str(each.id),
        "filename": each.filename,
        "size": len(each.data),
        "url": base_url + each.path,
        "proxy_url": base_url + each.path,
        "content_type": each.content_type,
    }
    if each.description is not None:
        result["description"] = each.description
    if each.size is not None:
        result["width"], result["height"] = each.size
    return result


def message(each: Message, base_url: str, *, nested: bool = True) -> Json:
    """A message as the bot sees it."""
    embeds, components, hidden = resolved_media(each, base_url)
    result: Json = {
        "id": str(each.id),
        "channel_id": str(each.channel.id),
        "type": each.type,
        "author": user(each.author),
        "content": each.content,
        "timestamp": timestamp(time_of(each.id)),
        "edited_timestamp": timestamp(each.edited_at),
        "tts": False,
        "mention_everyone": each.mention_everyone,
        "mentions": [user(who) for who in each.mentions],
        "mention_roles": [str(each_role.id) for each_role in each.mention_roles],
        "attachments": [
            attachment(one, base_url) for one in each.attachments if one.filename not in hidden
        ],
        "embeds": embeds,
        "components": components,
        "pinned": False,
        "flags": each.flags,
    }
    if each.channel.guild is not None:
        result["guild_id"] = str(each.channel.guild.id)
        if each.author.id in each.channel.guild.members and each.interaction is None:
            result["member"] = member(each.channel.guild, each.author, with_user=False)
    if each.nonce is not None:
        result["nonce"] = each.nonce
    if each.interaction is not None:
        result |= _interaction_fields(each)
    if each.type in (18, 19, 21):
        result["message_reference"] = _reference(each)
        if each.type != 18 and nested:
            source = each.reference
            gone = source is None or source.id not in source.channel.messages
            result["referenced_message"] = (
                None if gone or source is None else message(source, base_url, nested=False)
            )
    if each.thread is not None and nested:
        result["thread"] = channel(each.thread)
    return result


def _interaction_fields(each: Message) -> Json:
    metadata = each.interaction or {}
    name = metadata.get("name")
    result: Json = {
        "interaction_metadata": {key: value for key, value in metadata.items() if key != "name"}
    }
    result["application_id"] = result["webhook_id"] = str(each.author.id)
    if name is not None:
        kept = {key: metadata[key] for key in ("id", "type", "user")}
        result["interaction"] = kept | {"name": name}
    return result


def _reference(each: Message) -> Json:
    source: Message | Channel | None = each.thread if each.type == 18 else each.reference
    where = (
        each.channel
        if source is None
        else source.channel
        if isinstance(source, Message)
        else source
    )
    result: Json = {"type": 0, "channel_id": str(where.id), "guild_id": text_id(where.guild)}
    if isinstance(source, Message):
        result["message_id"] = str(source.id)
    return result


def resolved_media(each: Message, base_url: str) -> tuple[list[Json], list[Json], set[str]]:
    """Embeds and components with attachment:// replaced by real addresses, and the files that they
    show.
    """
    embeds, components = _copy(each.embeds), _copy(each.components)
    by_name = {one.filename: one for one in each.attachments}
    hidden: set[str] = set()
    for media in media_urls(embeds, components):
        url = str(media.get("url", ""))
        found = by_name.get(url.removeprefix("attachment://"))
        if url.startswith("attachment://") and found is not None:
            media["url"] = base_url + found.path
            media["proxy_url"] = media["url"]
            if found.size is not None:
                media["width"], media["height"] = found.size
            if found.description is not None:
                media.setdefault("description", found.description)
            hidden.add(found.filename)
    return embeds, components, hidden


def _copy(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _copy(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_copy(inner) for inner in value]
    return value


def application(world: World) -> Json:
    """The response of /applications/@me and /oauth2/applications/@me."""
    owner = next(who for who in world.users.values() if not who.bot)
    return {
        "id": str(world.application_id),
        "name": world.bot.display,
        "icon": None,
        "description": "",
        "summary": "",
        "type": None,
        "bot": user(world.bot),
        "bot_public": True,
        "bot_require_code_grant": False,
        "owner": user(owner),
        "team": None,
        "verify_key": "0" * 64,
        "flags": 0,
        "hook": True,
        "redirect_uris": [],
        "interactions_endpoint_url": None,
        "approximate_guild_count": len(world.joined_guilds()),
        "approximate_user_install_count": sum(who.installed for who in world.users.values()) - 1,
        "install_params": {
            "scopes": ["applications.commands", "bot"],
            "permissions": str(int(Permission.SEND_MESSAGES)),
        },
        "integration_types_config": {"0": {}, "1": {}},
    }
