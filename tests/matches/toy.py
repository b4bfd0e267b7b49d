"""A tiny game with everything that a match must handle: staged turns, passes, options, seats.

The first to climb to the goal wins. `step` climbs one. `jump` climbs two and must be followed by
`left` or `right`. `run` climbs one and may be followed by `run` or closed with `end`. `block`
leaves the next seat only `pass`. `grab` must be followed by `keep-a` (climbs one) or `keep-b`; a
player who withdraws in between gets `keep-a`. Withdrawn seats are skipped.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

from games.errors import InvalidMove
from games.protocol import (
    END,
    PASS,
    Game,
    Info,
    Option,
    Part,
    Position,
    Result,
    Seat,
    Setup,
    ranked,
)
from games.scene import Board, Scene
from games.words import Event, Phrase, Refusal, Texts

TOKENS = ("block", END, "grab", "jump", "keep-a", "keep-b", "left", PASS, "right", "run", "step")
AFTER = {"": ("block", "grab", "jump", "run", "step"), "jump": ("left", "right")}
AFTER |= {"run": (END, "run"), "grab": ("keep-a", "keep-b")}
CLIMBS = {"step": 1, "jump": 2, "run": 1, "keep-a": 1}


@dataclass(frozen=True, slots=True)
class Climb:
    """Heights by seat, the seat to move, the unfinished turn, and the withdrawn seats."""

    heights: tuple[int, ...]
    goal: int
    seat: Seat = 1
    begun: str = ""
    blocked: bool = False
    gone: tuple[Seat, ...] = ()
    result: Result | None = None

    def __str__(self) -> str:
        gone = ",".join(map(str, self.gone)) or "-"
        heights = ",".join(map(str, self.heights))
        blocked = "blocked" if self.blocked else "free"
        begun = self.begun or "-"
        return f"{heights}/{self.goal} {self.seat} {begun} {blocked} {gone} {self.result or '-'}"

    @property
    def seats(self) -> int:
        """One for each height."""
        return len(self.heights)

    @property
    def to_move(self) -> Seat | None:
        """The seat to act."""
        return None if self.result else self.seat

    @property
    def mid_turn(self) -> bool:
        """Whether a turn has begun."""
        return bool(self.begun) and self.result is None

    @property
    def phase(self) -> str:
        """There is only one."""
        return "play"

    @property
    def withdrawn(self) -> tuple[Seat, ...]:
        """The withdrawn seats."""
        return self.gone

    def passed_on(self) -> Climb:
        """The same position, with the next seat to act."""
        seat = self.seat % self.seats + 1
        while seat in self.gone:
            seat = seat % self.seats + 1
        return replace(self, seat=seat, begun="", blocked=False)


@dataclass(frozen=True, slots=True, order=True)
class Go:
    """A move: its token."""

    token: str

    def __str__(self) -> str:
        return self.token


def start(setup: Setup) -> Climb:
    """Everybody at the bottom."""
    return Climb((0,) * setup.seats, int(setup.options["goal"]))


def heights(position: Position) -> tuple[int, ...]:
    """How high each seat has climbed."""
    assert isinstance(position, Climb)
    return position.heights


def legal_moves(position: Climb) -> Sequence[Go]:
    """The possible continuations."""
    if position.result:
        return ()
    if position.blocked:
        return (Go(PASS),)
    return tuple(Go(token) for token in AFTER[position.begun])


def read(position: Climb, text: str) -> Go:
    """Tokens in any case."""
    if text.lower() not in TOKENS:
        raise InvalidMove(Refusal("unknown-notation", {"text": text}), text, position)
    return Go(text.lower())


def objection(position: Climb, move: Go) -> Refusal | None:
    """The only reason there is."""
    return None if move in legal_moves(position) else Refusal("not-now", {"text": str(move)})


def apply(position: Climb, move: Go) -> Climb:
    """Climbs, and ends the turn unless more must or may follow."""
    seat, token = position.seat, move.token
    heights = list(position.heights)
    heights[seat - 1] += CLIMBS.get(token, 0)
    after = replace(position, heights=tuple(heights))
    if heights[seat - 1] >= position.goal and token not in ("jump", "grab"):
        return replace(after, begun="", result=_won(after, seat, "top"))
    if token in ("jump", "run", "grab"):
        return replace(after, begun=token)
    return replace(after.passed_on(), blocked=token == "block")


def _won(position: Climb, seat: Seat, reason: str) -> Result:
    return Result(ranked(position.seats, (seat,), position.gone), reason)


def withdraw(position: Climb, seat: Seat, reason: str, turn_start: Climb) -> Climb:
    """Drops the unfinished turn, except a grab, which ends with `keep-a`."""
    mine = position.seat == seat
    if mine and position.begun == "grab":
        heights = list(position.heights)
        heights[seat - 1] += 1
        turn_start = replace(position, heights=tuple(heights), begun="")
    base = turn_start if mine else position
    base = replace(base, gone=(*base.gone, seat))
    left = [other for other in range(1, base.seats + 1) if other not in base.gone]
    if len(left) == 1:
        return replace(base, begun="", result=_won(base, left[0], reason))
    return base.passed_on() if mine else base


def events(before: Climb, move: Go, after: Climb) -> Sequence[Event]:
    """One per move."""
    return (Event("moved", {"seat": before.seat, "text": str(move)}),)


def spellings(move: Go) -> Sequence[Sequence[Part]]:
    """A token is one part."""
    return ((Part("token", move.token),),)


def position(text: str) -> Climb:
    """Not needed here."""
    raise ValueError(text)


BOARD = Board(1, 1, (), (), (), {}, 1)


def scene(position: Climb, last: Sequence[Event]) -> Scene:
    """No picture."""
    return Scene(BOARD, (), (), position.to_move)


def words(position: Climb) -> Sequence[Phrase]:
    """No words."""
    return ()


def _draw_colour(rng: Random) -> str:
    return rng.choice(("red", "green"))


GAME: Game[Climb, Go] = Game(
    info=Info(
        key="toy",
        name="Climb",
        seats=(2, 3, 4),
        options=(
            Option("goal", ("12", "40", "1000"), "12"),
            Option("colour", ("red", "green"), None, draw=_draw_colour),
            Option("pact", ("yes", "no"), "no", seats=(3, 4)),
        ),
    ),
    texts=Texts("Climb", ("A", "B", "C", "D"), (), {}, {}, {}, {}, {}),
    start=start,
    legal_moves=legal_moves,
    read=read,
    objection=objection,
    apply=apply,
    events=events,
    withdraw=withdraw,
    spellings=spellings,
    position=position,
    scene=scene,
    words=words,
)


def _stricter(position: Climb) -> Sequence[Go]:
    return tuple(move for move in legal_moves(position) if move.token != "jump")


STRICTER: Game[Climb, Go] = replace(GAME, legal_moves=_stricter)
"""The same game without `jump`, as after a rule change."""
