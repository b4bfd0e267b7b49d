"""Reports of competitions as texts, in FIDE's format (see `trf`), for other programs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from competitions.formats import trf
from competitions.formats.rounds import order, planned
from competitions.formats.steps import all_pairings
from competitions.model.competition import Competition
from competitions.model.entrants import EntrantId
from competitions.model.errors import CompetitionError
from competitions.model.results import decided


def has_report(competition: Competition) -> bool:
    """Whether a report can be made: only for two at a table, and once it has begun."""
    return competition.settings.seats == 2 and bool(competition.seeding)


def export(competition: Competition, names: Mapping[EntrantId, str], title: str) -> str:
    """The report as a text. Its points and results are those of the decided pairings, whatever the
    names are; its places are the final ones, or the current ones. Pairings that are still being
    played are listed in remarks at its end, which programs skip. Raises CompetitionError
    (only-pairs, not-running) if no report can be made.
    """
    if not has_report(competition):
        raise CompetitionError("not-running" if competition.settings.seats == 2 else "only-pairs")
    places = competition.places or order(competition)
    rounds = max(planned(competition), len(competition.rounds))
    told = trf.report(competition, rounds, names, places, title)
    lines = [
        *told.tournament_section.to_strings(),
        *(section.to_string() for section in told.player_sections),
        *told.x_section.to_strings(),
        *_being_played(competition),
    ]
    return "".join(f"{line}\n" for line in lines)


def _being_played(competition: Competition) -> Iterator[str]:
    """A remark for each pairing that is not decided: the starting numbers, white first."""
    numbers = {id_: number for number, id_ in enumerate(competition.seeding, 1)}
    for pairing in all_pairings(competition):
        if not decided(pairing, competition.outcomes):
            seats = " - ".join(str(numbers[id_]) for id_ in pairing.seats)
            yield f"### Round {pairing.round}, not decided yet: {seats}"
