"""Commands, components and forms that many tests use, and Anna's start of an interaction."""

from typing import Any

from playground.client import Playground, Reply
from tests.playground.rawbot import Json, RawBot

CHOICES = [{"name": "large", "value": "l", "name_localizations": {"de": "groß"}}]


OPTIONS: list[Json] = [
    {"name": "text", "description": "d", "type": 3, "required": True, "autocomplete": True},
    {"name": "size", "description": "d", "type": 3, "choices": CHOICES},
    {"name": "who", "description": "d", "type": 6},
    {"name": "where", "description": "d", "type": 7},
    {"name": "count", "description": "d", "type": 4, "min_value": 1, "max_value": 5},
    {"name": "ratio", "description": "d", "type": 10},
    {"name": "loud", "description": "d", "type": 5},
    {"name": "role", "description": "d", "type": 8},
    {"name": "file", "description": "d", "type": 11},
]


COMMANDS: list[Json] = [
    {"name": "do", "description": "d", "options": OPTIONS, "name_localizations": {"de": "tu"}},
    {
        "name": "play",
        "description": "d",
        "options": [
            {"name": "chess", "description": "d", "type": 1},
            {
                "name": "odd",
                "description": "d",
                "type": 2,
                "options": [{"name": "go", "description": "d", "type": 1, "options": OPTIONS[1:2]}],
            },
        ],
    },
    {"name": "Look at", "type": 2},
    {"name": "Quote", "type": 3},
    {"name": "guild-only", "description": "d", "contexts": [0]},
    {"name": "managers", "description": "d", "default_member_permissions": str(1 << 5)},
]


def row(*parts: Json) -> Json:
    """An action row."""
    return {"type": 1, "components": list(parts)}


BUTTON: Json = {"type": 2, "style": 1, "label": "Join", "custom_id": "join"}


MENU: Json = {
    "type": 3,
    "custom_id": "pick",
    "options": [{"label": "One", "value": "1"}, {"label": "Two", "value": "2"}],
}


MODAL: Json = {
    "custom_id": "form",
    "title": "A form",
    "components": [
        row({"type": 4, "custom_id": "name", "label": "Name", "style": 1, "max_length": 5}),
        {
            "type": 18,
            "label": "Why",
            "component": {"type": 4, "custom_id": "why", "style": 2, "required": False},
        },
    ],
}


TICKS: list[Json] = [
    {"type": 18, "label": "Rated", "component": {"type": 23, "custom_id": "rated"}},
    {
        "type": 18,
        "label": "Who begins",
        "component": MENU | {"type": 21, "custom_id": "first", "required": False},
    },
    {
        "type": 18,
        "label": "What else",
        "component": MENU | {"type": 22, "custom_id": "else", "min_values": 0, "max_values": 2},
    },
]
"""A checkbox, a group of radio buttons, and a group of checkboxes."""


def text_row(**changes: Any) -> Json:
    """A text input in its row, with changes."""
    return row({"type": 4, "custom_id": "name", "label": "Name", "style": 1} | changes)


async def started(
    pg: Playground, bot: RawBot, name: str = "do", **options: Any
) -> tuple[Reply, Json]:
    """Anna has run a command: her pending reply, and the interaction that the bot received."""
    if name == "do":
        options.setdefault("text", "hi")
    reply = await pg.user("anna").command(name, pg.channel("general"), wait=False, **options)
    return reply, await bot.interaction()


def button(custom_id: str | None = "b", **more: Any) -> Json:
    """A button."""
    ids = {} if custom_id is None else {"custom_id": custom_id}
    return {"type": 2, "style": 1, "label": "Press", **ids, **more}


def menu(**more: Any) -> Json:
    """A menu with two options."""
    options = [{"label": "One", "value": "1"}, {"label": "Two", "value": "2"}]
    return {"type": 3, "custom_id": "m", "options": options, **more}


def first(bot: RawBot) -> str:
    """The path of the first channel."""
    return f"/channels/{next(iter(bot.server.world.channels))}"
