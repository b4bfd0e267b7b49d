"""The ways to go on from what was typed or picked: one trie for menus, completion and hints."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic

from games.errors import MoveError
from games.play import Line, Step, play_turn, tidy
from games.protocol import Game, M, P, Part


@dataclass(frozen=True, slots=True)
class Continuation:
    """One way to go on with a token.

    `text` is the token with this part; `move` is the legal move that it then is, or None while
    parts are missing; `open` says whether longer tokens begin with it; `count` is the number of
    legal moves that do (with `move`), `only` that move where there is but one. `points` are the
    point of the part, or where it has none, those of the next part that has.
    """

    text: str
    part: Part
    move: Hashable | None
    open: bool
    count: int
    only: Hashable | None
    points: tuple[str, ...]


def continuations(game: Game[P, M], position: P, typed: str = "") -> list[Continuation]:
    """The legal ways to go on after the beginning of a token, each one part longer.

    Case and the usual slips do not count. A token that is complete as it was typed is the first.
    """
    stem = tidy(typed).casefold()
    found: dict[str, _Branch[M]] = {}
    for move in game.legal_moves(position):
        for spelling in game.spellings(move):
            for number, text in _beginnings(spelling):
                last = number == len(spelling)
                if not text.casefold().startswith(stem) or (len(text) == len(stem) and not last):
                    continue
                branch = found.setdefault(text, _Branch(spelling[number - 1]))
                branch.move = move if last else branch.move
                branch.below[str(move)] = move
                branch.points |= {next(filter(None, (p.point for p in spelling[number - 1 :])), "")}
                break
    ways = [branch.way(text) for text, branch in found.items()]
    return sorted(ways, key=lambda way: (len(way.text) != len(stem), way.text))


@dataclass(slots=True)
class _Branch(Generic[M]):
    """What is found below a beginning of tokens."""

    part: Part
    move: M | None = None
    below: dict[str, M] = field(default_factory=dict)
    points: set[str] = field(default_factory=set)

    def way(self, text: str) -> Continuation:
        count = len(self.below)
        points = tuple(sorted(self.points - {""}))
        only = next(iter(self.below.values())) if count == 1 else None
        goes_on = count > (self.move is not None)
        return Continuation(text, self.part, self.move, goes_on, count, only, points)


def _beginnings(spelling: Sequence[Part]) -> Iterator[tuple[int, str]]:
    text = ""
    for number, part in enumerate(spelling, start=1):
        text += part.text
        yield number, text


@dataclass(frozen=True, slots=True)
class Outlook:
    """What can be done after a text that may be a turn, a part of one, or half a token.

    `line` is where its complete tokens lead, `done` those tokens, `stem` the rest.
    """

    line: Line[Any, Any]
    done: str
    stem: str
    ways: tuple[Continuation, ...]


def outlook(line: Line[P, M], typed: str) -> Outlook:
    """Splits a text into the tokens that are certainly complete and the rest, and looks ahead.

    The last token counts as complete only if a blank follows it. Raises MoveError if one of the
    complete tokens can't be played.
    """
    text = tidy(typed)
    tokens = text.split()
    stem = tokens.pop() if tokens and not typed[-1:].isspace() else ""
    done = ""
    if tokens:
        turn = play_turn(line, " ".join(tokens))
        line, done = turn.line, turn.text
        if turn.complete:
            return Outlook(line, done, stem, ())
    if line.position.to_move is None:
        return Outlook(line, done, stem, ())
    return Outlook(line, done, stem, tuple(continuations(line.game, line.position, stem)))


@dataclass(frozen=True, slots=True)
class Completion:
    """A text to offer for what has been typed, and what it does.

    `step` is the ply of its last token, if that is a move to which nothing can be added; otherwise
    `count` legal moves go on from it. `over` says whether it is a whole turn.
    """

    text: str
    count: int
    step: Step[Any, Any] | None = None

    @property
    def over(self) -> bool:
        """Whether nothing more is to be decided in this turn."""
        return self.step is not None and not self.step.after.mid_turn


def completions(line: Line[P, M], typed: str, limit: int = 25) -> list[Completion]:
    """What to offer for what has been typed: whole turns' beginnings, at most `limit`.

    Tokens are spelled out as far as the limit allows, so that few choices show whole moves and
    many show the next part. Text that can't be played has none.
    """
    try:
        view = outlook(line, typed)
    except MoveError:
        return []
    ways = list(view.ways)
    while len(ways) <= limit:
        longer = [
            deeper
            for way in ways
            for deeper in (
                continuations(view.line.game, view.line.position, way.text)
                if way.open or way.move is None
                else [way]
            )
        ]
        if len(longer) > limit or len(longer) == len(ways):
            break
        ways = longer
    found = {one.text: one for one in (_completion(view, way) for way in ways[:limit])}
    return list(found.values())


def _completion(view: Outlook, way: Continuation) -> Completion:
    lead = view.done + " " if view.done else ""
    if way.open or way.move is None:
        return Completion(lead + way.text, way.count)
    before = view.line.position
    step = Step(before, way.move, view.line.game.apply(before, way.move))
    return Completion(lead + str(way.move), 1, step)
