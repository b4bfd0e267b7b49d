"""Users' actions as interactions: commands with typed options, autocomplete, components, context
menus, modals.

Here the playground plays Discord's client. It refuses what the client would not let a user send,
with a sentence for the user.
"""

from __future__ import annotations

from collections.abc import Iterator

from . import commands, components, installs
from .components import (
    BUTTON,
    CHECKBOX,
    CHECKBOX_GROUP,
    LABEL,
    LINK,
    RADIO_GROUP,
    ROW,
    STRING_SELECT,
    TEXT_INPUT,
    find,
    walk,
)
from .errors import Json
from .interaction import AUTOCOMPLETE, COMMAND, COMPONENT, MODAL, Interaction
from .interactions import Interactions
from .permissions import EVERYTHING, Permission
from .resolve import Resolver, Unusable
from .world import Channel, Message, User, World


def available(
    world: World, user: User, channel: Channel, name: str | None = None
) -> Iterator[Json]:
    """The commands that this user may use in this channel, as registered. With `name`, only those
    with which this full name begins.
    """
    have = world.permissions(user, channel)
    if not (have & Permission.VIEW_CHANNEL and have & Permission.USE_APPLICATION_COMMANDS):
        return
    places = [None] if channel.guild is None else [channel.guild.id, None]
    for command in (each for place in places for each in world.commands[place].values()):
        named = name is None or f"{name} ".startswith(f"{command['name']} ")
        if named and _usable(world, user, channel, command, have):
            yield command


def _usable(world: World, user: User, channel: Channel, command: Json, have: Permission) -> bool:
    """Whether the command is offered there to a user with these permissions."""
    contexts = command["contexts"]
    if contexts is None:
        contexts = [0, 1, 2] if command["dm_permission"] else [0]
    if installs.context(channel) not in contexts:
        return False
    if not installs.owners(world, user, channel, command):
        return False
    needed = command["default_member_permissions"]
    return channel.guild is None or needed is None or _has(have, int(needed))


def _has(have: Permission, needed: int) -> bool:
    """Whether the needed permissions are there. A required permission of 0 means: administrators
    only.
    """
    return have == EVERYTHING or (needed != 0 and int(have) & needed == needed)


def leaves(command: Json) -> Iterator[tuple[list[Json], list[Json]]]:
    """The runnable parts of a command: (path of command, group, subcommand; the last's options)."""

    def below(path: list[Json], node: Json) -> Iterator[tuple[list[Json], list[Json]]]:
        options = node.get("options", [])
        nested = [each for each in options if each["type"] in (commands.SUBCOMMAND, commands.GROUP)]
        if not nested:
            yield path, options
        for each in nested:
            yield from below([*path, each], each)

    yield from below([command], command)


class Invoker:
    """Creates interactions for users.

    Every method raises `Unusable` for what the client would not allow.
    """

    def __init__(self, world: World, interactions: Interactions) -> None:
        self.world = world
        self.interactions = interactions

    # Commands

    def find(
        self, user: User, channel: Channel, name: str, command_id: str | None
    ) -> tuple[list[Json], list[Json]]:
        """The runnable command with this full name, such as `play chess`."""
        for command in available(self.world, user, channel, name):
            if command_id in (None, command["id"]):
                for path, options in leaves(command):
                    if " ".join(each["name"] for each in path) == name:
                        return path, options
        raise Unusable(f"There is no command “{name}” here.")

    def command(
        self,
        user: User,
        channel: Channel,
        name: str,
        options: Json | None = None,
        *,
        command_id: str | None = None,
        target: str | None = None,
    ) -> Interaction:
        """Run a slash command, or a context menu on a target."""
        path, known = self.find(user, channel, name, command_id)
        kind = path[0]["type"]
        resolver = Resolver(self.interactions.messages, channel)
        data = self._head(path[0])
        if kind == commands.CHAT_INPUT:
            data |= _nest(path, self._options(known, options or {}, resolver))
        else:
            data["target_id"] = str(resolver.target(kind, target, user))
        if resolver.resolved:
            data["resolved"] = resolver.resolved
        owners = installs.owners(self.world, user, channel, path[0])
        return self.interactions.create(COMMAND, user, channel, data, owners=owners)

    def autocomplete(
        self,
        user: User,
        channel: Channel,
        name: str,
        options: Json,
        focused: str,
        *,
        command_id: str | None = None,
    ) -> Interaction:
        """Ask for the choices of one option, with the other options as typed so far."""
        path, known = self.find(user, channel, name, command_id)
        by_name = {each["name"]: each for each in known}
        option = by_name.get(focused)
        if option is None or not option.get("autocomplete"):
            raise Unusable(f"“{focused}” has no autocomplete.")
        filled: list[Json] = []
        for key, value in {focused: "", **options}.items():
            if key in by_name and (key == focused or value not in (None, "")):
                entry = {
                    "name": key,
                    "type": by_name[key]["type"],
                    "value": str(value) if key == focused else value,
                }
                filled.append(entry | ({"focused": True} if key == focused else {}))
        data = self._head(path[0]) | _nest(path, filled)
        owners = installs.owners(self.world, user, channel, path[0])
        return self.interactions.create(
            AUTOCOMPLETE, user, channel, data, option_type=option["type"], owners=owners
        )

    def _head(self, command: Json) -> Json:
        return {key: command[key] for key in ("id", "name", "type", "guild_id") if key in command}

    def _options(self, known: list[Json], given: Json, resolver: Resolver) -> list[Json]:
        by_name = {each["name"]: each for each in known}
        unknown = [name for name in given if name not in by_name]
        if unknown:
            raise Unusable(f"There is no option “{unknown[0]}”.")
        result = []
        for option in known:
            value = given.get(option["name"])
            if value is None or (value == "" and option["type"] != commands.STRING):
                if option["required"]:
                    raise Unusable(f"“{option['name']}” is required.")
                continue
            result.append(
                {
                    "name": option["name"],
                    "type": option["type"],
                    "value": resolver.value(option, value),
                }
            )
        return result

    # Components

    def component(
        self,
        user: User,
        channel: Channel,
        message: Message,
        custom_id: str,
        values: list[str] | None = None,
    ) -> Interaction:
        """Press a button or choose in a menu of a message that the user can see."""
        self._check_visible(user, channel)
        if not message.visible_to(user) or message.id not in channel.messages:
            raise Unusable("This message no longer exists.")
        part = find(message.components, custom_id)
        if part is None or part.get("style") == LINK:
            raise Unusable("This message has no such button or menu.")
        if part.get("disabled"):
            raise Unusable("This is disabled.")
        data: Json = {"custom_id": custom_id, "component_type": part["type"], "id": part["id"]}
        if part["type"] != BUTTON:
            resolver = Resolver(self.interactions.messages, channel)
            data["values"] = self._chosen(part, values or [], resolver)
            if resolver.resolved:
                data["resolved"] = resolver.resolved
        return self.interactions.create(COMPONENT, user, channel, data, message=message)

    def _chosen(self, part: Json, values: list[str], resolver: Resolver) -> list[str]:
        low, high = part["min_values"], part["max_values"]
        if not low <= len(values) <= high or len(set(values)) != len(values):
            raise Unusable(f"Choose {low} to {high}." if low != high else f"Choose {low}.")
        if part["type"] in (STRING_SELECT, RADIO_GROUP, CHECKBOX_GROUP):
            known = {option["value"] for option in part["options"]}
            if not known.issuperset(values):
                raise Unusable("This is not in the menu.")
        else:
            option = {
                components.USER_SELECT: commands.USER_OPTION,
                components.ROLE_SELECT: commands.ROLE,
                components.MENTIONABLE_SELECT: commands.MENTIONABLE,
                components.CHANNEL_SELECT: commands.CHANNEL,
            }[part["type"]]
            values = [resolver.value({"name": "", "type": option}, value) for value in values]
        return values

    def _check_visible(self, user: User, channel: Channel) -> None:
        if not self.world.sees(user, channel):
            raise Unusable("You cannot see this channel.")

    # Modals

    def submit(self, user: User, opened_by: Interaction, values: Json) -> Interaction:
        """Submit the form that an interaction opened; `values` by custom_id."""
        modal = opened_by.modal
        if modal is None or opened_by.user is not user:
            raise Unusable("This form is not open.")
        unknown = set(values) - {part.get("custom_id") for part in walk(modal["components"])}
        if unknown:
            raise Unusable(f"The form has no field “{unknown.pop()}”.")
        resolver = Resolver(self.interactions.messages, opened_by.channel)
        data: Json = {
            "custom_id": modal["custom_id"],
            "components": [self._submitted(part, values, resolver) for part in modal["components"]],
        }
        if resolver.resolved:
            data["resolved"] = resolver.resolved
        return self.interactions.create(
            MODAL, user, opened_by.channel, data, message=opened_by.message, parent=opened_by
        )

    def _submitted(self, part: Json, values: Json, resolver: Resolver) -> Json:
        head: Json = {"type": part["type"], "id": part["id"]}
        if part["type"] == ROW:
            return head | {
                "components": [
                    self._submitted(each, values, resolver) for each in part["components"]
                ]
            }
        if part["type"] == LABEL:
            return head | {"component": self._submitted(part["component"], values, resolver)}
        if part["type"] == TEXT_INPUT:
            return head | {"custom_id": part["custom_id"], "value": _typed(part, values)}
        if part["type"] == CHECKBOX:
            ticked = bool(values.get(part["custom_id"], part["default"]))
            return head | {"custom_id": part["custom_id"], "value": ticked}
        if "custom_id" in part:
            chosen = self._several(part, values, resolver)
            if part["type"] == RADIO_GROUP:
                one = chosen[0] if chosen else None
                return head | {"custom_id": part["custom_id"], "value": one}
            return head | {"custom_id": part["custom_id"], "values": chosen}
        return head

    def _several(self, part: Json, values: Json, resolver: Resolver) -> list[str]:
        """What was chosen in a menu or a group of a form: by default, what was chosen before."""
        chosen = values.get(part["custom_id"])
        if chosen is None:
            before = [one["value"] for one in part.get("options", []) if one.get("default")]
            chosen = before + [one["id"] for one in part.get("default_values", [])]
        if not chosen and not part["required"]:
            return []
        return self._chosen(part, list(chosen), resolver)


def _typed(part: Json, values: Json) -> str:
    value = str(values.get(part["custom_id"], part.get("value", "")))
    if not value and not part["required"]:
        return value
    low, high = max(part.get("min_length", 0), 1), part.get("max_length", 4000)
    if not low <= len(value) <= high:
        raise Unusable(
            f"“{part.get('label', part['custom_id'])}” must have {low} to {high} characters."
        )
    return value


def _nest(path: list[Json], options: list[Json]) -> Json:
    """Options nested in their subcommand and group."""
    for node in reversed(path[1:]):
        options = [{"name": node["name"], "type": node["type"], "options": options}]
    return {"options": options} if options else {}
