"""A board that one player touches: the state of the match for them, what they have begun, and what
they can choose next. Choices are the legal continuations (`games.picks`), part by part.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import tzinfo
from gettext import NullTranslations
from typing import Any

from bot.text import draft as draft_text
from bot.text import match as match_text
from bot.text.position import described, phrase, thing
from games import picks
from games.around import at
from games.continuations import Continuation
from games.play import AnyLine
from games.protocol import AnyGame, Part
from games.scene import Mark, Scene
from games.shot import Shot, scene_of
from games.words import N_, Fields, say
from matches.model.computer_players import is_computer_player
from matches.model.ids import PlayerId
from matches.model.match import Match
from matches.model.played import Draft
from matches.model.shots import after, of_draft, side
from matches.model.turns import since
from matches.touch import mark
from render.svg import svg
from web.people import SOMEBODY, drawable
from web.touch_ghost import ghost
from web.words import plain

TITLE = N_("{game}, match {match}")
YOURS = N_("It's your turn as {seat}.")
THEIRS = N_("{player} is to move as {seat}.")
AS_IT_STANDS = N_("as is")
ALL_RIGHT = N_("Confirm your turn if this is what you want.")
FURTHER = N_("You can also choose points for your next turns.")


@dataclass(frozen=True, slots=True)
class Viewer:
    """The player whose board it is, and the language and names used for them."""

    player: PlayerId
    code: str
    language: NullTranslations
    zone: tzinfo
    names: Mapping[int, str]
    """The names of the people in the match, as far as they are known."""

    def plain(self, said: str) -> str:
        """What the bot would say on Discord, as plain text."""
        somebody = self.language.gettext(SOMEBODY)
        return plain(said, self.names, self.language, self.zone, somebody=somebody)


def view(match: Match, draft: Draft | None, stem: str, viewer: Viewer) -> dict[str, Any]:
    """All that the page shows, as values that JSON can hold. `draft` is None for a player who can't
    move now; `stem` is the beginning of a move that they have picked.
    """
    language = viewer.language
    found = _choices(draft, stem, viewer) if draft is not None else []
    scene = _scene(match, draft, stem, found, viewer.player)
    told = scene.board.spots
    points = [one for one in found if one["point"] in told]
    steps = draft.steps if draft is not None and draft.steps else ()
    position = match.position if draft is None else draft.line.position
    said = described(
        match.game,
        match.setup,
        position,
        language,
        steps=steps,
        mover=draft.seat if draft is not None else None,
        ending=match.ending if draft is None else None,
    )
    news = match_text.turns(match, since(match, match.seat_of(viewer.player)), language)
    game = language.gettext(match.game.info.name)
    return {
        "title": say(TITLE, {"game": game, "match": match.id}, language=language),
        "players": viewer.plain(" · ".join(filter(None, _about(match, viewer)))),
        "language": viewer.code,
        "mark": mark(match.seq, draft.text if draft is not None else ""),
        "seq": match.seq,
        "length": draft.length if draft is not None else 0,
        "stem": stem,
        "standing": _standing(match, viewer),
        "news": [viewer.plain(line) for line in news],
        "position": said,
        "svg": svg(scene, captions=_captions(match, viewer)),
        "points": points,
        "buttons": [one for one in found if one["point"] not in told],
        **_laying(draft, stem, scene.turned, viewer),
        **_begun(draft, stem, found, viewer),
    }


def _about(match: Match, viewer: Viewer) -> tuple[str, str]:
    """Who plays, and which match is the other half of this one, if any."""
    other = match_text.other_half(match, viewer.language) if match.other_half else ""
    return match_text.opposed(match, _seated(match, viewer)), other.removeprefix("-# ")


def _begun(
    draft: Draft | None, stem: str, found: Sequence[Mapping[str, Any]], viewer: Viewer
) -> dict[str, Any]:
    """What is begun, what is asked, and what can be done with it."""
    if draft is None:
        nothing = dict.fromkeys(("asked", "draft", "warning"), "")
        return {**nothing, "back": False, "reset": False, "confirm": False}
    language, begun = viewer.language, bool(draft.length or stem)
    asked = draft_text.question(draft.line, language)
    if stem:  # The question is about the whole move, of which a part has been answered.
        asked = " / ".join(f"{one} …" for one in dict.fromkeys(way["asked"] for way in found))
    if draft.complete:
        asked = language.gettext(ALL_RIGHT)
        asked = f"{asked} {language.gettext(FURTHER)}" if further_turns(draft) else asked
    elif draft_text.can_confirm(draft, stem):
        asked = f"{asked} {language.gettext(draft_text.MAY_END)}"
    later = draft_text.later(draft, language) if draft.complete else []
    return {
        "asked": viewer.plain(asked),
        "draft": viewer.plain(" ".join([draft_text.so_far(draft, stem, language), *later])),
        "warning": viewer.plain(" ".join(draft_text.warnings(draft, language))),
        "back": begun,
        "reset": begun,
        "confirm": draft_text.can_confirm(draft, stem),
    }


def _laying(draft: Draft | None, stem: str, turned: float, viewer: Viewer) -> dict[str, Any]:
    """The outline of what is laid, and what could be laid instead, such as that board turned."""
    outline = None if draft is None or draft.complete else ghost(draft.line, stem, turned)
    if draft is None or outline is None:
        return {"ghost": None, "instead": []}
    return {"ghost": outline, "instead": _choices(draft, "", viewer)}


def _standing(match: Match, viewer: Viewer) -> str:
    """Whose turn it is, or how the match has ended."""
    if match.status != "running" or match.to_move is None:
        return viewer.plain(match_text.standing(match, viewer.language))
    mine = match.player_to_move == viewer.player
    player = match_text.mention(match.player_to_move, viewer.language)
    fields: Fields = {"seat": match.to_move, "player": player}
    names = match.game.seat_names(match.setup)
    return viewer.plain(say(YOURS if mine else THEIRS, fields, names, viewer.language))


def _seated(match: Match, viewer: Viewer) -> list[str]:
    names = match_text.seats(match, viewer.language)
    return [
        f"{seat} {match_text.player_of(match, player, viewer.language)}"
        for seat, player in zip(names, match.players, strict=True)
    ]


def _captions(match: Match, viewer: Viewer) -> list[str]:
    """The players' captions in the picture: their names if it can show them, or else their
    seats.
    """
    both = zip(match.players, match_text.seats(match, viewer.language), strict=True)
    return [
        match_text.computer_player(player, viewer.language)
        if player is not None and is_computer_player(player)
        else drawable(viewer.names.get(player or 0)) or seat
        for player, seat in both
    ]


# The picture


def _scene(
    match: Match,
    draft: Draft | None,
    stem: str,
    found: Sequence[Mapping[str, Any]],
    player: PlayerId,
) -> Scene:
    seat = match.seat_of(player)
    if draft is None:
        shot: Shot = after(match.position, since(match, seat))
    else:
        begun = tuple(part for _, part in picks.trail(draft.line, stem))
        free = {one["point"] for one in found}
        marks = (
            *(Mark(point, "picked") for point in _picked(draft, begun) if point not in free),
            *(Mark(point, "choice") for point in dict.fromkeys(one["point"] for one in found)),
        )
        shot = of_draft(draft, marks, begun)
    return scene_of(match.game, replace(shot, seat=side(match)))


def _picked(draft: Draft, begun: Iterable[Part]) -> Iterator[str]:
    """The points of the picked parts of the turn: the ends of its moves, and what is begun."""
    later = draft.match.queues.get(draft.seat, ()) if draft.complete else ()
    yield from (way.part.point or "" for way in _beginnings(draft) if way.text in later)
    for step in draft.steps:
        spelled = reversed(draft.line.game.spellings(step.move)[0])
        yield from [next((part.point for part in spelled if part.point), "")]
    yield from (part.point or "" for part in begun)


# Choices


def _choices(draft: Draft, stem: str, viewer: Viewer) -> list[dict[str, Any]]:
    """What can be chosen next, at points of the board where they have any."""
    line = draft.match.line if draft.complete else draft.line
    ways = further_turns(draft) if draft.complete else picks.ways(line, stem)
    game, setup, language = line.game, draft.match.setup, viewer.language
    manned = {figure.point for figure in game.scene(line.position, ()).figures}
    words, made = game.words(line.position), []
    for way in ways:
        asked, point = language.gettext(game.texts.parts[way.part.kind]), _point(line, stem, way)
        said = thing(game, setup, line.position, (way.part,), language)
        if not said and point in manned:
            standing = (phrase(game, setup, one, language) for one in at(words, point or ""))
            said = f"({' '.join(standing)})"
        called = f"{way.text} ({language.gettext(AS_IT_STANDS)})"
        made.append(
            {
                "value": way.text,
                "point": point or "",
                "asked": asked,
                "name": called if way.text == stem else picks.called(way.part),
                "thing": said,
            }
        )
    return made


def further_turns(draft: Draft) -> list[Continuation]:
    """What can be chosen for the following turns, along with a complete turn: as many turns as the
    game says, where turns hardly depend on each other.
    """
    game, start = draft.match.game, draft.match.line
    if not draft.complete or draft.length != 1:
        return []
    kind = game.spellings(draft.steps[0].move)[0][0].kind
    later = draft.match.queues.get(draft.seat, ())
    if game.several(start.position, kind) <= 1 + len(later):
        return []
    taken = {draft.text, *later}
    found = (way for way in _beginnings(draft) if way.part.kind == kind)
    return [way for way in found if way.move is not None and way.text not in taken]


def _beginnings(draft: Draft) -> list[Continuation]:
    return picks.ways(draft.match.line, "")


def _point(line: AnyLine, stem: str, way: Continuation) -> str | None:
    """The point at which a choice lies: the one that it names, or else the one where the game shows
    what is picked, such as a die that lies on the board.
    """
    part = way.part
    if part.point is not None or stem:
        return part.point
    game: AnyGame = line.game
    bare = game.scene(line.position, ())
    shown = game.in_hand(line.position, (part,), bare)
    new = [one for one in shown.marks if one not in bare.marks and one.role == "choice"]
    return new[0].point if new else None
