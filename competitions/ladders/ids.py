"""Public ids of ladders, such as `L-K7F2`."""

from __future__ import annotations

from typing import NewType

from competitions.log.ids import Ids
from storage.ids import LadderNumber

LadderId = NewType("LadderId", str)
"""The public id of a ladder, in its canonical form or as somebody typed it."""

_IDS: Ids[LadderId, LadderNumber] = Ids("ladder")
public_id, key_of = _IDS.public, _IDS.key
