"""The world as the page sees it: Discord's JSON with additions for a client.

PAGE.md is the contract.
"""

from __future__ import annotations

from typing import Any

from . import payloads
from .errors import Json
from .interaction import NO_ANSWER, Interaction
from .invoke import available, leaves
from .scheduled import ACTIVE
from .world import EPHEMERAL, Channel, Guild, Message, User, World


def avatar(who: User) -> Json:
    """The letter and colour drawn for a user."""
    return {"letter": who.display[:1].upper(), "colour": who.colour}


def author(who: User) -> Json:
    """A user as the author of something."""
    return {
        "id": str(who.id),
        "username": who.username,
        "global_name": who.global_name,
        "display": who.display,
        "bot": who.bot,
        "avatar": avatar(who),
    }


def user(who: User) -> Json:
    """A user with the settings that they can change."""
    return author(who) | {
        "locale": who.locale,
        "dms_open": who.dms_open,
        "installed": who.installed,
    }


def channel(where: Channel) -> Json:
    """A channel or thread."""
    return {
        "id": str(where.id),
        "type": where.type,
        "guild_id": payloads.text_id(where.guild),
        "parent_id": payloads.text_id(where.parent),
        "name": where.name,
        "topic": where.topic,
        "position": where.position,
        "archived": where.archived,
        "locked": where.locked,
        "last_message_id": None if where.last_message_id is None else str(where.last_message_id),
        "people": [str(who.id) for who in where.group],
        "tags": _tags(where),
    }


def _tags(where: Channel) -> list[str]:
    """The names of the tags of a post, or of the tags that a forum offers."""
    if where.parent is None:
        return [tag.name for tag in where.tags]
    return [tag.name for tag in where.parent.tags if tag.id in where.applied]


def events(each: Guild) -> list[Json]:
    """The scheduled or active events of a guild, the earliest first."""
    found = [one for one in each.events.values() if one.listed]
    return [
        {
            "id": str(one.id),
            "name": one.name,
            "description": one.description,
            "location": one.location,
            "start": payloads.timestamp(one.start),
            "end": payloads.timestamp(one.end),
            "active": one.status == ACTIVE,
        }
        for one in sorted(found, key=lambda one: one.start)
    ]


def guild(world: World, each: Guild, viewer: User | None) -> Json:
    """A guild with the channels that the viewer sees (without a viewer: all)."""
    channels = [one for one in world.channels_of(each) if world.sees(viewer or each.owner, one)]
    return {
        "id": str(each.id),
        "name": each.name,
        "preferred_locale": each.preferred_locale,
        "members": [str(key) for key in each.members],
        "roles": [{"id": str(one.id), "name": one.name} for one in each.all_roles()],
        "channels": [channel(one) for one in channels],
        "events": events(each),
    }


def state(world: World, viewer: User | None, online: bool) -> Json:
    """The initial state of a page; without a viewer, only what everybody sees."""
    result: Json = {
        "bot": author(world.bot) | {"online": online},
        "users": [user(who) for who in world.users.values() if not who.bot],
        "guilds": [
            guild(world, each, viewer)
            for each in world.guilds.values()
            if viewer is None or viewer.id in each.members
        ],
    }
    if viewer is not None:
        dms = [
            channel(each)
            for each in world.channels.values()
            if each.guild is None and world.sees(viewer, each)
        ]
        result |= {"me": user(viewer), "dms": dms}
    return result


def message(world: World, each: Message, viewer: User | None = None) -> Json:
    """A message with `ephemeral`, `thinking` and authors ready to display. What it answers is left
    out if this viewer can't see that.
    """
    result = payloads.message(each, "")
    result |= {
        "guild_id": payloads.text_id(each.channel.guild),
        "author": author(each.author),
        "mentions": [author(who) for who in each.mentions],
        "notified": [author(who) for who in each.notified],
        "ephemeral": bool(each.flags & EPHEMERAL),
        "thinking": each.thinking,
        "interaction_metadata": _metadata(world, each),
        "message_reference": result.get("message_reference"),
        "referenced_message": None,
        "thread": None if each.thread is None else channel(each.thread),
    }
    source = None if each.type == 18 else each.reference
    gone = source is None or source.id not in source.channel.messages
    if source is not None and not gone and (viewer is None or source.visible_to(viewer)):
        flat = payloads.message(source, "", nested=False)
        result["referenced_message"] = flat | {"author": author(source.author)}
    return result


def _metadata(world: World, each: Message) -> Json | None:
    if each.interaction is None:
        return None
    data = each.interaction
    who = author(world.users[int(data["user"]["id"])])
    name = data.get("name")
    return {
        "id": data["id"],
        "type": data["type"],
        "name": name,
        "names": {} if name is None else _translations(world, name),
        "user": who,
    }


def _translations(world: World, name: str) -> Json:
    """The names in other languages of the command with this full name, such as `play chess`."""
    first = name.split(" ", 1)[0]
    for command in (each for place in world.commands.values() for each in place.values()):
        if command["name"] != first:
            continue
        for path, _ in leaves(command):
            if " ".join(each["name"] for each in path) == name:
                locales = {key for each in path for key in each["name_localizations"] or {}}
                return {
                    locale: " ".join(localized(each, "name", locale) for each in path)
                    for locale in sorted(locales)
                }
    return {}


def messages(
    world: World, where: Channel, viewer: User, before: int | None, limit: int
) -> list[Json]:
    """The newest messages of a channel as this user sees it, oldest first."""
    shown = [
        each
        for each in where.messages.values()
        if each.visible_to(viewer) and (before is None or each.id < before)
    ]
    return [message(world, each, viewer) for each in shown[-limit:]]


def interaction(each: Interaction) -> Json:
    """The data of events about an interaction."""
    result: Json = {
        "id": str(each.id),
        "kind": each.kind,
        "channel_id": str(each.channel.id),
        "message_id": payloads.text_id(each.message),
        "custom_id": each.data.get("custom_id"),
    }
    return result | ({"error": NO_ANSWER} if each.failed else {})


def answer(world: World, each: Interaction) -> Json:
    """What an interaction has led to so far, for tests."""
    original = each.original
    gone = original is None or original.id not in original.channel.messages
    return {
        "id": str(each.id),
        "kind": each.kind,
        "acknowledged": each.acknowledged,
        "answered": each.answered.is_set(),
        "response_type": each.response_type,
        "error": NO_ANSWER if each.failed else None,
        "message": None if gone or original is None else message(world, original),
        "followups": [
            message(world, one) for one in each.followups if one.id in one.channel.messages
        ],
        "choices": None
        if each.choices is None
        else [choice(one, each.user.locale) for one in each.choices],
        "modal": None if each.modal is None else modal(each),
    }


def modal(each: Interaction) -> Json:
    """A form to display."""
    return {"interaction": str(each.id), "channel_id": str(each.channel.id)} | (each.modal or {})


# Commands


def commands(world: World, viewer: User, where: Channel) -> list[Json]:
    """Everything that the viewer can run in this channel, as a flat list in their language."""
    found = [
        _leaf(command, path, options, viewer.locale)
        for command in available(world, viewer, where)
        for path, options in leaves(command)
    ]
    return sorted(found, key=lambda each: str(each["name"]))


def localized(thing: Json, key: str, locale: str) -> str:
    """A text of a command in this language, or its default."""
    return str((thing.get(f"{key}_localizations") or {}).get(locale) or thing.get(key) or "")


def _leaf(command: Json, path: list[Json], options: list[Json], locale: str) -> Json:
    return {
        "command": command["id"],
        "type": command["type"],
        "name": " ".join(each["name"] for each in path),
        "display": " ".join(localized(each, "name", locale) for each in path),
        "description": localized(path[-1], "description", locale),
        "options": [_option(each, locale) for each in options],
    }


def _option(option: Json, locale: str) -> Json:
    limits: Any = {
        key: option.get(key) for key in ("min_value", "max_value", "min_length", "max_length")
    }
    return {
        "name": option["name"],
        "display": localized(option, "name", locale),
        "description": localized(option, "description", locale),
        "type": option["type"],
        "required": option["required"],
        "autocomplete": option["autocomplete"],
        "choices": [choice(each, locale) for each in option.get("choices", [])],
        "channel_types": option.get("channel_types", []),
        **limits,
    }


def choice(each: Json, locale: str) -> Json:
    """A choice with its display name."""
    return {
        "name": each["name"],
        "display": localized(each, "name", locale),
        "value": each["value"],
    }
