"""What somebody can do with a competition. Only these acts are offered to them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Literal, TypeAlias

from competitions.formats.rounds import planned
from competitions.model.entrants import EntrantId
from competitions.model.settings import EXCUSING
from competitions.tournaments.held import Held
from matches.model.ids import PlayerId

TournamentAct: TypeAlias = Literal[
    "join",
    "agree",
    "withdraw",
    "excuse",
    "attend",
    "start",
    "enter",
    "dismiss",
    "reinstate",
    "replace",
    "decide",
    "correct",
    "take-back",
    "end",
    "cancel",
    "hand-over",
    "change",
]
"""From join to change, the use cases of `signup`, `direction` and `rulings` that have these names.
"excuse" and "attend" are about the next round.
"""

OF_LEAGUES: frozenset[TournamentAct] = frozenset({"join", "enter", "cancel", "hand-over", "change"})
"""Acts that are up to the league if a competition is a division of one."""


def possible(
    held: Held, player: PlayerId, now: datetime, *, manager: bool = False
) -> tuple[TournamentAct, ...]:
    """The acts that the player would not be refused now, as far as the competition itself decides.
    Whether they meet its terms is only checked when they sign up. The entrants' acts come first,
    then the director's.
    """
    acts: list[TournamentAct] = [*_of_entrant(held, player, now)]
    if player == held.host or manager:
        acts += _of_director(held, now)
    if held.terms.part is not None:
        acts = [act for act in acts if act not in OF_LEAGUES]
    return tuple(acts)


def _of_entrant(held: Held, player: PlayerId, now: datetime) -> Iterator[TournamentAct]:
    competition, entrant = held.competition, held.entrant_of(player)
    if competition.status not in ("open", "running"):
        return
    if entrant is None:
        if not held.over_at(now):
            yield "join"
        return
    if player in held.asked:
        yield "agree"
    if entrant in competition.withdrawn:
        return
    yield "withdraw"
    if entrant in competition.seeding and competition.settings.format in EXCUSING:
        yield from _of_round(held, entrant)


def _of_round(held: Held, entrant: EntrantId) -> Iterator[TournamentAct]:
    following = len(held.competition.rounds) + 1
    if (following, entrant) in held.competition.excused:
        yield "attend"
    elif following <= planned(held.competition):
        yield "excuse"


def _of_director(held: Held, now: datetime) -> Iterator[TournamentAct]:
    competition = held.competition
    enough = len(competition.entrants) >= competition.settings.least
    if competition.status == "open" and enough and not held.over_at(now):
        yield "start"
    if competition.status in ("open", "running"):
        if not held.over_at(now):
            yield "enter"
        if competition.outside or competition.remaining:
            yield "dismiss"
    if competition.status == "running":
        yield from _of_running(held)
    if competition.status in ("running", "over") and competition.outcomes:
        yield "correct"
    if competition.status == "running" and not competition.undecided:
        yield "end"
    if competition.status in ("open", "running"):
        yield from ("cancel", "change")
    yield "hand-over"


def _of_running(held: Held) -> Iterator[TournamentAct]:
    now = held.competition
    if any(not held.gone(id_) for id_ in now.withdrawn):
        yield "reinstate"
    if now.waiting:
        yield "replace"
    if now.undecided:
        yield "decide"
    if now.rounds:
        yield "take-back"
