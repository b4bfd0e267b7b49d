"""Other programs that speak the engine protocol: tested for conformance, and matched against each
other.

A program that hangs, cheats or dies loses its own game, and delays nobody beyond the agreed time.
"""

from opponents.programs.conformance import Check, checks
from opponents.programs.contest import NoOpening, Played, Seating
from opponents.programs.match import CantBegin, Match, Standing, Terms
from opponents.programs.results import OtherMatch
from opponents.programs.sprt import Sprt, elo

__all__ = [
    "CantBegin",
    "Check",
    "Match",
    "NoOpening",
    "OtherMatch",
    "Played",
    "Seating",
    "Sprt",
    "Standing",
    "Terms",
    "checks",
    "elo",
]
