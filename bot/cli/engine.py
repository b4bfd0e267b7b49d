"""`dreierlei engine …`: the rules engines for scripts and other programs. A stable interface."""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Callable, Hashable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any, NoReturn, TypeVar

import click

import games
from games import play
from games.errors import MoveError, OptionError, ReplayError
from games.protocol import AnyGame, Position, Result, Setup
from games.texts import in_english, sentence_of
from games.words import say

Function = TypeVar("Function", bound=Callable[..., object])


class GameName(click.ParamType[AnyGame]):
    """A game by its key."""

    name = "game"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> AnyGame:
        """The game. Fails with the list of games for an unknown key."""
        try:
            return games.get(value)
        except KeyError:
            known = ", ".join(game.info.key for game in games.all_games())
            self.fail(f"{value!r} is not a game. Games: {known}", param, ctx)


def _options(ctx: click.Context, param: click.Parameter, values: Sequence[str]) -> dict[str, str]:
    options = {}
    for value in values:
        key, equals, chosen = value.partition("=")
        if not equals:
            raise click.BadParameter(f"{value!r} is not of the form K=V", ctx, param)
        options[key] = chosen
    return options


def for_a_setup(command: Function) -> Function:
    """Adds the arguments that make a setup."""
    for decorate in (
        click.option("--option", "options", multiple=True, callback=_options, metavar="K=V"),
        click.option("--seats", type=int, help="Default: the fewest that the options are for."),
        click.argument("game", type=GameName()),
    ):
        command = decorate(command)
    return command


tokens_argument = click.argument("tokens", nargs=-1, metavar="[TOKEN]...")


@click.group()
def engine() -> None:
    """Rules for scripts: legal moves, positions, perft, replay, random games."""


@engine.command("list")
def list_games() -> None:
    """The games with their seats and options, a JSON object a line."""
    for game in games.all_games():
        options = {
            option.key: {
                "values": None if option.values is None else list(option.values),
                "default": option.default,
            }
            for option in game.info.options
        }
        line = {"game": game.info.key, "seats": list(game.info.seats), "options": options}
        click.echo(json.dumps(line))


@engine.command()
@for_a_setup
@tokens_argument
def legal(game: AnyGame, seats: int | None, options: dict[str, str], tokens: Sequence[str]) -> None:
    """The legal moves after these tokens, one a line, sorted."""
    line = _line(game, seats, options, tokens)
    for move in game.legal_moves(line.position):
        click.echo(str(move))


@engine.command()
@for_a_setup
@click.option("--png", type=click.Path(dir_okay=False, path_type=Path), help="Paint it, too.")
@tokens_argument
def show(
    game: AnyGame,
    seats: int | None,
    options: dict[str, str],
    png: Path | None,
    tokens: Sequence[str],
) -> None:
    """The position after these tokens in words, whose turn it is, and the result."""
    position = _line(game, seats, options, tokens).position
    names = game.seat_names(_setup(game, seats, options))
    if png is not None:
        _paint(game, position, names, png)
    for phrase in game.words(position):
        click.echo(say(sentence_of(game.texts, "words", phrase), phrase.fields, names))
    click.echo(f"turn: {position.to_move or '-'}")
    result = position.result
    click.echo(f"result: {'-' if result is None else json.dumps(_result(result))}")


def _paint(game: AnyGame, position: Position, names: Sequence[str], png: Path) -> None:
    from render import paint  # noqa: PLC0415 - only this needs Pillow

    try:
        png.write_bytes(paint(game.scene(position, ()), captions=names).png)
    except OSError as error:
        raise click.UsageError(f"{png} can't be written: {error.strerror}") from error


@engine.command()
@for_a_setup
@click.argument("depth", type=click.IntRange(min=1))
@tokens_argument
def perft(
    game: AnyGame,
    seats: int | None,
    options: dict[str, str],
    depth: int,
    tokens: Sequence[str],
) -> None:
    """The number of legal sequences of each length from 1 to DEPTH, one a line."""
    line = _line(game, seats, options, tokens)
    for count in play.perft(game, line.position, depth):
        click.echo(count)


@engine.command()
def replay() -> None:
    """Replays games, JSON lines from standard input to standard output."""
    for text in sys.stdin.buffer:
        click.echo(json.dumps(replayed(text)))


@engine.command()
@for_a_setup
@click.option("--games", "count", type=click.IntRange(min=0), required=True)
@click.option("--seed", type=int, required=True)
def random(
    game: AnyGame, seats: int | None, options: dict[str, str], count: int, seed: int
) -> None:
    """Random complete games as lines that `replay` reads."""
    rng = Random(seed)
    for _ in range(count):
        setup = _setup(game, seats, options, rng)
        line = {
            "game": game.info.key,
            "seats": setup.seats,
            "options": dict(setup.options),
            "moves": [str(move) for move in play.random_line(game, setup, rng)],
        }
        click.echo(json.dumps(line))


def _setup(
    game: AnyGame, seats: int | None, options: dict[str, str], rng: Random | None = None
) -> Any:
    try:
        return play.setup(game, seats, options, rng)
    except OptionError as error:
        raise click.UsageError(in_english(game, error.refusal)) from error


def _line(
    game: AnyGame, seats: int | None, options: dict[str, str], tokens: Sequence[str]
) -> play.AnyLine:
    setup = _setup(game, seats, options)
    try:
        return play.replay(game, setup, tokens)
    except ReplayError as error:
        _fail(game, setup, error)


def _fail(game: AnyGame, setup: Setup, error: ReplayError) -> NoReturn:
    message = in_english(game, error.error.refusal, setup)
    click.echo(f"{error.token}: {message} (token {error.ply + 1})", err=True)
    raise SystemExit(1) from error


def _result(result: Result) -> dict[str, object]:
    return {"ranks": list(result.ranks), "reason": result.reason}


def _error(message: str, ply: int | None = None, token: str | None = None) -> dict[str, object]:
    return {"error": {"ply": ply, "token": token, "message": message}}


def replayed(text: bytes) -> dict[str, object]:
    """What a line of JSON replays to: the result, or an error. Nothing is raised."""
    try:
        game, setup, moves = _request(json.loads(text))
    except OptionError as error:
        return _error(in_english(None, error.refusal))
    except (ValueError, RecursionError) as error:
        return _error(str(error))
    line, plies = play.Line.begin(game, setup), list[tuple[int | None, int, str]]()
    for number, token in enumerate(moves):
        try:
            after = line.event(token)
            if after is None:
                read, after = line.read(token)
                plies.extend(_seen(line, read))
        except MoveError as error:
            return _error(in_english(game, error.refusal, setup), number, token)
        line = after
    result = line.position.result
    return {
        "plies": plies,
        "turn": line.position.to_move,
        "result": None if result is None else _result(result),
    }


def _seen(line: play.AnyLine, moves: Sequence[Hashable]) -> Iterator[tuple[int | None, int, str]]:
    """The positions before the moves of a token: one, or two where a full stop ends the turn."""
    *earlier, _ = moves
    yield _digest(line.game, line.position)
    for move in earlier:
        line = line.push(move)
        yield _digest(line.game, line.position)


def _digest(game: AnyGame, position: Position) -> tuple[int | None, int, str]:
    moves = [str(move) for move in game.legal_moves(position)]
    digest = hashlib.sha256("\n".join(moves).encode()).hexdigest()
    return position.to_move, len(moves), digest[:16]


def _request(fields: Any) -> tuple[AnyGame, Any, list[str]]:
    """What a line asks for. Raises ValueError with what is wrong."""
    if not isinstance(fields, dict):
        raise ValueError("not a JSON object")
    try:
        game = games.get(fields.get("game", ""))
    except (KeyError, TypeError):
        raise ValueError(f"unknown game: {fields.get('game')!r}") from None
    seats, options = fields.get("seats"), fields.get("options") or {}
    if not (seats is None or type(seats) is int):
        raise ValueError(f"seats is not a number: {seats!r}")
    if not isinstance(options, dict) or not all(
        isinstance(v, str | bool) for v in options.values()
    ):
        raise ValueError("options is not an object of strings and booleans")
    moves = fields.get("moves", [])
    if not isinstance(moves, list) or not all(isinstance(move, str) for move in moves):
        raise ValueError("moves is not a list of strings")
    return game, play.setup(game, seats, options), moves
