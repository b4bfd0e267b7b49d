"""The ends common to all games, by resignation, time and agreement; and playing on in between."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any, NamedTuple

import pytest

import games
from bot.ui.layout import heading
from games import play
from games.play import Line
from games.protocol import AnyGame, Seat, Setup
from games.record import from_text
from matches.model.ids import number_of
from playground.client import Playground
from tests import PATIENCE
from tests.bot.lines import verdict
from tests.laws.conftest import setups
from tests.support.matches import Game, begin, question_in
from tests.support.stack import Stack

pytestmark = pytest.mark.untraced

PEOPLE = ("ben", "david", "emma", "anna")
CHANNELS = ("general", "games", "quiet")


class Table(NamedTuple):
    """A number of people who play a game with these options."""

    game: str
    seats: int
    options: Mapping[str, str]

    def __str__(self) -> str:
        return "-".join((self.game, str(self.seats), *self.options.values()))

    @property
    def rules(self) -> AnyGame:
        """The game."""
        return games.get(self.game)

    @property
    def setup(self) -> Setup:
        """The setup of its matches."""
        return play.setup(self.rules, self.seats, self.options)

    async def begin(self, pg: Playground, **options: str) -> Game:
        """A match that has just begun."""
        seats = {"seats": self.seats} if len(self.rules.info.seats) > 1 else {}
        users = [pg.user(name) for name in PEOPLE[: self.seats]]
        given = {**seats, **self.options, **options}
        channel = pg.channel(CHANNELS[TABLES.index(self) % len(CHANNELS)])
        return await begin(channel, self.game, *users, **given)


def _tables(game: AnyGame) -> list[Table]:
    """One for each number of seats and each way in which they can make sides."""
    different = {(setup.seats, game.sides(setup)): setup for setup in reversed(setups(game))}
    return [Table(game.info.key, one.seats, one.options) for one in different.values()]


TABLES = [table for game in games.all_games() for table in _tables(game)]


def _name(table: Table, game: Game, seat: Seat) -> str:
    return f"{table.rules.seat_names(table.setup)[seat - 1]} ({game.players[seat - 1].mention})"


async def _resign(game: Game, seat: Seat) -> None:
    question = await game.players[seat - 1].command("resign", game.channel, match=game.id)
    await question.click(question.labels[0])


async def _one_turn(game: Game, line: Line[Any, Any], rng: Random) -> Line[Any, Any]:
    """A turn of whoever is to move, typed; one of a single move, closed by a full stop, that does
    not end the game.
    """
    seat = line.position.to_move
    assert seat is not None
    for move in rng.sample(moves := line.game.legal_moves(line.position), len(moves)):
        turn = play.play_turn(line, str(move))
        if turn.line.position.mid_turn and play.closing(line.game, turn.line.position):
            turn = play.play_turn(line, f"{move}.")
        if turn.complete and turn.line.position.result is None:
            break
    reply = await game.move(seat, f"{move}.")
    assert f"`{turn.text}`" in reply.content
    return turn.line


async def _is_over(table: Table, game: Game, line: Line[Any, Any]) -> None:
    """The last board and the record state how the match has ended."""
    result, board = line.position.result, await game.board()
    assert result is not None
    said = board.content.splitlines()
    assert heading(verdict(table.rules, table.setup, result, game)).text in said
    if len({*result.ranks}) > 2:
        names = table.rules.seat_names(table.setup)
        for seat, rank in enumerate(result.ranks):
            place = next(one for one in said if one.startswith(f"{rank}. <@"))
            assert f"{game.players[seat].mention} ({names[seat]})" in place
    assert board.labels[0] == "Rematch"
    exported = await game.players[0].command("export", game.channel, match=game.id)
    record = from_text((await exported.attachments[0].read()).decode())
    assert record.setup == table.setup
    assert record.line().position == line.position


@pytest.mark.parametrize("table", TABLES, ids=str)
async def test_resigning_until_one_side_is_left(table: Table, pg: Playground) -> None:
    """People resign one after the other, out of turn and in turn, and the rest play on, skipping
    the gaps, until one side is left. It has won, those who stayed longer rank higher, and the
    record has everything.
    """
    game, rng = await table.begin(pg), Random(str(table))
    line: Line[Any, Any] = Line.begin(table.rules, table.setup)
    while (to_move := line.position.to_move) is not None:
        line = await _one_turn(game, line, rng)
        gone = line.position.withdrawn
        seat = max({*range(1, table.seats + 1)} - {*gone}) if not gone else to_move
        await _resign(game, seat)
        line = line.withdraw(seat, "resignation")
        board = await game.board()
        assert f"{_name(table, game, seat)} has resigned." in board.content
        if line.position.to_move is not None:
            assert board.mentions == [game.players[line.position.to_move - 1].name]
            refused = await game.move(seat, "c4")
            assert refused.ephemeral
            line = await _one_turn(game, line, rng)
    await _is_over(table, game, line)


@pytest.mark.parametrize("table", TABLES, ids=str)
async def test_running_out_of_time(table: Table, pg: Playground, stack: Stack) -> None:
    """The player to move runs out of time, and an opponent claims it. The rest play on until one
    side is left.
    """
    game = await table.begin(pg, clock="3d", timeout="claim")
    line: Line[Any, Any] = Line.begin(table.rules, table.setup)
    while (seat := line.position.to_move) is not None:
        _pass_time(stack, game)
        side = next(side for side in table.rules.sides(table.setup) if seat in side)
        staying = {*range(1, table.seats + 1)} - {*line.position.withdrawn}
        await game.players[max(staying - {*side}) - 1].command("claim", game.channel, match=game.id)
        line = line.withdraw(seat, "timeout")
        await game.board_with(f"{_name(table, game, seat)} has run out of time.")
    await _is_over(table, game, line)


def _pass_time(stack: Stack, game: Game) -> None:
    """Changes the bot's database as if the player to move had run out of time."""
    due = datetime.now(UTC).replace(tzinfo=None) - timedelta(minutes=1)
    with sqlite3.connect(stack.folder / "bot.db", timeout=PATIENCE) as database:
        statement = "UPDATE match SET due_at = ? WHERE id = ?"
        values = f"{due:%Y-%m-%d %H:%M:%S.%f}", number_of(game.id)
        assert database.execute(statement, values).rowcount == 1
    database.close()


@pytest.mark.parametrize("table", TABLES, ids=str)
async def test_agreeing_on_a_draw(table: Table, pg: Playground) -> None:
    """All remaining players must agree, each separately. Players who have resigned are not
    asked.
    """
    game = await table.begin(pg)
    line: Line[Any, Any] = Line.begin(table.rules, table.setup)
    asked = game.players[1:]
    if table.seats > 2:
        await _resign(game, table.seats)
        line = line.withdraw(table.seats, "resignation")
        asked.pop()
    await game.players[0].command("draw", game.channel, match=game.id)
    offer = await question_in(game.channel)
    assert sorted(offer.mentions) == sorted(user.name for user in asked)
    for user in asked:
        assert (await game.board()).labels[0] == "Move"
        await (await offer.refresh()).click("Accept", by=user)
    assert "agreed to a draw." in (await game.board()).content
    await _is_over(table, game, line.agree())


def test_every_table_is_there() -> None:
    """Each game is played by every number of people that it is for."""
    wanted = {(game.info.key, seats) for game in games.all_games() for seats in game.info.seats}
    assert {(table.game, table.seats) for table in TABLES} == wanted
