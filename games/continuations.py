"""What can follow a text that was typed or picked: one trie for menus, completion and hints."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Generic

from games.errors import MoveError
from games.play import Line, play_turn, tidy
from games.protocol import Game, M, P, Part, Position

WHOLE = 99
"""A depth at which moves are spelled out as far as possible in one continuation."""


@dataclass(frozen=True, slots=True)
class Continuation:
    """Legal next parts of a token.

    `text` is the token up to and including these `parts`; `before` are the parts that it already
    had. `move` is the move that it spells, or None while parts are missing. `open` says whether
    longer tokens begin with it.
    """

    text: str
    parts: tuple[Part, ...]
    move: Hashable | None
    open: bool
    before: tuple[Part, ...] = ()

    @property
    def part(self) -> Part:
        """The first of the parts."""
        return self.parts[0]

    @property
    def whole(self) -> tuple[Part, ...]:
        """All parts of the token."""
        return self.before + self.parts


def continuations(
    game: Game[P, M],
    position: P,
    typed: str = "",
    depth: int = 1,
    spellings: Callable[[M], Sequence[Sequence[Part]]] | None = None,
) -> list[Continuation]:
    """The continuations of the beginning of a token, each at most `depth` parts longer, sorted by
    text. None goes beyond a part that is asked for `apart`.

    Case and common typing habits don't matter. If the text is a complete token, it comes first. If
    a move can be spelled in several orders, only the first is returned. `spellings` defaults to the
    game's own.
    """
    stem = tidy(typed).casefold()
    found: dict[str, _Branch[M]] = {}
    for move in game.legal_moves(position):
        orders = (spellings or game.spellings)(move)
        told: set[frozenset[str]] = set()
        for spelling in orders:
            begun = _begun(spelling, stem)
            if begun is None:
                continue
            end = _end(spelling, begun, depth)
            last = end == len(spelling)
            if len(orders) > 1:
                things = frozenset([part.point or part.text for part in spelling])
                if last and things in told:
                    continue
                told.add(things)
            text = "".join([part.text for part in spelling[:end]])
            branch = found.get(text)
            if branch is None:
                branch = _Branch(tuple(spelling[:begun]), tuple(spelling[begun:end]))
                found[text] = branch
            branch.add(move, whole=last)
    ways = [branch.way(text) for text, branch in found.items()]
    return sorted(ways, key=lambda way: (len(way.text) != len(stem), way.text))


def _begun(spelling: Sequence[Part], stem: str) -> int | None:
    """The number of parts that come before the next one, if the spelling begins with the stem; else
    None.
    """
    if not stem:
        return 0
    text = ""
    for number, part in enumerate(spelling, start=1):
        text += part.text
        if text.casefold().startswith(stem) and (len(text) > len(stem) or number == len(spelling)):
            return number - 1
    return None


def _end(spelling: Sequence[Part], begun: int, depth: int) -> int:
    end = begun + 1
    while end < len(spelling) and end < begun + depth and not spelling[end].apart:
        end += 1
    return end


@dataclass(slots=True)
class _Branch(Generic[M]):
    """The continuations that share the beginning of a token."""

    before: tuple[Part, ...]
    parts: tuple[Part, ...]
    move: M | None = None
    latest: M | None = None
    below: int = 0

    def add(self, move: M, *, whole: bool) -> None:
        """Adds a move, only once for all orders in which it can be spelled."""
        if whole:
            self.move = move
        if move is not self.latest:
            self.latest = move
            self.below += 1

    def way(self, text: str) -> Continuation:
        goes_on = self.below > (self.move is not None)
        return Continuation(text, self.parts, self.move, goes_on, self.before)


@dataclass(frozen=True, slots=True)
class Outlook(Generic[P, M]):
    """What can follow a text that may be a turn, a part of one, or half a token.

    `line` is the line after its complete tokens, `done` holds these tokens, and `stem` the rest.
    """

    line: Line[P, M]
    done: str
    stem: str
    ways: tuple[Continuation, ...]


def outlook(line: Line[P, M], typed: str) -> Outlook[P, M]:
    """Splits a text into its complete tokens and the rest, and finds what can follow.

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
    """A text to offer for what has been typed: the beginning of a turn.

    `way` is its last token, to be played at `position`.
    """

    text: str
    position: Position
    way: Continuation


def completions(line: Line[P, M], typed: str, limit: int) -> list[Completion]:
    """At most `limit` texts to offer for what has been typed, each the beginning of a turn.

    Tokens are spelled out as far as the limit allows: few choices show whole moves, many show only
    the next part. No offered move is tried, so nothing can reveal what it is worth. Text that can't
    be played has no completions.
    """
    try:
        view = outlook(line, typed)
    except MoveError:
        return []
    game, position, ways = view.line.game, view.line.position, view.ways
    for depth in (2, WHOLE) if ways else ():
        longer = continuations(game, position, view.stem, depth)
        ways = tuple(longer) if len(longer) <= limit else ways
    lead = view.done + " " if view.done else ""
    found: dict[str, Completion] = {}
    for way in ways[:limit]:
        text = lead + (way.text if way.move is None or way.open else str(way.move))
        found.setdefault(text, Completion(text, position, way))
    return list(found.values())
