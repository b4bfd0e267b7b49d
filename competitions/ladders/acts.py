"""What somebody can do with a ladder. Only these acts are offered to them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Literal, TypeAlias

from competitions.ladders.held import Held
from competitions.model.entrants import MemberId
from matches.model.ids import PlayerId

LadderAct: TypeAlias = Literal[
    "join",
    "challenge",
    "accept",
    "refuse",
    "recall",
    "leave",
    "remove",
    "move",
    "annul",
    "close",
    "change",
    "hand-over",
]
"""The use cases of `challenges` and `direction` that have these names."""


def possible(
    held: Held, player: PlayerId, now: datetime, *, manager: bool = False
) -> tuple[LadderAct, ...]:
    """The acts that the player would not be refused now, as far as the ladder itself decides.
    Whether they meet its terms is only checked when they join. The members' acts come first, then
    the director's.
    """
    acts: list[LadderAct] = []
    if not held.ladder.closed:
        member = held.member_of(player)
        acts += ["join"] if member is None else _of_member(held, member, now)
    if player == held.host or manager:
        acts += _of_director(held)
    return tuple(acts)


def _of_member(held: Held, member: MemberId, now: datetime) -> Iterator[LadderAct]:
    own, asked = held.challenging(member), held.challenged(member)
    if asked is not None and member in asked.unanswered and asked.number not in held.late(now):
        yield from ("accept", "refuse")
    if len(held.ladder.reachable(member, now)) >= held.ladder.settings.seats - 1:
        yield "challenge"
    if own is not None and own.unanswered:
        yield "recall"
    yield "leave"


def _of_director(held: Held) -> Iterator[LadderAct]:
    if not held.ladder.closed:
        if held.ladder.places:
            yield from ("remove", "move")
        if held.ladder.challenges:
            yield "annul"
        yield from ("close", "change")
    yield "hand-over"
