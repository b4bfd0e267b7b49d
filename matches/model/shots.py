"""What of a match is shown: from which side, and with which turns marked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from games.protocol import Part, Position, Seat
from games.scene import Mark
from games.shot import Shot
from matches.model.computer_players import is_computer_player
from matches.model.match import Listing, PlayedTurn
from matches.model.played import Draft
from matches.model.turns import since


def side(match: Listing) -> Seat | None:
    """The seat at the bottom of all pictures of a match; None for the board as it is printed.

    A channel sees the same board as its players, and nobody should have to turn it in their mind.
    So it is turned only for a person who plays against computer players alone.
    """
    people = [
        seat
        for seat, player in enumerate(match.players, start=1)
        if player is None or not is_computer_player(player)
    ]
    return people[0] if len(people) == 1 else None


def after(position: Position, turns: Sequence[PlayedTurn]) -> Shot:
    """A position with the last of these turns marked, and faintly the earlier ones."""
    last = turns[-1].steps if turns else ()
    earlier = tuple(step for one in turns[:-1] for step in one.steps)
    return Shot(position, last, (), None, earlier)


def of_draft(draft: Draft, marks: tuple[Mark, ...] = (), begun: tuple[Part, ...] = ()) -> Shot:
    """A player's draft; if it is empty, what has happened since they last moved. `begun` are the
    parts that they have picked of the next move.
    """
    shot = after(draft.line.position, since(draft.match, draft.seat))
    if draft.steps:
        shot = replace(shot, steps=draft.steps, earlier=(*shot.earlier, *shot.steps))
    return replace(shot, marks=marks, mover=draft.seat, begun=begun)
