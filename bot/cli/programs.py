"""`dreierlei engine serve`, `check` and `match`: other programs play ours, and each other."""

from __future__ import annotations

import shlex
import signal
from collections.abc import Sequence
from pathlib import Path
from types import FrameType
from typing import Any, NoReturn

import click

from bot.cli.engine import for_a_setup
from games.errors import OptionError
from games.protocol import AnyGame
from games.texts import in_english
from opponents import programs, protocol
from opponents.programs import (
    CantBegin,
    Match,
    NoOpening,
    OtherMatch,
    Played,
    Seating,
    Sprt,
    Standing,
    Terms,
)
from opponents.protocol import Go, Refused

_NAMES = ("first", "second")
_ELO = click.FloatRange(-2_000, 2_000)
_SECONDS = click.FloatRange(0, 86_400, min_open=True)


class _Command(click.ParamType[Sequence[str]]):
    """A program with its arguments, written as for a shell."""

    name = "command"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> Sequence[str]:
        """Its words. Fails if there are none, or if a quotation does not end."""
        try:
            words = shlex.split(value)
        except ValueError as error:
            self.fail(f"{value!r}: {error}", param, ctx)
        return words or self.fail("There is no program.", param, ctx)


class _Go(click.ParamType[Go]):
    """How long a program is to think: what follows the word `go`."""

    name = "go"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Go:
        """The command. Fails with what is wrong."""
        try:
            return value if isinstance(value, Go) else protocol.go(value.split())
        except Refused as refused:
            self.fail(str(refused.args[0]), param, ctx)


@click.command()
def serve() -> None:
    """Play for another program: the engine protocol on standard input and output.

    docs/engine-protocol.md says what can be asked and what is answered.
    """
    try:
        protocol.serve()
    except OSError as error:
        raise SystemExit(f"The client can't be heard or answered: {error}") from error


@click.command()
@click.argument("command", type=_Command())
@click.option(
    "--seconds", type=_SECONDS, default=10.0, show_default=True, help="Limit of an answer."
)
def check(command: Sequence[str], seconds: float) -> None:
    """Hold the program COMMAND against the engine protocol.

    The exit status is 0 if it keeps to all of it, and otherwise 1.
    """
    _end_with_us()
    failed = False
    for one in programs.checks(command, seconds):
        failed = failed or bool(one.fault)
        click.echo(f"no   {one.name}: {one.fault}" if one.fault else f"yes  {one.name}")
    raise SystemExit(int(failed))


@click.command()
@for_a_setup
@click.option("--first", type=_Command(), required=True, help="The program that is measured.")
@click.option("--second", type=_Command(), required=True, help="The program it meets.")
@click.option("--go", "how", type=_Go(), default="nodes 1000", show_default=True, metavar="WORDS")
@click.option("--first-go", type=_Go(), metavar="WORDS", help="Instead of --go, for the first.")
@click.option("--second-go", type=_Go(), metavar="WORDS", help="Instead of --go, for the second.")
@click.option("--games", "most", type=click.IntRange(min=1), default=100, show_default=True)
@click.option("--sprt", nargs=2, type=_ELO, metavar="ELO0 ELO1", help="Stop when it is sure.")
@click.option("--alpha", type=click.FloatRange(1e-9, 0.5), default=0.05, show_default=True)
@click.option("--beta", type=click.FloatRange(1e-9, 0.5), default=0.05, show_default=True)
@click.option("--turns", type=click.IntRange(min=0), default=4, show_default=True)
@click.option("--seed", type=click.IntRange(0, 10**9), default=1, show_default=True)
@click.option("--seconds", type=_SECONDS, default=60.0, show_default=True, help="Limit of a turn.")
@click.option("--file", type=click.Path(dir_okay=False, path_type=Path), help="Keep the games.")
def match(
    game: AnyGame,
    seats: int | None,
    options: dict[str, str],
    *,
    first: Sequence[str],
    second: Sequence[str],
    how: Go,
    first_go: Go | None,
    second_go: Go | None,
    most: int,
    sprt: tuple[float, float] | None,
    alpha: float,
    beta: float,
    turns: int,
    seed: int,
    seconds: float,
    file: Path | None,
) -> None:
    """Play a match between two programs that speak the engine protocol.

    Every opening of --turns random turns is played with each seating, so that games come in groups.
    A program that answers wrongly, too late or not at all loses that game and is started anew. With
    --file, games are kept as they end, and the same command goes on where it stopped. The exit
    status is 2 if a program can't begin, and otherwise 0.
    """
    if sprt and not sprt[0] < sprt[1]:
        raise click.BadParameter("ELO0 must be less than ELO1.", param_hint="--sprt")
    _end_with_us()
    terms = Terms(
        game,
        seats,
        options,
        (first, second),
        (first_go or how, second_go or how),
        seconds,
        turns,
        seed,
        Sprt(*sprt, alpha, beta) if sprt else None,
    )
    try:
        going = Match(terms, file)
    except OptionError as error:
        raise click.UsageError(in_english(game, error.refusal)) from error
    except (OtherMatch, OSError) as error:
        raise click.BadParameter(str(error), param_hint="--file") from error
    try:
        for played, seating, standing in going.play(most):
            click.echo(_game(played, seating, standing))
    except NoOpening as error:
        raise click.BadParameter(str(error), param_hint="--turns") from error
    except CantBegin as error:
        click.echo(f"{_NAMES[error.program]} can't begin: {error}", err=True)
        raise SystemExit(2) from error
    click.echo(_standing(going.standing(), terms.sprt))


def _end_with_us() -> None:
    """Whoever ends us by a signal ends the programs that we have started, too."""

    def end(number: int, frame: FrameType | None) -> NoReturn:
        raise SystemExit(128 + number)

    for one in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(one, end)


def _game(played: Played, seating: Seating, standing: Standing) -> str:
    """A line for a game that is over."""
    seats = " ".join(_NAMES[one] for one in seating)
    if played.fault is not None:
        end = f"{_NAMES[played.fault.program]} {played.fault.kind}: {played.fault.text}"
    else:
        end = "stopped" if played.result is None else str(played.result)
    return f"{standing.games}. {seats}: {played.share(seating):g}, {len(played.turns)} turns, {end}"


def _standing(standing: Standing, sprt: Sprt | None) -> str:
    """What is known now."""
    low, high = standing.interval
    lines = [
        f"games: {standing.games}, in whole groups: {len(standing.groups)}",
        f"share of first: {standing.share:.1%}, 95 % interval {low:.1%} to {high:.1%}",
        f"Elo: {_elo(standing.share)}, 95 % interval {_elo(low)} to {_elo(high)}",
        *(
            f"lost by {name} for what it did: {count}"
            for name, count in zip(_NAMES, standing.faults, strict=True)
            if count
        ),
    ]
    if sprt is not None and standing.ratio is not None:
        under, over = sprt.bounds
        said = "open" if standing.verdict == "open" else f"first is {standing.verdict}"
        lines += [
            f"SPRT of Elo {sprt.elo0:g} against {sprt.elo1:g}: {said}",
            f"LLR: {standing.ratio:.2f} ({under:.2f} to {over:.2f})",
        ]
    return "\n".join(lines)


def _elo(share: float) -> str:
    return f"{programs.elo(share):+.0f}"
