"""Paints scenes, with caches for boards and men, and a fixed palette for each picture.

Every cache has a limit: 32 boards (about 1 MB each), 16 MB of fields, 80 MB of men and marks (on
their own, and at their places on a board), 64 grounds of strips (about 90 kB each), 8 MB of their
contents, and 16 MB of compressed bands. Several threads may paint at once.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from PIL import Image

from games.scene import Board, Scene
from render import bands, fields, figures, layout, plan, png, sprites, trays
from render.arrangement import printed
from render.board import Layer, layer
from render.cache import Cache
from render.canvas import Canvas
from render.glyphs import number
from render.layout import WIDTH
from render.palette import Cast, Look, palette
from render.signs import Sign
from render.strokes import side_of
from render.theme import DERIVED, MARKS
from render.themes import THEMES


@dataclass(frozen=True, slots=True)
class Picture:
    """A PNG file and its size in pixels."""

    png: bytes
    size: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Ground:
    """The roles of a board: of its fields, and of what is printed on them.

    `families` are the board's own roles by their prefix. All roles of a family are put into a
    palette together, so that it stays the same throughout a match.
    """

    surfaces: frozenset[str]
    prints: frozenset[str]
    families: Mapping[str, frozenset[str]]


_layers: Cache[Hashable, Layer] = Cache(24)
_firsts: Cache[Hashable, Layer] = Cache(8)
"""The first layer that was painted for each plain board."""
_views: Cache[Hashable, layout.View] = Cache(64)
_grounds: Cache[Board, Ground] = Cache(64)


_CACHES: dict[str, Cache[Any, Any]] = {
    "boards": _layers,
    "first boards": _firsts,
    "views": _views,
    "boards' roles": _grounds,
    "boards' fields": fields.kept,
    "men": sprites.men,
    "cutouts": figures.cutouts,
    "patches": figures.patches,
    "blends": figures.blends,
    "encounters": figures.encounters,
    "grounds of strips": trays.grounds,
    "parts of strips": trays.parts,
    "bands": bands.kept,
}


def clear_caches() -> None:
    """Forgets everything painted. The next picture is painted from scratch."""
    for cache in _CACHES.values():
        cache.clear()


def paint(
    scene: Scene,
    *,
    theme: str = "light",
    captions: Sequence[str] = (),
    signs: Sequence[Sign | None] = (),
    width: int = WIDTH,
    fast: bool = True,
) -> Picture:
    """The scene as a PNG file, `width` pixels wide.

    `captions` are the names of the players, in the order of the trays. Missing ones are left empty.
    `signs` are drawn before the names, such as medals. `fast` is explained in `png.encode`. Raises
    KeyError for an unknown theme, and UnknownRoleError.
    """
    canvas = _laid(scene, theme, captions, width, signs)
    return Picture(png.written(canvas.size, canvas.colours, canvas.bands(), fast), canvas.size)


def pixels(
    scene: Scene, *, theme: str = "light", captions: Sequence[str] = (), width: int = WIDTH
) -> Image.Image:
    """The scene as a new palette image. Arguments and errors as in `paint`."""
    return _laid(scene, theme, captions, width).whole()


def _laid(
    scene: Scene,
    theme: str,
    captions: Sequence[str],
    width: int,
    signs: Sequence[Sign | None] = (),
) -> Canvas:
    colours = THEMES[theme].extended(scene.board.roles)
    cast = _cast(scene)
    cast = replace(cast, things=cast.things | {sign[1] for sign in signs if sign})
    look = Look(colours, palette(colours, cast), width / WIDTH)
    board = _layer(scene, look, width)
    laid = plan.plan(scene, board.image.size, width)
    canvas = Canvas(laid.size, look.palette, board.stamp, laid.board)
    for place in laid.strips:
        caption = captions[place.tray] if place.tray < len(captions) else ""
        sign = signs[place.tray] if place.tray < len(signs) else None
        strip = trays.Strip(state(scene, place), (place.width, place.height), look)
        trays.paint(
            canvas, (place.left, place.top), scene.trays[place.tray], (caption, sign), strip
        )
    figures.Figures(scene, board, canvas, laid.board).paint()
    return canvas


def size_of(scene: Scene, width: int = WIDTH) -> tuple[int, int]:
    """The size of the scene's picture, without painting it."""
    return plan.plan(scene, view(scene, width).size, width).size


def _family(role: str, families: Mapping[str, frozenset[str]]) -> frozenset[str]:
    base, _, kind = role.rpartition(".")
    if kind in DERIVED:
        return frozenset(f"{one}.{kind}" for one in _family(base, families))
    return families.get(base, frozenset((role,)))


def _with_families(roles: set[str], families: Mapping[str, frozenset[str]]) -> frozenset[str]:
    return frozenset(one for role in roles for one in _family(role, families))


def _ground(board: Board) -> Ground:
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
    bases = {role.rpartition(".")[0] for role in board.roles} - {""}
    families = {
        base: frozenset(role for role in board.roles if role.rpartition(".")[0] == base)
        for base in bases
    }
    surfaces_seen = _with_families(surfaces, families)
    return _grounds.put(board, Ground(surfaces_seen, _with_families(prints, families), families))


def _cast(scene: Scene) -> Cast:
    """The roles that the pictures of this match may show. They are the same for most of its
    scenes.
    """
    named: set[str] = set()
    for tray in scene.trays:
        named |= {tray.role, *number(tray.glyph)[1]}
        for item in (*tray.items, *tray.won):
            named |= {item.role, *number(item.glyph)[1]}
    named |= {line.role for line in scene.lines}
    for figure in scene.figures:
        named.add(figure.role)
        named |= number(figure.glyph)[1]
    ground = _ground(scene.board)
    signs = {role for one in scene.emblems for role in (one.role, *number(one.glyph)[1])}
    prints = ground.prints | _with_families(signs, ground.families)
    things = _with_families(named, ground.families) - frozenset(MARKS)
    return Cast(ground.surfaces, prints, things)


def _layer(scene: Scene, look: Look, width: int) -> Layer:
    board, laid = scene.board, view(scene, width)
    labels = printed(scene, laid)
    seen = scene.turned, plan.room(scene, width), labels == laid.labels
    key = look, board, *seen
    known = _layers.get(key)
    if known is not None:
        return known
    if board.plain is None or look.unit < fields.LEAST:
        return _layers.put(key, layer(board, laid, look, labels))
    plain = look, board.plain, *seen
    first = _firsts.get(plain)
    if first is None:
        first = _firsts.put(plain, layer(board, laid, look, labels))
        fields.learn(first, board)
        return _layers.put(key, first)
    return _layers.put(key, fields.laid(first, board))


def view(scene: Scene, width: int) -> layout.View:
    """The scene's board in a picture of this width. Cached."""
    room, board = plan.room(scene, width), scene.board.plain or scene.board
    key = board, scene.turned, room
    found = _views.get(key)
    if found is None:
        found = layout.view(board, scene.turned, room, width / WIDTH)
        _views.put(key, found)
    return found


def state(scene: Scene, place: plan.Strip) -> trays.State:
    """The state that the strip of a seat shows."""
    seat = scene.trays[place.tray].seat
    if seat in scene.winners:
        return "winner"
    return "to-move" if seat == scene.to_move else "waiting"
