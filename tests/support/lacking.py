"""What a machine may lack for some tests."""

from __future__ import annotations

import os
from typing import NoReturn

import pytest

REQUIRED = "NOTHING_SKIPPED"
"""The variable by which `.ci/run` says that every test has to run."""


def lacks(what: str) -> NoReturn:
    """Skips the test, because the machine lacks something. Where everything is required, as in CI,
    fails it instead.
    """
    (pytest.fail if os.environ.get(REQUIRED) else pytest.skip)(what)
    raise AssertionError
