"""Public ids of leagues, such as `G-K7F2`."""

from __future__ import annotations

from typing import NewType

from competitions.log.ids import Ids
from storage.ids import LeagueNumber

LeagueId = NewType("LeagueId", str)
"""The public id of a league, in its canonical form or as somebody typed it."""

_IDS: Ids[LeagueId, LeagueNumber] = Ids("league")
public_id, key_of = _IDS.public, _IDS.key
