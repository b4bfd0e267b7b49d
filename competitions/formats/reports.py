"""Reports of competitions as texts, in FIDE's format (see `trf`), for other programs."""

from __future__ import annotations

from collections.abc import Mapping

from competitions.formats import trf
from competitions.formats.rounds import order, planned
from competitions.formats.steps import all_pairings
from competitions.model.competition import Competition
from competitions.model.entrants import EntrantId
from competitions.model.errors import CompetitionError
from competitions.model.results import decided

_RESULTS, _WIDTH = 91, 10
"""Where the results of a line begin, and how wide each is."""


def export(competition: Competition, names: Mapping[EntrantId, str], title: str) -> str:
    """The report as a text. Points and results in it are those of the decided pairings, whatever
    the names are; places are the final ones, or those so far. A pairing that is still played has an
    opponent, a colour, and no result. Raises CompetitionError (only-pairs).
    """
    if competition.settings.seats > 2:
        raise CompetitionError("only-pairs")
    places = competition.places or order(competition)
    rounds = max(planned(competition), len(competition.rounds))
    told = trf.report(competition, rounds, names, places, title)
    played = _being_played(competition)
    players = [
        _with(section.to_string(), played.get(id_, {}))
        for id_, section in zip(competition.seeding, told.player_sections, strict=True)
    ]
    lines = [*told.tournament_section.to_strings(), *players, *told.x_section.to_strings()]
    return "".join(f"{line}\n" for line in lines)


def _being_played(competition: Competition) -> Mapping[EntrantId, Mapping[int, str]]:
    """By entrant and round, the opponent and the colour in pairings that are not decided."""
    found = dict[EntrantId, dict[int, str]]()
    for pairing in all_pairings(competition):
        if not decided(pairing, competition.outcomes):
            for id_, other, colour in zip(pairing.seats, pairing.seats[::-1], "wb", strict=True):
                number = competition.seeding.index(other) + 1
                found.setdefault(id_, {})[pairing.round] = f"{number:>4} {colour}  "
    return found


def _with(line: str, played: Mapping[int, str]) -> str:
    for round_, text in played.items():
        at = _RESULTS + _WIDTH * (round_ - 1)
        line = line[:at] + text + line[at + len(text) :]
    return line
