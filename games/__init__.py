"""The rules engines. Every sub-package that defines `GAME` is a registered game."""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module

from games.protocol import AnyGame

__all__ = ["all_games", "get"]


@cache
def _registry() -> dict[str, AnyGame]:
    found = (
        getattr(import_module(f"{__name__}.{module.name}"), "GAME", None)
        for module in pkgutil.iter_modules(__path__)
        if module.ispkg
    )
    registered: list[AnyGame] = [game for game in found if game is not None]
    return {game.info.key: game for game in sorted(registered, key=lambda game: game.info.key)}


def all_games() -> tuple[AnyGame, ...]:
    """Every registered game, sorted by key."""
    return tuple(_registry().values())


def get(key: str) -> AnyGame:
    """The game with this key. Raises KeyError."""
    return _registry()[key]
