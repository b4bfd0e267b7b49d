"""Which test walks along the table of refusals, for which kinds of requests."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import TypeVar

from bot.text.discord_codes import Request

T = TypeVar("T", bound=Callable[..., object])
_ATTRIBUTE = "walked_requests"


def walks(*requests: Request) -> Callable[[T], T]:
    """Marks a test that answers these requests with each line that they can meet with, and looks
    at what becomes of it.
    """

    def mark(test: T) -> T:
        setattr(test, _ATTRIBUTE, requests)
        return test

    return mark


def walked() -> set[str]:
    """The requests that some test in this folder walks."""
    found = set[str]()
    for path in Path(__file__).parent.glob("test_*.py"):
        if "@walks(" in path.read_text("utf-8"):
            module = import_module(f"tests.bot.{path.stem}")
            for name, one in vars(module).items():
                if name.startswith("test_"):
                    found.update(getattr(one, _ATTRIBUTE, ()))
    return found
