"""The strength of computer players in words."""

from __future__ import annotations

from collections.abc import Mapping

from games.words import N_

LEVELS: Mapping[int, str] = {
    1: N_("1 – for beginners"),
    2: N_("2 – easy"),
    3: N_("3 – moderate"),
    4: N_("4 – strong"),
    5: N_("5 – very strong"),
    6: N_("6 – as strong as it gets"),
}
"""The levels of computer players."""
