"""Buttons, menus and forms: what the bot receives, what it may answer, and what is refused."""

import asyncio
from typing import Any

import pytest

from playground.client import NoResponse, Playground, PlaygroundError, User
from tests.playground.rawbot import Json, RawBot, codes
from tests.playground.samples import (
    BUTTON,
    MENU,
    MODAL,
    TICKS,
    row,
    started,
    text_row,
)


async def test_buttons(pg: Playground, ready: RawBot, anna: User) -> None:
    """A press carries the message. The bot may update it, defer, or answer with a new message."""
    general, ben = pg.channel("general"), pg.user("ben")
    body = {
        "content": "table",
        "components": [row(BUTTON, BUTTON | {"custom_id": "off", "disabled": True})],
    }
    await ready.call("POST", f"/channels/{general.id}/messages", body)
    table = await general.last(ben)

    async def answer(kind: int, data: Json | None) -> Json:
        got = await ready.interaction()
        assert (await ready.answer(got, kind, data))[0] == 200
        return got

    task = asyncio.create_task(answer(7, {"content": "taken", "components": [row(BUTTON)]}))
    reply = await table.click("join")
    got = await task
    assert got["data"] == {"custom_id": "join", "component_type": 2, "id": 2}
    assert got["message"]["id"] == table.id
    assert (reply.content, reply.id) == ("taken", table.id)

    task = asyncio.create_task(answer(4, {"content": "no", "flags": 64}))
    reply = await (await table.refresh()).click("Join", by=anna)
    await task
    assert (reply.content, reply.ephemeral, reply.data["type"]) == ("no", True, 19)

    task = asyncio.create_task(answer(6, None))
    waiting = asyncio.create_task(table.click("Join"))
    got = await task
    path = f"/channels/{general.id}/messages/{table.id}"
    await ready.call("PATCH", path, {"content": "edited", "components": []})
    assert (await waiting).content == "edited"
    with pytest.raises(PlaygroundError):
        await table.click("Join")
    with pytest.raises(PlaygroundError):
        await anna.act(
            f"channels/{general.id}/messages/{table.id}/component",
            {"user": anna.id, "custom_id": "off"},
        )


async def test_menus(pg: Playground, ready: RawBot, anna: User) -> None:
    """Values must be options within the allowed number. A user menu resolves its values."""
    general = pg.channel("general")
    users = {"type": 5, "custom_id": "users", "max_values": 2}
    body = {"content": "x", "components": [row(MENU), row(users)]}
    await ready.call("POST", f"/channels/{general.id}/messages", body)
    message = await general.last(anna)
    for wrong in ([], ["3"], ["1", "2"]):
        with pytest.raises(PlaygroundError):
            await message.select("pick", wrong)
    await message.select("pick", ["Two"], wait=False)
    assert (await ready.interaction())["data"]["values"] == ["2"]
    people = [pg.user("ben"), pg.user("emma")]
    await message.select("users", people, wait=False)
    data = (await ready.interaction())["data"]
    assert data["values"] == [each.id for each in people] == list(data["resolved"]["users"])


async def test_modals(pg: Playground, ready: RawBot) -> None:
    """A form opens for the user, its limits apply, and submitting it is a new interaction."""
    reply, got = await started(pg, ready)
    assert (await ready.answer(got, 9, MODAL))[0] == 200
    await reply.wait()
    assert reply.modal is not None
    assert (reply.modal.title, reply.modal.fields) == ("A form", ["name", "why"])
    for wrong in ({}, {"name": "too long"}, {"name": "x", "other": "y"}):
        with pytest.raises(PlaygroundError):
            await reply.modal.submit(**wrong)

    async def answer() -> Json:
        submitted = await ready.interaction()
        await ready.answer(submitted, 4, {"content": "thanks"})
        return submitted

    task = asyncio.create_task(answer())
    assert (await reply.modal.submit(name="Anna")).content == "thanks"
    submitted = await task
    assert (submitted["type"], submitted["data"]["custom_id"]) == (5, "form")
    first, second = submitted["data"]["components"]
    assert (first["components"][0]["value"], second["component"]["value"]) == ("Anna", "")


async def test_forms_with_menus(pg: Playground, ready: RawBot) -> None:
    """Menus in forms are required by default, send their defaults, and resolve users."""
    reply, got = await started(pg, ready)
    people = {"type": 5, "custom_id": "who"}
    options = [*MENU["options"], {"label": "Three", "value": "3", "default": True}]
    parts = [
        {"type": 10, "content": "Please."},
        {"type": 18, "label": "Pick", "component": MENU | {"options": options}},
        {"type": 18, "label": "Who", "component": people},
        {
            "type": 18,
            "label": "Else",
            "component": people | {"custom_id": "else", "required": False},
        },
    ]
    assert (await ready.answer(got, 9, MODAL | {"components": parts}))[0] == 200
    await reply.wait()
    assert reply.modal is not None
    with pytest.raises(PlaygroundError):
        await reply.modal.submit()
    emma = pg.user("emma").id
    ready.server.world.settings.deadline = 0.3
    waiting = asyncio.create_task(reply.modal.submit(who=[emma]))
    data = (await ready.interaction())["data"]
    assert [part.get("component", {}).get("values") for part in data["components"]] == [
        None,
        ["3"],
        [emma],
        [],
    ]
    assert emma in data["resolved"]["users"]
    with pytest.raises(NoResponse):
        await waiting


async def test_forms_with_boxes(pg: Playground, ready: RawBot) -> None:
    """A checkbox is yes or no, of a radio group one value or none comes back, of a group of
    checkboxes any number.
    """
    reply, got = await started(pg, ready)
    assert (await ready.answer(got, 9, MODAL | {"components": TICKS}))[0] == 200
    await reply.wait()
    assert reply.modal is not None
    for wrong in ({"first": ["1", "2"]}, {"else": ["3"]}):
        with pytest.raises(PlaygroundError):
            await reply.modal.submit(**wrong)

    async def answer() -> list[Json]:
        submitted = await ready.interaction()
        await ready.answer(submitted, 4, {"content": "thanks"})
        return [part["component"] for part in submitted["data"]["components"]]

    task = asyncio.create_task(answer())
    await reply.modal.submit(rated=True, first=["2"], **{"else": ["1", "2"]})
    rated, begins, more = await task
    assert (rated["value"], begins["value"], more["values"]) == (True, "2", ["1", "2"])
    task = asyncio.create_task(answer())
    await reply.modal.submit()
    rated, begins, more = await task
    assert (rated["value"], begins["value"], more["values"]) == (False, None, [])


def modal(**changes: Any) -> Json:
    """The form, with changes."""
    return MODAL | changes


@pytest.mark.parametrize(
    ("body", "place", "code"),
    [
        (modal(title="x" * 46), ["title"], "BASE_TYPE_BAD_LENGTH"),
        (modal(custom_id=""), ["custom_id"], "BASE_TYPE_REQUIRED"),
        (modal(components=[]), ["components"], "BASE_TYPE_BAD_LENGTH"),
        (
            modal(components=[text_row(custom_id=str(i)) for i in range(6)]),
            ["components"],
            "BASE_TYPE_BAD_LENGTH",
        ),
        (
            modal(components=[text_row(label="x" * 46)]),
            ["components", "0", "components", "0", "label"],
            "BASE_TYPE_BAD_LENGTH",
        ),
        (
            modal(components=[text_row(value="x" * 4001)]),
            ["components", "0", "components", "0", "value"],
            "BASE_TYPE_MAX_LENGTH",
        ),
        (
            modal(components=[text_row(min_length=5, max_length=4)]),
            ["components", "0", "components", "0", "min_length"],
            "TEXT_INPUT_MIN_LENGTH_GREATER_THAN_MAX",
        ),
        (
            modal(components=[row(BUTTON)]),
            ["components", "0", "components", "0", "type"],
            "UNION_TYPE_CHOICES",
        ),
        (
            modal(
                components=[
                    TICKS[1] | {"component": MENU | {"type": 21, "options": MENU["options"][:1]}}
                ]
            ),
            ["components", "0", "component", "options"],
            "BASE_TYPE_BAD_LENGTH",
        ),
        (
            modal(components=[TICKS[2] | {"component": MENU | {"type": 22, "max_values": 3}}]),
            ["components", "0", "component", "max_values"],
            "SELECT_COMPONENT_MAX_VALUES_TOO_LARGE",
        ),
        (
            modal(components=[{"type": 18, "label": "x"}]),
            ["components", "0", "component"],
            "BASE_TYPE_REQUIRED",
        ),
    ],
)
async def test_bad_modals_are_refused(
    pg: Playground, ready: RawBot, body: Json, place: list[str], code: str
) -> None:
    """Errors in forms are reported below `data`. The interaction can still be answered."""
    _, got = await started(pg, ready)
    status, answer = await ready.answer(got, 9, body)
    assert (status, codes(answer, "data", *place)) == (400, [code])
    assert (await ready.answer(got, 4, {"content": "instead"}))[0] == 200
