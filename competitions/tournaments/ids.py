"""Public ids of competitions, such as `C-K7F2`."""

from __future__ import annotations

from typing import NewType

from competitions.log.ids import Ids
from storage.ids import CompetitionNumber

__all__ = ["CompetitionId", "CompetitionNumber", "key_of", "number_of", "public_id"]

CompetitionId = NewType("CompetitionId", str)
"""The public id of a competition, in its canonical form or as somebody typed it."""

_IDS: Ids[CompetitionId, CompetitionNumber] = Ids("tournament")
public_id, number_of, key_of = _IDS.public, _IDS.number, _IDS.key
