"""The fuzzer's findings once more: quickly, and without the fuzzer."""

from __future__ import annotations

import pytest

from tests.fuzz import seeds
from tests.fuzz.targets import CORPUS, TARGETS


@pytest.mark.parametrize("name", TARGETS)
def test_every_input_found_keeps_the_promises(name: str) -> None:
    """Each file of a target's corpus, and each first input, is read correctly."""
    found = [path.read_bytes() for path in sorted((CORPUS / name).glob("*"))]
    found += [seed.encode() for seed in seeds.of(name)]
    assert found
    for data in found:
        TARGETS[name](data)


def test_every_corpus_has_its_target() -> None:
    """Every target has a corpus, and every folder has an existing target."""
    assert {path.name for path in CORPUS.iterdir()} == {*TARGETS}
