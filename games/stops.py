"""A match stop by stop: after each of its turns and events, without a replay from the start."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from games.errors import MoveError
from games.play import AnyLine, AnyStep, Line, play_turn
from games.protocol import AnyGame, Position, Seat, Setup

SPAN = 32
"""From one kept position to the next there are so many turns and events."""


@dataclass(frozen=True, slots=True)
class Stop:
    """A match after its first turns and events, `number` of them; knows nothing of later ones but
    how many there are (`end`).
    """

    number: int
    end: int
    turns: int
    """How many of them are turns."""
    position: Position
    seat: Seat | None = None
    """Who played the last turn."""
    text: str = ""
    """The last turn."""
    steps: tuple[AnyStep, ...] = ()
    """Its plies."""
    event: str | None = None
    """The token of the event that came last, if that was no turn."""


class Stops:
    """All stops of a match, of which every 32nd is kept; the others are played from the one before.

    `entries` are its turns and events as far as they replay.
    """

    def __init__(self, game: AnyGame, setup: Setup, entries: Iterable[str]) -> None:
        line: AnyLine = Line.begin(game, setup)
        self._kept = [(line, Stop(0, 0, 0, line.position))]
        self._turns: list[int] = []
        """For each turn how many turns and events there are up to its end."""
        found = []
        for number, (text, line, stop) in enumerate(_played(*self._kept[0], entries), start=1):
            found.append(text)
            if stop.event is None:
                self._turns.append(number)
            if not number % SPAN:
                self._kept.append((line, stop))
        self.entries = tuple(found)

    @property
    def turns(self) -> int:
        """How many turns there are."""
        return len(self._turns)

    def at(self, number: int) -> Stop:
        """The stop after so many turns and events, or the nearest one."""
        number = max(0, min(number, len(self.entries)))
        line, stop = self._kept[number // SPAN]
        for _, _, there in _played(line, stop, self.entries[stop.number : number]):
            stop = there
        return replace(stop, end=len(self.entries))

    def positions(self) -> Iterator[Position]:
        """That of the start, and of each stop."""
        line, start = self._kept[0]
        yield start.position
        for _, _, stop in _played(line, start, self.entries):
            yield stop.position

    def of_turn(self, number: int) -> Stop:
        """The stop after a turn; 0 is the start."""
        turn = max(0, min(number, self.turns))
        return self.at(self._turns[turn - 1] if turn else 0)


def _played(
    line: AnyLine, stop: Stop, entries: Iterable[str]
) -> Iterator[tuple[str, AnyLine, Stop]]:
    """What each entry leads to, up to the first that can't be played."""
    turns = stop.turns
    for number, text in enumerate(entries, start=stop.number + 1):
        try:
            event = line.event(text)
            if event is not None:
                line = event
                stop = replace(stop, number=number, position=line.position, event=text)
            else:
                turn, seat, turns = play_turn(line, text), line.position.to_move, turns + 1
                line = turn.line
                stop = Stop(number, 0, turns, line.position, seat, turn.text, turn.steps)
        except MoveError:
            return
        yield text, line, stop


def entries(game: AnyGame, setup: Setup, texts: Sequence[str]) -> Iterator[str]:
    """The turns and events of a record one by one, however its tokens stand in lines.

    The record must replay. A turn that a withdrawal cuts short stands before it.
    """
    line: AnyLine = Line.begin(game, setup)
    begun: list[str] = []
    for token in (token for text in texts for token in text.split()):
        event = line.event(token)
        if event is None:
            begun.append(token)
            line = line.read(token)[1]
        if begun and (event is not None or not line.position.mid_turn):
            yield " ".join(begun)
            begun = []
        if event is not None:
            line = event
            yield token.lower()
    if begun:
        yield " ".join(begun)
