"""What the screens of the gallery show: photographed by `docs.screens`, listed by `docs.gallery`.

Each is there on a phone and on a wide window, in both languages.
"""

from __future__ import annotations

from itertools import product
from typing import Final

SUBJECTS: Final = {
    "welcome": "The welcome",
    "help": "`/help`",
    "games": "`/games`",
    "result": "A result",
    "drawing-up": "Turnier: drawing up",
    "tournament": "A tournament's page",
    "standings": "Its standings",
    "ladder": "A ladder",
    "bracket": "A knockout at its end",
    "tables": "The final table of a cup for three at a table",
    "league": "A league after its season",
    "season": "A player's way through the season",
}
"""What is shown, by the names of the files."""
SIZES: Final = {"phone": (390, 844), "wide": (1280, 800)}
"""How large the windows are."""
LANGUAGES: Final = ("en", "de")


def file_of(subject: str, size: str, code: str) -> str:
    """The name of a photograph's file."""
    return f"screen-{subject}-{size}-{code}.webp"


def listed() -> str:
    """The gallery's section: phones side by side, then the wide windows."""
    parts = ["\n## Screens\n"]
    for subject, title in SUBJECTS.items():
        shown = []
        for size, code in product(SIZES, LANGUAGES):
            file = f"gallery/{file_of(subject, size, code)}"
            width = 200 if size == "phone" else 440
            shown.append(f'<a href="{file}"><img src="{file}" width="{width}"></a>\n')
        parts.append(f"\n{title}\n\n{''.join(shown)}")
    return "".join(parts)
