"""The men of each game as emojis: which there are, their names, and their looks.

They are taken from the game's scenes: the badges of its seats, and the men on and beside the board
in a few games played at random. So no game has to list its men. A man who is not among them is
written in words, as all men are where Discord has no emojis.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Protocol

import discord

import games
from bot.pictures.medals import MEDALS
from games import play as rules
from games.play import AnyLine
from games.protocol import AnyGame, Setup
from games.scene import Glyph, Scene
from render.emoji import emoji, look


class Shown(Protocol):
    """Something that has an emoji of its own."""

    @property
    def name(self) -> str:
        """The name of the emoji: what it shows, and a hash of its look."""

    def painted(self) -> bytes:
        """The emoji as a PNG file."""


_PLIES = 120
"""How many plies are played at random to meet the men."""


@dataclass(frozen=True, slots=True)
class Man:
    """A man, or the badge of a seat: a glyph in a colour."""

    game: str
    """The key of its game."""
    glyph: Glyph
    role: str

    @property
    def name(self) -> str:
        """The name of its emoji: the game, the colour, and a hash of its look."""
        return _name(self)

    def painted(self) -> bytes:
        """The emoji as a PNG file."""
        return emoji(self.glyph, self.role, _roles(self.game))


@lru_cache(maxsize=1000)
def _name(man: Man) -> str:
    colour = man.role.rpartition(".")[2]
    looks = look(man.glyph, man.role, _roles(man.game))
    return f"{man.game.replace('-', '_')}_{colour}"[:21] + f"_{looks}"


@lru_cache
def _roles(key: str) -> Mapping[str, str]:
    game = games.get(key)
    return _scene(game, _usual(game, game.info.seats[0])).board.roles


def _usual(game: AnyGame, seats: int) -> Setup:
    return rules.setup(game, seats, {}, Random(0))


def _scene(game: AnyGame, setup: Setup) -> Scene:
    return game.scene(game.start(setup), ())


def all_shown() -> tuple[Shown, ...]:
    """Everything that has an emoji: medals and men, in a fixed order. Slow, the first time."""
    return (*MEDALS, *men())


@lru_cache
def men() -> tuple[Man, ...]:
    """All men of all games, in a fixed order: the seats' badges first. Slow, the first time."""
    found = dict.fromkeys(man for game in games.all_games() for man in _badges(game))
    found |= dict.fromkeys(man for game in games.all_games() for man in _met(game))
    return tuple(found)


def _badges(game: AnyGame) -> Iterator[Man]:
    for seats in game.info.seats:
        yield from badges(game, _usual(game, seats))


def badges(game: AnyGame, setup: Setup) -> tuple[Man, ...]:
    """The badges of the seats, in turn order."""
    trays = sorted(_scene(game, setup).trays, key=lambda tray: tray.seat)
    return tuple(Man(game.info.key, tray.glyph, tray.role) for tray in trays)


@lru_cache
def sign(key: str) -> Man | None:
    """The man that represents a game: the badge of its first seat. None if the game no longer
    exists.
    """
    try:
        game = games.get(key)
    except KeyError:
        return None
    return badges(game, _usual(game, game.info.seats[0]))[0]


def _met(game: AnyGame) -> Iterator[Man]:
    key = game.info.key
    for seats in game.info.seats:
        chance = Random(seats)
        position = game.start(_usual(game, seats))
        for _ in range(_PLIES):
            scene = game.scene(position, ())
            for one in scene.figures:
                yield Man(key, one.glyph, one.role)
            for tray in scene.trays:
                for item in tray.items:
                    yield Man(key, item.glyph, item.role)
            if position.result is not None:
                break
            position = game.apply(position, chance.choice(game.legal_moves(position)))


def standing(game: AnyGame, scene: Scene, point: str | None) -> Man | None:
    """The topmost man at a point of a scene."""
    here = [figure for figure in scene.figures if figure.point == point]
    top = max(here, key=lambda figure: figure.level, default=None)
    return None if top is None else Man(game.info.key, top.glyph, top.role)


class Emojis:
    """The emojis that Discord has for this application, by name."""

    def __init__(self) -> None:
        self.ids: Mapping[str, int] = {}

    def of(self, what: Shown | None) -> discord.PartialEmoji | None:
        """The emoji of a man or medal, for controls. In a line of text, use its `str`. None if
        there is none.
        """
        if what is None or (found := self.ids.get(what.name)) is None:
            return None
        return discord.PartialEmoji(name=what.name, id=found)

    def signs(self, game: AnyGame, setup: Setup) -> tuple[str, ...]:
        """The seats' badges in turn order, for lines of text. Empty unless there are emojis for all
        of them.
        """
        found = [self.of(badge) for badge in badges(game, setup)]
        return tuple(map(str, found)) if all(found) else ()

    def put_on(
        self,
        options: Sequence[discord.SelectOption],
        points: Sequence[str | None],
        line: AnyLine,
    ) -> None:
        """Gives each option of a menu the emoji of the man at its point, if there is one."""
        if not self.ids:
            return
        scene = line.game.scene(line.position, ())
        for option, point in zip(options, points, strict=True):
            option.emoji = self.of(standing(line.game, scene, point))

    def before(self, what: Shown | None, text: str) -> str:
        """A text with the emoji of a man or medal before it, if there is one."""
        emoji_ = self.of(what)
        return text if emoji_ is None else f"{emoji_} {text}"
