"""Logs repeated trouble once, and once more when it is over."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from matches.model.errors import TableError


class Trouble:
    """The trouble that a loop may have in each of its rounds. `what` is what can't be done then."""

    def __init__(self, log: logging.Logger, what: str) -> None:
        self._log = log
        self._what = what
        self._cause: str | None = None

    @contextmanager
    def told(self) -> Iterator[None]:
        """Swallows every error inside. It is logged with its cause, unless the previous round
        failed in the same way; so is the first round that succeeds again.
        """
        try:
            yield
        except TableError as error:
            self._tell(str(error), None)
        except Exception as error:  # noqa: BLE001 - the next round may go well
            self._tell(repr(error), error)
        else:
            if self._cause is not None:
                self._log.info("%s: that is over", self._what)
            self._cause = None

    def _tell(self, cause: str, error: Exception | None) -> None:
        if cause == self._cause:
            return
        self._cause = cause
        level = logging.WARNING if error is None else logging.ERROR
        self._log.log(level, "%s: %s", self._what, cause, exc_info=error)
