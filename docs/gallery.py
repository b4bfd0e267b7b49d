"""Paints the boards of the README and of docs/gallery.md: `make gallery`. With the keys of some
games, as in `python -m docs.gallery tyr`, only what shows these, and what shows all games.

Each picture shows a position of a random game with a fixed seed, so that pictures change only with
the rules or the painter.

In games with more than two seats all turns since that of the seat to move are marked, those before
the last one faintly.
"""

from __future__ import annotations

import sys
from collections.abc import Collection
from dataclasses import dataclass, field, replace
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

from PIL import Image

import games
from docs.captures import listed
from docs.cups import SAMPLES
from games import play
from games.continuations import continuations
from games.play import Line, Step, events
from games.protocol import AnyGame
from games.scene import Mark, Scene, turned, with_earlier
from render import THEMES, paint
from render.animation import animate

FOLDER = Path(__file__).parent / "gallery"
NAMES = ("Anna", "Ben", "Clara", "Dörte")


@dataclass(frozen=True)
class Shot:
    """One picture: the position after so many plies of the seed's game."""

    name: str
    title: str
    game: str
    plies: int
    seed: int = 1
    seats: int | None = None
    options: dict[str, str] = field(default_factory=dict)
    theme: str = "light"
    eager: float = 0.0
    """How often one of the longest moves is played: captures, chains and the like."""
    view: int | None = None
    """The seat that sits at the bottom."""
    phase: str | None = None
    """Play until this phase has begun, then the plies."""
    letters: bool = False
    """Letter the points that the next move can begin with, as menus do."""


BOARD = {"board": "1a0.2a0.3a0.4a0"}
CHOSEN = (
    Shot("attangle-opening", "Attangle, the first placements", "attangle", 7, seed=3),
    Shot("attangle-capture", "A capture makes a double", "attangle", 19, seed=5, eager=0.7),
    Shot("attangle-late", "Stacks and stocks", "attangle", 41, seed=5, eager=0.7),
    Shot("attangle-dark", "The same in the dark", "attangle", 41, 5, theme="dark", eager=0.7),
    Shot("attangle-won", "The third triple", "attangle", 90, seed=5, eager=0.7),
    Shot("die-drei-early", "Die Drei: what the last piece reaches", "die-drei", 5, 2, None, BOARD),
    Shot("die-drei-won", "Three with equal gaps", "die-drei", 16, seed=4, options=BOARD),
    Shot("die-drei-dark", "Another arrangement, in the dark", "die-drei", 8, 9, theme="dark"),
    Shot("tyr-placing", "Tyr: two of three dice lie", "tyr", 2, seed=4, seats=2),
    Shot("tyr-moving", "A die has moved and is barred", "tyr", 14, seed=1, seats=3),
    Shot("tyr-dark", "Four at the table", "tyr", 30, seed=2, seats=4, theme="dark"),
    Shot("3stein-start", "3Stein: three castles", "3stein", 0),
    Shot("3stein-middle", "The middle game", "3stein", 70, seed=5),
    Shot("3stein-view", "The same, seen by Yellow", "3stein", 70, seed=5, view=2),
    Shot("3stein-vassal", "A vassal bears the conqueror's arms", "3stein", 220, seed=11),
    Shot("3stein-dark", "In the dark", "3stein", 120, seed=8, theme="dark"),
    Shot("3stein-letters", "What can be picked", "3stein", 70, seed=5, view=2, letters=True),
    Shot("turnier-laying", "Turnier: laying the ground", "turnier", 4, seed=21, seats=3),
    Shot("turnier-drawing-up", "Drawing up", "turnier", 20, 21, 3, phase="drawing-up"),
    Shot("turnier-opening", "Taking fighters off", "turnier", 6, 21, 3, phase="opening"),
    Shot("turnier-fight", "The main fight", "turnier", 60, 29, 2, eager=0.5, phase="fight"),
    Shot("turnier-partners", "Partners", "turnier", 40, 118, 4, eager=0.5, phase="fight"),
    Shot("turnier-wide", "A wide ground, turned", "turnier", 60, 111, 2, eager=0.5, phase="fight"),
    Shot("turnier-high", "A high one", "turnier", 40, 158, 4, eager=0.5, phase="fight"),
    Shot("turnier-dark", "Three seats", "turnier", 90, 118, 3, {}, "dark", 0.5, phase="fight"),
)  # fmt: skip
"""Shots of games that somebody has looked through for good ones."""


def _usual(game: AnyGame) -> tuple[Shot, ...]:
    """Shots of a game that nobody has looked through yet."""
    key, name = game.info.key, game.info.name
    return (
        Shot(f"{key}-start", f"{name}: the beginning", key, 0),
        Shot(f"{key}-middle", "The middle game", key, 8),
        Shot(f"{key}-dark", "In the dark", key, 8, theme="dark"),
    )


_LOOKED_THROUGH = {shot.game for shot in CHOSEN}
_OTHERS = tuple(game for game in games.all_games() if game.info.key not in _LOOKED_THROUGH)
SHOTS = (*CHOSEN, *(shot for game in _OTHERS for shot in _usual(game)))
COMPARED = (
    *("attangle-late", "die-drei-early", "tyr-moving", "3stein-middle", "turnier-partners"),
    *(f"{game.info.key}-middle" for game in _OTHERS),
)
"""One shot of each game for the comparison of themes."""
IN_ALL_THEMES = "3stein-middle"
SMALL = 360
"""The width of a picture in it."""
THEME_WORDS = {
    "light": "The default.\nColour-blind people can tell its seats apart, too.",
    "dark": "For the night.",
    "wood": "Maple, oak and walnut.",
    "print": "For paper: black, white and a few greys.",
    "colour-blind": "The colours that differ most for people who see fewer of them.",
}
FILM = Shot("attangle-film", "The last twelve turns as an animation", "attangle", 41, 5, eager=0.7)


def scenes(shot: Shot) -> list[Scene]:
    """The scenes of the shot's game after each ply, the one to be painted last."""
    game, rng = games.get(shot.game), Random(shot.seed)
    setup = play.setup(game, shot.seats, shot.options, rng)
    line, turns, left = Line.begin(game, setup), list[list[Step[Any, Any]]](), shot.plies
    found = [game.scene(line.position, ())]
    begun = shot.phase is None
    while moves := game.legal_moves(line.position):
        begun = begun or line.position.phase == shot.phase
        if begun and not left:
            break
        left -= begun
        longest = max(len(str(move)) for move in moves)
        if rng.random() < shot.eager:
            moves = [move for move in moves if len(str(move)) == longest]
        before, move = line, rng.choice(moves)
        line = line.push(move)
        turns = turns if before.played else [*turns[2 - setup.seats :], []]
        turns[-1].append(Step(before.position, move, line.position))
        found.append(_marked(game, line.position, turns if setup.seats > 2 else turns[-1:]))
    if shot.letters:
        ways = continuations(game, line.position)
        points = dict.fromkeys(way.part.point for way in ways if way.part.point)
        marks = (Mark(point, "choice", point) for point in points)
        found[-1] = replace(found[-1], marks=(*found[-1].marks, *marks))
    if shot.view:
        found = [turned(scene, game.view(line.position, shot.view)) for scene in found]
    return found


def _marked(game: AnyGame, position: Any, turns: list[list[Step[Any, Any]]]) -> Scene:
    """The last turn marked, and faintly those before it."""
    *earlier, last = turns
    before = events(game, [step for turn in earlier for step in turn])
    bare = game.scene(position, ())
    scene = game.scene(position, events(game, last))
    return with_earlier(scene, game.scene(position, before), bare) if earlier else scene


def picture(shot: Shot, theme: str | None = None) -> bytes:
    """The PNG of a shot, in another theme if one is given."""
    return paint(scenes(shot)[-1], theme=theme or shot.theme, captions=NAMES, fast=False).png


def themes(name: str) -> Image.Image:
    """A board of each game side by side in a theme."""
    found = [_small(shot, name) for key in COMPARED for shot in SHOTS if shot.name == key]
    return _side_by_side(found, THEMES[name].colour("background"))


def all_themes() -> Image.Image:
    """One board side by side in every theme."""
    shot = next(shot for shot in SHOTS if shot.name == IN_ALL_THEMES)
    return _side_by_side([_small(shot, name) for name in THEMES])


def _small(shot: Shot, theme: str) -> Image.Image:
    with Image.open(BytesIO(picture(shot, theme))) as whole:
        size = (SMALL, round(whole.height * SMALL / whole.width))
        return whole.convert("RGB").resize(size, Image.Resampling.LANCZOS)


def _side_by_side(
    found: list[Image.Image], ground: tuple[int, int, int] = (255, 255, 255)
) -> Image.Image:
    tallest = max(each.height for each in found)
    row = Image.new("RGB", (SMALL * len(found), tallest), ground)
    for number, each in enumerate(found):
        row.paste(each, (SMALL * number, (tallest - each.height) // 2))
    return row


def page() -> str:
    """The gallery's page: each picture as wide as on a phone, linked to its full size."""
    head = (
        "# Gallery\n\n"
        "The pictures are as wide as on a phone; click one to see it in full size.\n"
        "They are made by `make gallery`.\n"
    )
    parts = [head, "\n## Themes\n"]
    for name in THEMES:
        file = f"gallery/theme-{name}.webp"
        words = f"\n**{name}** – {THEME_WORDS[name]}\n\n"
        parts.append(f'{words}<a href="{file}"><img src="{file}" width="900"></a>\n')
    parts.append(f'\n## Film\n\n{FILM.title}\n\n<img src="gallery/{FILM.name}.webp" width="400">\n')
    for game in games.all_games():
        parts.append(f"\n## {game.info.name}\n")
        for shot in SHOTS:
            if shot.game == game.info.key:
                file = f"gallery/{shot.name}.png"
                parts.append(
                    f'\n{shot.title}\n\n<a href="{file}"><img src="{file}" width="400"></a>\n'
                )
    parts.append("\n## Competitions\n")
    for sample in SAMPLES:
        file = f"gallery/{sample.name}.png"
        parts.append(f'\n{sample.title}\n\n<a href="{file}"><img src="{file}" width="400"></a>\n')
    return "".join([*parts, listed()])


def main(keys: Collection[str]) -> None:
    """Paints all, or what shows these games, and writes the page."""
    FOLDER.mkdir(exist_ok=True)
    for shot in SHOTS:
        if not keys or shot.game in keys:
            (FOLDER / f"{shot.name}.png").write_bytes(picture(shot))
    for name in THEMES:
        themes(name).save(FOLDER / f"theme-{name}.webp", lossless=True)
    if not keys:
        _others()
    (FOLDER.parent / "gallery.md").write_text(page())


def _others() -> None:
    """What shows one board, whichever games there are, or none."""
    all_themes().save(FOLDER / "themes.webp", quality=90, method=6)
    film = animate(scenes(FILM)[-13:], captions=NAMES)
    (FOLDER / f"{FILM.name}.webp").write_bytes(film.data)
    for sample in SAMPLES:
        (FOLDER / f"{sample.name}.png").write_bytes(sample.painted())


if __name__ == "__main__":
    main(sys.argv[1:])
