"""Paints the pictures of the README and of docs/gallery.md: `make gallery`.

Each shows a position of a random game that is known by its seed, so that the pictures change only
with the rules or the painter.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import games
from games import play
from games.play import Line, Step, events
from games.scene import turned
from render import paint

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
    """How often one of the longest moves is played, which are captures, chains and the like."""
    view: int | None = None
    """The seat that sits at the bottom."""
    phase: str | None = None
    """Go on until this phase has begun, then the plies."""


BOARD = {"board": "1a0.2a0.3a0.4a0"}
SHOTS = (
    Shot("attangle-opening", "Attangle, the first placements", "attangle", 7, seed=3),
    Shot("attangle-capture", "A capture makes a double", "attangle", 24, seed=5, eager=0.7),
    Shot("attangle-late", "Stacks, stocks, the last capture", "attangle", 41, seed=5, eager=0.7),
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
    Shot("3stein-vassal", "A vassal bears his conqueror's arms", "3stein", 220, seed=11),
    Shot("3stein-dark", "In the dark", "3stein", 120, seed=8, theme="dark"),
    Shot("turnier-laying", "Turnier: laying the ground", "turnier", 4, seed=2, seats=3),
    Shot("turnier-drawing-up", "Drawing up", "turnier", 20, 2, seats=3, phase="drawing-up"),
    Shot("turnier-opening", "Taking fighters off", "turnier", 6, 2, 3, phase="opening"),
    Shot("turnier-fight", "The main fight", "turnier", 60, 4, 2, eager=0.5, phase="fight"),
    Shot("turnier-partners", "Partners", "turnier", 40, 3, seats=4, eager=0.5, phase="fight"),
    Shot("turnier-dark", "Three seats", "turnier", 90, 6, 3, {}, "dark", 0.5, phase="fight"),
)  # fmt: skip


def picture(shot: Shot) -> bytes:
    """The PNG of a shot."""
    game, rng = games.get(shot.game), Random(shot.seed)
    setup = play.setup(game, shot.seats, shot.options, rng)
    line, steps, left = Line.begin(game, setup), list[Step[object, object]](), shot.plies
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
        steps = [*steps, Step(before.position, move, line.position)][-1:]
    scene = game.scene(line.position, events(game, steps))
    if shot.view:
        scene = turned(scene, game.view(line.position, shot.view))
    return paint(scene, theme=shot.theme, captions=NAMES[: setup.seats]).png


def page() -> str:
    """The gallery's page: each picture as a phone shows it, and large behind a click."""
    head = (
        "# Gallery\n\nPainted by `make gallery`. As wide as on a phone; a click shows them large.\n"
    )
    parts = [head]
    for game in games.all_games():
        parts.append(f"\n## {game.info.name}\n")
        for shot in SHOTS:
            if shot.game == game.info.key:
                file = f"gallery/{shot.name}.png"
                parts.append(
                    f'\n{shot.title}\n\n<a href="{file}"><img src="{file}" width="400"></a>\n'
                )
    return "".join(parts)


def main() -> None:
    """Paints all and writes the page."""
    FOLDER.mkdir(exist_ok=True)
    for shot in SHOTS:
        (FOLDER / f"{shot.name}.png").write_bytes(picture(shot))
    (FOLDER.parent / "gallery.md").write_text(page())


if __name__ == "__main__":
    main()
