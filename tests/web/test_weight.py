"""What pages weigh with everything that they need, as it is sent."""

from __future__ import annotations

import re

import pytest

from games import all_games
from games.protocol import AnyGame
from matches.touch import new_link
from storage.database import Database
from tests.matches.conftest import ANN, BOB, CAT, DAN
from tests.web.conftest import Answer, Visitor, agree, begun
from tests.web.test_pages import WEIGHT
from tests.web.touching import Hand
from web.server import files

LONG = 250
"""More turns than most matches have."""


def _weight(*answers: Answer) -> int:
    return sum(int(one.headers["Content-Length"]) for one in answers)


async def _needed(visitor: Visitor, page: Answer) -> dict[str, Answer]:
    """The files that a page asks for, and those that they ask for."""
    needed, found = (
        re.findall(r'(?:href|src)="[^"]*/static/([^"]+)"', page.text),
        dict[str, Answer](),
    )
    while needed:
        name = needed.pop()
        if name not in found:
            found[name] = await visitor.get("static", name)
            needed += re.findall(r'from "\./([^"]+)"', found[name].text)
    return found


@pytest.mark.parametrize("game", all_games(), ids=lambda game: str(game.info.key))
async def test_a_long_match_is_light(db: Database, visitor: Visitor, game: AnyGame) -> None:
    """However many turns its page has."""
    await agree(db, ANN, BOB, CAT, DAN)
    match = await begun(db, game.info.key, max(game.info.seats), LONG)
    page = await visitor.get("m", match.id)
    needed = await _needed(visitor, page)
    assert {*needed} >= {"live.js", "style.css", "colours.css"}
    assert _weight(page, *needed.values()) <= WEIGHT


@pytest.mark.parametrize("game", all_games(), ids=lambda game: str(game.info.key))
async def test_a_board_to_touch_is_light(db: Database, visitor: Visitor, game: AnyGame) -> None:
    """With its scripts, and the board that they ask for first."""
    match = await begun(db, game.info.key, max(game.info.seats), 14)
    hand = Hand(visitor, await new_link(db, match.id, match.player_to_move or ANN))
    page = await visitor.get("t")
    needed = await _needed(visitor, page)
    assert {*needed} >= {"touch.js", "touch_board.js", "touch_server.js", "style.css"}
    assert _weight(page, await hand.send({"act": "look"}), *needed.values()) <= WEIGHT


@pytest.mark.parametrize("name", [*files()])
async def test_files_are_packed_for_those_who_unpack(visitor: Visitor, name: str) -> None:
    """Others get them as they are. Each of both has a tag of its own, and caches are told."""
    packed = await visitor.get("static", name)
    plain = await visitor.get("static", name, headers={"Accept-Encoding": "identity"})
    assert packed.body == plain.body
    assert packed.headers["Content-Encoding"] == "gzip"
    assert "Content-Encoding" not in plain.headers
    assert packed.headers["ETag"] != plain.headers["ETag"]
    for one, code in ((packed, "gzip"), (plain, "identity")):
        assert "Accept-Encoding" in one.headers["Vary"]
        tag = {"If-None-Match": one.headers["ETag"], "Accept-Encoding": code}
        assert (await visitor.get("static", name, headers=tag)).status == 304
