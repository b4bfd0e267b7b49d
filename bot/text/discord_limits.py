"""Discord's length and count limits."""

from __future__ import annotations

OPTIONS = 25
"""The most choices of a command's option, and the most options of a menu."""
LABEL = 100
"""The most characters of a `custom_id`, of an option's label or value, and of a description."""
BUTTON_LABEL = 80
"""The most characters on a button."""
FORM_LABEL = 45
"""The most characters of a form's title, and of the label of a field."""
FIELDS = 5
"""The most fields of a form."""
MESSAGE = 2000
"""The most characters of a message."""
CALLED = 100
"""The most people that a message can notify."""
LAYOUT_TEXT, COMPONENTS = 4000, 40
"""The most characters, and the most components, of a layout."""
THREAD_NAME = 100
"""The most characters of a thread's name."""
TAGS = 5
"""The most tags of a forum's post."""
EVENT_NAME, EVENT_TEXT = 100, 1000
"""The most characters of a scheduled event's name or location, and of its description."""
