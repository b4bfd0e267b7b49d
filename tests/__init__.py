"""The test suite."""

PATIENCE = 300.0
"""Seconds after which something counts as hanging. This ends a run that hangs; it does not judge
the speed of a machine.
"""

OURS = (
    *("bot", "competitions", "games", "matches", "opponents", "playground", "render", "storage"),
    "web",
)
"""The packages that are installed."""
