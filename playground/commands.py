"""Discord's limits on application commands, and the registered form of valid ones."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import Any

from .errors import ApiError, Json
from .forms import Form

CHAT_INPUT, USER, MESSAGE, ENTRY_POINT = 1, 2, 3, 4
(
    SUBCOMMAND,
    GROUP,
    STRING,
    INTEGER,
    BOOLEAN,
    USER_OPTION,
    CHANNEL,
    ROLE,
    MENTIONABLE,
    NUMBER,
    ATTACHMENT,
) = range(1, 12)
MAXIMUM = {CHAT_INPUT: 100, USER: 15, MESSAGE: 15, ENTRY_POINT: 1}
"""The most commands of each type that an application may have in one scope."""
TOTAL = 8000
_LOCALES = """
ar bg cs da de el en-GB en-US es-419 es-ES fi fr he hi hr hu id it ja ko lt nl no pl pt-BR ro ru
sv-SE th tr uk vi zh-CN zh-TW
"""
LOCALES = frozenset(_LOCALES.split())
"""The locales that Discord supports."""
_NAME = re.compile(r"[-'\w]{1,32}")


def read_command(body: Any, root: Form | None = None) -> Json:
    """One command as Discord would register it, without ids. Errors are collected in `root` if
    given, and raised otherwise.
    """
    form = Form(body) if root is None else root
    if not form.mapping(required=True):
        form.check()
        return {}
    kind = form["type"].choice(tuple(MAXIMUM)) or CHAT_INPUT
    command: Json = {"type": kind}
    _named(form, command, slash=kind == CHAT_INPUT)
    if kind == CHAT_INPUT:
        _described(form, command)
        options = _options(form["options"], depth=0)
        if options:
            command["options"] = options
    elif kind == ENTRY_POINT:
        command["description"] = form["description"].text(0, 100) or ""
        command["description_localizations"] = _localized(
            form["description_localizations"], 100, False
        )
        command["handler"] = form["handler"].choice((1, 2)) or 1
    else:
        command["description"] = ""
        if form["description"].value:
            form["description"].error(
                "APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION",
                "Context menu commands cannot have description",
            )
        if form["options"].value:
            form["options"].error(
                "APPLICATION_COMMAND_CONTEXT_MENU_OPTIONS",
                "Context menu commands cannot have options",
            )
    bits = form["default_member_permissions"].integer(0)
    command["default_member_permissions"] = None if bits is None else str(bits)
    command["dm_permission"] = form["dm_permission"].boolean() is not False
    command["contexts"] = _set_of(form["contexts"], (0, 1, 2))
    command["integration_types"] = _set_of(form["integration_types"], (0, 1)) or [0]
    command["nsfw"] = form["nsfw"].boolean() or False
    if size(command) > TOTAL:
        form.error("APPLICATION_COMMAND_TOO_LARGE", f"Command exceeds maximum size ({TOTAL})")
    if root is None:
        form.check()
    return command


def read_commands(body: Any) -> list[Json]:
    """The body of a bulk overwrite.

    Raises 30032 if there are too many, 50035 for invalid ones and duplicate names.
    """
    form = Form(body)
    items = form.items(0, sum(MAXIMUM.values()))
    form.check()
    counts = Counter(item["type"].value or CHAT_INPUT for item in items)
    for kind, maximum in MAXIMUM.items():
        if counts[kind] > maximum:
            raise too_many(kind)
    commands = [read_command(item.value, item) for item in items]
    seen: set[tuple[int, str]] = set()
    for item, command in zip(items, commands, strict=True):
        key = (command.get("type", 0), str(command.get("name")))
        if key in seen:
            item.error(
                "APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique"
            )
        seen.add(key)
    form.check()
    return commands


def require_entry_point(old: Iterable[Json], new: Iterable[Json]) -> None:
    """Raises 50240 if an overwrite would remove the entry point command of an activity."""
    had = any(each["type"] == ENTRY_POINT for each in old)
    if had and all(each["type"] != ENTRY_POINT for each in new):
        raise ApiError(
            400,
            50240,
            "You cannot remove this app's Entry Point command in a bulk update operation. "
            "Include the Entry Point command in your update request or delete it separately.",
        )


def too_many(kind: int) -> ApiError:
    """The error for exceeding the number of commands of this type."""
    return ApiError(
        400, 30032, f"Maximum number of application commands reached ({MAXIMUM[kind]})."
    )


def _set_of(form: Form, allowed: tuple[int, ...]) -> list[int] | None:
    if not form.given:
        return None
    return [item.choice(allowed) or 0 for item in form.items(1, len(allowed))]


def _named(form: Form, target: Json, *, slash: bool = True) -> None:
    name = form["name"].text(1, 32, required=True)
    target["name"] = name
    if name is not None and slash:
        _check_name(form["name"], name)
    target["name_localizations"] = _localized(form["name_localizations"], 32, slash)


def _check_name(form: Form, name: str) -> None:
    if not _NAME.fullmatch(name) or name != name.lower():
        form.error("APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")


def _described(form: Form, target: Json) -> None:
    target["description"] = form["description"].text(1, 100, required=True)
    target["description_localizations"] = _localized(form["description_localizations"], 100, False)


def _localized(form: Form, high: int, is_name: bool) -> Json | None:
    if not form.given:
        return None
    result: Json = {}
    for locale, item in form.entries():
        if locale not in LOCALES:
            item.error(
                "BASE_TYPE_CHOICES", f"Value must be one of {{{', '.join(sorted(LOCALES))}}}."
            )
            continue
        result[locale] = item.text(1, high, required=True)
        if is_name and result[locale] is not None:
            _check_name(item, result[locale])
    return result or None


def _options(form: Form, depth: int) -> list[Json]:
    """Options of a command (depth 0), of a group (1), or of a subcommand (2)."""
    allowed = {0: range(1, 12), 1: (SUBCOMMAND,), 2: range(STRING, ATTACHMENT + 1)}[depth]
    items = form.items(0, 25) if form.given else []
    options = [_option(item, tuple(allowed), depth) for item in items]
    names: set[str] = set()
    optional_seen = False
    for item, option in zip(items, options, strict=True):
        if option["name"] in names:
            item["name"].error(
                "APPLICATION_COMMAND_OPTION_NAME_ALREADY_EXISTS", "Option name already exists"
            )
        names.add(option["name"])
        if option["type"] in (SUBCOMMAND, GROUP, None):
            continue
        if option["required"] and optional_seen:
            item.error(
                "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
                "Required options must be placed before non-required options",
            )
        optional_seen = optional_seen or not option["required"]
    nested = [option["type"] in (SUBCOMMAND, GROUP) for option in options]
    if any(nested) and not all(nested):
        form.error(
            "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
            "Sub-command and sub-command group option types are mutually exclusive "
            "to all other types",
        )
    _localized_names_differ(form, options)
    return options


def _localized_names_differ(form: Form, options: list[Json]) -> None:
    seen: set[tuple[str, str]] = set()
    for i, option in enumerate(options):
        for locale, name in (option.get("name_localizations") or {}).items():
            if (locale, name) in seen:
                form[str(i)]["name_localizations"][locale].error(
                    "APPLICATION_COMMAND_OPTION_NAME_ALREADY_EXISTS", "Option name already exists"
                )
            seen.add((locale, name))


def _option(form: Form, allowed: tuple[int, ...], depth: int) -> Json:
    option: Json = {"type": None, "name": None, "required": False}
    if not form.mapping():
        return option
    kind = form["type"].choice(allowed, required=True)
    option["type"] = kind
    _named(form, option)
    _described(form, option)
    if kind in (SUBCOMMAND, GROUP):
        del option["required"]
        option["options"] = _options(form["options"], depth=1 if kind == GROUP else 2)
        if kind == GROUP and not option["options"]:
            form["options"].error("BASE_TYPE_REQUIRED", "This field is required")
        return option
    option["required"] = form["required"].boolean() or False
    option["autocomplete"] = form["autocomplete"].boolean() or False
    if form["choices"].value:
        option["choices"] = choices(form["choices"], kind)
        if option["autocomplete"]:
            form["autocomplete"].error(
                "APPLICATION_COMMAND_OPTION_AUTOCOMPLETE_CHOICES",
                "Options with autocomplete cannot have choices",
            )
    if option["autocomplete"] and kind not in (STRING, INTEGER, NUMBER):
        form["autocomplete"].error(
            "APPLICATION_COMMAND_OPTION_AUTOCOMPLETE_TYPE",
            "Options of this type cannot have autocomplete",
        )
    _bounds(form, option, kind)
    return option


def _bounds(form: Form, option: Json, kind: int | None) -> None:
    pairs = {
        STRING: ("min_length", "max_length"),
        INTEGER: ("min_value", "max_value"),
        NUMBER: ("min_value", "max_value"),
    }
    for key in pairs.get(kind or 0, ()):
        if form[key].given:
            low, high = (0 if key == "min_length" else 1, 6000) if kind == STRING else (None, None)
            option[key] = form[key].number() if kind == NUMBER else form[key].integer(low, high)
    if kind == CHANNEL and form["channel_types"].given:
        option["channel_types"] = [item.integer(0, 16) for item in form["channel_types"].items()]


def choices(form: Form, kind: int | None, *, unique: bool = True) -> list[Json]:
    """Choices of an option, or (not `unique`) of autocomplete: at most 25, with names and string
    values of 1 to 100 characters.
    """
    result: list[Json] = []
    names: set[str] = set()
    for item in form.items(0, 25):
        if not item.mapping():
            continue
        choice: Json = {"name": item["name"].text(1, 100, required=True)}
        choice["name_localizations"] = _localized(item["name_localizations"], 100, False)
        if kind == INTEGER:
            choice["value"] = item["value"].integer(-(2**53), 2**53, required=True)
        elif kind == NUMBER:
            choice["value"] = item["value"].number(required=True)
        else:
            choice["value"] = item["value"].text(1, 100, required=True)
        if unique and choice["name"] is not None and choice["name"] in names:
            item["name"].error(
                "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS",
                "Choice name already exists",
            )
        names.add(str(choice["name"]))
        result.append(choice)
    return result


def size(thing: Json) -> int:
    """The characters of names, descriptions and choice values. Each text counts as long as its
    longest translation.
    """
    total = 0
    for key in ("name", "description"):
        texts = [thing.get(key) or "", *(thing.get(f"{key}_localizations") or {}).values()]
        total += max(len(text or "") for text in texts)
    if isinstance(thing.get("value"), str):
        total += len(thing["value"])
    return total + sum(
        size(inner) for key in ("options", "choices") for inner in thing.get(key, [])
    )
