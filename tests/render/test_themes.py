"""Themes: complete, readable, and with a colour for each role."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from games import get
from games.dreistein.men import ROLES as MEN_ROLES
from games.protocol import Setup
from games.scene import (
    Disc,
    Figure,
    Mark,
)
from render import THEMES, UnknownRoleError, layout, paint, plan
from render.theme import DERIVED, ROLES, SEATS, THINGS, contrast
from tests.render import scenes
from tests.render.painted import OWN_ROLES, TABLES, changed, drawn, played


@pytest.mark.parametrize("theme", sorted(THEMES))
def test_theme_is_complete(theme: str) -> None:
    """Every theme has a colour for each role and what derives from it, and no role unknown. Beside
    the general roles it has those that some game declares, the same ones as the other themes.
    """
    colours, kinds = THEMES[theme], "|".join(DERIVED)
    known = {re.sub(rf"\.({kinds})$", "", role) for role in colours.colours}
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


@pytest.mark.parametrize("theme", sorted(THEMES))
def test_prints_stand_out(theme: str) -> None:
    """The goal lines of 3Stein stand out from the board, themselves or by their edges, and so do
    the symbols of Die Drei from their squares.
    """
    colours = THEMES[theme]
    printed = {
        line.role for line in get("3stein").scene(get("3stein").start(Setup(3)), ()).board.lines
    }
    for role in MEN_ROLES.values():
        lines = [colours.colour(one) for one in printed & {role, f"{role}.edge"}]
        assert max(contrast(line, colours.colour("board")) for line in lines) >= 2
    for colour, least in (("red", 2.9), ("green", 2.9), ("blue", 2.9), ("yellow", 4)):
        square = f"katarenga.{colour}"
        assert contrast(colours.colour(square), colours.colour(f"{square}.edge")) >= least


def test_fields_keep_their_colours() -> None:
    """On boards whose colours matter, marks frame a field without tinting it."""
    scene = replace(scenes.coloured(), figures=(), marks=())
    plain = replace(scene, board=replace(scene.board, tinted=False))
    view = layout.view(scene.board, 0.0, plan.room(scene, 1000), 1.0)
    corner = plan.plan(scene, view.size, 1000).board
    place = view.place(scene.board.spots["d4"])
    x, y = (round(value + by) for value, by in zip(place, corner, strict=True))
    for board, tinted in ((scene, True), (plain, False)):
        with_mark = drawn(replace(board, marks=(Mark("d4", "last"),)))
        assert (with_mark.getpixel((x, y)) != drawn(board).getpixel((x, y))) == tinted
        assert changed(with_mark, drawn(board)) > 500
