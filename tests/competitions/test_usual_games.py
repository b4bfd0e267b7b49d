"""How many games a pairing has by default."""

from __future__ import annotations

import games
from competitions.log.creation import usual_games


def test_two_exchange_seats_where_one_is_favoured() -> None:
    """In return matches. Where all meet twice, seats are exchanged anyway; at larger tables and in
    other games no seat is favoured.
    """
    die_drei, tyr = games.get("die-drei"), games.get("tyr")
    assert (usual_games(die_drei, 2), usual_games(die_drei, 2, cycles=2)) == (2, 1)
    assert [usual_games(tyr, seats) for seats in (2, 3, 4)] == [1, 1, 1]
