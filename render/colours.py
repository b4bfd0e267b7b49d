"""Colours of vector pictures: names to which a stylesheet gives values in each theme.

So one picture serves light and dark pages, and contains no style itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from games.scene import Board
from render.board import readable
from render.quill import Ink
from render.theme import DERIVED, ROLES, Theme
from render.themes import THEMES

SHADED = ("light", "dark")
"""The themes of a page: the usual one, and the one for readers who prefer dark pages."""
LABEL = "coordinate"
"""The role of labels whose ink depends on the ground below them."""
OWN = frozenset.intersection(*(frozenset(THEMES[name].colours) for name in SHADED))
"""The roles that have colours of their own in both themes."""


def paint(board: Board) -> Callable[[str], Ink]:
    """The colours of a board's own roles, and of general roles."""
    return lambda role: Ink(f"var({_name(_known(role, board))})")


def _known(role: str, board: Board) -> str:
    """The role itself, or the general role to which it falls back."""
    if role in OWN:
        return role
    base, dot, kind = role.rpartition(".")
    if role not in board.roles and kind in DERIVED:
        return _known(base, board) + dot + kind
    return board.roles.get(role, role)


def on(ground: str, board: Board) -> Ink:
    """The colour of a label on a ground of this role."""
    return Ink(f"var({_name(f'{LABEL}.on.{_known(ground, board)}')})")


def owned(role: str, ink: Callable[[str], Ink]) -> Callable[[str], Ink]:
    """The colours of a glyph whose owner has this colour."""
    return lambda name: ink(role + name[5:] if name.partition(".")[0] == "owner" else name)


_LIGHT = """\
.shadow{opacity:var(--shadow)}
.lit{stop-color:#fff;stop-opacity:var(--gloss)}
.gloom{stop-color:#000;stop-opacity:var(--gloom)}
"""
"""Shadows of men, and the light on them."""


def stylesheet() -> str:
    """The values of all colours, for light pages and dark pages."""
    light, dark = (_declared(THEMES[name]) for name in SHADED)
    changed = "".join(f"{name}:{value};" for name, value in dark.items() if light[name] != value)
    usual = "".join(f"{name}:{value};" for name, value in light.items())
    return (
        f":root{{color-scheme:light dark;{usual}}}\n"
        f"@media(prefers-color-scheme:dark){{:root{{{changed}}}}}\n{_LIGHT}"
    )


def _name(role: str) -> str:
    return "--" + role.replace(".", "-")


def _declared(theme: Theme) -> Mapping[str, str]:
    """All names with their values in a theme."""
    found = {"--shadow": f"{theme.shadow:g}", "--gloss": f"{theme.gloss:g}"}
    found["--gloom"] = f"{0.6 * theme.gloss:g}"
    usual = theme.colour(LABEL)
    for role in _roles():
        colour = theme.colour(role)
        found[_name(role)] = _hex(colour)
        found[_name(f"{LABEL}.on.{role}")] = _hex(readable(usual, colour, theme))
    return found


def _roles() -> Iterator[str]:
    for role in sorted({*ROLES, *OWN}):
        yield role
        if role.rpartition(".")[2] not in DERIVED:
            yield from (f"{role}.{kind}" for kind in DERIVED if f"{role}.{kind}" not in OWN)


def _hex(colour: tuple[int, int, int]) -> str:
    return "#" + bytes(colour).hex()
