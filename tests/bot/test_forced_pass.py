"""If `pass` is the only legal move, the bot plays it at once and says so."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

import games
from games import play
from games.play import Line
from games.protocol import PASS, AnyGame, Seat
from playground.client import Channel, User
from tests.bot.lines import Turn, happened, prepared, typed
from tests.samples.turnier import shut_in
from tests.support.matches import begin

pytestmark = pytest.mark.shared_bot

ALONE = "*(the only legal move)*"


async def test_turnier(general: Channel, ben: User, david: User) -> None:
    """A player none of whose fighters can move passes automatically, turn after turn, and is not
    notified.
    """
    game = await begin(general, "turnier", ben, david, seats=2, flags="false")
    await prepared(game, shut_in())
    assert (await game.board()).mentions == [game.players[0].name]
    for step, number in (("r2-s2", 44), ("s2-s1", 46)):
        await typed(game, [Turn(1, step)])
        board = await game.board()
        assert f"{number}. `{step}` Rose moves from {step[:2]} to {step[3:]}." in board.content
        assert f"{number + 1}. `pass` Violet passes. {ALONE}" in board.content
        assert board.mentions == [game.players[0].name]
    late = await game.move(2, "pass")
    assert late.content.startswith(f"It's {game.players[0].mention}'s turn")


def _on_the_vassal(game: AnyGame, position: Any, moves: Sequence[Any], rng: Random) -> Any:
    """A player who can takes the first lord. Then the third seat takes the vassal's men, and nobody
    else captures.
    """
    truce = position.truce or (0, 0)
    done = {move: happened(game, position, move) for move in moves}
    if position.truce is None or position.to_move not in truce:
        men = {"lord"} if position.truce is None else {"knight", "squire"}
        for move in moves:
            if done[move] & men and (
                position.truce is None or position.men.owner(move.target) == truce[1]
            ):
                return move
    return rng.choice([move for move in moves if "captured" not in done[move]] or moves)


def _to_a_seat_without_moves(seed: int) -> tuple[list[Turn], Seat] | None:
    """Turns after which a seat must pass, unless the game is over before."""
    game, rng = games.get("3stein"), Random(seed)
    line: Line[Any, Any] = Line.begin(game, play.setup(game))
    turns: list[Turn] = []
    while (seat := line.position.to_move) is not None:
        tokens: list[str] = []
        while not tokens or line.position.mid_turn:
            moves = game.legal_moves(line.position)
            if [str(move) for move in moves] == [PASS]:
                return turns, seat
            move = _on_the_vassal(game, line.position, moves, rng)
            tokens.append(str(move))
            line = line.push(move)
        turns.append(Turn(seat, " ".join(tokens)))
    return None


async def test_3stein(general: Channel, ben: User, david: User, emma: User) -> None:
    """A vassal whose last man is captured passes automatically, in the message of that very
    turn.
    """
    turns, seat = next(filter(None, map(_to_a_seat_without_moves, range(500))))
    game = await begin(general, "3stein", ben, david, emma)
    await prepared(game, turns[:-1])
    await typed(game, turns[-1:])
    board = await game.board()
    name = games.get("3stein").texts.seats[seat - 1]
    assert f"{len(turns) + 1}. `pass` {name} has no legal move and passes. {ALONE}" in board.content
    assert board.mentions == [game.players[seat % 3].name]
