"""What people have typed, as competitions keep it."""

from __future__ import annotations


def one_line(text: str) -> str:
    """A text on one line, of what can be printed: two that look alike are alike, and every database
    can hold them.
    """
    said = "".join(sign for sign in " ".join(text.split()) if sign.isprintable())
    return " ".join(said.split())
