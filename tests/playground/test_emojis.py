"""The application's own emojis: made, renamed, removed, and used in messages."""

import base64
from typing import Any

import pytest

from playground.client import Playground
from tests.playground.rawbot import SMALL_PNG, Json, RawBot, codes
from tests.playground.samples import button, menu, row

PICTURE = f"data:image/png;base64,{base64.b64encode(SMALL_PNG).decode()}"


def place(bot: RawBot) -> str:
    """The path of the emojis."""
    return f"/applications/{bot.app}/emojis"


async def made(bot: RawBot, name: str = "lord") -> Json:
    """A new emoji."""
    status, emoji = await bot.call("POST", place(bot), {"name": name, "image": PICTURE})
    assert status == 201
    assert isinstance(emoji, dict)
    return emoji


async def test_emojis_are_kept(pg: Playground, ready: RawBot) -> None:
    """What was made is listed and served, can be renamed, and is gone once it is deleted."""
    emoji = await made(ready)
    assert (await ready.call("GET", place(ready)))[1] == {"items": [emoji]}
    assert await pg.fetch(f"/emojis/{emoji['id']}") == SMALL_PNG
    one = f"{place(ready)}/{emoji['id']}"
    assert (await ready.call("PATCH", one, {"name": "lady"}))[1] == emoji | {"name": "lady"}
    assert (await ready.call("DELETE", one))[0] == 204
    assert (await ready.call("GET", one))[1]["code"] == 10014
    assert (await ready.call("GET", place(ready)))[1] == {"items": []}


@pytest.mark.parametrize(
    ("changes", "where", "code"),
    [
        ({"name": "a"}, "name", "BASE_TYPE_BAD_LENGTH"),
        ({"name": "a-b"}, "name", "STRING_TYPE_REGEX"),
        ({"name": "lord"}, "name", "APPLICATION_EMOJI_NAME_ALREADY_TAKEN"),
        ({"image": "board.png"}, "image", "IMAGE_INVALID"),
        (
            {"image": f"data:image/png;base64,{base64.b64encode(bytes(262145)).decode()}"},
            "image",
            "BINARY_TYPE_MAX_SIZE",
        ),
    ],
)
async def test_bad_emojis_are_refused(
    ready: RawBot, changes: dict[str, Any], where: str, code: str
) -> None:
    """Names of letters, digits and underscores, each once, and pictures of at most 256 kB."""
    await made(ready)
    body = {"name": "squire", "image": PICTURE} | changes
    status, answer = await ready.call("POST", place(ready), body)
    assert (status, codes(answer, where)) == (400, [code])


async def test_no_more_than_two_thousand(ready: RawBot) -> None:
    """The application has room for 2,000."""
    emojis = ready.server.world.emojis
    emoji = await made(ready)
    emojis |= dict.fromkeys(range(1999), emojis[int(emoji["id"])])
    status, answer = await ready.call("POST", place(ready), {"name": "one_more", "image": PICTURE})
    assert (status, answer["code"]) == (400, 30008)


@pytest.mark.parametrize("kind", ["button", "option"])
async def test_only_emojis_that_exist(pg: Playground, ready: RawBot, kind: str) -> None:
    """A message whose button or menu has an emoji that is gone is refused."""
    emoji = await made(ready)
    shown = {"name": emoji["name"], "id": emoji["id"]}
    options = [{"label": "One", "value": "1", "emoji": shown}]
    part = button(emoji=shown) if kind == "button" else menu(options=options)
    channel = pg.channel("general")
    path, body = f"/channels/{channel.id}/messages", {"content": "x", "components": [row(part)]}
    assert (await ready.call("POST", path, body))[0] == 200
    await ready.call("DELETE", f"{place(ready)}/{emoji['id']}")
    status, answer = await ready.call("POST", path, body)
    assert (status, codes(answer, "components")) == (400, ["BUTTON_COMPONENT_INVALID_EMOJI"])
