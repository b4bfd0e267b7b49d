"""Texts that people have typed, as competitions store them."""

from __future__ import annotations


def one_line(text: str) -> str:
    """A text as one line of printable characters. Texts that look alike become equal, and every
    database can store them.
    """
    said = "".join(sign for sign in " ".join(text.split()) if sign.isprintable())
    return " ".join(said.split())
