"""Competitions for two seats in FIDE's format for tournament reports (TRF16, C.04 annex 2), with
the extensions of JaVaFo that pairing programs share.

The first seat is white. Starting numbers are places in the seeding. The report gives the results of
whole pairings, not of their games. What was ended by time or by the director counts as played.
Entrants who were not paired in a round were absent (Z). If a pairing was tied by forfeits alone,
both have half a point without an opponent (H), since the format can't express it better; if both
lost, both have a forfeit loss.

The format can't express a game that is still being played, either: a blank result means absence,
and strict parsers refuse it next to an opponent. So such a round is left out at the end of an
entrant's line. If a later round is already decided, as happens where all rounds are played
together, the entrant is reported as absent from the undecided one.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from itertools import chain

from py4swiss.trf import ParsedTrf
from py4swiss.trf.codes import PlayerCode
from py4swiss.trf.results import ColorToken, ResultToken, RoundResult
from py4swiss.trf.sections import PlayerSection, TournamentSection, XSection

from competitions.formats.steps import Apart, all_pairings
from competitions.model.competition import Competition
from competitions.model.entrants import EntrantId
from competitions.model.pairings import Outcomes, Pairing
from competitions.model.results import DRAW, LOSS, WIN, decided, halves, scores, unplayed
from competitions.model.words import one_line

_NAME = 33
"""How many characters of a name fit in."""

_ABSENT = RoundResult(id=0, color=ColorToken.BYE_OR_NOT_PAIRED, result=ResultToken.ZERO_POINT_BYE)
_COLOURS = (ColorToken.WHITE, ColorToken.BLACK)
_PLAYED = {WIN: ResultToken.WIN, DRAW: ResultToken.DRAW, LOSS: ResultToken.LOSS}
_FORFEITED = {
    WIN: ResultToken.FORFEIT_WIN,
    DRAW: ResultToken.HALF_POINT_BYE,
    LOSS: ResultToken.FORFEIT_LOSS,
}
_BYES = {
    WIN: ResultToken.PAIRING_ALLOCATED_BYE,
    DRAW: ResultToken.HALF_POINT_BYE,
    LOSS: ResultToken.ZERO_POINT_BYE,
}


def report(
    competition: Competition,
    rounds: int,
    names: Mapping[EntrantId, str] | None = None,
    places: Collection[tuple[EntrantId, ...]] = (),
    title: str | None = None,
) -> ParsedTrf:
    """The decided pairings as a report; `rounds` is how many are planned in all."""
    numbers = {id_: number for number, id_ in enumerate(competition.seeding, 1)}
    ranks = {id_: rank for rank, id_ in enumerate(chain.from_iterable(places), 1)}
    ratings = {entrant.id: entrant.rating for entrant in competition.entrants}
    points = scores(competition.seeding, all_pairings(competition), competition.outcomes)
    rounds_ = [_results(pairings, competition.outcomes, numbers) for pairings in competition.rounds]
    sections = [
        PlayerSection(
            code=PlayerCode.PLAYER,
            starting_number=number,
            name=one_line((names or {}).get(id_, ""))[:_NAME].strip() or None,
            fide_rating=_rating(ratings[id_]),
            points_times_ten=5 * points[id_],
            rank=ranks.get(id_, number),
            results=_line([found.get(id_, _ABSENT) for found in rounds_]),
        )
        for id_, number in numbers.items()
    ]
    tournament = TournamentSection(
        tournament_name=one_line(title or "") or None, number_of_players=str(len(sections))
    )
    return ParsedTrf(
        player_sections=sections,
        tournament_section=tournament,
        x_section=XSection(number_of_rounds=rounds),
    )


def forbidden(
    trf: ParsedTrf, competition: Competition, absent: Collection[EntrantId], apart: Apart
) -> None:
    """Adds to a report who must not be paired, and which pairs must not meet."""
    numbers = {id_: number for number, id_ in enumerate(competition.seeding, 1)}
    trf.x_section.zeroed_ids = {numbers[id_] for id_ in absent}
    trf.x_section.forbidden_pairs = {
        (numbers[one], numbers[other])
        for one, other in apart
        if one in numbers and other in numbers
    }


def _results(
    pairings: tuple[Pairing, ...], outcomes: Outcomes, numbers: Mapping[EntrantId, int]
) -> dict[EntrantId, RoundResult | None]:
    """The results of a round; None for those whose pairing is not decided."""
    found: dict[EntrantId, RoundResult | None] = {}
    for pairing in pairings:
        if not decided(pairing, outcomes):
            found |= dict.fromkeys(pairing.seats)
            continue
        for seat, points in enumerate(halves(pairing, outcomes)):
            found[pairing.seats[seat]] = _result(pairing, outcomes, numbers, seat, points)
    return found


def _line(results: list[RoundResult | None]) -> list[RoundResult]:
    """The results of an entrant, up to the last known one."""
    while results and results[-1] is None:
        results.pop()
    return [_ABSENT if result is None else result for result in results]


def _result(
    pairing: Pairing, outcomes: Outcomes, numbers: Mapping[EntrantId, int], seat: int, points: int
) -> RoundResult:
    if pairing.bye:
        token, colour, other = _BYES[points], ColorToken.BYE_OR_NOT_PAIRED, 0
    else:
        tokens = _FORFEITED if unplayed(pairing, outcomes) else _PLAYED
        token, colour, other = tokens[points], _COLOURS[seat], numbers[pairing.seats[1 - seat]]
    if token is ResultToken.HALF_POINT_BYE:
        colour, other = ColorToken.BYE_OR_NOT_PAIRED, 0
    return RoundResult(id=other, color=colour, result=token)


def _rating(rating: float | None) -> int | None:
    """The rating, if it has at most four digits: the format has no room for more."""
    return round(rating) if rating is not None and 0 <= round(rating) <= 9999 else None
