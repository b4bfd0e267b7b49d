"""Hints reveal a turn in steps: first where to look, then the point, then the whole turn."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, replace
from gettext import NullTranslations

from bot.messages import picking
from bot.pictures.work import Shot
from games.continuations import continuations
from games.play import AnyLine, events, play_turn
from games.protocol import Part, Seat, Setup
from games.scene import Mark
from games.texts import sentence_of
from games.words import N_, Fields, say

STEPS = 3
"""How many hints a turn has."""
REGION = N_("💡 {asked} … – look at this part of the board: {region}.")
POINT = N_("💡 {asked} **{point}**.")
PART = N_("💡 {asked} **{part}** …")
TURN = N_("💡 `{text}` {events}")


@dataclass(frozen=True, slots=True)
class Advice:
    """A hint in words, and what it adds to the picture."""

    text: str
    shot: Shot


def advise(line: AnyLine, setup: Setup, best: str, step: int, language: NullTranslations) -> Advice:
    """The hint number `step`, from 1 to `STEPS`, about the turn `best` of the seat to move.

    Raises MoveError for a turn that can't be played.
    """
    seat = line.position.to_move
    turn = play_turn(line, best)
    assert seat is not None
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
        return Advice(text, replace(shot, expected=(turn.steps,)))
    stem, part = _first(line, turn.steps[0].move, whole=step == 1)
    asked = language.gettext(line.game.texts.parts[part.kind])
    if part.point is None:
        name = part.text.strip(",:=@-") or part.text
        return Advice(say(PART, {"asked": asked, "part": name}, language=language), shot)
    if step == 2:
        fields = {"asked": asked, "point": part.point}
        here = Mark(part.point, "choice")
        return Advice(say(POINT, fields, language=language), replace(shot, marks=(here,)))
    region, points = _region(line, stem, part, seat)
    fields = {"asked": asked, "region": language.gettext(region)}
    marks = tuple(Mark(point, "choice") for point in points)
    return Advice(say(REGION, fields, language=language), replace(shot, marks=marks))


def _first(line: AnyLine, move: Hashable, *, whole: bool) -> tuple[str, Part]:
    """The first part of a move, after what stands before it in the token. Unless `whole`, the first
    part that names a point, if there is one.
    """
    spelling, stem = line.game.spellings(move)[0], ""
    for part in spelling:
        if whole or part.point is not None:
            return stem, part
        stem += part.text
    return "", spelling[0]


def _region(line: AnyLine, stem: str, wanted: Part, seat: Seat) -> tuple[str, tuple[str, ...]]:
    """The band of the board, as this seat sees it, in which the part's point lies, and the points
    of that band that could be chosen instead.
    """
    spots, bands = picking.spots(line, seat), picking.BANDS[3]
    heights = [y for _, y in spots.values()]
    top, height = min(heights), max(heights) - min(heights) or 1.0

    def band(point: str) -> int:
        return min(2, int(3 * (spots[point][1] - top) / height))

    assert wanted.point is not None
    if wanted.point not in spots:
        return bands[1], (wanted.point,)
    here = band(wanted.point)
    found = continuations(line.game, line.position, stem)
    points = dict.fromkeys(
        way.part.point
        for way in found
        if way.part.kind == wanted.kind and way.part.point in spots and band(way.part.point) == here
    )
    return bands[here], tuple(filter(None, points))
