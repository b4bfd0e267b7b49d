"""Picking a turn part by part, through the legal continuations: what can be picked next, where it
leads, and what follows without a choice. No move is tried, so nothing here can reveal what a move
is worth.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TypeAlias

from games.continuations import WHOLE, Continuation, continuations
from games.play import AnyLine, AnyStep, parse
from games.protocol import END, Part
from games.scene import XY
from games.words import Sentence

Ways: TypeAlias = list[Continuation]

JOINTS = {",": " + ", "-": " → ", "@": " → ", "=": " = "}
"""The signs of the notation between two parts, as shown in the names of choices."""


def called(part: Part) -> str:
    """The name of a part in menus and pictures: its own name, its point, or its text."""
    return part.name or part.point or part.text.lstrip(",:=@") or part.text


def name(way: Continuation) -> str:
    """The name of an option: its points and names in order."""
    said = ""
    for part, following in zip(way.parts, (*way.parts[1:], None), strict=True):
        if following is None or part.name or part.point:
            said += (JOINTS.get(part.text[0], " ") if said else "") + called(part)
    return said


def ways(line: AnyLine, stem: str, depth: int = 1) -> list[Continuation]:
    """The possible continuations. Ending the turn is left out, since that is confirmed instead."""
    game, position = line.game, line.position
    if position.to_move is None:
        return []
    found = continuations(game, position, stem, depth, game.steps)
    found = found or continuations(game, position, stem, depth)  # The stem was typed.
    return [way for way in found if way.text != END or not line.played]


def question(line: AnyLine) -> Sentence:
    """The question for the seat to move, in English: what it can do now, and nothing else. Its
    field `count`, if any, is what `at_once` says.
    """
    phase, questions = line.position.phase, line.game.texts.questions
    kinds = {way.part.kind for way in ways(line, "")}
    only = f"{phase}:{kinds.pop()}" if len(kinds) == 1 else phase
    return questions.get(only, questions[phase])


def at_once(line: AnyLine) -> int:
    """The number of moves that may be picked at once, for this turn and the next ones."""
    kinds = {way.part.kind for way in ways(line, "")}
    return max((line.game.several(line.position, kind) for kind in kinds), default=1)


def numbered(line: AnyLine, stem: str, found: Ways) -> Ways:
    """The ways, with those at points without short names numbered in reading order."""
    unnamed = [way for way in found if way.part.numbered]
    if not unnamed:
        return found
    begun = tuple(part for _, part in trail(line, stem))
    scene = line.game.scene(line.position, ())
    scene = line.game.in_hand(line.position, begun, scene) if begun else scene

    def place(way: Continuation) -> XY:
        x, y = scene.board.spots[way.part.point or ""]
        return round(y, 2), x

    names = {way.text: str(n) for n, way in enumerate(sorted(unnamed, key=place), start=1)}
    return [
        replace(way, parts=(replace(way.part, name=names[way.text]), *way.parts[1:]))
        if way.text in names
        else way
        for way in found
    ]


def trail(line: AnyLine, stem: str) -> Iterator[tuple[str, Part]]:
    """The prefixes of a stem with the part that each one adds, the shortest first."""
    done = ""
    while len(done) < len(stem):
        for way in ways(line, done):
            if len(way.text) > len(done) and stem.startswith(way.text):
                done = way.text
                yield done, way.part
                break
        else:
            return


# Going on and back


def forced(line: AnyLine) -> tuple[Hashable, ...]:
    """The moves that follow without any choice, up to the end of the turn or the next choice."""
    found: list[Hashable] = []
    while line.position.to_move is not None and (line.played or not found):
        moves = line.game.legal_moves(line.position)
        if len(moves) != 1:
            break
        found.append(moves[0])
        line = line.push(moves[0])
    return tuple(found)


def pick(line: AnyLine, stem: str, picked: str) -> tuple[str, Hashable | None]:
    """Where an option leads: to the stem before the next choice, or to a complete move.

    An option that is a move is complete if nothing can be added, or if it was picked as it stands.
    """
    for way in ways(line, picked):
        if way.text == picked and way.move is not None and (not way.open or picked == stem):
            return picked, way.move
    while True:
        found = ways(line, picked, WHOLE)
        if len(found) != 1 or found[0].text == picked:
            return picked, None
        if found[0].move is not None and not found[0].open:
            return picked, found[0].move
        picked = found[0].text


def further(line: AnyLine, stem: str, picked: str) -> tuple[str, tuple[Hashable, ...]] | None:
    """The stem to which an option leads, or the moves: the complete one, and those that follow from
    it without a choice. None for an option that isn't one here.
    """
    stem, move = pick(line, stem, picked)
    if move is not None:
        after = line.push(move)
        return stem, (move, *(forced(after) if after.played else ()))
    return (stem, ()) if ways(line, stem) else None


def chosen_last(line: AnyLine, steps: Sequence[AnyStep]) -> int:
    """The number of a turn's tokens from the last chosen one on; those after it were forced. The
    turn begins at the line.
    """
    last = 0
    for number, step in enumerate(steps):
        if not forced(line):
            last = number
        line = line.push(step.move)
    return len(steps) - last


def several(line: AnyLine, picked: Sequence[str]) -> tuple[str, tuple[str, ...]]:
    """Several moves that were picked at once: those for this turn, and those for later turns."""
    tokens = list(picked)
    turn = [tokens.pop(0)]
    line = line.push(parse(line.game, line.position, turn[0]))
    while tokens and line.played:
        turn.append(tokens.pop(0))
        line = line.push(parse(line.game, line.position, turn[-1]))
    return " ".join(turn), tuple(tokens)


def before(
    line: AnyLine, stem: str, offered: Callable[[str], Iterable[Continuation]] | None = None
) -> str:
    """The stem at which this one was picked. `offered` gives the ways at a stem; by default these
    are all its continuations.
    """
    here, offered = "", offered or (lambda begun: ways(line, begun))
    while here != stem:
        found = (
            pick(line, here, way.text)[0] for way in offered(here) if stem.startswith(way.text)
        )
        further = next((one for one in found if one != here and stem.startswith(one)), stem)
        if further == stem:
            return here
        here = further
    return ""
