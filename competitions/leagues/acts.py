"""What somebody can do with a league. Only these acts are offered to them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypeAlias

from competitions.leagues.held import Held
from matches.model.ids import PlayerId

LeagueAct: TypeAlias = Literal[
    "join", "leave", "begin", "enter", "dismiss", "end", "cancel", "change", "hand-over"
]
"""The use cases of `signup` and `direction` that have these names."""


def possible(held: Held, player: PlayerId, *, manager: bool = False) -> tuple[LeagueAct, ...]:
    """The acts that the player would not be refused now, as far as the league itself decides.
    Whether they meet its terms is only checked when they sign up. The players' acts come first,
    then the director's.
    """
    acts: list[LeagueAct] = [*_of_player(held, player)]
    if player == held.host or manager:
        acts += _of_director(held)
    return tuple(acts)


def _of_player(held: Held, player: PlayerId) -> Iterator[LeagueAct]:
    if held.league.status == "over":
        return
    if held.is_signed(player):
        yield "leave"
    elif not held.league.ends:
        yield "join"


def _of_director(held: Held) -> Iterator[LeagueAct]:
    now = held.league
    if now.status != "over":
        if now.status == "open" and len(now.signed) >= now.settings.seats:
            yield "begin"
        if not now.ends:
            yield "enter"
            if now.signed:
                yield "dismiss"
            yield "end"
        yield from ("cancel", "change")
    yield "hand-over"
