"""Discord's limits on the components of messages and modals. Every accepted component gets an
id.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from .errors import Json
from .forms import Form

(
    ROW,
    BUTTON,
    STRING_SELECT,
    TEXT_INPUT,
    USER_SELECT,
    ROLE_SELECT,
    MENTIONABLE_SELECT,
    CHANNEL_SELECT,
) = range(1, 9)
SECTION, TEXT, THUMBNAIL, GALLERY, FILE, SEPARATOR, CONTAINER, LABEL = 9, 10, 11, 12, 13, 14, 17, 18
RADIO_GROUP, CHECKBOX_GROUP, CHECKBOX = 21, 22, 23
SELECTS = (STRING_SELECT, USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT)
LINK, PREMIUM = 5, 6
"""Button styles without a custom_id."""

LEGACY_TOP = (ROW,)
LAYOUT_TOP = (ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR, CONTAINER)
IN_CONTAINER = (ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR)
MODAL_TOP = (ROW, TEXT, LABEL)
IN_LABEL = (TEXT_INPUT, *SELECTS, RADIO_GROUP, CHECKBOX_GROUP, CHECKBOX)


class _Reader:
    """Reads one tree of components. Remembers what must be unique in the whole tree."""

    def __init__(self, modal: bool = False) -> None:
        self.modal = modal
        self.custom_ids: set[str] = set()
        self.ids: set[int] = set()
        self.count = 0
        self.text_length = 0

    def one(self, form: Form, allowed: tuple[int, ...]) -> Json:
        """Read a component of one of the allowed types; {} if it is invalid."""
        if not form.mapping():
            return {}
        kind = form["type"].value
        if isinstance(kind, bool) or kind not in allowed:
            choices = ", ".join(str(each) for each in sorted(allowed))
            form["type"].error(
                "UNION_TYPE_CHOICES", f'Value of field "type" must be one of ({choices}).'
            )
            return {}
        self.count += 1
        component: Json = {"type": kind, "id": form["id"].integer(0, 2**31 - 1) or 0}
        if component["id"]:
            if component["id"] in self.ids:
                form["id"].error("COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated")
            self.ids.add(component["id"])
        _READERS[kind](self, form, component)
        return component

    def many(self, form: Form, allowed: tuple[int, ...], low: int, high: int) -> list[Json]:
        return [self.one(item, allowed) for item in form.items(low, high, required=True)]

    def custom_id(self, form: Form, component: Json) -> None:
        custom_id = form["custom_id"].text(1, 100, required=True)
        if custom_id is not None and custom_id in self.custom_ids:
            form["custom_id"].error(
                "COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated"
            )
        if custom_id is not None:
            self.custom_ids.add(custom_id)
        component["custom_id"] = custom_id

    # Types

    def row(self, form: Form, component: Json) -> None:
        inner = (TEXT_INPUT,) if self.modal else (BUTTON, *SELECTS)
        component["components"] = children = self.many(form["components"], inner, 1, 5)
        widths = [1 if child.get("type") == BUTTON else 5 for child in children]
        if sum(widths) > 5:
            place = next(i for i in range(len(widths)) if sum(widths[: i + 1]) > 5)
            form["components"][str(place)].error(
                "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
                "The specified component exceeds the maximum width",
            )

    def button(self, form: Form, component: Json) -> None:
        style = form["style"].choice((1, 2, 3, 4, LINK, PREMIUM), required=True)
        component["style"] = style
        component["disabled"] = form["disabled"].boolean() or False
        _put(component, "label", form["label"].text(0, 80))
        _put(component, "emoji", _emoji(form["emoji"]))
        if style == PREMIUM:
            component["sku_id"] = form["sku_id"].snowflake(required=True)
            return
        if style == LINK:
            component["url"] = form["url"].url(("http", "https", "discord"), 512, required=True)
            if form["custom_id"].given:
                form.error(
                    "BUTTON_COMPONENT_CUSTOM_ID_AND_URL",
                    "A custom id and url cannot both be specified",
                )
        elif style is not None:
            if form["url"].given:
                form.error(
                    "BUTTON_COMPONENT_CUSTOM_ID_AND_URL",
                    "A custom id and url cannot both be specified",
                )
            self.custom_id(form, component)
        if not component.get("label") and "emoji" not in component:
            form.error("BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", "A label or emoji is required")

    def select(self, form: Form, component: Json) -> None:
        self.custom_id(form, component)
        low = form["min_values"].integer(0, 25)
        high = form["max_values"].integer(1, 25)
        component["min_values"] = 1 if low is None else low
        component["max_values"] = 1 if high is None else high
        if component["min_values"] > component["max_values"]:
            form["min_values"].error(
                "SELECT_COMPONENT_MIN_VALUES_GREATER_THAN_MAX",
                "Min values must not be greater than max values",
            )
        _put(component, "placeholder", form["placeholder"].text(0, 150))
        component["disabled"] = form["disabled"].boolean() or False
        if self.modal:
            component["required"] = form["required"].boolean() is not False
            if component["disabled"]:
                form["disabled"].error(
                    "COMPONENT_DISABLED_IN_MODAL", "Cannot be disabled in a modal"
                )
        if component["type"] == STRING_SELECT:
            self.options(form, component)
        elif form["default_values"].given:
            component["default_values"] = _default_values(form["default_values"], component)
        if component["type"] == CHANNEL_SELECT and form["channel_types"].given:
            component["channel_types"] = [item.integer() for item in form["channel_types"].items()]

    def options(self, form: Form, component: Json) -> None:
        self.choices(form, component, 1, 25)
        options = component["options"]
        count = len(options)
        if count and component["max_values"] > count:
            form["max_values"].error(
                "SELECT_COMPONENT_MAX_VALUES_TOO_LARGE",
                f"Must be {count} or fewer: the number of options",
            )
        if count and component["min_values"] > count:
            form["min_values"].error(
                "SELECT_COMPONENT_MIN_VALUES_TOO_LARGE",
                f"Must be {count} or fewer: the number of options",
            )
        if sum(1 for option in options if option.get("default")) > component["max_values"]:
            form["options"].error(
                "SELECT_COMPONENT_TOO_MANY_DEFAULTS", "More default options than max values"
            )

    def choices(self, form: Form, component: Json, low: int, high: int) -> None:
        """The options of a menu or a group; only those of menus have emojis."""
        component["options"] = options = list[Json]()
        values: set[str] = set()
        for item in form["options"].items(low, high, required=True):
            label = item["label"].text(1, 100, required=True)
            value = item["value"].text(1, 100, required=True)
            option: Json = {"label": label, "value": value}
            _put(option, "description", item["description"].text(0, 100) or None)
            if component["type"] == STRING_SELECT:
                _put(option, "emoji", _emoji(item["emoji"]))
            if item["default"].boolean():
                option["default"] = True
            if value is not None and value in values:
                item["value"].error(
                    "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
                    "The specified option value is already used",
                )
            values.add(str(value))
            options.append(option)

    def group(self, form: Form, component: Json) -> None:
        """Checkboxes, or radio buttons; of the latter one can be chosen."""
        self.custom_id(form, component)
        component["required"] = form["required"].boolean() is not False
        radio = component["type"] == RADIO_GROUP
        self.choices(form, component, 2 if radio else 1, 10)
        count = len(component["options"])
        low, high = 1, 1
        if not radio:
            least, most = form["min_values"].integer(0, 10), form["max_values"].integer(1, 10)
            low = int(component["required"]) if least is None else least
            high = most or count
        if low > high or (count and high > count):
            form["max_values"].error(
                "SELECT_COMPONENT_MAX_VALUES_TOO_LARGE",
                f"Must be {low} to {count}: the number of options",
            )
        if sum(1 for option in component["options"] if option.get("default")) > high:
            form["options"].error(
                "SELECT_COMPONENT_TOO_MANY_DEFAULTS", "More default options than max values"
            )
        component |= {"min_values": low, "max_values": high}

    def checkbox(self, form: Form, component: Json) -> None:
        self.custom_id(form, component)
        component["default"] = form["default"].boolean() or False

    def text_input(self, form: Form, component: Json) -> None:
        self.custom_id(form, component)
        component["style"] = form["style"].choice((1, 2), required=True)
        in_row = form.path[-2] == "components"
        _put(component, "label", form["label"].text(1, 45, required=in_row))
        low = form["min_length"].integer(0, 4000)
        high = form["max_length"].integer(1, 4000)
        _put(component, "min_length", low)
        _put(component, "max_length", high)
        component["required"] = form["required"].boolean() is not False
        _put(component, "placeholder", form["placeholder"].text(0, 100))
        if low is not None and high is not None and low > high:
            form["min_length"].error(
                "TEXT_INPUT_MIN_LENGTH_GREATER_THAN_MAX", "Must not be greater than max length"
            )
            return
        if form["value"].value != "":
            floor = low or 0
            _put(component, "value", form["value"].text(floor, max(high or 4000, floor)))

    def section(self, form: Form, component: Json) -> None:
        component["components"] = self.many(form["components"], (TEXT,), 1, 3)
        accessory = form["accessory"]
        if not accessory.given:
            accessory.error("BASE_TYPE_REQUIRED", "This field is required")
        component["accessory"] = self.one(accessory, (BUTTON, THUMBNAIL)) if accessory.given else {}

    def text(self, form: Form, component: Json) -> None:
        component["content"] = form["content"].text(1, 4000, required=True)
        self.text_length += len(component["content"] or "")

    def thumbnail(self, form: Form, component: Json) -> None:
        _media_item(form, component)

    def gallery(self, form: Form, component: Json) -> None:
        component["items"] = [
            _media_item(item, {}) for item in form["items"].items(1, 10, required=True)
        ]

    def file(self, form: Form, component: Json) -> None:
        component["file"] = {"url": form["file"]["url"].url(("attachment",), required=True)}
        component["spoiler"] = form["spoiler"].boolean() or False

    def separator(self, form: Form, component: Json) -> None:
        component["divider"] = form["divider"].boolean() is not False
        component["spacing"] = form["spacing"].choice((1, 2)) or 1

    def container(self, form: Form, component: Json) -> None:
        component["accent_color"] = form["accent_color"].integer(0, 0xFFFFFF)
        component["spoiler"] = form["spoiler"].boolean() or False
        component["components"] = self.many(form["components"], IN_CONTAINER, 1, 40)

    def label(self, form: Form, component: Json) -> None:
        component["label"] = form["label"].text(1, 45, required=True)
        _put(component, "description", form["description"].text(0, 100) or None)
        inner = form["component"]
        if not inner.given:
            inner.error("BASE_TYPE_REQUIRED", "This field is required")
        component["component"] = self.one(inner, IN_LABEL) if inner.given else {}


_READERS: Mapping[int, Callable[[_Reader, Form, Json], None]] = {
    ROW: _Reader.row,
    BUTTON: _Reader.button,
    TEXT_INPUT: _Reader.text_input,
    SECTION: _Reader.section,
    TEXT: _Reader.text,
    THUMBNAIL: _Reader.thumbnail,
    GALLERY: _Reader.gallery,
    FILE: _Reader.file,
    SEPARATOR: _Reader.separator,
    CONTAINER: _Reader.container,
    LABEL: _Reader.label,
    RADIO_GROUP: _Reader.group,
    CHECKBOX_GROUP: _Reader.group,
    CHECKBOX: _Reader.checkbox,
    **dict.fromkeys(SELECTS, _Reader.select),
}


def _put(component: Json, key: str, value: Any) -> None:
    if value is not None:
        component[key] = value


def _emoji(form: Form) -> Json | None:
    if not form.given or not form.mapping():
        return None
    name, emoji_id = form["name"].text(0, 32), form["id"].snowflake()
    if not name and emoji_id is None:
        form["name"].error("BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")
    return {"name": name, "id": None if emoji_id is None else str(emoji_id)}


def _default_values(form: Form, component: Json) -> list[Json]:
    kinds = {
        USER_SELECT: ["user"],
        ROLE_SELECT: ["role"],
        MENTIONABLE_SELECT: ["user", "role"],
        CHANNEL_SELECT: ["channel"],
    }
    values: list[Json] = []
    for item in form.items(0, component["max_values"]):
        if item["type"].value not in kinds[component["type"]]:
            item["type"].error(
                "BASE_TYPE_CHOICES", f"Value must be one of {kinds[component['type']]}."
            )
        values.append({"id": str(item["id"].snowflake(required=True)), "type": item["type"].value})
    return values


def _media_item(form: Form, item: Json) -> Json:
    item["media"] = {
        "url": form["media"]["url"].url(("http", "https", "attachment"), required=True)
    }
    item["description"] = form["description"].text(0, 1024)
    item["spoiler"] = form["spoiler"].boolean() or False
    return item


def walk(components: list[Json]) -> Iterator[Json]:
    """Every component of a tree, parents first."""
    for component in components:
        yield component
        if "components" in component:
            yield from walk(component["components"])
        for key in ("accessory", "component"):
            if component.get(key):
                yield from walk([component[key]])


def emojis(components: list[Json]) -> Iterator[int]:
    """The ids of the custom emojis in buttons and menus."""
    for component in walk(components):
        for part in (component, *component.get("options", ())):
            if (named := part.get("emoji")) and named["id"]:
                yield int(named["id"])


def _number(components: list[Json], used: set[int]) -> None:
    free = 0
    for component in walk(components):
        if component.get("id") == 0:
            free += 1
            while free in used:
                free += 1
            component["id"] = free


def message_components(form: Form, layout: bool) -> list[Json]:
    """The components of a message; with `layout`, components v2.

    Errors are collected in the form.
    """
    reader = _Reader()
    high = 40 if layout else 5
    result = reader.many(form, LAYOUT_TOP if layout else LEGACY_TOP, 0, high) if form.given else []
    if reader.count > (40 if layout else 30):
        form.error("COMPONENT_TOTAL_EXCEEDED", "The total number of components must be 40 or fewer")
    if reader.text_length > 4000:
        form.error(
            "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
            "The displayable text must be 4000 or fewer in length",
        )
    _number(result, reader.ids)
    return result


def modal(form: Form) -> Json:
    """A modal in the form that the page gets: custom_id, title, components."""
    reader = _Reader(modal=True)
    result: Json = {
        "custom_id": form["custom_id"].text(1, 100, required=True),
        "title": form["title"].text(1, 45, required=True),
        "components": reader.many(form["components"], MODAL_TOP, 1, 5),
    }
    _number(result["components"], reader.ids)
    return result


def find(components: list[Json], custom_id: str) -> Json | None:
    """The component with this custom_id."""
    return next((each for each in walk(components) if each.get("custom_id") == custom_id), None)
