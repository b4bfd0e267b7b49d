"""What the fuzzer has found, once more: cheap, and without the fuzzer."""

from __future__ import annotations

import pytest

from tests.fuzz import seeds
from tests.fuzz.targets import CORPUS, TARGETS


@pytest.mark.parametrize("name", TARGETS)
def test_every_input_found_keeps_the_promises(name: str) -> None:
    """Each file of a target's corpus, and each input to begin with, is read as it should be."""
    found = [path.read_bytes() for path in sorted((CORPUS / name).glob("*"))]
    found += [seed.encode() for seed in seeds.of(name)]
    assert found
    for data in found:
        TARGETS[name](data)


def test_every_corpus_has_its_target() -> None:
    """Every target has been fuzzed; no folder is left over from one that is not there any more."""
    assert {path.name for path in CORPUS.iterdir()} == {*TARGETS}
