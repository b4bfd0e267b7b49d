"""How much Discord takes."""

from __future__ import annotations

OPTIONS = 25
"""The most choices of an option, and the most options of a menu."""
LABEL = 100
"""The most characters of a `custom_id`, of an option's label or value, and of a description."""
MESSAGE = 2000
"""The most characters of a message."""
EMBED = 4096
"""The most characters of an embed's text."""
