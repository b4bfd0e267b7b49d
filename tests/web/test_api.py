"""The JSON: as its document describes it, and read back by the games."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any

import pytest
from sqlalchemy import Connection, update

import matches
from games import all_games
from games.protocol import AnyGame
from matches.unit_of_work.cache import resize
from storage.database import Database
from storage.schema import entry
from storage.transactions import transaction
from tests.matches.conftest import ANN, BOB, CAT, DAN
from tests.web.conftest import HOST, PATH, Visitor, agree, begun
from web.server import Pages

_TYPES: dict[str, type | tuple[type, ...]] = {
    "string": str,
    "integer": int,
    "boolean": bool,
    "array": list,
    "object": dict,
    "null": type(None),
}


def fits(value: Any, schema: dict[str, Any], document: dict[str, Any], at: str = "$") -> None:
    """Asserts that a value is as a schema says. Words of schemas that it doesn't know fail."""
    known = {"$ref", "type", "enum", "anyOf", "items", "properties", "required", "format"}
    assert {*schema} <= known | {"additionalProperties", "description"}, at
    if "$ref" in schema:
        name = schema["$ref"].removeprefix("#/components/schemas/")
        fits(value, document["components"]["schemas"][name], document, at)
    for choice in [schema["anyOf"]] if "anyOf" in schema else []:
        assert any(_fits(value, one, document) for one in choice), (at, value)
    if "enum" in schema:
        assert value in schema["enum"], at
    if "type" in schema:
        assert isinstance(value, _TYPES[schema["type"]]), (at, value)
        assert not (schema["type"] == "integer" and isinstance(value, bool)), at
    if schema.get("format") == "date-time":
        assert datetime.fromisoformat(value).tzinfo is not None, at
    if schema.get("type") == "array":
        for number, one in enumerate(value):
            fits(one, schema["items"], document, f"{at}[{number}]")
    if schema.get("type") == "object":
        assert {*schema.get("required", ())} <= {*value}, at
        for name, one in value.items():
            rest = schema.get("additionalProperties")
            inner = schema.get("properties", {}).get(name, rest)
            assert inner, (at, name)
            fits(one, inner, document, f"{at}.{name}")


def _fits(value: Any, schema: dict[str, Any], document: dict[str, Any]) -> bool:
    try:
        fits(value, schema, document)
    except AssertionError:
        return False
    return True


async def _asked(visitor: Visitor, document: dict[str, Any], path: str, match: str) -> Any:
    """What is answered, after a look into the document that describes it."""
    responses = document["paths"][path]["get"]["responses"]
    answer = await visitor.get("api/v1" + path.replace("{match}", match))
    assert answer.headers["Content-Type"].startswith("application/json")
    value = json.loads(answer.body)
    fits(value, responses["200"]["content"]["application/json"]["schema"], document)
    tag = {"If-None-Match": answer.headers["ETag"]}
    again = await visitor.get("api/v1" + path.replace("{match}", match), headers=tag)
    assert (again.status, again.body) == (304, b"")
    for wrong in ("ZZZZ", "x"):
        refused = await visitor.get("api/v1" + path.replace("{match}", wrong))
        assert refused.status == 404
        assert "404" in responses
    return value


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.info.key)
async def test_answers_are_as_described(db: Database, visitor: Visitor, game: AnyGame) -> None:
    """Running and finished matches; their positions are read back by the game."""
    document = json.loads((await visitor.get("api/v1/openapi.json")).body)
    assert document["servers"] == [{"url": f"https://{HOST}{PATH}/api/v1"}]
    await agree(db, ANN, BOB, CAT, DAN)
    match = await begun(db, game.info.key, max(game.info.seats), 6)
    running = await _asked(visitor, document, "/matches/{match}", match.id)
    assert running["result"] is None
    assert [one["text"] for one in running["turns"]] == [one.text for one in match.turns]
    assert running["position"] == str(match.position)
    assert [one["name"] for one in running["players"]][:2] == ["Änne <b>&", "Bob"]
    assert all(one["key"] is None for one in running["players"][2:])
    told = await _asked(visitor, document, "/matches/{match}/positions", match.id)
    assert len(told["positions"]) == match.turn_count + 1
    assert told["positions"][-1] == running["position"]
    for one in told["positions"]:
        assert str(game.position(one)) == one
    seat = match.players.index(BOB) + 1
    over = (await matches.resign(db, match.id, BOB)).match
    if over.ending is not None:
        found = await _asked(visitor, document, "/matches/{match}", match.id)
        assert found["status"] == "finished"
        assert found["result"]["ranks"][seat - 1] > 1


async def test_matches_that_stand_still(db: Database, visitor: Visitor) -> None:
    """An adjourned one, and one that does not replay, are as described, too."""
    document = json.loads((await visitor.get("api/v1/openapi.json")).body)
    await agree(db, ANN, BOB)
    match = await begun(db, "attangle", 2, 3)
    for one in (ANN, BOB):
        await matches.ask_to_adjourn(db, match.id, one)
    found = await _asked(visitor, document, "/matches/{match}", match.id)
    assert (found["status"], found["to_move"]) == ("adjourned", None)

    def spoil(connection: Connection) -> None:
        with transaction(connection):
            last = entry.c.kind == "turn", entry.c.text == match.turns[-1].text
            connection.execute(update(entry).where(*last).values(text="a1-a1"))

    await db.write(spoil)
    resize(db, 0)
    found = await _asked(visitor, document, "/matches/{match}", match.id)
    assert (found["status"], len(found["turns"])) == ("frozen", match.turn_count)
    told = await _asked(visitor, document, "/matches/{match}/positions", match.id)
    assert len(told["positions"]) == match.turn_count
    assert told["positions"][-1] == found["position"]


async def test_everything_is_described(visitor: Visitor) -> None:
    """Each path below `/api/v1` but the document's own, and no other."""
    document = json.loads((await visitor.get("api/v1/openapi.json")).body)
    below = f"{PATH}/api/v1"
    served = {
        one.path.removeprefix(below) for one in Pages(visitor.site).routes() if below in one.path
    }
    assert served == {*document["paths"], "/openapi.json"}
