"""Hints reveal a turn in steps: first where it begins, then the point, then the whole turn."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, replace
from gettext import NullTranslations

from games import picks
from games.continuations import continuations
from games.play import AnyLine, events, play_turn
from games.protocol import Part, Seat, Setup
from games.scene import XY, Mark, rotate, turned
from games.shot import Shot
from games.texts import sentence_of
from games.words import N_, Fields, say

BANDS = (
    N_("💡 The turn begins at the top of the board."),
    N_("💡 The turn begins in the middle of the board."),
    N_("💡 The turn begins at the bottom of the board."),
)
"""They say that it begins there, since a turn may lead far away, where its purpose is."""
STEPS = 3
"""How many hints a turn has."""
POINT = N_("💡 {asked}: **{point}**")
PART = N_("💡 The turn begins with **{part}**.")
TURN = N_("💡 `{text}` {events}")


@dataclass(frozen=True, slots=True)
class Advice:
    """A hint in words, what it adds to the picture, and the turn if it tells all of it."""

    text: str
    shot: Shot
    turn: str | None = None


def advise(
    line: AnyLine,
    setup: Setup,
    best: str,
    step: int,
    language: NullTranslations,
    *,
    seat: Seat | None,
) -> Advice:
    """The hint number `step`, from 1 to `STEPS`, about the turn `best` of the seat to move.

    `seat` is the one at the bottom of the picture, None if the board is not turned. Raises
    MoveError for a turn that can't be played.
    """
    turn = play_turn(line, best)
    shot = Shot(line.position, seat=seat)
    if step >= STEPS:
        game = line.game
        said = " ".join(
            say(
                sentence_of(game.texts, "events", one), one.fields, game.seat_names(setup), language
            )
            for one in events(game, turn.steps)
        )
        fields: Fields = {"text": turn.text, "events": said}
        text = say(TURN, fields, language=language).rstrip()
        return Advice(text, replace(shot, expected=(turn.steps,)), turn.text)
    stem, part = _first(line, turn.steps[0].move, whole=step == 1)
    if part.point is None:
        fields = {"part": picks.called(part)}
        return Advice(say(PART, fields, language=language), shot)
    if step == 2:
        asked = language.gettext(line.game.texts.parts[part.kind])
        fields = {"asked": asked, "point": part.point}
        here = Mark(part.point, "choice")
        return Advice(say(POINT, fields, language=language), replace(shot, marks=(here,)))
    band, points = _band(line, stem, part, seat)
    marks = tuple(Mark(point, "choice") for point in points)
    return Advice(language.gettext(band), replace(shot, marks=marks))


def _first(line: AnyLine, move: Hashable, *, whole: bool) -> tuple[str, Part]:
    """The first part of a move, with what comes before it in the token. Unless `whole`, the first
    part that names a point, if there is one.
    """
    spelling, stem = line.game.spellings(move)[0], ""
    for part in spelling:
        if whole or part.point is not None:
            return stem, part
        stem += part.text
    return "", spelling[0]


def _band(line: AnyLine, stem: str, wanted: Part, seat: Seat | None) -> tuple[str, tuple[str, ...]]:
    """How to describe the band of the board, as the picture shows it, that contains the part's
    point, and the points of that band that could be chosen instead.
    """
    spots = _spots(line, seat)
    heights = [y for _, y in spots.values()]
    top, height = min(heights), max(heights) - min(heights) or 1.0

    def band(point: str) -> int:
        # Turning leaves the points of a row at heights that differ in their last digits.
        return min(2, int(round(3 * (spots[point][1] - top) / height, 6)))

    assert wanted.point is not None
    if wanted.point not in spots:
        return BANDS[1], (wanted.point,)
    here = band(wanted.point)
    found = continuations(line.game, line.position, stem)
    points = dict.fromkeys(
        way.part.point
        for way in found
        if way.part.kind == wanted.kind and way.part.point in spots and band(way.part.point) == here
    )
    return BANDS[here], tuple(filter(None, points))


def _spots(line: AnyLine, seat: Seat | None) -> dict[str, XY]:
    """The positions of the points in the picture."""
    scene = line.game.scene(line.position, ())
    if seat is not None:
        scene = turned(scene, line.game.view(line.position, seat))
    return {point: rotate(at, scene.turned) for point, at in scene.board.spots.items()}
