"""Pictures of scenes: a cached board, cached men, one palette.

What is expensive is kept, always within a limit: 24 boards (about 1 MB each), 80 MB of men and
marks (as they are, and as they look on their place of a board), 64 grounds of strips (about 90 kB
each), 8 MB of what stands on them.
Several threads may paint at once.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any

from PIL import Image

from games.scene import Board, Scene
from render import bands, layout, people, png, sprites, trays
from render.board import Layer, layer, side_of
from render.cache import Cache
from render.canvas import Canvas
from render.glyphs import number
from render.layout import WIDTH
from render.palette import Cast, Look, palette
from render.theme import CASTLES, DERIVED, DICE, GROUNDS, KATARENGA, MARKS
from render.themes import THEMES

FAMILIES = {
    role.rpartition(".")[0]: frozenset(family)
    for family in (CASTLES, DICE, GROUNDS, KATARENGA)
    for role in family
}
"""Roles that are taken into a palette together, so that it stays the same through a match."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A PNG file and its size in pixels."""

    png: bytes
    size: tuple[int, int]


_layers: Cache[Hashable, Layer] = Cache(24)
_views: Cache[Hashable, layout.View] = Cache(64)
_grounds: Cache[Board, tuple[frozenset[str], frozenset[str]]] = Cache(64)


_CACHES: dict[str, Cache[Any, Any]] = {
    "boards": _layers,
    "views": _views,
    "boards' roles": _grounds,
    "men": sprites.men,
    "cutouts": people.cutouts,
    "patches": people.patches,
    "blends": people.blends,
    "encounters": people.encounters,
    "grounds of strips": trays.grounds,
    "parts of strips": trays.parts,
    "bands": bands.kept,
}


def clear_caches() -> None:
    """Forget all that was painted; the next picture is a cold one."""
    for cache in _CACHES.values():
        cache.clear()


def paint(
    scene: Scene,
    *,
    theme: str = "light",
    captions: Sequence[str] = (),
    width: int = WIDTH,
    fast: bool = True,
) -> Picture:
    """The scene as a PNG file, `width` pixels wide.

    `captions` are the names of the seats' players, in the order of the trays; missing ones are
    empty. `fast` as in `png.encode`. Raises KeyError for an unknown theme, UnknownRoleError for
    an unknown role.
    """
    canvas = _laid(scene, theme, captions, width)
    return Picture(png.written(canvas.size, canvas.colours, canvas.bands(), fast), canvas.size)


def pixels(
    scene: Scene, *, theme: str = "light", captions: Sequence[str] = (), width: int = WIDTH
) -> Image.Image:
    """The same as a palette image that belongs to the caller."""
    return _laid(scene, theme, captions, width).whole()


def _laid(scene: Scene, theme: str, captions: Sequence[str], width: int) -> Canvas:
    colours = THEMES[theme]
    look = Look(colours, palette(colours, _cast(scene)), width / WIDTH)
    board = _layer(scene, look, width)
    plan = layout.plan(scene, board.image.size, width)
    canvas = Canvas(plan.size, look.palette, board.stamp, plan.board)
    for place in plan.strips:
        caption = captions[place.tray] if place.tray < len(captions) else ""
        strip = trays.Strip(_state(scene, place), (place.width, place.height), look)
        trays.paint(canvas, (place.left, place.top), scene.trays[place.tray], caption, strip)
    people.People(scene, board, canvas, plan.board).paint()
    return canvas


def size_of(scene: Scene, width: int = WIDTH) -> tuple[int, int]:
    """The size that the scene's picture will have, without painting it."""
    return layout.plan(scene, _view(scene, width).size, width).size


def _family(role: str) -> frozenset[str]:
    base, _, kind = role.rpartition(".")
    if kind in DERIVED:
        return frozenset(f"{one}.{kind}" for one in _family(base))
    return FAMILIES.get(base, frozenset((role,)))


def _families(roles: set[str]) -> frozenset[str]:
    return frozenset(one for role in roles for one in _family(role))


def _ground(board: Board) -> tuple[frozenset[str], frozenset[str]]:
    """The roles of a board's fields, and of what is printed on them."""
    known = _grounds.get(board)
    if known is not None:
        return known
    surfaces = {region.role for region in board.regions}
    prints = {line.role for line in board.lines} | {label.role for label in board.labels}
    prints |= {region.edge for region in board.regions if region.edge is not None}
    for emblem in board.emblems:
        prints |= {emblem.role, f"{emblem.role}.edge", f"{emblem.role}.ink"}
        prints |= number(emblem.glyph)[1]
    prints |= {side_of(role) for role in surfaces}
    return _grounds.put(board, (_families(surfaces), _families(prints)))


def _cast(scene: Scene) -> Cast:
    """What may be seen in the pictures of this match: the same for most of its scenes."""
    named: set[str] = set()
    for tray in scene.trays:
        named |= {tray.role, *number(tray.glyph)[1]}
        for item in tray.items:
            named |= {item.role, *number(item.glyph)[1]}
    for figure in scene.figures:
        named.add(figure.role)
        named |= number(figure.glyph)[1]
    surfaces, prints = _ground(scene.board)
    return Cast(surfaces, prints, _families(named) - frozenset(MARKS))


def _layer(scene: Scene, look: Look, width: int) -> Layer:
    key = look, scene.board, scene.turned, layout.room(scene, width)
    return _layers.get(key) or _layers.put(key, layer(scene.board, _view(scene, width), look))


def _view(scene: Scene, width: int) -> layout.View:
    room = layout.room(scene, width)
    key = scene.board, scene.turned, room
    found = _views.get(key)
    if found is None:
        found = layout.view(scene.board, scene.turned, room, width / WIDTH)
        _views.put(key, found)
    return found


def _state(scene: Scene, place: layout.Strip) -> trays.State:
    seat = scene.trays[place.tray].seat
    if seat in scene.winners:
        return "winner"
    return "to-move" if seat == scene.to_move else "waiting"
