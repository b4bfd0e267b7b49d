"""What people can do: one package a feature; features do not know each other."""

from __future__ import annotations

import pkgutil
from collections.abc import Iterator
from importlib import import_module


def extensions() -> Iterator[str]:
    """Imports the modules of features, all but those that begin with `_`, which registers their
    controls. Yields those that have a `setup`, for commands and for what is always running.
    """
    for module in pkgutil.walk_packages(__path__, f"{__name__}."):
        private = module.name.rpartition(".")[2].startswith("_")
        if not module.ispkg and not private and hasattr(import_module(module.name), "setup"):
            yield module.name
