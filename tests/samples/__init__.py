"""What the general tests need to know of each game: one file for a game, with its `SAMPLE`."""

from importlib import import_module
from pkgutil import iter_modules

from tests.samples.sample import Sample

__all__ = ["SAMPLES", "Sample"]


def _found() -> dict[str, Sample]:
    modules = (import_module(f"{__name__}.{one.name}") for one in iter_modules(__path__))
    samples = [module.SAMPLE for module in modules if hasattr(module, "SAMPLE")]
    return {sample.game: sample for sample in sorted(samples, key=lambda sample: sample.game)}


SAMPLES = _found()
"""By the games' keys."""
