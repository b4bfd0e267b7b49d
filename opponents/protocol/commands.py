"""How commands of the engine protocol are written and read."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest

import games
from games import play
from games.errors import OptionError
from games.protocol import AnyGame, Setup
from games.texts import in_english
from opponents.levels import LEVELS

VERSION = 1
"""The version of the protocol. It is raised when programs written for an older one would be
misunderstood.
"""

NODES = 1_000_000
"""The most positions that a command may ask for."""
SEED = 2**63 - 1
"""The largest seed."""

_SHOWN = 500
"""The most characters of a complaint that are written: a complaint may quote what it is about."""

_NUMBER = re.compile(r"0|[1-9][0-9]{0,18}")


class Refused(ValueError):
    """A command that can't be carried out: `code` for programs, the text for people."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code

    def __str__(self) -> str:
        """The line that answers the command."""
        text = " ".join(str(self.args[0]).split())
        return f"error {self.code} {text[:_SHOWN]}"


@dataclass(frozen=True, slots=True)
class Go:
    """How long to think: about this many positions, or as a player of a level does."""

    nodes: int | None = None
    level: int | None = None
    seed: int | None = None

    def __str__(self) -> str:
        """The command, as `go` reads it."""
        given = {"nodes": self.nodes, "level": self.level, "seed": self.seed}
        words = [f"{name} {value}" for name, value in given.items() if value is not None]
        return " ".join(["go", *words])


def go(words: Sequence[str]) -> Go:
    """What follows the word `go`. Raises Refused."""
    given = _numbers(words, {"nodes": (1, NODES), "level": (1, len(LEVELS)), "seed": (0, SEED)})
    if "nodes" in given and "level" in given:
        raise Refused("syntax", "go takes nodes or a level, not both.")
    return Go(**given)


def _numbers(words: Sequence[str], ranges: dict[str, tuple[int, int]]) -> dict[str, int]:
    """Words alternating with numbers, each word at most once. Raises Refused."""
    given: dict[str, int] = {}
    for name, value in zip_longest(words[::2], words[1::2], fillvalue=""):
        if name not in ranges or name in given:
            raise Refused("syntax", f"“{name}” is not expected. Known: {', '.join(ranges)}")
        low, high = ranges[name]
        if not _NUMBER.fullmatch(value) or not low <= int(value) <= high:
            raise Refused("syntax", f"{name} takes a number from {low} to {high}.")
        given[name] = int(value)
    return given


def game_line(game: AnyGame, setup: Setup) -> str:
    """The command that chooses a game with a complete setup."""
    options = [f"{key}={value}" for key, value in setup.options.items()]
    return " ".join(["game", game.info.key, "seats", str(setup.seats), *options])


def game(words: Sequence[str]) -> tuple[AnyGame, Setup]:
    """What follows the word `game`. Raises Refused."""
    key, *rest = words or [""]
    try:
        chosen = games.get(key)
    except KeyError:
        known = ", ".join(one.info.key for one in games.all_games())
        raise Refused("setup", f"“{key}” is not a game. Games: {known}") from None
    seats = None
    if rest[:1] == ["seats"]:
        seats = _numbers(rest[:2], {"seats": (1, 9)})["seats"]
        rest = rest[2:]
    options: dict[str, str] = {}
    for word in rest:
        name, equals, value = word.partition("=")
        if not equals or name in options:
            raise Refused("syntax", f"“{word}” is not of the form option=value, each option once.")
        options[name] = value
    try:
        return chosen, play.setup(chosen, seats, options)
    except OptionError as error:
        raise Refused("setup", in_english(chosen, error.refusal)) from error


def position_line(tokens: Sequence[str]) -> str:
    """The command for the position after these tokens."""
    return " ".join(["position startpos", *(["moves", *tokens] if tokens else [])])


def position(words: Sequence[str]) -> Sequence[str]:
    """The tokens that follow the word `position`. Raises Refused."""
    if [*words[:2]] not in (["startpos"], ["startpos", "moves"]):
        raise Refused("syntax", "A position is written: position startpos [moves token …]")
    return words[2:]
