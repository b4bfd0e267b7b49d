"""Rules, tutorial, puzzles, hints and analyses."""

from bot.cogs.learning._analysis_jobs import Analyses
from bot.cogs.learning._search import Searches

__all__ = ["Analyses", "Searches"]
