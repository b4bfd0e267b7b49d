"""What was there before an upgrade goes on: a database, messages, and names that others rely on.

`tests/past` holds what an earlier version has left. Nothing there is ever edited.
"""

from __future__ import annotations

import importlib
import json
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import get_args

import aiohttp
import click
import pytest
from prometheus_client.parser import text_string_to_metric_families

import matches
from bot import cogs
from bot.cli import main
from bot.commands import which_match
from bot.config.settings import Settings
from bot.errors import OUTDATED
from bot.ui import dispatch
from matches.model.ids import MatchId
from matches.outbox.queue import NoticeKind
from playground.client import Channel, Playground, User
from storage.database import Database
from tests import PATIENCE
from tests.support.forger import Forger
from tests.support.matches import HASTY, Game
from tests.support.stack import Stack

PAST = Path(__file__).parent.parent / "past"
NAMES = json.loads((PAST / "names.json").read_text())


@pytest.fixture(scope="module")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """A bot that starts on what an earlier one has left."""
    folder = tmp_path_factory.mktemp("past")
    with sqlite3.connect(folder / "bot.db") as database:
        database.executescript((PAST / "0012.sql").read_text())
    database.close()
    running = Stack(folder, METRICS_PORT="0", **HASTY)
    yield running
    running.close()
    running.check()


async def test_a_board_that_was_owed_is_shown(pg: Playground, general: Channel, ben: User) -> None:
    """It shows the turn that the killed process had stored, and the prepared one that followed."""
    game = Game(general, MatchId("KRVQ"), [ben, pg.user("david")])
    board = (await pg.wait_for(game.boards))[-1]
    assert "`e5`" in board.content
    assert "`e3`" in board.content


OWED = {
    "board": (4, None, 4, None),
    "claim": (1, 1, 11, 864_000),
    "downtime": (1, 2, 11, None),
    "offer": (4, 1, 6, None),
    "refuse": (4, 1, 6, None),
    "reminder": (1, 2, 11, 864_000),
    "return": (1, 1, 11, None),
    "robot": (4, 1, 4, None),
    "stays": (1, 1, 11, None),
    "table": (3, None, 0, None),
    "turn": (1, 2, 11, None),
    "vacation": (1, 1, 11, None),
}
"""By kind, a notice that an earlier version could have left: match, seat, base, lead."""
SAID = (
    "has declined the draw",
    "is back from vacation",
    "isn't going on vacation",
    "don't forget this match",
    "offers a draw",
)


async def test_notices_of_all_kinds_are_sent(stack: Stack, pg: Playground) -> None:
    """Whatever an earlier version has left in the outbox is sent, or void, and then removed.

    Prepared turns that were dropped need their entries in the log; `test_drafts` has those.
    """
    assert set(NAMES["notices"]) <= set(get_args(NoticeKind))
    assert {*OWED, "dropped"} == set(NAMES["notices"])
    now = f"{datetime.now(UTC).replace(tzinfo=None):%Y-%m-%d %H:%M:%S.%f}"
    rows = [
        (f"past-{kind}", match, kind, seat, base, base, lead, now, 0)
        for kind, (match, seat, base, lead) in OWED.items()
    ]
    columns = "key, match_id, kind, seat, batch, base, lead, due_at, attempts"
    marks = ", ".join("?" for _ in rows[0])
    with closing(sqlite3.connect(stack.folder / "bot.db", timeout=PATIENCE)) as database:
        with database:
            database.executemany(f"INSERT INTO notice ({columns}) VALUES ({marks})", rows)

        async def look() -> bool:
            left = database.execute("SELECT count(*) FROM notice WHERE key LIKE 'past-%'")
            return not left.fetchone()[0]

        await pg.wait_for(look)
    channels = [pg.channel("general"), pg.channel("games")]
    shown = "\n".join([one.content for place in channels for one in await place.messages()])
    assert [text for text in SAID if text not in shown] == []


@pytest.mark.parametrize("match_id", ["KRVQ", "7HQE", "F3EW"])
async def test_matches_go_on(stack: Stack, pg: Playground, match_id: str) -> None:
    """Whoever is to move plays on, and everybody gets the board."""
    database = Database.connect(f"sqlite:///{stack.folder / 'bot.db'}")
    match = await matches.get(database, MatchId(match_id))
    await database.close()
    assert match.player_to_move is not None
    player = pg.user(str(match.player_to_move))
    turn, line = list[str](), match.line
    while not turn or line.position.mid_turn:
        move = match.game.legal_moves(line.position)[0]
        turn.append(str(move))
        line = line.push(move)
    reply = await player.command("move", await player.dm(), turn=" ".join(turn), match=match_id)
    assert f"you played `{' '.join(turn)}`" in reply.content


async def test_controls_of_old_messages_work(pg: Playground) -> None:
    """Each control that the earlier version has posted is known still, whoever uses it."""
    people = [pg.user(name) for name in ("ben", "david", "emma")]
    async with aiohttp.ClientSession() as session:
        forger = Forger(pg, session, pg.channel("quiet"))
        for custom_id in NAMES["controls"]:
            for user in people:
                async with forger.room:
                    reply = await forger.press(user, custom_id)
                assert OUTDATED not in reply.text, (custom_id, user.name)
        for custom_id, value in NAMES["menus"].items():
            reply = await forger.choose(people[0], custom_id, value)
            assert OUTDATED not in reply.text, custom_id


async def test_metrics_keep_their_names(stack: Stack, pg: Playground) -> None:
    """What dashboards show is there under the same names."""
    address = re.findall(r"http://127\.0\.0\.1:\d+", stack.said())[-1]
    async with (
        aiohttp.ClientSession() as session,
        session.get(f"{address}/metrics") as response,
    ):
        page = await response.text()
    families = {one.name for one in text_string_to_metric_families(page)}
    assert families >= set(NAMES["metrics"])


def test_controls_keep_their_names() -> None:
    """Every action of a control, and everything that *More* offers, still has a handler."""
    for module in cogs.extensions():
        importlib.import_module(module)
    assert set(dispatch.actions()) >= set(NAMES["actions"])
    assert set(which_match.acts()) >= set(NAMES["acts"])


def test_settings_keep_their_names() -> None:
    """An `.env` file goes on working."""
    assert set(Settings.model_fields) >= set(NAMES["settings"])


def test_the_command_line_keeps_its_names() -> None:
    """Scripts go on working."""
    now = dict(_commands(main))
    for name, options in NAMES["command line"].items():
        assert set(now[name]) >= set(options), name


def _commands(command: click.Command, name: str = "") -> Iterator[tuple[str, list[str]]]:
    if isinstance(command, click.Group):
        for part, below in command.commands.items():
            yield from _commands(below, f"{name} {part}".strip())
    else:
        yield name, [one for parameter in command.params for one in parameter.opts]
