"""Computer players: general searches, and one small file for each game with what they need.

Searches know games only through their public functions. For a given seed and budget they always
answer the same.
"""

from opponents.finding import Finding
from opponents.levels import LEVELS, Level
from opponents.mind import Mind
from opponents.player import best_turn, mind_of, think

__all__ = ["LEVELS", "Finding", "Level", "Mind", "best_turn", "mind_of", "think"]
