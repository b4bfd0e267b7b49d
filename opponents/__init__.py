"""Computer players: general searches, and a small file for each game with what the searches need.

Searches use only a game's public functions. The same seed and budget always give the same answer.
"""

from opponents.answer import Finding
from opponents.levels import LEVELS, Level
from opponents.mind import Mind
from opponents.player import best_turn, look, mind_of, think

__all__ = ["LEVELS", "Finding", "Level", "Mind", "best_turn", "look", "mind_of", "think"]
