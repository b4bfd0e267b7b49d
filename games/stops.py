"""A match stop by stop, after each turn or event, without replaying it all from the start."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from games.errors import MoveError
from games.play import AnyLine, AnyStep, Line, play_turn
from games.protocol import AnyGame, Position, Seat, Setup

SPAN = 32
"""The number of turns and events between kept positions."""


@dataclass(frozen=True, slots=True)
class Stop:
    """A match after its first `number` turns and events.

    It knows only the number of later ones: the match has `end` turns and events in all.
    """

    number: int
    end: int
    turns: int
    """The number of turns among them."""
    position: Position
    seat: Seat | None = None
    """The seat that played the last turn."""
    text: str = ""
    """The last turn."""
    steps: tuple[AnyStep, ...] = ()
    """The plies of the last turn."""
    event: str | None = None
    """The token of the last entry if that was an event, not a turn."""


class Stops:
    """All stops of a match. Every 32nd is kept; others are replayed from the kept one before them.

    `entries` holds the turns and events up to the first that can't be played.
    """

    def __init__(self, game: AnyGame, setup: Setup, entries: Iterable[str]) -> None:
        line: AnyLine = Line.begin(game, setup)
        self._end = line, Stop(0, 0, 0, line.position)
        self._kept = [self._end]
        self._turns: list[int] = []
        """For each turn, the number of turns and events up to and including it."""
        self.entries: tuple[str, ...] = ()
        self._go_on(entries)

    def _go_on(self, entries: Iterable[str]) -> None:
        found = []
        for text, line, stop in _played(*self._end, entries):
            self._end = line, stop
            found.append(text)
            if stop.event is None:
                self._turns.append(stop.number)
            if not stop.number % SPAN:
                self._kept.append(self._end)
        self.entries += tuple(found)

    def follow(self, entries: Sequence[str]) -> bool:
        """Continues to the end of these turns and events, without replaying known ones. Returns
        False, and changes nothing, if they don't begin with the known ones.
        """
        known = len(self.entries)
        if tuple(entries[:known]) != self.entries:
            return False
        self._go_on(entries[known:])
        return True

    @property
    def turns(self) -> int:
        """The number of turns."""
        return len(self._turns)

    def at(self, number: int) -> Stop:
        """The stop after this many turns and events, clamped to those that exist."""
        number = max(0, min(number, len(self.entries)))
        line, stop = self._end if number == len(self.entries) else self._kept[number // SPAN]
        for _, _, there in _played(line, stop, self.entries[stop.number : number]):
            stop = there
        return replace(stop, end=len(self.entries))

    def positions(self) -> Iterator[Position]:
        """The position at the start and at each stop."""
        line, start = self._kept[0]
        yield start.position
        for _, _, stop in _played(line, start, self.entries):
            yield stop.position

    def of_turn(self, number: int) -> Stop:
        """The stop after a turn, by its number, clamped to those that exist; 0 is the start."""
        turn = max(0, min(number, self.turns))
        return self.at(self._turns[turn - 1] if turn else 0)


def _played(
    line: AnyLine, stop: Stop, entries: Iterable[str]
) -> Iterator[tuple[str, AnyLine, Stop]]:
    """Each entry with the line and the stop after it, up to the first that can't be played."""
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
    """The turns and events of a record one by one, however its tokens are split into lines.

    The record must replay. A turn that a withdrawal cuts short comes before the withdrawal.
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
