"""The bot's use of searches, in one process and without Discord: resigning, overload, and the
noteworthy turns of an analysis.
"""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from gettext import NullTranslations
from pathlib import Path

import pytest
from sqlalchemy import event

import games
import matches
from bot.app.client import Dreierlei
from bot.cogs.learning import _analysis_message
from bot.cogs.learning._analysis_jobs import LEAST, MOST, Analyses, Analysis, Another, Full
from bot.cogs.learning._search import Searches, search
from bot.commands.checks import require_room_for_computer_players
from bot.config.settings import load
from bot.context import Bot
from bot.errors import Refused
from bot.processes.jobs import Full as Crowded
from bot.processes.jobs import Jobs
from bot.thinkers.computer_players import AHEAD, ComputerPlayers
from games import play
from games.play import Line
from games.protocol import AnyGame
from games.record import Record
from games.shot import Shot, scene_of
from matches import Match, Place
from matches.model.computer_players import is_computer_player
from matches.model.ids import ChannelId, MatchId, PlayerId
from matches.outbox import queue
from opponents.analysis import Judgement, judge
from opponents.decisions import PATIENCE
from storage.database import Database
from tests.bot.test_boards import midgame
from tests.support.viewed import viewed

ANN, BOB = PlayerId(101), PlayerId(102)
BOARD = {"board": "2b0.3a3.1b1.4a3", "extended": "false"}
LOST = ("h5", "g7", "h7")
"""After these turns of Die Drei on that board, the player to move has lost."""


@pytest.fixture
async def bot(tmp_path: Path) -> AsyncIterator[Bot]:
    """A bot that is not connected, with a database."""
    database = Database.connect(f"sqlite:///{tmp_path / 'bot.db'}")
    await database.migrate()
    made = Dreierlei(load(_env_file=None, computer_effort=0.05, computer_pause=0), database)
    yield made
    made.service(Analyses).close()
    await made.workers.close()
    await made.jobs.close()
    await database.close()


async def _lost(bot: Bot, level: int, turns: Sequence[str] = LOST) -> Match:
    """A match that a computer player of this level has lost, unless fewer `turns` were played. It
    is called.
    """
    table = await matches.open_table(
        bot.database,
        game="die-drei",
        host=ANN,
        place=Place(None, ChannelId(7)),
        options=BOARD,
        seating="chosen",
        computer_level=level,
    )
    match = await matches.seat_invited(bot.database, table)
    for text in turns:
        assert match.player_to_move is not None
        played = await matches.play(bot.database, match.id, match.player_to_move, text)
        match = played.match
    assert is_computer_player(match.player_to_move)
    return match


async def _answered(bot: Bot, match: Match) -> Match:
    """The match after all calls have been answered."""
    await bot.service(ComputerPlayers)._round()
    await asyncio.gather(*(task for _, task in bot.service(ComputerPlayers)._busy.values()))
    return await matches.get(bot.database, match.id)


async def test_giving_up(bot: Bot) -> None:
    """A strong computer player resigns when it has been hopeless for some turns, but not before. A
    weak one plays on.
    """
    for level, before, resigns in (
        (6, [0.0] * 2, True),
        (6, [0.4] * 2, False),
        (1, [0.0] * 2, False),
    ):
        match = await _lost(bot, level)
        bot.service(ComputerPlayers)._expected[match.id, 2] = dict(enumerate(before))
        after = await _answered(bot, match)
        assert (after.status == "finished") == resigns
        assert after.turn_count == len(LOST) + (not resigns)
        assert not await queue.waiting_calls(bot.database, 1)


@contextmanager
def _unwritable(database: Database) -> Iterator[None]:
    """Meanwhile the database can be read, but each write fails."""

    def refuse(
        connection: object, cursor: object, statement: str, parameters: object, *more: object
    ) -> None:
        if statement.startswith(("INSERT", "UPDATE", "DELETE")):
            raise sqlite3.OperationalError("disk I/O error")

    event.listen(database.engine, "before_cursor_execute", refuse)
    try:
        yield
    finally:
        event.remove(database.engine, "before_cursor_execute", refuse)


async def test_a_turn_that_has_to_be_tried_again(bot: Bot) -> None:
    """However often the database fails after the search, that is one hopeless turn, and no reason
    to resign. It is played once the database is back.
    """
    match, players = await _lost(bot, 6), bot.service(ComputerPlayers)
    called = max(await players._calls.take(9), key=lambda one: one.base)
    await matches.seed_of(bot.database, match.id, called.base)  # The first one is stored.
    with _unwritable(bot.database):
        for _ in range(PATIENCE):
            await players._answer(called)
    assert (await matches.get(bot.database, match.id)).turn_count == len(LOST)
    await players._answer(called)
    after = await matches.get(bot.database, match.id)
    assert (after.status, after.turn_count) == ("running", len(LOST) + 1)


async def test_a_failure_that_cannot_be_noted(bot: Bot, caplog: pytest.LogCaptureFixture) -> None:
    """If a search has failed, and the database can't take down when to try again, the call waits
    until its lease is over. Nothing is raised that nobody would hear, and the next round comes.
    """
    match, players = await _lost(bot, 6), bot.service(ComputerPlayers)
    impossible = {"computer_effort": float("nan")}
    players._settings = players._settings.model_copy(update=impossible)
    called = max(await players._calls.take(9), key=lambda one: one.base)
    await matches.seed_of(bot.database, match.id, called.base)  # The first one is stored.
    players.rounds._awake.clear()
    with _unwritable(bot.database):
        await players._answer(called)
    assert f"call={called.key} attempt=1" in caplog.text
    assert f"call={called.key} has to wait: disk I/O error" in caplog.text
    assert players.rounds._awake.is_set()
    assert (await matches.get(bot.database, match.id)).turn_count == len(LOST)


async def test_too_much_to_do(bot: Bot, monkeypatch: pytest.MonkeyPatch) -> None:
    """While too many calls wait no match with computer players begins, and with a full queue no
    hint is given; people are told to try again. Repeating a request adds no job.
    """
    match, jobs = await _lost(bot, 6), bot.jobs
    monkeypatch.setattr(queue, "MOST_CALLS", 1)
    bot.jobs = Jobs(waiting=0)
    with pytest.raises(Refused, match="busy with other matches"):
        await require_room_for_computer_players(bot)
    with pytest.raises(Crowded):
        await search(bot, ANN, max, 1, 2)
    bot.jobs = jobs
    begun = [asyncio.create_task(search(bot, ANN, max, 1, 2)) for _ in range(9)]
    await asyncio.sleep(0)
    assert len(bot.service(Searches).running) == 1
    assert {*await asyncio.gather(*begun)} == {2}
    assert not bot.service(Searches).running
    assert (await _answered(bot, match)).turn_count == len(LOST) + 1
    await require_room_for_computer_players(bot)


async def test_no_more_calls_than_can_be_answered_soon(bot: Bot) -> None:
    """A process takes the calls that its workers can begin with, and `AHEAD` more for each; others
    wait for other processes.
    """
    players, number = bot.service(ComputerPlayers), bot.workers.number
    busy = [
        asyncio.create_task(bot.workers.run(partial(time.sleep, 600), urgent=True, seconds=600))
        for _ in range(number)
    ]
    for _ in range(number * (1 + AHEAD) + 2):
        await _lost(bot, 1, LOST[:1])
    for _ in range(2):
        await players._round()
        assert len(await queue.waiting_calls(bot.database, 9)) == 2
    for task in busy:
        task.cancel()
    await asyncio.gather(*busy, return_exceptions=True)
    await players.close()


async def test_only_so_many_analyses(bot: Bot) -> None:
    """A match has one job, whoever waits for it. Each person has one, and there is a limit overall.
    When the last person stops waiting, it ends; before, whoever waits takes it over from whoever
    began it, who may begin another one.
    """
    match = await _lost(bot, 6)
    analyses, people = bot.service(Analyses), [PlayerId(n) for n in range(MOST + 1)]
    jobs = [
        analyses.begin(replace(match, id=MatchId(f"{match.id}{n}")), people[n]) for n in range(MOST)
    ]
    assert analyses.begin(replace(match, id=MatchId(f"{match.id}0")), people[2]) is jobs[0]
    with pytest.raises(Another, match=f"{match.id}1"):
        analyses.begin(match, people[1])
    with pytest.raises(Full):
        analyses.begin(match, people[MOST])
    assert not analyses.leave(match.id, people[1])
    assert analyses.leave(MatchId(f"{match.id}0"), people[0])
    assert jobs[0].person == 2
    with pytest.raises(Full):
        analyses.begin(match, people[0])
    assert analyses.leave(MatchId(f"{match.id}0"), people[2])
    assert jobs[0].task is not None
    await asyncio.wait([jobs[0].task])
    assert jobs[0].task.cancelled()
    analyses.begin(match, people[MOST])


@pytest.mark.parametrize("game", games.all_games(), ids=lambda game: str(game.info.key))
def test_what_is_expected_is_drawn(game: AnyGame) -> None:
    """The picture of a step shows the continuation that the search expects."""
    match = midgame(game, game.info.seats[0])
    expected = judge(game.info.key, match.setup, str(match.position), 0.01).turns
    turns = _analysis_message._expected(match.line, expected)
    assert len(turns) == len(expected) > 0
    plain = scene_of(game, Shot(match.position))
    drawn = scene_of(game, Shot(match.position, expected=[turn.steps for turn in turns]))
    assert (*drawn.trails, *drawn.marks) != (*plain.trails, *plain.marks)


def test_the_turns_that_changed_most() -> None:
    """The turns that cost their side most come first, with the better turn. Expected turns, and
    those that cost hardly anything, are left out.
    """
    game = games.get("attangle")
    texts = ("c3", "d5", "c4", "e5", "b3")
    match = viewed(Record(game, play.setup(game), texts, None, 1))
    white = (0.5, 0.2, 0.9, 0.9 - LEAST / 2, 0.95, 0.1)
    better = ("d3", "a1", "b4", "e5", "f3")
    stops = [
        Judgement((chance, 1 - chance), (text,))
        for chance, text in zip(white, (*better, "-"), strict=True)
    ]
    found = [(key.turn.text, key.better, key.stop) for key in Analysis(tuple(stops)).keys(match)]
    assert found == [("b3", "f3", 4), ("d5", "a1", 1), ("c3", "d3", 0)]


def test_pages_say_what_the_summary_says() -> None:
    """Where no turn gave much away, no page says that another was better, and the curve ends with
    the last turn: a resignation is no drop.
    """
    game = games.get("attangle")
    record = Record(game, play.setup(game), ("c3", "d5", "withdraw:1"), None, 1)
    match = viewed(record)
    white = (0.53, 0.53, 0.53 + LEAST / 2, 0.0)
    found = Analysis(
        tuple(
            Judgement((chance, 1 - chance), turns)
            for chance, turns in zip(white, (("c4", "a1"), ("a1",), ("b3",), ()), strict=True)
        )
    )
    english = NullTranslations()
    assert found.keys(match) == []
    pages = [[*_analysis_message._lines(match, found, stop, (), english)] for stop in range(3)]
    assert pages[1][1] == "1. White played `c3`."
    assert pages[2][1] == "2. Black played `d5`."
    course = _analysis_message._course(match, found)
    assert [(turns, judged.chances[0]) for turns, judged in course] == [*enumerate(white[:3])]
    start = Line.begin(game, match.setup)
    expected = _analysis_message._expected(start, found.stops[0].turns)
    told = [*_analysis_message._lines(match, found, 0, expected, english)]
    assert told[-1] == "Expected next: 1: White `c4`, 2: Black `a1`"
