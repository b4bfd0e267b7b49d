"""Help pictures and tutorial tasks, played out by the engine itself."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from games import play
from games.play import AnyLine, AnyStep, Line, Step, events, play_turn
from games.protocol import AnyGame, Part, Setup
from games.scene import Scene
from games.words import Event, Lesson, Situation


@dataclass(frozen=True, slots=True)
class Shown:
    """A situation played out: its setup, the line it leads to, and its last turn; with the parts of
    the next move that have been picked.
    """

    setup: Setup
    line: AnyLine
    steps: tuple[AnyStep, ...]
    begun: tuple[Part, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The English names of the seats."""
        return self.line.game.seat_names(self.setup)

    @property
    def scene(self) -> Scene:
        """The picture, with the marks of the last turn."""
        game = self.line.game
        return game.scene(self.line.position, events(game, self.steps))

    def then(self, steps: tuple[AnyStep, ...], line: AnyLine) -> Shown:
        """The same situation after a further turn, or the beginning of one."""
        return Shown(self.setup, line, steps) if steps else self


def shown(game: AnyGame, situation: Situation) -> Shown:
    """Plays a situation.

    Raises OptionError for a wrong setup, ValueError for text that is no position, and MoveError for
    a token that can't be played.
    """
    seats, begun = situation.seats, None
    if situation.position:
        begun = game.position(situation.position)
        seats = begun.seats
    setup = play.setup(game, seats, situation.options, Random(0))
    line = Line.begin(game, setup) if begun is None else Line.at(game, begun)
    steps: list[AnyStep] = []
    for token in situation.line.split():
        if not line.played:
            steps.clear()
        before, (moves, line) = line.position, line.read(token)
        for move in moves:
            after = game.apply(before, move)
            steps.append(Step(before, move, after))
            before = after
    return Shown(setup, line, tuple(steps))


@dataclass(frozen=True, slots=True)
class Attempt:
    """A try at a lesson: `text` holds its canonical tokens, `after` is the situation after them."""

    text: str
    after: Shown
    events: tuple[Event, ...]
    solved: bool
    complete: bool
    """Whether the turn is over. If not, it may still reach the goal."""


def attempt(game: AnyGame, lesson: Lesson, text: str) -> Attempt:
    """Tries a turn, or the beginning of one. Raises MoveError for what can't be played."""
    given = shown(game, lesson)
    turn = play_turn(given.line, text)
    happened = events(game, turn.steps)
    result = turn.line.position.result
    solved = (result is not None and result.reason == lesson.goal) or any(
        event.code == lesson.goal and lesson.which.items() <= event.fields.items()
        for event in happened
    )
    after = given.then(turn.steps, turn.line)
    return Attempt(turn.text, after, happened, solved, turn.complete)
