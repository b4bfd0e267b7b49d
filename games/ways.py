"""The ways to go on from what was typed or picked: one trie for menus, completion and hints."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from games.errors import MoveError
from games.play import Line, play_turn, tidy
from games.protocol import Game, M, P, Part


@dataclass(frozen=True, slots=True)
class Continuation:
    """One way to go on with a token.

    `text` is the token with this part; `move` is the legal move that it then is, or None while
    parts are missing; `open` says whether longer tokens begin with it; `count` is the number of
    legal moves that do (with `move`).
    """

    text: str
    part: Part
    move: Any | None
    open: bool
    count: int


def continuations(game: Game[P, M], position: P, typed: str = "") -> list[Continuation]:
    """The legal ways to go on after the beginning of a token, each one part longer.

    Case and the usual slips do not count. A token that is complete as it was typed is the first.
    """
    stem = tidy(typed).casefold()
    found: dict[str, tuple[Part, M | None, set[str]]] = {}
    for move in game.legal_moves(position):
        for spelling in game.spellings(move):
            for text, part, last in _beginnings(spelling):
                if not text.casefold().startswith(stem) or (len(text) == len(stem) and not last):
                    continue
                _, whole, below = found.get(text, (part, None, set()))
                found[text] = (part, move if last else whole, below | {str(move)})
                break
    ways = [
        Continuation(text, part, move, len(below) > (move is not None), len(below))
        for text, (part, move, below) in found.items()
    ]
    return sorted(ways, key=lambda way: (len(way.text) != len(stem), way.text))


def _beginnings(spelling: Sequence[Part]) -> Iterator[tuple[str, Part, bool]]:
    text = ""
    for number, part in enumerate(spelling, start=1):
        text += part.text
        yield text, part, number == len(spelling)


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


def completions(line: Line[P, M], typed: str, limit: int = 25) -> list[str]:
    """Texts to offer for what has been typed: whole turns' beginnings, at most `limit`.

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
            for deeper in (_below(view, way) if way.open or way.move is None else [way])
        ]
        if len(longer) > limit or len(longer) == len(ways):
            break
        ways = longer
    lead = view.done + " " if view.done else ""
    texts = (way.text if way.open or way.move is None else str(way.move) for way in ways)
    return list(dict.fromkeys(lead + text for text in texts))[:limit]


def _below(view: Outlook, way: Continuation) -> list[Continuation]:
    if len(way.text) == len(view.stem):
        return [way]
    return continuations(view.line.game, view.line.position, way.text)
