"""What the pages say when something is wrong on our side."""

from __future__ import annotations

import json
import random
import re
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import Connection, update

import matches
from games import picks
from games.play import Line
from matches import Match
from matches.touch import link_of, new_link
from matches.unit_of_work.cache import resize
from storage.database import Database
from storage.schema import entry
from storage.transactions import transaction
from tests.games.dreistein_positions import at
from tests.matches.conftest import ANN, BOB
from tests.support.slow_answers import written_by_another
from tests.web.conftest import Visitor, begun, spoil_preferences
from tests.web.test_touch import Link, link, match
from tests.web.touching import Hand, offered
from web.touch_acts import ACTS, with_forced

__all__ = ["link", "match"]


async def test_a_frozen_match_is_looked_at(db: Database, visitor: Visitor) -> None:
    """A board that is touched says what is wrong with its match, and nothing can be chosen."""
    match = await begun(db, "attangle", 2, 3)
    hand = Hand(visitor, await new_link(db, match.id, BOB))
    seen = await hand.look()

    def spoil(connection: Connection) -> None:
        with transaction(connection):
            connection.execute(update(entry).where(entry.c.kind == "turn").values(text="a1-a1"))

    await db.write(spoil)
    resize(db, 0)
    assert (await matches.get(db, match.id)).status == "frozen"
    frozen = await hand.look()
    assert "frozen" in frozen["standing"]
    assert offered(frozen) == []
    refused = await hand.ask("pick", seen, offered(seen)[0])
    assert refused["refused"]
    assert match.id in refused["said"]


@pytest.mark.parametrize("backend", ["sqlite"])
async def test_a_refused_turn_leaves_a_line(
    db: Database, visitor: Visitor, caplog: pytest.LogCaptureFixture
) -> None:
    """If nothing can be written, the log names the match, and the cause."""
    match = await begun(db, "attangle", 2, 3)
    hand = Hand(visitor, await new_link(db, match.id, BOB))
    seen = await hand.look()
    async with written_by_another(Path(str(db.url.database))):
        refused = await hand.ask("pick", seen, offered(seen)[0])
    assert refused["refused"]
    (line,) = [one for one in caplog.messages if "refused" in one]
    assert re.fullmatch(rf"match={match.id} seq=\d+ action=pick user={BOB} refused: .*locked", line)


async def test_a_bug_has_a_number(
    db: Database, visitor: Visitor, caplog: pytest.LogCaptureFixture
) -> None:
    """The answer names it and nothing else; the log has the cause with it."""
    match = await begun(db, "attangle", 2, 3)
    hand = Hand(visitor, await new_link(db, match.id, BOB))

    await spoil_preferences(db, BOB)
    answer = await hand.send({"act": "look"})
    assert answer.status == 500
    assert answer.headers["X-Reference"] in answer.text
    (number,) = re.findall(r"^Something went wrong here\. .* number ([0-9A-F]{8})\.$", answer.text)
    (record,) = [one for one in caplog.records if number in one.getMessage()]
    assert record.levelname == "ERROR"
    assert record.exc_info is not None


async def test_whose_seat_is_gone_meanwhile(db: Database, visitor: Visitor) -> None:
    """What would follow by itself isn't added any more, and that is no error of ours."""
    match = await begun(db, "3stein", 3, 0)
    found = await link_of(db, await new_link(db, match.id, ANN))
    assert found is not None
    line = Line.at(match.game, at("- - Ld15"))
    assert picks.forced(line)
    seen = replace(await matches.draft(db, match.id, ANN), line=line)
    await matches.resign(db, match.id, ANN)
    assert await with_forced(visitor.site, found, seen) is seen


async def test_any_wish_has_an_answer(db: Database, visitor: Visitor) -> None:
    """Whatever the holders of links send is refused or done, and what is entered by it is legal."""
    match = await begun(db, "attangle", 2, 3)
    hands = [Hand(visitor, await new_link(db, match.id, one)) for one in match.seated]
    rng, seen = random.Random(5), await hands[0].look()
    for number in range(300):
        hand = hands[number // 10 % 2]
        if number % 10 == 0:
            seen = await hand.look()
        values = ["", "-", "\0", "a" * 200, "9" * 20, "ü", *offered(seen)]
        body: dict[str, object] = {
            "act": rng.choice([*ACTS, "turn", None]),
            "seq": rng.choice([*[seen["seq"]] * 9, 0, -1, 2**40, True, "1"]),
            "length": rng.choice([*[seen["length"]] * 9, 1, 2**31]),
            "stem": rng.choice([*[seen["stem"]] * 20, *values]),
            "value": rng.choice(values),
        }
        answer = await hand.send(rng.choice([*[body] * 9, [body], None, 1, {**body, "more": {}}]))
        assert answer.status in {200, 400}, (body, answer.text)
        if answer.status == 200:
            seen = json.loads(answer.text)
    after = await matches.get(db, match.id)
    assert after.status == "running"
    assert after.seq > match.seq


@pytest.mark.parametrize(
    "body",
    [
        *(b"", b"{", b"[]", b"null", b'"look"', b"\xff", b'{"act": "play"}', b'{"act": 1}'),
        *(b'{"act": "look", "seq": "1"}', b'{"act": "look", "seq": true}'),
        *(b'{"act": "look", "seq": -1}', b'{"act": "look", "length": 1e3}'),
        b'{"act": "pick", "value": "' + b"a" * 500 + b'"}',
        b"[" * 16_000,
    ],
)
async def test_nonsense_is_refused(link: Link, match: Match, body: bytes) -> None:
    """With a word, and without any effect."""
    hand = await link(match, BOB)
    assert (await hand.send(body)).status == 400
