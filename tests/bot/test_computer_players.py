"""Computer players on the playground: one person alone plays every game to its end."""

from __future__ import annotations

import os
import signal
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import games
import matches
from bot.messages.board import MOVE, TO_BOARD
from bot.messages.table import RATED, UNRATED
from games import play
from matches.model.computer_players import is_computer_player
from matches.model.ids import PlayerId
from opponents import decisions
from opponents.decisions import Question
from playground.answers import Message
from playground.client import Channel, Playground, User
from storage.database import Database
from tests.support.lonely import Lonely
from tests.support.matches import HASTY, named, open_table, owed_again, place_of
from tests.support.replay import replay_match
from tests.support.stack import Stack

pytestmark = pytest.mark.untraced


@pytest.fixture(scope="module")
def settings() -> dict[str, str]:
    """Computer players search little, and answer at once."""
    return HASTY


@pytest.fixture
async def database(stack: Stack) -> AsyncIterator[Database]:
    """The bot's database, to see what computer players have done."""
    opened = Database.connect(stack.settings["DATABASE_URL"])
    yield opened
    await opened.close()


@pytest.fixture
def lonely(pg: Playground, database: Database, general: Channel, ben: User) -> Lonely:
    """Ben, alone in an English channel."""
    return Lonely(pg, database, ben, general)


ALONE = [
    (game.info.key, seats, level)
    for game in games.all_games()
    for seats, level in (
        (sorted(game.info.seats)[len(game.info.seats) // 2], 1),
        (min(game.info.seats), 6),
    )
]


@pytest.mark.parametrize(("game", "seats", "level"), ALONE)
async def test_one_person_alone(lonely: Lonely, game: str, seats: int, level: int) -> None:
    """Each game is played to its end against computer players at level 1, at a table for three
    where possible, and against as few as possible at level 6. Every turn is legal, and all are
    named and greet once. In correspondence matches, too, they answer each time within the test's
    two minutes, and nobody loses a live match on time.
    """
    several, clock = len(games.get(game).info.seats) > 1, {1: "3d", 6: "20m+20s"}[level]
    await lonely.open(game, computer=level, clock=clock, **({"seats": seats} if several else {}))
    over = await lonely.play_out()
    assert over.status == "finished"
    assert over.ending is not None
    assert over.ending.reason != "timeout"
    computers = [player for player in over.players if is_computer_player(player)]
    assert len({*computers}) == seats - 1
    assert (await replay_match(lonely.database, over.id)).status == "finished"

    async def shown() -> list[Message]:
        boards = await lonely.boards()
        return boards if any("Rematch" in board.labels for board in boards) else []

    boards = await lonely.pg.wait_for(shown)
    said = "\n".join(board.content for board in boards)
    # A board that is kept while something is built up greets until everybody has had a turn.
    assert said.count(f"(level {level}) wish") == (not games.get(game).info.gradual)
    assert "🤖" in boards[0].content
    for computer in computers:
        assert f"<@{computer}>" not in said


async def test_where_a_match_is_played_that_the_computer_begins(lonely: Lonely) -> None:
    """The answer shows no board, since that would soon be an old one. It leads to the match's
    thread, where the newest board can be played on.
    """
    opened = await lonely.open("attangle", computer=1, seat=2)
    thread = await place_of(lonely.channel, lonely.id)
    assert not opened.attachments
    assert opened.labels == [TO_BOARD]
    assert f"Match {lonely.id} begins." in opened.content
    assert "is to move as White." in opened.content
    assert f"It's being played in <#{thread.id}>." in opened.content
    await lonely.called()

    async def answered() -> Message | None:
        board = (await lonely.boards())[-1]
        return board if "1. `" in board.content else None

    board: Any = await lonely.pg.wait_for(answered)
    assert board.labels[0] == MOVE


async def test_whether_a_match_is_rated_is_said(lonely: Lonely) -> None:
    """In what one chooses from, and as it begins."""
    commands = await lonely.person.commands(lonely.channel)
    (play,) = [one for one in commands if one["name"] == "play attangle"]
    (rating,) = [one for one in play["options"] if one["name"] == "rated"]
    assert "even against the computer (default: yes)" in rating["description"]
    for rated, at_stake in ((True, RATED), (False, UNRATED)):
        opened = await lonely.open("attangle", computer=1, seat=1, rated=rated)
        assert at_stake in opened.content
        assert (await lonely.match()).rated == rated


async def test_one_computer_player_among_several_people(lonely: Lonely, david: User) -> None:
    """It is spoken of as one, and wishes all of them a good match."""
    table = await open_table(lonely.person, lonely.channel, "3stein")
    lonely.id = named(table)
    await table.click("Join", by=david)
    asked = await table.click("Computer players…", by=lonely.person)
    told = await asked.select(asked.selects[0]["custom_id"], ["1"])
    assert f"`{lonely.id}`: the computer player has taken its seat." in told.content

    async def greeted() -> bool:
        return "(level 1) wishes you all a good match." in (await lonely.boards())[0].content

    await lonely.pg.wait_for(lonely.boards)
    await lonely.pg.wait_for(greeted)


async def test_the_greeting_on_a_board_that_is_kept(lonely: Lonely, anna: User) -> None:
    """It stays until everybody has had a turn, even if the computer plays the first one at once."""
    await anna.command("server", lonely.channel, boards="kept")

    async def board(turn: str) -> str:
        async def shown() -> list[str]:
            return [one.content for one in await lonely.boards() if f"{turn} `" in one.content]

        (found,) = await lonely.pg.wait_for(shown)
        return str(found)

    await lonely.open("attangle", computer=1, seat=2)
    first = await lonely.called()
    assert "(level 1) wish" in await board("1.")
    await lonely.move(first)
    await lonely.called()
    assert "(level 1) wish" not in await board("3.")
    await anna.command("server", lonely.channel, reset="boards")


async def test_a_kept_board_announced_again_after_a_later_one(
    lonely: Lonely, stack: Stack, anna: User
) -> None:
    """That the board was shown after the person's turn could not be noted. It stays as it is after
    the computer's, though no line has told of the person's turn.
    """
    await anna.command("server", lonely.channel, boards="kept")
    await lonely.open("attangle", computer=1, seat=1)
    await lonely.move(await lonely.called())
    await lonely.called()

    async def answered() -> list[str]:
        return [one.content for one in await lonely.boards() if "2. `" in one.content]

    before = await lonely.pg.wait_for(answered)
    await owed_again(stack, lonely.pg, lonely.id)
    assert await answered() == before
    await anna.command("server", lonely.channel, reset="boards")


async def test_learning_alone(lonely: Lonely) -> None:
    """In an unrated match against level 6 one person gets a hint and plays it. The match is
    analysed afterwards, and counts in their statistics but for no rating.
    """
    await lonely.open("attangle", computer=6, rated=False)
    await lonely.called()
    shown: Message = await lonely.person.command("hint", lonely.channel, match=lonely.id)
    while "Tell me more" in shown.labels:
        shown = await shown.click("Tell me more")
    turn = shown.content.split("`")[-2]
    await lonely.person.command("move", lonely.channel, turn=turn, match=lonely.id)
    await lonely.called()
    sure = await lonely.person.command("resign", lonely.channel, match=lonely.id)
    await sure.click(sure.labels[0])
    asked = await lonely.person.command("analyse", lonely.channel, match=lonely.id)

    async def analysed() -> bool:
        return "Analysis of" in (await asked.refresh()).content

    await lonely.pg.wait_for(analysed)
    assert "Step through" in asked.labels
    match = await lonely.match()
    assert not match.rated
    assert turn in {one.text for one in match.turns}


async def test_what_is_drawn_follows_from_the_match(lonely: Lonely) -> None:
    """The seed of a turn is that of the entry that called for it, so that the same turn would be
    found again. With another one it might be another turn.
    """
    await lonely.open("attangle", computer=6, seat=1)
    await lonely.move(await lonely.called())
    match = await lonely.called()
    mine, theirs = match.turns
    line = play.replay(match.game, match.setup, mine.text.split())
    drawn = await matches.seed_of(lonely.database, lonely.id, mine.seq)
    effort = float(HASTY["COMPUTER_EFFORT"])
    question = Question(
        "attangle", 2, dict(match.setup.options), str(line.position), 6, drawn, effort
    )
    assert decisions.turn(question).turn == theirs.text
    others = {decisions.turn(replace(question, seed=seed)).turn for seed in range(20)}
    assert len(others) > 1


async def test_a_table_is_filled_up(lonely: Lonely, david: User) -> None:
    """The host fills up a waiting table with a button and a menu; nobody else can. All players are
    then named, and a rematch begins at once.
    """
    table = await open_table(lonely.person, lonely.channel, "3stein")
    lonely.id = named(table)
    refused = await table.click("Computer players…", by=david)
    assert "Only" in refused.text
    asked = await table.click("Computer players…", by=lonely.person)
    assert asked.ephemeral
    assert asked.selects[0]["placeholder"] not in asked.content  # The question stands there once.
    told = await asked.select(asked.selects[0]["custom_id"], ["2"])
    assert f"`{lonely.id}`: the computer players have taken their seats." in told.content
    match = await lonely.called()
    assert sum(map(is_computer_player, match.players)) == 2
    header = (await lonely.boards())[0].content
    assert "🤖\N{NO-BREAK SPACE}Squire Kuno (level 2)" in header
    assert "🤖\N{NO-BREAK SPACE}Squire Klara (level 2)" in header

    async def begun() -> bool:
        return "Join" not in (await table.refresh()).labels

    await lonely.pg.wait_for(begun)
    await lonely.person.command("games", lonely.channel)
    sure = await lonely.person.command("abort", lonely.channel, match=lonely.id)
    await sure.click(sure.labels[0])
    again = await lonely.person.command("rematch", lonely.channel, match=lonely.id)
    lonely.id = named(again)
    assert (await lonely.match()).status == "running"


async def test_what_one_asks_them(lonely: Lonely) -> None:
    """They agree to take-backs and adjournments at once: the board says so. They answer draw
    offers, about which one is asked first. Nothing of that is a message with buttons that nobody
    could press. Their own offers are.
    """
    await lonely.open("attangle", computer=1)
    match = await lonely.called()
    await lonely.move(match)
    match = await lonely.called()
    told = await lonely.person.command("takeback", lonely.channel, match=lonely.id)
    assert f"`{lonely.id}`: your turn has been taken back." in told.content
    assert (await lonely.match()).taken_back
    await lonely.last("has taken back a turn. The match is unrated from now on.")
    await lonely.move(await lonely.called())
    await lonely.called()
    await lonely.person.command("takeback", lonely.channel, match=lonely.id)
    assert "unrated" not in (await lonely.last("has taken back a turn.")).content
    await lonely.called()
    asked = await lonely.person.command("draw", lonely.channel, match=lonely.id)
    assert f"`{lonely.id}`: do you really want to offer 🤖\N{NO-BREAK SPACE}" in asked.content
    assert asked.labels == ["Offer a draw", "Cancel"]
    assert (await lonely.match()).draw_offer is None
    told = await asked.click("Offer a draw")
    assert f"`{lonely.id}`: you've offered 🤖\N{NO-BREAK SPACE}" in told.content

    async def answered() -> bool:
        return (await lonely.match()).draw_offer is None

    await lonely.pg.wait_for(answered)
    there = await place_of(lonely.channel, lonely.id)
    assert not any("Accept" in one.labels for one in await there.messages())

    if (await lonely.match()).status == "running":
        await lonely.said("has declined the draw")
        computer = next(player for player in match.players if is_computer_player(player))
        await matches.offer_draw(lonely.database, lonely.id, PlayerId(computer or 0))
        offer = await lonely.said("offers a draw")
        assert offer.labels == ["Accept", "Decline"]
        await offer.click("Decline", by=lonely.person)
    if (await lonely.match()).status == "running":
        told = await lonely.person.command("adjourn", lonely.channel, match=lonely.id)
        assert f"`{lonely.id}`: the match is adjourned." in told.content
        await lonely.person.command("resume", lonely.channel, match=lonely.id)
        await lonely.called()


async def test_one_takes_the_place_of_who_withdraws(
    lonely: Lonely, david: User, emma: User
) -> None:
    """If the table allows it, a computer player replaces a player who resigns, and the match
    becomes unrated. A last remaining person withdraws as usual.
    """
    table = await open_table(lonely.person, lonely.channel, "3stein", standin=3)
    lonely.id = named(table)
    assert "level 3" in table.content
    for other in (david, emma):
        await (await table.refresh()).click("Join", by=other)
    match = await lonely.match()
    assert not match.rated
    for leaving in (david, emma, lonely.person):
        await lonely.settled()
        sure = await leaving.command("resign", lonely.channel, match=lonely.id)
        told = await sure.click(sure.labels[0])
        assert "you've resigned." in told.content
        assert ("takes your place" in told.content) == (leaving is not lonely.person)
    over = await lonely.match()
    assert over.status == "finished"
    assert sum(map(is_computer_player, over.players)) == 2
    assert over.ending is not None
    assert over.ending.ranks[over.players.index(int(lonely.person.id))] == 2


async def test_killed_while_it_thinks(stack: Stack, lonely: Lonely) -> None:
    """A search ends with its match. It is repeated if its process is killed, and after a restart if
    it was lost with the bot. The turn is played and shown once.
    """
    stack.settings["COMPUTER_EFFORT"] = "10"
    stack.stop()
    stack.start()
    await lonely.pg.wait_online()
    for over in (True, False):
        await lonely.open("tyr", computer=6)
        match = await lonely.match()
        if match.player_to_move == int(lonely.person.id):
            await lonely.move(match)
        (worker,) = await lonely.pg.wait_for(lambda: _workers(stack))
        if over:
            sure = await lonely.person.command("resign", lonely.channel, match=lonely.id)
            await sure.click(sure.labels[0])
            await lonely.pg.wait_for(lambda: "is given up" in stack.said())
            await lonely.pg.wait_for(partial(_without, stack, worker))
    count = (await lonely.match()).turn_count
    os.kill(worker, signal.SIGKILL)
    await lonely.pg.wait_for(lambda: _workers(stack) - {worker})
    assert (await lonely.match()).turn_count == count
    stack.kill()
    stack.settings["COMPUTER_EFFORT"] = "0.002"
    stack.start()
    await lonely.pg.wait_online()
    match = await lonely.called()
    assert match.turn_count == count + 1
    last = match.turns[-1]

    async def shown() -> list[Message]:
        return [
            one for one in await lonely.boards() if f"{last.number}. `{last.text}`" in one.content
        ]

    assert len(await lonely.pg.wait_for(shown)) == 1


def _without(stack: Stack, worker: int) -> bool:
    return worker not in _workers(stack)


def _workers(stack: Stack) -> set[int]:
    """The bot's search processes, which have a lower priority than itself."""
    bot = stack.bot.pid
    own, found = os.getpriority(os.PRIO_PROCESS, bot), set[int]()
    for child in map(int, Path(f"/proc/{bot}/task/{bot}/children").read_text().split()):
        with suppress(ProcessLookupError):  # It may end at any moment.
            if os.getpriority(os.PRIO_PROCESS, child) > own:
                found.add(child)
    return found
