"""All targets: each takes bytes, and fails if their reader breaks its promise."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import TypeAlias

import games
from tests.fuzz import files, moves, texts

Target: TypeAlias = Callable[[bytes], None]

CORPUS = Path(__file__).parent / "corpus"
"""One folder per target, with inputs that reach every part of it."""

KEYS = [game.info.key for game in games.all_games()]
TARGETS: Mapping[str, Target] = {
    **{f"moves-{key}": partial(moves.moves, key) for key in KEYS},
    **{f"position-{key}": partial(moves.position, key) for key in KEYS},
    "options": moves.options,
    "record": files.record,
    "engine": files.engine,
    "protocol": files.protocol,
    "control": texts.control,
    "clock": texts.clock,
    "moment": texts.moment,
    "choices": texts.choices,
    "environment": texts.environment,
    "log": texts.log,
}
