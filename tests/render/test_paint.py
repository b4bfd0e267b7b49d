"""The painter on artificial scenes that use every feature, and on every registered game."""

from __future__ import annotations

import io
import threading
import zlib
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageDraw

from games import all_games, get, play
from games.protocol import AnyGame
from games.scene import (
    Board,
    Disc,
    Figure,
    Item,
    Label,
    Mark,
    Region,
    Scene,
    Trail,
    Tray,
    turned,
)
from render import THEMES, UnknownRoleError, bands, layout, paint, painter, png, sprites, text
from render.cache import Cache
from render.theme import DERIVED, ROLES, SEATS, THINGS, contrast
from tests.render import scenes

CAPTIONS = ("Käthe Großmann", "Jürgen × Bär", "Łukasz", "Ω")
MADE_UP = sorted(scenes.SCENES)
Pixels = Image.Image


def played(game: AnyGame, seats: int, plies: int = 60) -> Scene:
    """The scene in the middle of a random game, with the marks of its last turn."""
    rng = Random(11)
    setup = play.setup(game, seats, {}, rng)
    moves = play.random_line(game, setup, rng, plies)
    position = before = game.start(setup)
    for move in moves[: max(1, len(moves) * 2 // 3)]:
        before, last = position, move
        position = game.apply(position, move)
    return game.scene(position, game.events(before, last, position))


TABLES = [(game, seats) for game in all_games() for seats in game.info.seats]
OWN_ROLES = {
    role: general
    for game, seats in TABLES
    for role, general in played(game, seats).board.roles.items()
}
"""The roles that games declare, and the general ones that they fall back on."""
IDS = [f"{game.info.key}-{seats}" for game, seats in TABLES]


def drawn(scene: Scene, **look: object) -> Pixels:
    """The picture in RGB."""
    return painter.pixels(scene, captions=CAPTIONS, **look).convert("RGB")  # type: ignore[arg-type]


def changed(one: Pixels, other: Pixels) -> int:
    """The number of different pixels."""
    difference = ImageChops.difference(one, other).convert("L").point([0] + [255] * 255)
    return difference.histogram()[255]


@pytest.mark.parametrize("theme", sorted(THEMES))
@pytest.mark.parametrize("name", MADE_UP)
def test_size(name: str, theme: str) -> None:
    """For any board, a picture is 1000 pixels wide and 500 to 1400 high."""
    picture = paint(scenes.SCENES[name](), theme=theme, captions=CAPTIONS)
    width, height = picture.size
    assert width == 1000
    assert 500 <= height <= 1400


@pytest.mark.parametrize("name", MADE_UP)
def test_png_holds_the_pixels(name: str) -> None:
    """The PNG file, plain or fast, decodes to exactly the painted pixels."""
    image = painter.pixels(scenes.SCENES[name](), captions=CAPTIONS)
    for data in (png.encode(image), png.encode(image, fast=True)):
        with Image.open(io.BytesIO(data)) as read:
            read.load()
            assert read.mode == "P"
            assert read.tobytes() == image.tobytes()
            assert read.convert("RGB").tobytes() == image.convert("RGB").tobytes()


def test_what_is_kept_of_other_pictures() -> None:
    """Cached bands of other pictures do not change a file's bytes. The two encoders never share
    bands.
    """
    first, second = scenes.stacks(), scenes.dice()
    for fast in (False, True):
        bands.kept.clear()
        alone = paint(second, fast=fast).png
        weight = bands.kept.total
        bands.kept.clear()
        paint(first, fast=not fast)
        paint(first, fast=fast)
        paint(second, fast=not fast)
        assert paint(second, fast=fast).png == alone
        assert paint(second, fast=fast).png == alone
        assert 0 < weight <= bands.kept.total


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.info.key)
def test_what_is_kept_of_other_plies(game: AnyGame) -> None:
    """From ply to ply only bands with changes are painted. The pictures equal those painted whole,
    in another order, without a cache.
    """
    rng = Random(5)
    setup = play.setup(game, max(game.info.seats), {}, rng)
    position, seen = game.start(setup), []
    for move in play.random_line(game, setup, rng, 14):
        before, position = position, game.apply(position, move)
        seen.append(game.scene(position, game.events(before, move, position)))
    files = [paint(scene, captions=CAPTIONS).png for scene in seen]
    painter.clear_caches()
    for scene, file in reversed(list(zip(seen, files, strict=True))):
        with Image.open(io.BytesIO(file)) as read:
            assert changed(read.convert("RGB"), drawn(scene)) == 0


@given(st.lists(st.binary(), max_size=9))
def test_checksums_of_parts(parts: list[bytes]) -> None:
    """Adler-32 of the whole follows from its parts, of any length."""
    checksum = 1
    for part in parts:
        checksum = bands.joined(checksum, zlib.adler32(part), len(part))
    assert checksum == zlib.adler32(b"".join(parts))


def test_only_palette_images_are_encoded() -> None:
    """The writer refuses other images."""
    with pytest.raises(ValueError, match="RGB"):
        png.encode(Image.new("RGB", (3, 3)))


@pytest.mark.parametrize("name", MADE_UP)
def test_bytes_beside_pillow(name: str) -> None:
    """A file has at most 1.2 times the bytes of Pillow's at level 6."""
    image = painter.pixels(scenes.SCENES[name](), captions=CAPTIONS)
    file = io.BytesIO()
    image.save(file, "PNG", optimize=False, compress_level=6)
    assert len(png.encode(image)) <= 1.2 * len(file.getvalue())


def test_same_again() -> None:
    """A picture with a warm cache equals the cold one, byte for byte, whatever was painted in
    between.
    """
    painter.clear_caches()
    cold = paint(scenes.stacks(), captions=CAPTIONS).png
    for name in MADE_UP:
        paint(scenes.SCENES[name]())
    assert paint(scenes.stacks(), captions=CAPTIONS).png == cold


def test_widths() -> None:
    """Other widths keep the proportions."""
    small = paint(scenes.stacks(), width=500).size
    large = paint(scenes.stacks(), width=1000).size
    assert small[0] == 500
    assert abs(small[1] * 2 - large[1]) <= 8


@pytest.mark.parametrize("theme", sorted(THEMES))
def test_theme_is_complete(theme: str) -> None:
    """Every theme has a colour for each role and what derives from it, and no role unknown. Beside
    the general roles it has those that some game declares, the same ones as the other themes.
    """
    colours = THEMES[theme]
    known = {role.removesuffix(".edge").removesuffix(".side") for role in colours.colours}
    assert {*ROLES} <= colours.colours.keys()
    assert known <= {*ROLES, *OWN_ROLES}
    assert known & {*OWN_ROLES} == THEMES["light"].colours.keys() & {*OWN_ROLES}
    extended = colours.extended(OWN_ROLES)
    for role in (*ROLES, *OWN_ROLES):
        assert role in extended.colours
        for kind in DERIVED:
            assert all(0 <= value <= 255 for value in extended.colour(f"{role}.{kind}"))


def test_roles_of_a_game_fall_back_on_general_ones() -> None:
    """A theme that has no colour for a role takes all of the other one's; its own come first."""
    light = THEMES["light"]
    roles = {"gem.ruby": "seat.red", "die.blue": "seat.green"}
    extended = light.extended(roles)
    for kind in ("", *(f".{kind}" for kind in DERIVED)):
        assert extended.colour(f"gem.ruby{kind}") == light.colour(f"seat.red{kind}")
        assert extended.colour(f"die.blue{kind}") == light.colour(f"die.blue{kind}")
    assert light.extended({**roles}) is extended
    assert light.extended({"die.blue": "seat.green"}) is light
    with pytest.raises(UnknownRoleError, match="puce"):
        light.extended({"gem.ruby": "puce"})


@pytest.mark.parametrize("theme", sorted(THEMES))
def test_inks_are_readable(theme: str) -> None:
    """Letters on men, dice, marks and panels have a contrast of at least 4.5."""
    colours = THEMES[theme].extended(OWN_ROLES)
    men = {figure.role for game, seats in TABLES for figure in played(game, seats).figures}
    men |= {*SEATS, *THINGS}
    assert men <= {*ROLES, *OWN_ROLES}
    for role in (*sorted(men), "choice", "accent", "crown"):
        assert contrast(colours.colour(role), colours.colour(f"{role}.ink")) >= 4.5, role
    for ink in ("ink", "ink.soft"):
        assert contrast(colours.colour(ink), colours.colour("panel")) >= 4.5
    for ground in ("board", "background"):
        assert contrast(colours.colour("coordinate"), colours.colour(ground)) >= 4.5


def test_unknown_roles() -> None:
    """The error names the missing role, wherever it is used."""
    scene = scenes.coloured()
    wrong = (
        replace(scene, figures=(Figure(scenes.MAN, "a1", "seat.puce"),)),
        replace(scene, figures=(Figure((Disc((0, 0), 1, "puce"),), "a1", "seat.red"),)),
        replace(scene, marks=(Mark("a1", "puce"),)),
        replace(scene, marks=(Mark("a1", "board"),)),
        replace(scene, board=scenes.squares_board(("puce",))),
    )
    for each in wrong:
        with pytest.raises(UnknownRoleError, match=r"puce|board"):
            paint(each)
    with pytest.raises(KeyError, match="sepia"):
        paint(scene, theme="sepia")


def label_heights(scene: Scene, theme: str) -> list[int]:
    """The painted height of each coordinate with capitals, digits or tall letters, in pixels."""
    bare = replace(scene, figures=(), marks=(), trails=())
    room = layout.room(bare, 1000)
    view = layout.view(bare.board, bare.turned, room, 1.0)
    with_labels = painter.pixels(bare, theme=theme).convert("RGB")
    corner = layout.plan(bare, view.size, 1000).board
    heights = []
    for label, _, cap, box in view.labels:
        if label.role != "coordinate" or set(label.text) <= set("acegmnopqrsuvwxyz"):
            continue
        area = tuple(
            round(value) + corner[number % 2] for number, value in enumerate(box.grown(cap * 0.2))
        )
        ground = Image.new("RGB", (1, 1), with_labels.getpixel((area[0], area[1])))
        crop = with_labels.crop(area)  # type: ignore[arg-type]
        difference = ImageChops.difference(crop, ground.resize(crop.size)).convert("L")
        strong = difference.point([255 if value > 60 else 0 for value in range(256)]).getbbox()
        assert strong is not None, label
        heights.append(strong[3] - strong[1])
    return heights


@pytest.mark.parametrize("theme", sorted(THEMES))
@pytest.mark.parametrize("name", ["stacks", "coloured", "dice", "ground", "long", "tower"])
def test_coordinates_on_a_phone(name: str, theme: str) -> None:
    """Coordinates are at least 23 pixels high, which is 9 if a picture is shown 400 pixels wide."""
    heights = label_heights(scenes.SCENES[name](), theme)
    assert heights
    assert min(heights) >= 23


@pytest.mark.parametrize(("game", "seats"), TABLES, ids=IDS)
def test_coordinates_of_games(game: AnyGame, seats: int) -> None:
    """Every game's board has coordinates large enough for a phone."""
    scene = played(game, seats)
    view = layout.view(scene.board, scene.turned, layout.room(scene, 1000), 1.0)
    sizes = [label.cap for label in view.labels if label.label.role == "coordinate"]
    assert sizes
    assert min(sizes) >= 23


@pytest.mark.untraced  # Tracing this would take twice as long.
@pytest.mark.parametrize(("game", "seats"), TABLES, ids=IDS)
def test_games_are_painted(game: AnyGame, seats: int) -> None:
    """A position of every game can be painted in every theme, as seen by every seat."""
    scene = played(game, seats)
    for theme in THEMES:
        for degrees in {0.0, 360.0 / seats}:
            width, height = paint(turned(scene, degrees), theme=theme, captions=CAPTIONS).size
            assert width == 1000
            assert 500 <= height <= 1400


@pytest.mark.parametrize(("game", "seats"), TABLES, ids=IDS)
def test_last_turn_of_games(game: AnyGame, seats: int) -> None:
    """The marks of the last turn change many pixels."""
    scene = played(game, seats)
    if scene.marks or scene.trails:
        bare = replace(scene, marks=(), trails=())
        assert changed(drawn(scene), drawn(bare)) > 100


@pytest.mark.parametrize(("game", "seats"), TABLES, ids=IDS)
def test_bytes_of_games(game: AnyGame, seats: int) -> None:
    """The files of all games stay within 1.2 times Pillow's bytes."""
    image = painter.pixels(played(game, seats), captions=CAPTIONS)
    file = io.BytesIO()
    image.save(file, "PNG", optimize=False, compress_level=6)
    assert len(png.encode(image)) <= 1.2 * len(file.getvalue())


@pytest.mark.parametrize("theme", sorted(THEMES))
@pytest.mark.parametrize(
    "role", ["last", "from", "captured", "choice", "picked", "reach", "goal", "danger"]
)
def test_marks_are_seen(role: str, theme: str) -> None:
    """Each mark is visible, on fields and bare points, with and without a man, and differs from the
    others.
    """
    for scene, free, taken in (
        (scenes.coloured(), "h4", scenes.coloured().figures[0].point),
        (scenes.stacks(), "d4", scenes.stacks().figures[0].point),
    ):
        clear = replace(scene, marks=(), trails=())
        for point in (free, taken):
            marked = drawn(replace(clear, marks=(Mark(point, role),)), theme=theme)
            assert changed(marked, drawn(clear, theme=theme)) > 100
            other = "goal" if role == "danger" else "danger"
            others = drawn(replace(clear, marks=(Mark(point, other),)), theme=theme)
            assert changed(marked, others) > 100


def test_mark_letters() -> None:
    """The letter of a choice is beside it."""
    scene = replace(scenes.stacks(), marks=(Mark("d4", "choice"),))
    letter = replace(scene, marks=(Mark("d4", "choice", "A"),))
    number = replace(scene, marks=(Mark("d4", "choice", "12"),))
    assert changed(drawn(scene), drawn(letter)) > 200
    assert changed(drawn(letter), drawn(number)) > 20


def test_printed_names_are_not_repeated() -> None:
    """Where the board prints the name of a point, a mark there doesn't."""
    scene = played(get("tyr"), 2)
    free = next(
        point for point in scene.board.spots if point not in {man.point for man in scene.figures}
    )
    plain, named, lettered = (
        drawn(replace(scene, marks=(Mark(free, "choice", text),))) for text in ("", free, "A")
    )
    assert changed(plain, named) == 0
    assert changed(plain, lettered) > 20


def test_trails_lie_under_men() -> None:
    """An arrow is visible between its ends but never covers a man."""
    scene = replace(scenes.stacks(), marks=())
    man = Figure(scenes.MAN, "d4", "seat.black")
    over = replace(scene, figures=(man,))
    with_trail, without = drawn(over), drawn(replace(over, trails=()))
    assert changed(with_trail, without) > 500
    view = layout.view(scene.board, 0.0, layout.room(scene, 1000), 1.0)
    corner = layout.plan(scene, view.size, 1000).board
    x, y = (round(value) + edge for value, edge in zip(view.place((4.6, 4.0)), corner, strict=True))
    middle = (x - 20, y - 25, x + 20, y + 15)
    assert changed(with_trail.crop(middle), without.crop(middle)) == 0


def test_stacks_show_every_man() -> None:
    """Stacks of one to three men in any colours all look different."""
    looks = set()
    white, black = "seat.white", "seat.black"
    for colours in ((white,), (white, white), (black, white), (white,) * 3, (white, black, white)):
        men = tuple(Figure(scenes.MAN, "d4", role, n) for n, role in enumerate(colours))
        scene = replace(scenes.stacks(), figures=men, marks=(), trails=())
        looks.add(drawn(scene).tobytes())
    assert len(looks) == 5


def test_high_stacks() -> None:
    """A stack of any height is painted, even beyond the top of the board."""
    for height in (4, 9, 40):
        men = tuple(Figure(scenes.MAN, "g1", "seat.red", level) for level in range(height))
        assert paint(replace(scenes.stacks(), figures=men)).size[0] == 1000


def test_seats_differ_in_shape() -> None:
    """Badges differ even without colour."""
    scene = scenes.dice()
    looks = set()
    for tray in scene.trays:
        one = replace(scene, trays=(replace(tray, seat=1, role="seat.red", items=()),))
        looks.add(painter.pixels(one).convert("L").tobytes())
    assert len(looks) == 4


def test_who_is_to_move() -> None:
    """The marks for the seat to move, and for a winner, change many pixels of that seat's strip and
    no others.
    """
    scene = replace(scenes.stacks(), to_move=None)
    nobody = drawn(scene)
    views = [drawn(replace(scene, to_move=seat)) for seat in (1, 2)]
    views += [drawn(replace(scene, winners=(seat,))) for seat in (1, 2)]
    assert all(changed(nobody, view) > 3000 for view in views)
    assert len({view.tobytes() for view in views}) == 4
    top = (0, 0, 1000, nobody.height // 2)
    assert changed(nobody.crop(top), views[0].crop(top)) == 0
    assert changed(nobody.crop(top), views[1].crop(top)) > 3000


def test_tray_counts() -> None:
    """The contents of a tray are visible, and one man more or less makes a difference, however many
    there are.
    """
    scene = scenes.stacks()
    looks = []
    for count in (0, 1, 2, 6, 7, 18, 188):
        tray = Tray(1, scenes.MAN, "seat.white", (Item(scenes.MAN, "seat.white", count),))
        looks.append(drawn(replace(scene, trays=(tray, scene.trays[1]))).tobytes())
    assert len(set(looks)) == len(looks)


def test_what_was_won_is_apart() -> None:
    """Items that a seat has won are divided from its others. Places still free are seen, too."""
    scene, stock = scenes.stacks(), Item(scenes.MAN, "seat.white", 2)
    lord = Item(scenes.SQUARE, "seat.red")
    trays = [
        Tray(1, scenes.MAN, "seat.white", (stock, lord)),
        Tray(1, scenes.MAN, "seat.white", (stock,), won=(lord,)),
        *(
            Tray(1, scenes.MAN, "seat.white", (stock,), won=(replace(lord, count=count, of=3),))
            for count in range(4)
        ),
    ]
    looks = [drawn(replace(scene, trays=(tray, scene.trays[1]))).tobytes() for tray in trays]
    assert len({*looks}) == len(looks)


def test_crowded_trays() -> None:
    """Items that do not fit are made smaller, and stay within the strip."""
    items = tuple(Item(scenes.SQUARE, "seat.red", n) for n in range(1, 25))
    scene = scenes.dice()
    crowded = replace(scene, trays=tuple(replace(tray, items=items) for tray in scene.trays))
    assert paint(crowded, captions=CAPTIONS).size == paint(scene, captions=CAPTIONS).size


@pytest.mark.parametrize("count", range(7))
def test_any_number_of_seats(count: int) -> None:
    """Boards without seats and with up to six seats are painted."""
    trays = tuple(Tray(n + 1, scenes.MAN, "seat.red") for n in range(count))
    assert paint(replace(scenes.stacks(), trays=trays, to_move=1)).size[0] == 1000


def test_seats_clockwise() -> None:
    """The first seat sits at the bottom, the others follow clockwise, and all turn together."""
    four = scenes.dice()
    assert layout.rows(four) == ((1, 2), (0, 3))
    assert layout.rows(replace(four, trays=four.trays[:3])) == ((1, 2), (0,))
    assert layout.rows(replace(four, trays=four.trays[:2])) == ((1,), (0,))
    assert layout.rows(turned(replace(four, trays=four.trays[:2]), 180.0)) == ((0,), (1,))


def test_seats_with_places() -> None:
    """Seats with a given side are on that side, even if the board is turned."""
    assert layout.rows(scenes.kites()) == ((0,), (1, 2))
    assert layout.rows(scenes.kites(120.0)) == ((1,), (2, 0))
    assert layout.rows(scenes.kites(240.0)) == ((2,), (0, 1))


CAPTION_TEXTS = {
    "Ärger × Größe": "Ärger × Größe",
    "🎉 Kim 🎉": "Kim",
    "♔→★": "",
    "𝓐𝓵𝓮𝔁": "Alex",
    "Ｆｕｌｌ": "Full",
    "日本": "",
    "שלום": "",
    "a\u202eb\u0000c\u200bd": "abcd",
    "line\nbreak\t": "line break",
    "e\u0301": "é",
    "Ω Жук": "Ω Жук",
    "": "",
}


@pytest.mark.parametrize("caption", CAPTION_TEXTS)
def test_captions(caption: str) -> None:
    """Letters in the font stay, ornamental ones become plain, all others are left out."""
    assert text.printable(caption) == CAPTION_TEXTS[caption]
    assert paint(scenes.stacks(), captions=(caption, caption)).size[0] == 1000


@pytest.mark.parametrize("name", ["Ärger", "🎉 Kim 🎉", "𝓐𝓵𝓮𝔁", "Ω Жук", "Kim さん", "_.", "日a"])
def test_legible_names(name: str) -> None:
    """What remains of these names is recognizable."""
    assert text.legible(name)
    assert text.printable(name)


@pytest.mark.parametrize("name", ["日本", "さくら A", "שלום", "♔→★", "김철수2", "", "\u200b"])
def test_names_that_are_not_legible(name: str) -> None:
    """Hardly anything, or nothing, would remain of these names."""
    assert not text.legible(name)


@pytest.mark.parametrize("length", [1, 20, 40, 400])
def test_long_captions_are_cut(length: int) -> None:
    """A caption stays within its space; if cut, it ends with an ellipsis."""
    cut = text.fitted("W" * length, 25, 300)
    assert text.width(cut, 25) <= 300
    assert (cut[-1] == text.ELLIPSIS) == (length > 8)
    assert paint(scenes.dice(), captions=("W" * length,) * 4).size[0] == 1000


def test_no_room_for_a_caption() -> None:
    """If not even the ellipsis fits, nothing is written."""
    assert text.fitted("Anna", 25, 3) == ""


@pytest.mark.parametrize("degrees", [0.0, 1.0, 45.0, 90.0, 120.0, 180.0, 240.0, 300.5])
def test_turning(degrees: float) -> None:
    """A board turned by any angle fits, and its points keep their distances."""
    scene = turned(scenes.coloured(), degrees)
    assert paint(scene).size[0] == 1000
    view = layout.view(scene.board, degrees, (960.0, 1160.0), 1.0)
    places = [view.place(place) for place in scene.board.spots.values()]
    assert all(0 < x < view.size[0] and 0 < y < view.size[1] for x, y in places)
    (x, y), (u, v) = view.place((1.3, 1.3)), view.place((1.3, 2.3))
    assert ((u - x) ** 2 + (v - y) ** 2) ** 0.5 == pytest.approx(view.scale)


def test_half_a_turn() -> None:
    """After 180 degrees the lower left corner is the upper right one."""
    board = scenes.COLOURED
    plain = layout.view(board, 0.0, (960.0, 1160.0), 1.0)
    other = layout.view(board, 180.0, (960.0, 1160.0), 1.0)
    x, y = plain.place(board.spots["a1"])
    u, v = other.place(board.spots["a1"])
    assert x < plain.size[0] / 2 < u
    assert v < plain.size[1] / 2 < y


def test_labels_do_not_collide() -> None:
    """If labels are too dense, every second or third is kept, evenly spaced."""
    view = layout.view(scenes.LONG, 0.0, (960.0, 900.0), 1.0)
    columns = [label for label in view.labels if label.label.text.isalpha()]
    assert 10 < len(columns) < 48
    assert not any(
        one.box.meets(other.box) for one in view.labels for other in view.labels if one is not other
    )
    steps = {round(b.label.at[0] - a.label.at[0]) for a, b in pairwise(columns)}
    assert len(steps) == 1


def test_nothing_is_printed_over_men() -> None:
    """A man lies above the coordinate on its place."""
    spots = {"a1": (1.0, 1.0)}
    board = Board(2, 2, (), (), (Label("7", (1.0, 1.0), 0.4),), spots, 0.5)
    man = Figure((Disc((0, 0), 0.9),), "a1", "seat.blue")
    scene = Scene(board, (man,), (), None)
    other = replace(scene, board=replace(board, labels=(Label("1", (1.0, 1.0), 0.4),)))
    assert changed(drawn(scene), drawn(other)) == 0
    assert changed(*(drawn(replace(each, figures=())) for each in (scene, other))) > 100


@pytest.mark.parametrize(("game", "seats"), TABLES, ids=IDS)
def test_labels_of_games_are_not_hidden(game: AnyGame, seats: int) -> None:
    """No man of a game covers a coordinate, whichever seat looks, except the whole name of the
    field on which it stands: rows and columns have names, too.
    """
    scene = played(game, seats)
    for seat in range(1, seats + 1):
        seen = turned(scene, game.view(game.start(play.setup(game, seats, {}, Random(1))), seat))
        view = layout.view(seen.board, seen.turned, layout.room(seen, 1000), 1.0)
        for man in seen.figures:
            x, y = view.place(seen.board.spots[man.point])
            y -= sprites.LEVEL * man.level * man.size * view.spot
            pixels, half = body(man, view.spot), SHEET / 2
            for label in view.labels:
                if label.label.text == man.point:
                    continue
                left, top, right, bottom = label.box.grown(-1)
                part = (left - x + half, top - y + half, right - x + half, bottom - y + half)
                assert pixels.crop(part).getbbox() is None, (man, label)


SHEET = 300
"""The width and height of a sheet with one man."""


def body(man: Figure, spot: float) -> Pixels:
    """The pixels of a man in full colour, on a sheet with its place in the middle."""
    sheet = Image.new("L", (SHEET, SHEET))
    sprite = sprites.man(man.glyph, man.role, man.size * spot, THEMES["light"], shadow=False)
    x, y = (SHEET // 2 + round(by * spot) for by in man.shift)
    solid = sprite.image.getchannel("A").point([255 if value > 200 else 0 for value in range(256)])
    sheet.paste(solid, (x + sprite.x, y + sprite.y))
    return sheet


@pytest.mark.parametrize("key", ["3stein", "die-drei", "tyr"])
def test_men_stay_in_their_fields(key: str) -> None:
    """Where points are fields, men lie inside them."""
    game = get(key)
    scene = played(game, max(game.info.seats))
    view = layout.view(scene.board, scene.turned, layout.room(scene, 1000), 1.0)
    fields = {region.point: region.polygon for region in scene.board.regions}
    for man in scene.figures:
        x, y = view.place(scene.board.spots[man.point])
        inside = Image.new("L", (SHEET, SHEET), 255)
        corners = [(u - x + SHEET / 2, v - y + SHEET / 2) for u, v in view.shape(fields[man.point])]
        ImageDraw.Draw(inside).polygon(corners, 0)
        outside = ImageChops.multiply(body(man, view.spot), inside)
        assert outside.getbbox() is None, man.point


def test_labels_are_beside_the_board() -> None:
    """Of two places, a label takes the one further left, or lower, however the board is turned."""
    row = Label("1", (-0.3, 2.0), 0.2, opposite=(4.3, 2.0))
    column = Label("a", (2.0, 4.3), 0.2, opposite=(2.0, -0.3))
    square = Region(((0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)), "board")
    board = Board(4, 4, (square,), (), (row, column), {}, 0.5)
    for degrees in (0.0, 180.0):
        view = layout.view(board, degrees, (960.0, 960.0), 1.0)
        (x, _), (_, y) = (label.centre for label in view.labels)
        assert x < 0.1 * view.size[0]
        assert y > 0.9 * view.size[1]


def test_small_labels() -> None:
    """Small labels are neither enlarged nor near those that have to be readable."""
    labels = (Label("c3", (4.0, 4.0), 0.1), Label("1", (4.0, 3.8), 0.1, "coordinate.small"))
    square = Region(((0.0, 0.0), (8.0, 0.0), (8.0, 8.0), (0.0, 8.0)), "board")
    board = Board(8, 8, (square,), (), labels, {}, 0.3)
    name, number = layout.view(board, 0.0, (960.0, 960.0), 1.0).labels
    assert number.cap < layout.CAP <= name.cap < layout.LARGE_CAP
    assert not number.box.meets(name.box)


def test_fields_keep_their_colours() -> None:
    """On boards whose colours matter, marks frame a field without tinting it."""
    scene = replace(scenes.coloured(), figures=(), marks=())
    plain = replace(scene, board=replace(scene.board, tinted=False))
    view = layout.view(scene.board, 0.0, layout.room(scene, 1000), 1.0)
    corner = layout.plan(scene, view.size, 1000).board
    place = view.place(scene.board.spots["d4"])
    x, y = (round(value + by) for value, by in zip(place, corner, strict=True))
    for board, tinted in ((scene, True), (plain, False)):
        with_mark = drawn(replace(board, marks=(Mark("d4", "last"),)))
        assert (with_mark.getpixel((x, y)) != drawn(board).getpixel((x, y))) == tinted
        assert changed(with_mark, drawn(board)) > 500


def test_winning_lines() -> None:
    """A line of men that have won is seen between them, and bolder than an arrow."""
    scene = replace(scenes.stacks(), figures=(), marks=(), trails=())
    ways = [replace(scene, trails=(Trail(("a1", "g4"), role),)) for role in ("last", "goal")]
    arrow, line = (changed(drawn(way), drawn(scene)) for way in ways)
    assert line > 1.5 * arrow > 0


def test_labels_keep_clear_of_stacks() -> None:
    """Stacks move the coordinates above their points out of the way."""
    labels = (Label("1", (4.6, 0.6), 0.25),)
    flat = replace(scenes.HEXES, labels=labels)
    high = replace(flat, stacks=3)
    low, moved = (layout.view(board, 0.0, (960.0, 1100.0), 1.0) for board in (flat, high))
    spot = scenes.HEXES.spots["g2"]

    def gap(view: layout.View) -> float:
        return (view.place(spot)[1] - view.labels[0].centre[1]) / view.scale

    assert gap(moved) >= gap(low)


def test_two_men_on_one_point() -> None:
    """Two men that are shifted on one point are both visible."""
    scene = replace(scenes.kites(), marks=(), trails=())
    without = replace(scene, figures=scene.figures[:-1])
    assert changed(drawn(scene), drawn(without)) > 100


def test_empty_board() -> None:
    """An empty board gives a picture, too."""
    assert paint(Scene(Board(3, 3, (), (), (), {}, 0.5), (), (), None)).size == (1000, 1000)


def test_threads() -> None:
    """Pictures painted in several threads at once equal those painted alone."""
    alone = {name: paint(scenes.SCENES[name](), captions=CAPTIONS).png for name in MADE_UP}
    painter.clear_caches()
    wrong: list[str] = []

    def work(order: list[str]) -> None:
        wrong.extend(
            name
            for name in order
            if paint(scenes.SCENES[name](), captions=CAPTIONS).png != alone[name]
        )

    threads = [threading.Thread(target=work, args=(MADE_UP[n:] + MADE_UP[:n],)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_cache_is_bounded() -> None:
    """A cache drops the least recently used entries and never exceeds its limit."""
    cache: Cache[int, str] = Cache(10, len)
    for number in range(100):
        cache.put(number, "x" * 3)
        assert cache.get(0 if number < 5 else 99 - number) in (None, "xxx")
    assert cache.total == 9
    assert len(cache) == 3
    assert cache.get(99) == "xxx"
    assert cache.get(1) is None
    cache.put(99, "y")
    assert cache.total == 7
    cache.put(5, "z" * 50)
    assert len(cache) == 1


def test_painter_caches_are_bounded() -> None:
    """With any number of boards and players the painter stays within its limits."""
    for number in range(30):
        board = scenes.ground_board(((0, 0, 2, 1 + number % 3),))
        scene = Scene(board, (Figure(scenes.MAN, "a1", "seat.red"),), (), None)
        paint(replace(scene, trays=(Tray(1, scenes.MAN, "seat.red"),)), captions=(str(number),))
    for cache in painter._CACHES.values():
        assert cache.total <= cache.limit
    assert painter._CACHES["boards"].total == 24


@pytest.mark.parametrize("name", ["W" * 5000, "\u202e" + "x" * 300, "a\n\n\x00b", "😀" * 200])
def test_strange_names_stay_in_their_place(name: str) -> None:
    """A name that is too long is cut, and no character in a name moves the board."""
    scene = scenes.stacks()
    picture = paint(scene, captions=(name, "Ω"))
    assert picture.size == paint(scene, captions=CAPTIONS).size
    assert picture.png == paint(scene, captions=(name + name[-1] * (len(name) > 9), "Ω")).png
