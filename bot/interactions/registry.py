"""Handlers by name. Each name is used only once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeVar

T = TypeVar("T")


class Registry(Mapping[str, T]):
    """Handlers of one kind by name. Modules register their handlers when they are imported.

    `kind` names the handlers in errors.
    """

    def __init__(self, kind: str) -> None:
        self._kind = kind
        self._handlers: dict[str, T] = {}

    def __getitem__(self, name: str) -> T:
        return self._handlers[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._handlers)

    def __len__(self) -> int:
        return len(self._handlers)

    def add(self, name: str, handler: T) -> None:
        """Adds a handler. Raises ValueError for a second one under the same name."""
        if name in self._handlers:
            raise ValueError(f"a second {self._kind} {name!r}: {handler!r}")
        self._handlers[name] = handler

    def on(self, name: str) -> Callable[[T], T]:
        """A decorator that adds a handler under this name."""

        def register(handler: T) -> T:
            self.add(name, handler)
            return handler

        return register
