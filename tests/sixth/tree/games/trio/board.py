"""Nine fields, a1 to c3: one source for the rules and the picture."""

from __future__ import annotations

from games.geometry import box
from games.scene import Board, Label, Region

NAMES = tuple(f"{column}{row}" for column in "abc" for row in (1, 2, 3))
FIELD = {name: field for field, name in enumerate(NAMES)}
LINES = (
    *((field, field + 1, field + 2) for field in (0, 3, 6)),
    *((field, field + 3, field + 6) for field in (0, 1, 2)),
    *((0, 4, 8), (2, 4, 6)),
)
BESIDE = tuple(
    tuple(
        other
        for other in range(9)
        if abs(other // 3 - field // 3) + abs(other % 3 - field % 3) == 1
    )
    for field in range(9)
)

SPOTS = {name: (1.1 + field // 3, 3.1 - field % 3) for name, field in FIELD.items()}
ROLES = {"trio.light": "field", "trio.dark": "field.alt"}

BOARD = Board(
    width=4.2,
    height=4.2,
    regions=(
        Region(box(0.0, 0.0, 4.2, 4.2), "board", edge="board.edge"),
        *(
            Region(box(x - 0.5, y - 0.5, 1.0, 1.0), tuple(ROLES)[FIELD[name] % 2], name)
            for name, (x, y) in SPOTS.items()
        ),
    ),
    lines=(),
    labels=(
        *(Label("abc"[step], (1.1 + step, 3.9), 0.2) for step in range(3)),
        *(Label(str(step + 1), (0.3, 3.1 - step), 0.2) for step in range(3)),
    ),
    spots=SPOTS,
    spot=0.45,
    roles=ROLES,
)
