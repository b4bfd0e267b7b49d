"""The Swiss system for two seats: FIDE's Dutch system (C.04.3, in the edition until January 2026).
The library py4swiss does all of the pairing itself.

The first seat is white. Forfeited games and byes count as unplayed: they give points, but neither
an opponent nor a colour (C.04.2.D). Entrants who have withdrawn are no longer paired; those who are
excused from a round get half a point and are not paired in it. If the number of the others is odd,
one has a bye worth a full point. Nobody gets a second one, nor one after winning by forfeit
(C.04.1.c, d). A pairing of several games counts as one game; whoever had the first seat in its
first game is white.

FIDE leaves one case to the arbiter: a round that can't be paired only because some are excused.
Then others get a bye, too: as few as possible, and the lowest ones. With more than ten others, the
competition is over instead.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from py4swiss.engines import DutchEngine
from py4swiss.engines.common import PairingError

from competitions.formats import trf
from competitions.formats.steps import (
    Apart,
    Over,
    Step,
    all_pairings,
    by_standings,
    need_decided,
    relaxed,
)
from competitions.model.competition import Competition
from competitions.model.entrants import EntrantId
from competitions.model.events import Paired, Tables
from competitions.model.results import scores

_FEW = 10
"""With up to this many entrants, every choice of who gets a further bye is tried."""


def planned(competition: Competition) -> int:
    """How many rounds are planned: as chosen in the settings, or one more than a knockout would
    have.

    Never more than a round robin would have.
    """
    count = len(competition.seeding)
    wanted = competition.settings.rounds or (count - 1).bit_length() + 1
    return min(wanted, count - 1 + count % 2)


order = by_standings


def next_round(competition: Competition, apart: Apart = (), seed: int = 0) -> Step:
    """The next round, or the order: after the last round, or if those who have not withdrawn can't
    be paired without breaking an absolute criterion (C.04.3.C.1 to C.3). Entrants whom `apart`
    would leave without an opponent have to meet each other after all.
    """
    need_decided(competition)
    number, last = len(competition.rounds) + 1, planned(competition)
    if number <= last and len(competition.remaining) > 1:
        tables = _tables(competition, last, apart)
        if tables is not None:
            return Paired(number, tables, competition.settings.games)
    return Over(order(competition), complete=number > last)


def _tables(competition: Competition, last: int, apart: Apart) -> Tables | None:
    """The tables of the next round, with byes of the excused last; None if it can't be paired.
    Keeping people apart never costs anybody a game.
    """
    number = len(competition.rounds) + 1
    excused = [id_ for id_ in competition.remaining if (number, id_) in competition.excused]
    playing = [id_ for id_ in competition.remaining if id_ not in excused]
    byes = [(id_,) for id_ in excused]
    for pairs in relaxed(competition, apart):
        tables = _pairs(competition, last, playing, pairs)
        if tables is not None:
            return (*tables, *byes)
    if not excused or len(playing) > _FEW:
        return None
    if _pairs(competition, last, competition.remaining, ()) is None:
        return None
    points = scores(competition.seeding, all_pairings(competition), competition.outcomes)
    playing.sort(key=lambda id_: -points[id_])
    for count in range(1, len(playing)):
        for resting in combinations(reversed(playing), count):
            others = [id_ for id_ in playing if id_ not in resting]
            tables = _pairs(competition, last, others, ())
            if tables is not None:
                return (*tables, *((id_,) for id_ in resting), *byes)
    return (*((id_,) for id_ in playing), *byes)


def _pairs(
    competition: Competition, last: int, playing: Sequence[EntrantId], apart: Apart
) -> list[tuple[EntrantId, ...]] | None:
    """The tables of those who play, in FIDE's order (C.04.3.D.9); None if they can't be paired."""
    if not playing:
        return []
    told = trf.report(competition, last)
    absent = [id_ for id_ in competition.seeding if id_ not in playing]
    trf.forbidden(told, competition, absent, apart)
    try:
        pairs = DutchEngine.generate_pairings(told)
    except PairingError:
        return None
    seeding = competition.seeding
    return [
        tuple(seeding[number - 1] for number in (pair.white, pair.black) if number)
        for pair in pairs
    ]
