"""Everything in a message that Discord refuses, and where the error is reported."""

import random
from typing import Any

import pytest

from playground.server import Server
from tests.playground.rawbot import SMALL_PNG, Json, RawBot, codes
from tests.playground.samples import (
    button,
    first,
    menu,
    row,
)

PART = ["components", "0", "components", "0"]


BAD: list[tuple[Json, list[str], str]] = [
    ({"content": "x" * 2001}, ["content"], "BASE_TYPE_MAX_LENGTH"),
    ({"embeds": [{"title": "x"}] * 11}, ["embeds"], "BASE_TYPE_MAX_LENGTH"),
    ({"embeds": [{"title": "x" * 257}]}, ["embeds", "0", "title"], "BASE_TYPE_MAX_LENGTH"),
    (
        {"embeds": [{"description": "x" * 4097}]},
        ["embeds", "0", "description"],
        "BASE_TYPE_MAX_LENGTH",
    ),
    ({"embeds": [{"description": "x" * 3001}] * 2}, ["embeds"], "MAX_EMBED_SIZE_EXCEEDED"),
    (
        {"embeds": [{"fields": [{"name": "", "value": "v"}]}]},
        ["embeds", "0", "fields", "0", "name"],
        "BASE_TYPE_REQUIRED",
    ),
    (
        {"embeds": [{"fields": [{"name": "n", "value": "v"}] * 26}]},
        ["embeds", "0", "fields"],
        "BASE_TYPE_MAX_LENGTH",
    ),
    (
        {"embeds": [{"image": {"url": "file:///x"}}]},
        ["embeds", "0", "image", "url"],
        "URL_TYPE_INVALID_SCHEME",
    ),
    ({"components": [row(button())] * 6}, ["components"], "BASE_TYPE_MAX_LENGTH"),
    ({"components": [button()]}, ["components", "0", "type"], "UNION_TYPE_CHOICES"),
    ({"components": [row()]}, ["components", "0", "components"], "BASE_TYPE_BAD_LENGTH"),
    (
        {"components": [row(*[button(str(i)) for i in range(6)])]},
        ["components", "0", "components"],
        "BASE_TYPE_BAD_LENGTH",
    ),
    (
        {"components": [row(menu(), button())]},
        ["components", "0", "components", "1"],
        "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
    ),
    (
        {"components": [row(button(), button())]},
        ["components", "0", "components", "1", "custom_id"],
        "COMPONENT_CUSTOM_ID_DUPLICATED",
    ),
    ({"components": [row(button("x" * 101))]}, [*PART, "custom_id"], "BASE_TYPE_BAD_LENGTH"),
    ({"components": [row(button(None))]}, [*PART, "custom_id"], "BASE_TYPE_REQUIRED"),
    ({"components": [row(button(label="x" * 81))]}, [*PART, "label"], "BASE_TYPE_MAX_LENGTH"),
    ({"components": [row(button(label=None))]}, PART, "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED"),
    ({"components": [row(button(style=7))]}, [*PART, "style"], "BASE_TYPE_CHOICES"),
    ({"components": [row(button(url="https://a.b"))]}, PART, "BUTTON_COMPONENT_CUSTOM_ID_AND_URL"),
    (
        {"components": [row(button(style=5, url="https://a.b"))]},
        PART,
        "BUTTON_COMPONENT_CUSTOM_ID_AND_URL",
    ),
    ({"components": [row(button(None, style=5))]}, [*PART, "url"], "BASE_TYPE_REQUIRED"),
    ({"components": [row(menu(options=[]))]}, [*PART, "options"], "BASE_TYPE_BAD_LENGTH"),
    (
        {"components": [row(menu(options=[{"label": "a", "value": "x"}] * 2))]},
        [*PART, "options", "1", "value"],
        "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
    ),
    (
        {"components": [row(menu(options=[{"label": "x" * 101, "value": "x"}]))]},
        [*PART, "options", "0", "label"],
        "BASE_TYPE_BAD_LENGTH",
    ),
    (
        {"components": [row(menu(max_values=3))]},
        [*PART, "max_values"],
        "SELECT_COMPONENT_MAX_VALUES_TOO_LARGE",
    ),
    (
        {"components": [row(menu(min_values=2))]},
        [*PART, "min_values"],
        "SELECT_COMPONENT_MIN_VALUES_GREATER_THAN_MAX",
    ),
    (
        {"components": [row(menu(placeholder="x" * 151))]},
        [*PART, "placeholder"],
        "BASE_TYPE_MAX_LENGTH",
    ),
    (
        {"components": [{"type": 10, "content": "x"}]},
        ["components", "0", "type"],
        "UNION_TYPE_CHOICES",
    ),
    (
        {"flags": 32768, "content": "x", "components": [{"type": 10, "content": "x"}]},
        ["content"],
        "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
    ),
    (
        {"flags": 32768, "components": [{"type": 10, "content": "x" * 2500}] * 2},
        ["components"],
        "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
    ),
    (
        {"flags": 32768, "components": [{"type": 12, "items": []}]},
        ["components", "0", "items"],
        "BASE_TYPE_BAD_LENGTH",
    ),
    (
        {
            "flags": 32768,
            "components": [{"type": 12, "items": [{"media": {"url": "attachment://a.png"}}]}],
        },
        ["components"],
        "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
    ),
    ({"content": "x", "nonce": "n" * 26}, ["nonce"], "BASE_TYPE_MAX_LENGTH"),
    (
        {"content": "x", "attachments": [{"id": 0}]},
        ["attachments", "0", "id"],
        "ATTACHMENT_NOT_FOUND",
    ),
    (
        {"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}},
        ["allowed_mentions"],
        "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
    ),
    (
        {"content": "x", "message_reference": {"message_id": "5"}},
        ["message_reference"],
        "MESSAGE_REFERENCE_UNKNOWN_MESSAGE",
    ),
    ({"content": ["x"]}, ["content"], "STRING_TYPE_CONVERT"),
]


@pytest.mark.parametrize(("body", "place", "code"), BAD)
async def test_bad_messages_are_refused(
    bot: RawBot, body: Json, place: list[str], code: str
) -> None:
    """Each violated limit is reported in place, and no message appears."""
    status, answer = await bot.call("POST", f"{first(bot)}/messages", body)
    assert (status, codes(answer, *place)) == (400, [code])
    assert (await bot.call("GET", f"{first(bot)}/messages"))[1] == []


@pytest.mark.parametrize("body", [{}, {"content": " \n "}, {"components": [row(button())]}])
async def test_empty_messages_are_refused(bot: RawBot, body: Json) -> None:
    """Nothing, whitespace, or buttons alone are an empty message: 50006."""
    status, answer = await bot.call("POST", f"{first(bot)}/messages", body)
    assert (status, answer["code"]) == (400, 50006)


@pytest.mark.parametrize(
    ("part", "place", "code"),
    [
        (
            {"type": 9, "components": [{"type": 10, "content": "x"}]},
            ["accessory"],
            "BASE_TYPE_REQUIRED",
        ),
        ({"type": 14, "spacing": 3}, ["spacing"], "BASE_TYPE_CHOICES"),
        (
            {"type": 13, "file": {"url": "https://a.b/c"}},
            ["file", "url"],
            "URL_TYPE_INVALID_SCHEME",
        ),
        ({"type": 17, "components": []}, ["components"], "BASE_TYPE_BAD_LENGTH"),
        (
            {"type": 12, "items": [{"media": {"url": "https://a.b/c"}, "description": "x" * 1025}]},
            ["items", "0", "description"],
            "BASE_TYPE_MAX_LENGTH",
        ),
        (
            row(button(emoji={})),
            ["components", "0", "emoji", "name"],
            "BUTTON_COMPONENT_INVALID_EMOJI",
        ),
        (
            row(button(), button("c", id=2), button("d", id=2)),
            ["components", "2", "id"],
            "COMPONENT_ID_DUPLICATED",
        ),
        (
            row(menu(options=[{"label": x, "value": x, "default": True} for x in "ab"])),
            ["components", "0", "options"],
            "SELECT_COMPONENT_TOO_MANY_DEFAULTS",
        ),
    ],
)
async def test_bad_components_of_the_second_kind(
    bot: RawBot, part: Json, place: list[str], code: str
) -> None:
    """Violated limits of components v2 are reported in place."""
    body = {"flags": 32768, "components": [part]}
    status, answer = await bot.call("POST", f"{first(bot)}/messages", body)
    assert (status, codes(answer, "components", "0", *place)) == (400, [code])


async def test_limits_of_attachments(bot: RawBot, server: Server) -> None:
    """The limits are ten files, an alt text of 1024 characters, and a file size."""
    base = f"{first(bot)}/messages"
    many = await bot.call("POST", base, {}, files=[(f"{i}.txt", b"x") for i in range(11)])
    assert codes(many[1], "attachments") == ["BASE_TYPE_MAX_LENGTH"]
    body: Json = {"attachments": [{"id": 0, "description": "x" * 1025}]}
    long = await bot.call("POST", base, body, files=[("a.png", SMALL_PNG)])
    assert codes(long[1], "attachments", "0", "description") == ["BASE_TYPE_MAX_LENGTH"]
    server.world.settings.attachment_limit = 10
    status, answer = await bot.call("POST", base, {}, files=[("a.txt", b"x" * 11)])
    assert (status, answer["code"]) == (413, 40005)


async def test_any_body_gets_an_answer(bot: RawBot) -> None:
    """Random JSON in place of a message is refused or sent, never a server error."""
    chance = random.Random(3)
    keys = [
        "content",
        "embeds",
        "components",
        "attachments",
        "flags",
        "nonce",
        "allowed_mentions",
        "message_reference",
        "type",
        "options",
        "id",
        "title",
        "fields",
        "custom_id",
        "style",
    ]

    def value(depth: int) -> Any:
        kind = chance.randrange(8 if depth else 6)
        if kind < 6:
            return [None, True, -1, 2.5, "x" * chance.choice([0, 1, 3000]), 1 << 15][kind]
        if kind == 6:
            return [value(depth - 1) for _ in range(chance.randrange(4))]
        return {chance.choice(keys): value(depth - 1) for _ in range(chance.randrange(5))}

    for _ in range(300):
        body = {key: value(4) for key in chance.sample(keys, 4)}
        status, _answer = await bot.call("POST", f"{first(bot)}/messages", body)
        assert status < 500, body


async def test_bodies_that_are_no_json(bot: RawBot) -> None:
    """Invalid JSON is 50109."""
    url = f"{bot.server.api_url}{first(bot)}/messages"
    headers = {"Authorization": "Bot playground", "Content-Type": "application/json"}
    async with bot.session.post(url, data=b"{", headers=headers) as response:
        assert (response.status, (await response.json())["code"]) == (400, 50109)
