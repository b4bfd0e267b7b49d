"""`make bench`: all benchmarks, one after the other; it fails if a bound is missed."""

import sys

from benchmarks import pictures, rules, searches, standings, turns, waiting

rules.main()
pictures.main()
missed = [*standings.main(), *turns.main(), *waiting.main(), *searches.main()]
if missed:
    sys.exit(f"missed: {', '.join(missed)}")
