"""The rules engines. Every sub-package that defines `GAME` is a registered game."""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module

from games.protocol import AnyGame

__all__ = ["all_games", "get"]


@cache
def _registry() -> dict[str, AnyGame]:
    registered: dict[str, AnyGame] = {}
    for module in pkgutil.iter_modules(__path__):
        if not module.ispkg:
            continue
        game = getattr(import_module(f"{__name__}.{module.name}"), "GAME", None)
        if game is None:
            continue
        if game.info.key in registered:
            raise ValueError(f"a second game {game.info.key!r}: {module.name}")
        registered[game.info.key] = game
    return dict(sorted(registered.items()))


def all_games() -> tuple[AnyGame, ...]:
    """Every registered game, sorted by key."""
    return tuple(_registry().values())


def get(key: str) -> AnyGame:
    """The game with this key. Raises KeyError."""
    return _registry()[key]
