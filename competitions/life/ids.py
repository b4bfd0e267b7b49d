"""Public ids of competitions, such as `C-K7F2`: a match's, with a letter before them."""

from __future__ import annotations

from typing import NewType

from matches.model import ids
from storage.ids import CompetitionNumber, MatchNumber

__all__ = ["CompetitionId", "CompetitionNumber", "number_of", "public_id"]

CompetitionId = NewType("CompetitionId", str)
"""The public id of a competition, in its canonical form, or as somebody typed it."""

_LETTER = "C-"


def public_id(number: CompetitionNumber) -> CompetitionId:
    """The id of a competition's number."""
    return CompetitionId(_LETTER + ids.public_id(MatchNumber(number)))


def number_of(text: str) -> CompetitionNumber:
    """The number of an id, typed as ids of matches are, with the letter. Raises ValueError."""
    typed = text.strip().removeprefix("#").upper()
    if not typed.startswith(_LETTER):
        raise ValueError(f"not an id of a competition: {text!r}")
    return CompetitionNumber(ids.number_of(typed.removeprefix(_LETTER)))
