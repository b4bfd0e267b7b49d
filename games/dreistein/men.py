"""The look of the men: a shape for each seat, a symbol for each kind.

Red's men are round, Yellow's are diamonds, Blue's are shields. A lord wears a crown, a knight shows
a horse's head, a squire is small with a dot.
"""

from __future__ import annotations

from games.dreistein.position import KINDS, KNIGHT, LORD, SQUIRE
from games.geometry import polygon
from games.protocol import Seat
from games.scene import XY, Disc, Glyph, Polygon, Primitive

ROLES: dict[Seat, str] = {1: "seat.red", 2: "seat.yellow", 3: "seat.blue"}

SIZES = {LORD: 0.95, KNIGHT: 0.9, SQUIRE: 0.74}
"""The sizes of men relative to the place on which they stand."""

_ROUND = polygon(48, 0.92)
_DIAMOND: tuple[XY, ...] = (
    (0.0, -1.06), (0.14, -1.0), (1.0, -0.14), (1.06, 0.0), (1.0, 0.14), (0.14, 1.0),
    (0.0, 1.06), (-0.14, 1.0), (-1.0, 0.14), (-1.06, 0.0), (-1.0, -0.14), (-0.14, -1.0),
)  # fmt: skip
_SHIELD: tuple[XY, ...] = (
    (-0.86, -0.86), (0.86, -0.86), (0.88, -0.1), (0.8, 0.26), (0.6, 0.62), (0.32, 0.86),
    (0.0, 1.04), (-0.32, 0.86), (-0.6, 0.62), (-0.8, 0.26), (-0.88, -0.1),
)  # fmt: skip
_CROWN = Polygon(
    (
        (-0.5, 0.4), (-0.62, -0.3), (-0.3, 0.02), (0.0, -0.5), (0.3, 0.02), (0.62, -0.3),
        (0.5, 0.4),
    ),
    "owner.ink",
    "owner.ink",
    0.06,
)  # fmt: skip
_HORSE = (
    Polygon(
        (
            (0.02, -0.72), (0.3, -0.5), (0.47, -0.2), (0.54, 0.2), (0.5, 0.58), (-0.34, 0.58),
            (-0.26, 0.34), (-0.02, 0.1), (-0.04, 0.0), (-0.3, 0.14), (-0.46, 0.22), (-0.6, 0.06),
            (-0.5, -0.16), (-0.3, -0.4), (-0.08, -0.54),
        ),
        "owner.ink",
        "owner.ink",
        0.04,
    ),
    Disc((-0.14, -0.28), 0.08, "owner", None),
)  # fmt: skip
_DOT = Disc((0.0, 0.0), 0.26, "owner.ink", None)
_SYMBOLS: dict[str, Glyph] = {LORD: (_CROWN,), KNIGHT: _HORSE, SQUIRE: (_DOT,)}


def _base(seat: Seat, at: XY = (0.0, 0.0), size: float = 1.0, role: str = "owner") -> Primitive:
    """The shape of a seat's men."""
    shape = {1: _ROUND, 2: _DIAMOND, 3: _SHIELD}[seat]
    points = tuple((at[0] + x * size, at[1] + y * size) for x, y in shape)
    return Polygon(points, role, f"{role}.edge")


MEN: dict[tuple[Seat, str], Glyph] = {
    (seat, kind): (_base(seat), *_SYMBOLS[kind]) for seat in ROLES for kind in KINDS
}

VASSALS: dict[tuple[Seat, str, Seat], Glyph] = {
    (seat, kind, conqueror): (*glyph, _base(conqueror, (0.66, 0.66), 0.4, ROLES[conqueror]))
    for (seat, kind), glyph in MEN.items()
    for conqueror in ROLES
    if conqueror != seat
}
"""A vassal's men, with the conqueror's arms on their rims."""

ARMS: dict[Seat, Glyph] = {seat: (_base(seat),) for seat in ROLES}

FEALTY: dict[Seat, Glyph] = {
    seat: (
        _base(seat),
        Disc((-0.22, 0.0), 0.26, None, "owner.ink", 0.1),
        Disc((0.22, 0.0), 0.26, None, "owner.ink", 0.1),
    )
    for seat in ROLES
}
"""The arms of a conqueror with two links of a chain, for the vassal's tray."""
