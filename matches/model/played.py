"""What comes of a player's turn: a draft, turns that were played, prepared turns that can't be
played.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from games.errors import MoveError
from games.play import AnyLine, AnyStep, closing
from games.protocol import Seat
from matches.model.ids import PlayerId
from matches.model.match import LoggedEvent, Match, PlayedTurn


@dataclass(frozen=True, slots=True)
class Draft:
    """The turn that a player has begun and not entered yet. Only they may see it.

    `match` is the match it builds on, `text` its canonical tokens, `line` where they lead.
    """

    match: Match
    seat: Seat
    text: str
    line: AnyLine
    steps: tuple[AnyStep, ...] = ()

    @property
    def length(self) -> int:
        """The number of its tokens; buttons and menus that show a draft carry it."""
        return len(self.steps)

    @property
    def complete(self) -> bool:
        """Whether it is a complete turn that only needs to be confirmed."""
        return bool(self.steps) and not self.line.position.mid_turn

    @property
    def emptied(self) -> Draft:
        """An empty draft of the same player."""
        return Draft(self.match, self.seat, "", self.match.line)

    @property
    def continued(self) -> AnyLine:
        """The line that the next text continues: the draft, unless it is a complete turn."""
        return self.match.line if self.complete else self.line

    @property
    def can_stop(self) -> bool:
        """Whether it can be confirmed: it is a complete turn, or one that may end here."""
        return self.complete or closing(self.line.game, self.line.position) is not None


@dataclass(frozen=True, slots=True)
class Dropped:
    """Prepared turns that were thrown away because the first of them can't be played.

    Only their owner may be told.
    """

    seat: Seat
    player: PlayerId | None
    texts: tuple[str, ...]
    error: MoveError


def noting(dropped: Sequence[Dropped], new: Dropped) -> list[Dropped]:
    """The notes of dropped turns with the latest one added: one per seat, however often turns are
    dropped.
    """
    before = next((one for one in dropped if one.seat == new.seat), None)
    if before is None:
        return [*dropped, new]
    more = replace(before, texts=before.texts + new.texts)
    return [more if one is before else one for one in dropped]


@dataclass(frozen=True, slots=True)
class Played:
    """What a use case did with a turn.

    `turns` are the turns entered by it, in order: the player's own first (if it was complete), then
    automatic passes and prepared turns of the next players. `events` are withdrawals and
    agreements. `draft` is the player's draft, if the turn is not complete. `dropped` lists prepared
    turns that were thrown away. `prepared` are the turns that this player has prepared now.
    """

    match: Match
    player: PlayerId
    turns: tuple[PlayedTurn, ...] = ()
    events: tuple[LoggedEvent, ...] = ()
    draft: Draft | None = None
    dropped: tuple[Dropped, ...] = ()
    prepared: tuple[str, ...] = ()
    repeated: bool = False
    """Whether this is the outcome of an interaction that had been delivered before."""
    behind: bool = True
    """Whether the outbox may still hold boards from before it."""

    @property
    def steps(self) -> tuple[AnyStep, ...]:
        """The plies of all turns in order."""
        return tuple(step for turn in self.turns for step in turn.steps)
