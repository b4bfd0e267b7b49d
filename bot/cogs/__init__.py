"""What people can do: one package a feature; features do not know each other."""

from __future__ import annotations

import pkgutil
from collections.abc import Iterator


def extensions() -> Iterator[str]:
    """The modules of features that have a `setup`: all but those that begin with `_`."""
    for module in pkgutil.walk_packages(__path__, f"{__name__}."):
        if not module.ispkg and not module.name.rpartition(".")[2].startswith("_"):
            yield module.name
