"""Typed turns in a match, and the text of a position."""

from __future__ import annotations

from functools import cache
from itertools import islice
from random import Random
from typing import Any

import games
from bot.text.discord_limits import OPTIONS
from games import play
from games.continuations import completions
from games.errors import MoveError, OptionError
from games.play import Line, play_turn
from games.protocol import AnyGame, Setup
from games.record import RecordError
from games.suggestions import begun, nearest
from games.texts import REFUSALS, sentence_of
from games.words import say

MOST_MOVES = 2_000
"""The most moves of a position, rounded up from `docs/security.md`."""
_LONGEST_TURN = 500
_MOST_TURNS = 20
_FURTHEST = 100


def setup_of(game: AnyGame, text: str) -> Setup | None:
    """The setup in a line such as `3 flags=true;partners=false`; None if it is refused with a
    sentence.
    """
    seats, _, rest = text.partition(" ")
    pairs = (one.partition("=") for one in rest.split(";") if one)
    options = {key: value for key, _, value in pairs}
    try:
        found = play.setup(game, _number(seats), options, Random(0))
    except OptionError as error:
        assert say(sentence_of(game.texts, "refusals", error.refusal), error.refusal.fields)
        return None
    assert play.setup(game, found.seats, found.options) == found
    return found


def _number(text: str) -> int | None:
    return int(text) if text.isdecimal() and len(text) < 5 else None


@cache
def _started(key: str, seats: int, options: tuple[tuple[str, str], ...], plies: int) -> Any:
    game, setup = games.get(key), Setup(seats, dict(options))
    moves = play.random_line(game, setup, Random(plies), plies)
    return play.replay(game, setup, [str(move) for move in moves])


def moves(key: str, data: bytes) -> None:
    """The first line gives the game and, after a `|`, the number of random plies before. Each other
    line is typed as a turn; refused ones are skipped.
    """
    first, *typed = data.decode(errors="replace").split("\n")
    game, (options, _, plies) = games.get(key), first.partition("|")
    setup = setup_of(game, options)
    if setup is None:
        return
    before = min(_number(plies) or 0, _FURTHEST)
    line = _started(key, setup.seats, tuple(setup.options.items()), before)
    for text in typed[:_MOST_TURNS]:
        line = _typed(line, text[:_LONGEST_TURN], game.seat_names(setup))
    _helped(line, typed[-1][:_LONGEST_TURN] if typed else "")
    _shown(line)


def _helped(line: Line[Any, Any], text: str) -> None:
    """The suggestions for a text, during and after typing, are few and can be played."""
    offered, near = completions(line, text, OPTIONS), nearest(line, text)
    assert len(offered) <= OPTIONS
    assert len(near) <= 3
    for meant in (*near, *(one.text for one in offered if one.way.move is not None)):
        assert play_turn(line, meant).steps
    begun(line, text)


def _typed(line: Line[Any, Any], text: str, names: tuple[str, ...]) -> Line[Any, Any]:
    """The line after the input; unchanged if that was refused."""
    game, before = line.game, str(line.position)
    try:
        event = line.event(text)
        if event is not None:
            return event
        turn = play_turn(line, text)
    except MoveError as error:
        refusal = error.refusal
        assert refusal.code in game.texts.refusals or refusal.code in REFUSALS
        assert say(sentence_of(game.texts, "refusals", refusal), refusal.fields, names)
        assert str(line.position) == before
        return line
    for step in turn.steps:
        assert step.move in game.legal_moves(step.before)
    assert play_turn(line, turn.text) == turn
    return turn.line


def _shown(line: Line[Any, Any]) -> None:
    """A position can be painted, described, written and read back."""
    game, position = line.game, line.position
    assert game.scene(position, ()).board.spots
    assert all(sentence_of(game.texts, "words", phrase) for phrase in game.words(position))
    assert game.position(str(position)) == position
    legal = game.legal_moves(position)
    assert len({*legal}) == len(legal) <= MOST_MOVES
    assert bool(legal) == (position.result is None) == (position.to_move is not None)


def position(key: str, data: bytes) -> None:
    """A text is a position that can be shown and continued, or raises ValueError."""
    game = games.get(key)
    try:
        found = game.position(data.decode(errors="replace"))
    except ValueError as error:
        assert not isinstance(error, MoveError | RecordError)
        return
    text = str(found)
    assert str(game.position(text)) == text
    assert game.position(text) == found
    legal = game.legal_moves(found)
    assert len({*legal}) == len(legal) <= MOST_MOVES
    assert game.scene(found, ()).board.spots
    for move in (*legal[:2], *legal[-2:]):
        after = game.apply(found, move)
        game.events(found, move, after)
        assert game.read(found, str(move)) == move


def options(data: bytes) -> None:
    """Free texts of options: suggestions are valid, and valid values begin a game."""
    key, _, text = data.decode(errors="replace").partition("\n")
    game = next((one for one in games.all_games() if one.info.key == key), None)
    if game is None:
        return
    setup = setup_of(game, text)
    if setup is not None:
        assert game.position(str(game.start(setup))) == game.start(setup)
    for option in game.info.options:
        if option.complete and option.check:
            for offered in islice(option.complete(text), OPTIONS):
                option.check(offered)
